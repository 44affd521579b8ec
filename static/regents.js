/* Régents: choosing a piece on the castle plan, then its destination. Loaded after herald.js. */
(() => {
  'use strict';

  const { all, also } = window.herald;

  // No room can be tapped before a piece is chosen; afterwards the other pieces ignore taps.
  function showCastle(form) {
    if (!form.querySelector('[data-to]')) return;
    const picked = form.querySelector('[data-to]:checked');
    if (!picked) for (const button of all('[data-when]', form)) button.disabled = true;
    for (const piece of all('label.pieces', form)) piece.classList.toggle('is-aside', !!picked && !piece.contains(picked));
  }

  // The first of two agents to swap is ticked; then all others become buttons.
  function showSwaps(form) {
    const one = form.querySelector(':checked');
    for (const button of all('[name="other"]', form)) button.hidden = !one || button.parentNode.contains(one);
  }

  also(() => {
    all('.castle-form').forEach(showCastle);
    all('.swap-form').forEach(showSwaps);
  });
})();
