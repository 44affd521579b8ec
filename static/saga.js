/* Saga: two rows of numbers, entered in sequence. Loaded after herald.js. */
(() => {
  'use strict';

  const { all, also, on, sync } = window.herald;

  // After the first number its row closes and shows it; the second row appears under the finger and ignores taps for a
  // moment (static/live.js). Keyboard users pass through other numbers, so both rows stay open.
  also(() => all('.one-by-one').forEach((form) => {
    const chosen = form.querySelector('.first-numbers :checked');
    if (!chosen) form.closed = false;
    form.classList.toggle('is-second', !!chosen);
    form.classList.toggle('is-closed', !!form.closed);
    form.querySelector('.first-said b').textContent = chosen ? chosen.value : '';
  }));
  on('click', '.first-numbers .number-tile', (tile, event) => {
    if (!event.detail) return;
    const form = tile.closest('form');
    form.closed = true;
    form.since = Date.now();
  });
  on('click', '[data-again]', (key) => {
    key.closest('form').querySelector('.first-numbers :checked').checked = false;
    sync();
  });
})();
