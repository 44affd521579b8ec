/* Royals: cities on the map. Loaded after herald.js. */
(() => {
  'use strict';

  const { all, on } = window.herald;

  // The players of the position tapped last lie above other cities.
  on('click', '.city summary', (summary) => {
    for (const city of all('.city')) city.classList.toggle('is-on-top', city.contains(summary));
  });
})();
