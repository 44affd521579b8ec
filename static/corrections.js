/* Corrections: shows what a correction would change while it is filled in, and keeps the tapped place visible above the
   sheet. */
(() => {
  'use strict';

  const { on } = window.herald;

  document.addEventListener('input', (event) => {
    const form = event.target.closest('.correction-form');
    if (form && form.matches(':valid')) form.dispatchEvent(new Event('filled'));
  });

  on('click', '[data-turn]', (button) => {
    const select = button.parentElement.querySelector('select');
    const to = select.selectedIndex + Number(button.dataset.turn);
    if (!select.options[to]) return;
    select.selectedIndex = to;
    select.dispatchEvent(new Event('input', { bubbles: true }));
  });

  // On a phone the sheet covers the lower half of the board.
  function show() {
    const open = document.querySelector('.correction-spot.is-open');
    if (open) open.scrollIntoView({ block: 'nearest' });
  }
  document.addEventListener('htmx:after:swap', show);
  window.addEventListener('load', show);
})();
