/* Number pads and sand-glasses. A pad fills the lit field, adds up ("3 + 6 = 9") and lights the next field once no more
   digits fit. Without it, numbers are typed. */
(() => {
  'use strict';

  const { all, also, on } = window.herald;

  const fields = (pad) => all('input[type="number"]', pad);
  const lit = (pad) => pad.querySelector('.is-lit input') || fields(pad)[0];
  const padOf = (key) => key.closest('.pad');

  function light(field) {
    for (const other of all('.pad-field', padOf(field))) other.classList.toggle('is-lit', other.contains(field));
  }

  function next(pad) {
    const every = fields(pad);
    return every[every.indexOf(lit(pad)) + 1];
  }

  // What was typed stays in an attribute, so that a sum can be followed ("3+6+") and a new form begins empty.
  function type(field, typed) {
    const parts = typed.match(/-?\d+/g) || [];
    const sum = parts.reduce((one, other) => one + Number(other), 0);
    field.closest('.pad-field').classList.toggle('is-refused', sum > field.max);
    if (sum > field.max) return false;
    field.dataset.typed = typed;
    field.value = parts.length ? String(sum) : '';
    let note = field.parentNode.querySelector('.pad-sum');
    if (!note && typed.includes('+')) {
      note = document.createElement('output');
      note.className = 'pad-sum';
      field.before(note);
    }
    if (note) note.textContent = typed.includes('+') ? `${typed.replace(/\+/g, ' + ')} =` : '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return true;
  }

  // A field that was tapped takes any number; one reached by itself may be quick: so many digits, and the next.
  function start(field, tapped) {
    delete field.dataset.typed;
    field.dataset.tapped = tapped ? '1' : '';
    padOf(field).wentOn = false;
    light(field);
  }

  on('click', '[data-digit]', (key) => {
    const pad = padOf(key), field = lit(pad), typed = field.dataset.typed || '';
    if (!type(field, typed + key.dataset.digit)) return;
    const quick = !field.dataset.tapped && field.dataset.typed.length >= field.dataset.quick;
    const full = quick || field.dataset.typed === '0' || field.value * 10 > field.max;
    const to = full && !field.dataset.typed.includes('+') && next(pad);
    if (to) start(to);
    pad.wentOn = !!to;
  });
  on('click', '[data-plus]', (key) => {
    const field = lit(padOf(key)), typed = field.dataset.typed || field.value;
    if (typed && !typed.endsWith('+')) type(field, `${typed}+`);
  });
  on('click', '[data-minus]', (key) => {
    const field = lit(padOf(key));
    type(field, (field.dataset.typed || '').replace(/-?\d*$/, (last) => (last[0] === '-' ? last.slice(1) : `-${last}`)));
  });
  on('click', '[data-wipe]', (key) => {
    const field = lit(padOf(key));
    padOf(key).wentOn = false;
    type(field, (field.dataset.typed || '').slice(0, -1));
  });
  on('click', '[data-next]', (key) => {
    const pad = padOf(key), to = next(pad);
    // A full field has lit the next one already: tapping Next as well must not skip it.
    if (!pad.wentOn && to) start(to);
    pad.wentOn = false;
  });
  on('click', '[data-number]', (key) => {
    const field = lit(padOf(key));
    start(field);
    type(field, key.dataset.number);
  });
  on('click', '[data-rest]', (key) => fields(padOf(key)).filter((field) => !field.value).forEach((field) => type(field, '0')));
  on('focusin', '.pad input[type="number"]', light);
  on('click', '.pad-field', (row) => start(row.querySelector('input[type="number"]'), true));

  // --- sand-glasses: they start when this screen first shows them ---

  function run(glass) {
    const began = sessionStorage[glass.id] = sessionStorage[glass.id] || Date.now();
    const left = Math.ceil(glass.dataset.glass - (Date.now() - began) / 1000);
    const text = left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` : glass.dataset.up;
    if (glass.lastChild.textContent !== text) glass.lastChild.textContent = text;
    glass.lastChild.classList.toggle('is-over', left <= 0);
  }
  const tick = () => all('[data-glass]').forEach(run);
  setInterval(tick, 500);

  also(() => {
    tick();
    for (const pad of all('.pad')) {
      // On a phone the pad replaces the keyboard.
      if (matchMedia('(pointer: coarse)').matches) for (const field of fields(pad)) field.inputMode = 'none';
      if (!pad.querySelector('.is-lit') && fields(pad)[0]) light(fields(pad)[0]);
    }
  });
})();
