/* Table screens only: switches between night and day; shows who is waited for, and how long, or the time; in highlights,
   numbers count up and bars grow. */
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

  // --- between the hard parts: the time, and how long people have played ---

  const SET_UP = 15; // minutes after which the board is set up, ticked off or not

  function tellTime() {
    const clock = document.getElementById('clock');
    if (!clock) return;
    clock.closest('.evening').hidden = !!document.querySelector('.stage-side details[open]'); // a form has all the room
    const told = clock.parentElement.querySelector('[data-began]');
    const minutes = Math.max(0, Math.floor((Date.now() - new Date(told.dataset.began)) / 60000));
    document.documentElement.classList.toggle('is-under-way', minutes >= SET_UP);
    const text = minutes < 60 ? told.dataset.short : told.dataset.long;
    clock.textContent = new Date().toLocaleTimeString(document.documentElement.lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    told.textContent = text.replace('{h}', Math.floor(minutes / 60)).replace('{m}', minutes % 60);
  }

  document.addEventListener('htmx:after:swap', tellTime);
  document.addEventListener('toggle', tellTime, true);
  setInterval(tellTime, 1000);
  tellTime();

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
