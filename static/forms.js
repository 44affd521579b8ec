/* Form entry: in any order, with missing fields marked in place, and kept across a reload. Loaded after herald.js;
   forms work without it. */
(() => {
  'use strict';

  const { sync, all, on, also } = window.herald;

  // --- dependent choices ---

  // A choice with data-to enables the buttons whose data-when it lists; until then, all are enabled. In reverse, a
  // button tapped first leaves only the choices that list it.
  let early = null; // the button tapped first

  function showTargets(form) {
    const picked = form.querySelector('[data-to]:checked');
    const first = early && early.form === form && early.dataset.when;
    const names = (choice, button) => choice.dataset.to.split(' ').includes(button);
    for (const button of all('[data-when]', form)) button.disabled = !!picked && !names(picked, button.dataset.when);
    for (const choice of all('[type="radio"][data-to]', form)) choice.disabled = !!first && !names(choice, first);
  }

  also(() => new Set(all('[data-to]').map((choice) => choice.form)).forEach(showTargets));

  // --- missing fields ---

  // Marked in place and in the page's language, not in the browser's own bubble. If a form needs one choice and a
  // button, such as a knight and its army, any order works: the choice submits the form with the button tapped before
  // (data-then asks for it).
  // If more is missing, the button has to be tapped again.
  let tapped = null;
  const around = (field) => field.closest('fieldset, .field') || field.closest('.tiles') || field.parentNode;

  function pickEarly(button) {
    if (early) early.classList.remove('is-early');
    early = button;
    if (early) early.classList.add('is-early');
    sync();
  }

  function say(field, next) {
    const place = around(field);
    if (place.querySelector('.missing')) return;
    const note = document.createElement('strong');
    note.className = next ? 'missing is-next' : 'missing';
    note.textContent = next || (field.validity.valueMissing ? document.body.dataset.missing : field.title || `${field.min} – ${field.max}`);
    const label = place.querySelector('legend');
    (label || place).append(note);
    document.getElementById('announce').textContent = (label || note).textContent;
  }

  on('click', '[type="submit"]', (button) => {
    tapped = button;
    all('.missing').forEach((one) => one.remove());
    if (early) pickEarly(null);
  });

  document.addEventListener('invalid', (event) => {
    event.preventDefault();
    const field = event.target;
    const closed = field.closest('details:not([open])');
    if (closed) closed.open = true;
    const isIt = (one) => one.type === 'hidden' || (one.type === 'radio' && one.name === field.name);
    const early = tapped && tapped.form === field.form && tapped.name && all('input, select, textarea', field.form).every(isIt);
    say(field, early && around(field).dataset.then);
    if (field.hasAttribute('aria-invalid')) field.setAttribute('aria-invalid', 'true');
    if (field.form.querySelector('input:invalid, select:invalid, textarea:invalid') !== field) return;
    field.focus({ preventScroll: true });
    around(field).scrollIntoView({ block: 'nearest' });
    if (early) pickEarly(tapped);
  }, true);

  document.addEventListener('input', (event) => {
    if (event.target.hasAttribute('aria-invalid')) event.target.setAttribute('aria-invalid', 'false');
    for (const note of all('.missing', event.target.form || event.target)) if (!around(note).querySelector(':invalid')) note.remove();
  });

  // Not for keyboard users, who pass through several choices: they press the button again.
  on('click', '[type="radio"]', (field, event) => {
    const button = early;
    if (button && button.isConnected && button.form === field.form && event.detail && field.form.matches(':valid')) setTimeout(() => button.click());
  });

  // --- unfinished entries ---

  // A reload keeps unfinished entries, in this tab and until they are sent; not behind a curtain, which is shared.
  const live = document.getElementById('live');
  const keptAs = (form) => `${location.pathname}#${form.id}`;
  const entries = (form) => [...form.elements].filter((one) => one.name && one.type !== 'hidden');
  document.addEventListener('input', (event) => {
    const form = event.target.form;
    if (!live || !form || !form.id || !form.closest('#screen') || live.dataset.curtain) return;
    sessionStorage.setItem(keptAs(form), JSON.stringify(entries(form).map((one) => [one.name, one.value, one.checked])));
  });
  document.addEventListener('submit', (event) => { if (event.target.id) sessionStorage.removeItem(keptAs(event.target)); });
  function takeUp() {
    for (const form of document.querySelectorAll('#screen form[id]')) {
      const kept = JSON.parse(sessionStorage.getItem(keptAs(form)) || 'null');
      const fields = kept && entries(form);
      if (!kept || kept.length !== fields.length || kept.some(([name], n) => name !== fields[n].name)) continue;
      kept.forEach(([, value, checked], n) => {
        if (['radio', 'checkbox'].includes(fields[n].type)) fields[n].checked = checked;
        else fields[n].value = value;
      });
      fields[0].dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
  if (live) takeUp();
})();
