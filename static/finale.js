/* The finale: the page states how long the game has been over; everything due later waits for its time. */
(() => {
  'use strict';

  const all = (selector) => [...document.querySelectorAll(selector)];
  // With reduced motion, a table screen shows everything at once.
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const isStill = () => calm.matches && document.body.classList.contains('table-screen');
  let shown = { by: null };
  let told = false;

  function bring() {
    const end = document.querySelector('[data-elapsed]');
    clearTimeout(shown.timer);
    if (!end) { told = false; return; }
    if (shown.by !== end || shown.said !== end.dataset.elapsed) {
      shown = { by: end, said: end.dataset.elapsed, since: performance.now() - Number(end.dataset.elapsed) };
    }
    const now = performance.now() - shown.since;
    let next = Infinity;
    let won = null;
    for (const part of all('[data-at]')) {
      const wait = Number(part.dataset.at) - now;
      const waited = part.classList.contains('is-waiting');
      if (wait <= 0 && waited) part.classList.add('has-come');
      if (waited && part.matches('.end-winner') && (wait <= 0 || isStill())) won = part;
      part.classList.toggle('is-waiting', wait > 0);
      if (wait > 0) next = Math.min(next, wait);
    }
    for (const part of all('[data-until]')) part.hidden = Number(part.dataset.until) <= now;
    for (const part of all('[data-open-until]')) {
      if (Number(part.dataset.openUntil) > now) continue;
      part.open = false;
      part.removeAttribute('data-open-until');
    }
    if (won && !told) {
      told = true;
      // After other announcements of the same moment.
      setTimeout(() => { document.getElementById('announce').textContent = won.innerText; });
      document.dispatchEvent(new CustomEvent('herald:won', { detail: won }));
    }
    if (next < Infinity) shown.timer = setTimeout(bring, next + 5);
  }

  document.addEventListener('htmx:after:swap', bring);
  bring();
})();
