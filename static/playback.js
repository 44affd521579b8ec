/* A finished game again: plays frame after frame, each fetched shortly before it is shown. The page works without it. */
(() => {
  'use strict';

  const AHEAD = 3; // frames fetched before they are shown
  const MOST = 60; // frames kept
  const LEAST = 180; // ms that a frame stays
  const FADE = 700; // ms of the fade in playback.css
  const SCENES = 0.6; // scenes hurry less than moves: speed to this power
  const STEPS = ['is-tight', 'is-tighter', 'is-wide'];
  const AGAIN = 2000; // ms until a lost frame is fetched again

  const { all } = window.herald;
  const page = document.getElementById('playback');
  const frame = document.getElementById('frame');
  const range = page.querySelector('.playback-range');
  const chart = page.querySelector('.playback-track');
  const last = Number(page.dataset.last);
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const kept = new Map();
  let at = Number(range.value);
  let wanted = at;
  let playing = false;
  let timer = 0;

  const now = () => document.getElementById('now').dataset;
  const speed = () => Number(page.querySelector('[name="speed"]:checked').value);
  const address = (number) => {
    const query = new URLSearchParams({ frame: number });
    if (page.dataset.eyes) query.set('eyes', page.dataset.eyes);
    return `${page.dataset.path}?${query}`;
  };

  async function fetched(number) {
    const answer = await fetch(address(number), { headers: { 'HX-Request': 'true' } });
    if (!answer.ok) throw new Error(answer.status);
    return answer.text();
  }

  function load(number) {
    if (!kept.has(number)) {
      kept.set(number, fetched(number).catch((error) => { kept.delete(number); throw error; }));
      if (kept.size > MOST) kept.delete(kept.keys().next().value);
    }
    return kept.get(number);
  }

  // --- a frame ---

  // ms that the frame stays while the evening plays.
  function stay() {
    const { length, scene } = now();
    return Math.max(LEAST, length / (scene === undefined ? speed() : speed() ** SCENES));
  }

  // What differs from the frame before appears softly, if the frame stays long enough; a piece that has moved travels.
  function change(before, places) {
    const time = stay();
    for (const one of all('[data-key]', frame)) {
      const old = before.get(one.dataset.key);
      if (old === undefined || old === one.outerHTML) continue;
      const from = places.get(one.dataset.key);
      const to = one.getBoundingClientRect();
      const by = from ? [from.left - to.left, from.top - to.top] : [0, 0];
      if (one.matches('.map-piece') && Math.hypot(...by) > 20) {
        const unit = one.ownerSVGElement.getScreenCTM().a;
        one.animate([{ transform: `translate(${by[0] / unit}px, ${by[1] / unit}px)` }, { transform: 'none' }], { duration: Math.min(500, time), easing: 'ease-in-out' });
      } else if (time > FADE) one.classList.add('is-changed');
    }
  }

  function show(html, number) {
    const keyed = all('[data-key]', frame);
    const before = new Map(keyed.map((one) => [one.dataset.key, one.outerHTML]));
    const places = new Map(keyed.filter((one) => one.matches('.map-piece')).map((one) => [one.dataset.key, one.getBoundingClientRect()]));
    frame.innerHTML = html;
    at = number;
    tighten();
    if (playing && !calm.matches) change(before, places);
    follow();
  }

  // Leaves out what explains, then what repeats, until everything has room.
  function tighten() {
    const side = document.getElementById('now');
    side.classList.remove(...STEPS);
    frame.classList.remove('is-list');
    for (const step of STEPS) if (side.scrollHeight > side.clientHeight + 1) {
      side.classList.add(step);
      frame.classList.toggle('is-list', side.classList.contains('is-broad'));
    }
  }

  // Chapters, chart and controls follow the frame.
  function follow() {
    const { chapter, x, said } = now();
    range.value = at;
    range.setAttribute('aria-valuetext', said);
    document.querySelector('#past rect').setAttribute('width', x);
    document.getElementById('playhead').setAttribute('d', `M${x} 0v100`);
    all('.playback-chapters li').forEach((one, number) => {
      one.classList.toggle('is-past', number < chapter);
      one.classList.toggle('is-now', number === Number(chapter));
      if (number === Number(chapter)) one.firstElementChild.setAttribute('aria-current', 'true');
      else one.firstElementChild.removeAttribute('aria-current');
    });
    for (const [name, by] of [['back', -1], ['next', 1]]) {
      page.querySelector(`[data-playback="${name}"]`).href = address(Math.min(last, Math.max(0, at + by)));
    }
    page.querySelector('[name="frame"]').value = at;
    marks(x);
  }

  // Everybody's arms where their lines are now.
  function marks(x) {
    for (const one of all('.playback-mark', chart)) one.remove();
    for (const row of all('.playback-scores [data-y]')) {
      const mark = row.querySelector('svg').cloneNode(true);
      mark.classList.add('playback-mark');
      mark.style.left = `${x / 10}%`;
      mark.style.top = `${row.dataset.y}%`;
      chart.insertBefore(mark, range);
    }
  }

  async function go(number) {
    wanted = Math.min(last, Math.max(0, number));
    const to = wanted;
    clearTimeout(timer);
    try {
      const html = await load(to);
      if (to !== wanted) return; // somebody has gone elsewhere meanwhile
      if (to !== at) show(html, to);
    } catch (lost) {
      timer = setTimeout(() => { if (to === wanted) go(to); }, AGAIN);
      return;
    }
    if (playing) next();
    else history.replaceState(null, '', address(at));
  }

  function next() {
    clearTimeout(timer);
    if (at >= last) { play(false); return; }
    for (let ahead = 1; ahead <= AHEAD && at + ahead <= last; ahead += 1) load(at + ahead).catch(() => {});
    timer = setTimeout(() => go(at + 1), stay());
  }

  function play(on) {
    playing = on;
    page.classList.toggle('is-playing', on);
    const button = page.querySelector('[data-playback="play"]');
    button.setAttribute('aria-pressed', on);
    clearTimeout(timer);
    if (on) next();
    else history.replaceState(null, '', address(at));
  }

  // A step by hand stops the evening, and is announced.
  function step(number) {
    play(false);
    go(number).then(() => { document.getElementById('announce').textContent = now().said; });
  }

  const acts = {
    back: () => step(at - 1),
    next: () => step(at + 1),
    play: () => { if (!playing && at >= last) go(0).then(() => play(true)); else play(!playing); },
  };

  // --- controls ---

  page.addEventListener('click', (event) => {
    const button = event.target.closest('[data-playback]');
    const chapter = event.target.closest('[data-frame]:is(a)');
    if (!button && !chapter) return;
    event.preventDefault();
    if (button) acts[button.dataset.playback]();
    else if (playing) go(Number(chapter.dataset.frame));
    else step(Number(chapter.dataset.frame));
  });
  range.addEventListener('input', () => go(Number(range.value)));
  page.querySelector('[name="eyes"]').addEventListener('change', ({ target }) => target.form.submit());
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input, select, summary')) return;
    if (event.key === ' ' && event.target.closest('button')) return;
    const does = { ArrowLeft: 'back', ArrowRight: 'next', ' ': 'play' }[event.key];
    if (!does) return;
    event.preventDefault();
    acts[does]();
  });

  // --- at the start ---

  // Chapters are as wide as they are long; a name that does not fit is given to screen readers alone.
  function names() {
    for (const one of all('.playback-chapters li')) {
      one.style.flexGrow = one.dataset.frames;
      one.classList.remove('is-narrow');
    }
    for (const one of all('.playback-chapters li')) one.classList.toggle('is-narrow', one.scrollWidth > one.clientWidth + 1);
  }
  names();
  const fit = () => { names(); tighten(); };
  window.addEventListener('resize', fit);
  document.fonts.ready.then(fit);
  follow();
  if (at === 0 && !calm.matches) play(true);
})();
