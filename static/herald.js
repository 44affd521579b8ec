/* Behaviour of Herald's controls. Pages work without it. Content may be replaced at any moment, so no listener is bound
   to an element and entries live in inputs only. sync() derives everything else from them, after each input and each
   swap. */
(() => {
  'use strict';

  const HOLD = 700; // ms; the animation in herald.css has the same duration
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const on = (type, selector, act) => document.addEventListener(type, (event) => {
    const found = event.target.closest && event.target.closest(selector);
    if (found) act(found, event);
  });
  const isPress = (event) => event.key === ' ' || event.key === 'Enter';

  document.documentElement.classList.add('js');

  function enter(input, value) {
    if (input.value === String(value)) return;
    input.value = value;
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
  }

  // --- derived from the inputs ---

  function showCounter(counter) {
    const input = counter.querySelector('input');
    for (const button of all('[data-step]', counter)) {
      const edge = button.dataset.step < 0 ? input.min : input.max;
      button.setAttribute('aria-disabled', edge !== '' && Number(input.value) === Number(edge));
    }
    counter.classList.toggle('is-some', Number(input.value) > 0);
  }

  function totalIsRight(picker) {
    const total = all('input:not([type="radio"]), :checked', picker).reduce((sum, input) => sum + Number(input.value), 0);
    const right = total >= picker.dataset.low && total <= picker.dataset.high;
    const output = picker.querySelector('output');
    if (!output) return right;
    const text = output.dataset.text.replace('{n}', total);
    if (output.textContent !== text) output.textContent = text;
    output.classList.toggle('is-right', right);
    output.classList.toggle('is-over', total > picker.dataset.high);
    return right;
  }

  function diceAreFull(pad) {
    const faces = pad.querySelector('input').value;
    all('[data-slot]', pad).forEach((slot, n) => {
      const face = faces[n] || '';
      if ((slot.dataset.shows || '') !== face || !face === !!slot.firstChild) {
        slot.dataset.shows = face;
        const drawing = face && pad.querySelector(`[data-face="${face}"] svg`);
        slot.replaceChildren(...(drawing ? [drawing.cloneNode(true)] : []));
      }
      slot.disabled = !face;
    });
    const full = faces.length >= Number(pad.dataset.dice);
    for (const button of all('[data-face]', pad)) button.setAttribute('aria-disabled', full);
    return full && /^[1-6]+$/.test(faces);
  }

  // Further updates by the game's script.
  const ofTheGame = [];

  function sync() {
    ofTheGame.forEach((show) => show()); // may change the limits of counters
    all('[data-counter]').forEach(showCounter);
    for (const tick of all('.hands input')) tick.closest('li').classList.toggle('is-done', tick.checked);
    const open = new Set();
    for (const picker of all('[data-total]')) if (!totalIsRight(picker)) open.add(picker.closest('form'));
    for (const pad of all('[data-dice]')) if (!diceAreFull(pad)) open.add(pad.closest('form'));
    for (const button of all('[data-gated]')) button.disabled = open.has(button.form);
    for (const link of all('.menu-fix')) link.hidden = !document.querySelector('.foot-fix');
    if (held) show(held, true);
  }

  // --- counters and dice ---

  let repeat;

  function step(button) {
    const input = button.closest('[data-counter]').querySelector('input');
    const low = input.min === '' ? -Infinity : Number(input.min);
    const high = input.max === '' ? Infinity : Number(input.max);
    enter(input, Math.min(high, Math.max(low, Number(input.value) + Number(button.dataset.step))));
  }

  on('click', '[data-step]', step);
  on('pointerdown', '[data-step]', (button) => {
    clearTimeout(repeat);
    const again = () => { step(button); repeat = setTimeout(again, 110); };
    repeat = setTimeout(again, 500);
  });

  on('click', '[data-face]', (button) => {
    const pad = button.closest('[data-dice]');
    const input = pad.querySelector('input');
    if (input.value.length < Number(pad.dataset.dice)) enter(input, input.value + button.dataset.face);
  });

  on('click', '[data-slot]', (button) => {
    const input = button.closest('[data-dice]').querySelector('input');
    const n = Number(button.dataset.slot);
    enter(input, input.value.slice(0, n) + input.value.slice(n + 1));
  });

  // --- shown only while held ---
  // Pointer and key presses are handled when they start. A click without either comes from assistive technology, which
  // cannot hold: for it the buttons are a toggle and a plain submit.

  const TAP = 400; // ms; a press that ends sooner was meant as a tap
  let held = ''; // id of the content shown while a finger or key is down
  let pressed = null; // button under the finger, and when it got there
  let pressedAt = 0;
  let pointed = null; // target of the last pointerdown
  document.addEventListener('pointerdown', (event) => { pointed = event.target; }, true);
  document.addEventListener('mousedown', (event) => { if (!event.detail) pointed = null; }, true);
  const isAssistive = (button, event) => !event.detail || !button.contains(pointed);

  // A short tap shows that the button is held down instead.
  function hint() {
    const button = pressed;
    pressed = null;
    if (!button || performance.now() - pressedAt > TAP) return;
    button.classList.add('is-hinted');
    setTimeout(() => button.classList.remove('is-hinted'), 2500);
  }

  // Announces the content to screen readers.
  const readOut = (text) => { document.getElementById('announce').textContent = text; };

  function show(id, yes) {
    const content = document.getElementById(id);
    const button = document.querySelector(`[data-hold-show][aria-controls="${id}"]`);
    if (content) content.hidden = !yes;
    if (button) button.setAttribute('aria-expanded', yes);
    return content;
  }

  function hold(button) {
    held = button.getAttribute('aria-controls');
    show(held, true);
  }

  function release() {
    held = '';
    clearTimeout(repeat);
    clearTimeout(opening);
    for (const button of all('[data-hold-show][aria-expanded="true"]')) {
      show(button.getAttribute('aria-controls'), false);
      readOut('');
    }
    for (const button of all('.is-holding')) button.classList.remove('is-holding');
  }

  let opening;

  function startOpening(button) {
    release();
    button.classList.add('is-holding');
    opening = setTimeout(() => { release(); button.click(); }, HOLD);
  }

  const holds = [['[data-hold-show]', hold], ['[data-hold-submit]', startOpening]];
  for (const [selector, begin] of holds) {
    on('pointerdown', selector, (button, event) => {
      if (event.button !== 0) return;
      begin(button);
      [pressed, pressedAt] = [button, performance.now()];
    });
    on('keydown', selector, (button, event) => {
      if (!isPress(event)) return;
      event.preventDefault();
      if (event.repeat) return;
      begin(button);
      if (held) readOut(document.getElementById(held).innerText);
    });
    on('keyup', selector, (button, event) => { if (isPress(event)) { event.preventDefault(); release(); } });
    on('contextmenu', selector, (button, event) => event.preventDefault());
    on('focusout', selector, release);
  }
  on('click', '[data-hold-show]', (button, event) => {
    if (!isAssistive(button, event)) return;
    const yes = button.getAttribute('aria-expanded') !== 'true';
    const content = show(button.getAttribute('aria-controls'), yes);
    readOut(yes ? content.innerText : '');
  });
  on('click', '[data-hold-submit]', (button, event) => { if (!isAssistive(button, event)) event.preventDefault(); });
  document.addEventListener('click', (event) => { if (event.detail) pointed = null; });

  document.addEventListener('pointerup', hint);
  for (const type of ['pointerup', 'pointercancel', 'visibilitychange']) document.addEventListener(type, release);
  for (const type of ['blur', 'pagehide']) window.addEventListener(type, release);

  // --- confirmations ---

  const closeConfirms = (except) => all('details.confirm[open]').forEach((d) => {
    if (d === except) return;
    if (d.contains(document.activeElement)) d.querySelector('summary').focus();
    d.open = false;
  });
  document.addEventListener('click', (event) => {
    const target = event.target;
    closeConfirms(target.closest('[data-close]') ? null : target.closest('details.confirm'));
  });
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') { closeConfirms(); release(); } });

  // Scrolls opened content into view as a whole.
  on('click', 'summary', (summary) => setTimeout(() => {
    if (summary.parentElement.open && !summary.closest('.confirm')) summary.parentElement.scrollIntoView({ block: 'nearest' });
  }));

  // After a form was submitted, scroll to the response.
  const answer = document.querySelector('main > .preview, main .notice-refusal');
  if (answer) { answer.tabIndex = -1; answer.focus(); }

  // The server writes times in its own zone; show them in the browser's.
  for (const time of all('time[datetime]')) {
    const at = new Date(time.dateTime);
    if (!isNaN(at)) time.textContent = at.toLocaleTimeString(document.documentElement.lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  }

  // A phone with a new task scrolls to the top.
  const task = () => {
    // Also on the table page of a phone, where one device enters everything.
    const [title, question] = ['h1:not(.lede)', '[data-task]'].map((what) => {
      const found = document.querySelector(`${innerWidth < 600 ? '' : '.phone '}#screen ${what}`);
      return found ? found.textContent : '';
    });
    return title.split(/\d/)[0] + question; // a count that goes down is the same task
  };
  let asked = task();
  function showTask() {
    const now = task();
    if (now && now !== asked) window.scrollTo(0, 0);
    asked = now;
  }

  document.addEventListener('input', sync);
  document.addEventListener('reset', () => setTimeout(sync));
  document.addEventListener('htmx:after:swap', () => { sync(); showTask(); });
  window.addEventListener('pageshow', sync);
  sync();

  // For the other scripts: `also` runs a function at once and after every input and swap.
  window.herald = { sync, all, on, enter, also: (show) => { ofTheGame.push(show); show(); } };
})();
