/* Table screens only: switches between night and day; shows who is waited for, and how long; in highlights, numbers count
   up and bars grow. */
(() => {
  'use strict';

  // --- night and day: the page is sent in the colours that the cookie asks for ---

  document.getElementById('light').addEventListener('change', ({ target }) => {
    document.cookie = `day=1; path=/; max-age=${target.checked ? 31536000 : 0}; samesite=lax`;
    document.getElementById('day').media = target.checked ? 'all' : 'not all';
  });

  // --- waiting for players ---

  let waiting = '';
  let since = Date.now();

  function tellWaiting() {
    const [state, line] = ['state', 'waiting'].map((id) => document.getElementById(id));
    const now = (state && state.dataset.waiting) || '';
    if (now !== waiting) { waiting = now; since = Date.now(); }
    if (!line) return;
    const minutes = Math.floor((Date.now() - since) / 60000);
    line.hidden = !now || minutes < 1;
    line.textContent = now ? `${now} · ${minutes} min` : '';
  }

  document.addEventListener('htmx:after:swap', tellWaiting);
  setInterval(tellWaiting, 1000);
  tellWaiting();

  // --- highlights: see film.js ---

  function counts(number) {
    const to = Number(number.textContent);
    const from = Number(number.dataset.count);
    const begun = performance.now();
    (function tick(at) {
      const done = Math.max(0, Math.min(1, (at - begun) / 700));
      number.textContent = Math.round(from + (to - from) * done);
      if (done < 1) requestAnimationFrame(tick);
    })(begun);
  }

  document.addEventListener('herald:beat', (event) => {
    const { step } = event.detail;
    for (const one of step.querySelectorAll('[data-count]')) counts(one);
    for (const bar of step.querySelectorAll('[data-grows]')) {
      bar.animate([{ transform: `scaleX(${bar.dataset.grows})` }, { transform: 'scaleX(1)' }], { duration: 700, easing: 'ease-out' });
    }
  });
})();
