/* Royals: a number pad for totals of markers or influence. Loaded after herald.js. */
(() => {
  'use strict';

  const { all, also, on } = window.herald;

  const fields = (pad) => all('input[type="number"]', pad);
  const lit = (pad) => pad.querySelector('.is-lit input') || fields(pad)[0];

  function light(field) {
    for (const other of all('.pad-field', field.closest('.pad'))) other.classList.toggle('is-lit', other.contains(field));
  }

  // A digit goes to the lit field; after two digits the next field is lit.
  on('click', '[data-digit]', (key) => {
    const pad = key.closest('.pad'), field = lit(pad), every = fields(pad);
    field.value = String(Number((field.dataset.typed || '') + key.dataset.digit));
    field.dataset.typed = (field.dataset.typed || '') + key.dataset.digit;
    const next = every[every.indexOf(field) + 1];
    pad.wentOn = field.dataset.typed.length > 1 && !!next;
    if (pad.wentOn) light(next);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  on('click', '[data-wipe]', (key) => {
    const pad = key.closest('.pad'), field = lit(pad);
    pad.wentOn = false;
    field.value = '0';
    field.dataset.typed = '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  on('click', '[data-next]', (key) => {
    const pad = key.closest('.pad'), every = fields(pad);
    const next = every[every.indexOf(lit(pad)) + 1];
    // After two digits the next field is already lit: tapping Next as well must not skip it.
    if (pad.wentOn || !next) {
      pad.wentOn = false;
      return;
    }
    next.dataset.typed = '';
    light(next);
  });
  // The players of the position tapped last lie above other cities.
  on('click', '.city summary', (summary) => {
    for (const city of all('.city')) city.classList.toggle('is-on-top', city.contains(summary));
  });
  on('focusin', '.pad input[type="number"]', light);
  on('click', '.pad-field', (row) => {
    const field = row.querySelector('input[type="number"]');
    field.dataset.typed = '';
    row.closest('.pad').wentOn = false;
    light(field);
  });

  also(() => all('.pad').forEach((pad) => {
    if (!pad.querySelector('.is-lit') && fields(pad)[0]) light(fields(pad)[0]);
  }));
})();
