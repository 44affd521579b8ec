/* Highlights, played once on their own layer, beat by beat; a tap skips to the next. With reduced motion, everything
   appears at once. Screens that are opened or wake up later skip them. */
(() => {
  'use strict';

  // ms before the first beat.
  const FIRST = 400;
  // Maximum for all beats together.
  const STEPS = 3000;
  // Maximum per beat.
  const STEP = 750;
  // Pause at the end, with everything shown.
  const REST = 2200;
  // Minimum with reduced motion.
  const CALM = 4000;
  const MOST = 6000;
  // Per letter, for sentences on a phone.
  const LETTER = 45;
  // A second tap this soon was meant for the layer.
  const TAP = 400;
  const WAKING = 3000;

  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const isTable = document.body.classList.contains('table-screen');
  const now = () => document.getElementById('highlights');
  const played = () => Number(now() && now().dataset.highlights);
  // The seq of the table's last highlight; undo leads back to an earlier one.
  const reached = () => { const state = document.getElementById('state'); return Number(state && state.dataset.highlights); };
  let seen = played();
  let woken = 0;
  let coming = [];
  let layer = null;
  let timers = [];

  const lasts = (steps) => FIRST + Math.min(STEPS, steps * STEP);

  // --- playback ---

  // On a table screen, numbers count up with each beat (table.js), with sound if it is on (sound.js).
  function comes(step, number, last) {
    step.classList.add('is-here');
    if (last) layer.classList.add('is-told');
    document.dispatchEvent(new CustomEvent('herald:beat', { detail: { step, number, last } }));
  }

  function end() {
    timers.forEach(clearTimeout);
    timers = [];
    const left = layer;
    layer = null;
    if (!left) return;
    left.classList.add('is-leaving');
    document.dispatchEvent(new Event('herald:uncovered'));
    setTimeout(() => left.remove(), TAP);
  }

  function next() {
    end();
    const item = coming.shift();
    if (!item) return;
    layer = document.createElement('div');
    layer.className = 'highlight-layer';
    // Announced once in #announce (live.js).
    layer.setAttribute('aria-hidden', 'true');
    layer.append(item);
    layer.addEventListener('click', next);
    document.body.append(layer);
    const steps = [...layer.querySelectorAll('[data-beat]')];
    const gap = Math.min(STEP, STEPS / Math.max(1, steps.length));
    let over = Math.min(MOST, REST + LETTER * item.textContent.length);
    if (calm.matches) {
      layer.classList.add('is-told');
      over = Math.max(CALM, over);
    } else if (steps.length) {
      layer.classList.add('is-moving');
      steps.forEach((step, n) => timers.push(setTimeout(comes, FIRST + n * gap, step, n, n === steps.length - 1)));
      over = lasts(steps.length) + REST;
    }
    // A phone waits for the table screen.
    if (item.dataset.beats) {
      layer.classList.add('is-cover');
      over = item.dataset.beats.split(' ').reduce((sum, beats) => sum + lasts(beats) + REST, -REST);
    }
    timers.push(setTimeout(next, over));
  }

  function play(items) {
    const all = items.filter((item) => !calm.matches || !item.dataset.beats);
    if (!all.length) return;
    const dark = document.getElementById('dark');
    // Wakes the phone.
    if (dark) dark.click();
    coming = all.map((item) => item.cloneNode(true));
    next();
  }

  document.addEventListener('htmx:after:swap', () => {
    if (layer && reached() < seen) { coming = []; end(); }
    if (played() <= seen) return;
    seen = played();
    const late = document.hidden || Date.now() - woken < WAKING || !document.getElementById('offline').hidden;
    if (!late) play([...now().children]);
  });
  document.addEventListener('visibilitychange', () => { if (!document.hidden) woken = Date.now(); });
  document.addEventListener('keydown', (event) => { if (layer && event.key === 'Escape') next(); });

  // The game's winner, when the finale reveals it.
  document.addEventListener('herald:won', (event) => {
    if (!isTable || calm.matches) return;
    const crowning = event.detail.cloneNode(true);
    crowning.className = 'highlight highlight-of-crown';
    crowning.dataset.beat = '';
    play([crowning]);
  });
})();
