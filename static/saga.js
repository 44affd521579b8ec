/* Saga: two rows of numbers that are asked one after the other. Loaded after herald.js. */
(() => {
  'use strict';

  const { all, also, on, sync } = window.herald;

  // Once the first number is tapped its row closes and says it; the second one comes under the finger, and waits for it
  // to be lifted (static/live.js). Whoever chooses with the keyboard passes other numbers: then both stay open.
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
