/* Régents: pieces on the plan of the castle, first one and then where it goes. Loaded after herald.js. */
(() => {
  'use strict';

  const { all, also } = window.herald;

  // Before a piece is chosen no room can be tapped; then the other pieces stand aside.
  function showCastle(form) {
    if (!form.querySelector('[data-to]')) return;
    const picked = form.querySelector('[data-to]:checked');
    if (!picked) for (const button of all('[data-when]', form)) button.disabled = true;
    for (const piece of all('label.piece', form)) piece.classList.toggle('is-aside', !!picked && !piece.contains(picked));
  }

  // Of two things to swap the first is ticked; then all others are buttons.
  function showSwaps(form) {
    const one = form.querySelector(':checked');
    for (const button of all('[name="other"]', form)) button.hidden = !one || button.parentNode.contains(one);
  }

  also(() => {
    all('.castle-form').forEach(showCastle);
    all('.swap-form').forEach(showSwaps);
  });
})();
