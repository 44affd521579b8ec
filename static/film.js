/* Films: plays the highlights of the last action by time, from the same start on all screens, on a layer above the page.
   The page states the position; everything shown follows from it, so a reload or a second screen joins in. With reduced
   motion, everything appears at once. A phone covers its screen with the captions until the film is over, then shows its
   player's messages; a tap skips to them. Table screens have more controls (film_table.js). */
(() => {
  'use strict';

  const CALM = 4000; // ms at least, with reduced motion
  const READ = 2200; // ms for a message on a phone, and per letter
  const LETTER = 45;
  const MOST = 6000;
  const AGREED = 700; // ms: screens this close are together
  const LIVE = 300; // ms after its time at which a beat still makes a sound
  const LEAVING = 400;

  const { all } = window.herald;
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const isTable = document.body.classList.contains('table-screen');
  const box = () => document.getElementById('highlights');
  const now = () => performance.now();
  const tell = (type, detail) => document.dispatchEvent(new CustomEvent(`herald:${type}`, { detail }));
  const position = () => (film.paused ? film.at : now() - film.zero);
  let film = null; // what is played here
  const closed = `film ${location.pathname}`;
  let over = Number(sessionStorage.getItem(closed)); // the last film of this table that was closed here
  let timer = 0;

  // --- the layer ---

  function end() {
    clearTimeout(timer);
    if (!film) return;
    const { layer, local, seq } = film;
    film = null;
    if (!local) sessionStorage.setItem(closed, over = seq);
    if (!layer) return;
    layer.classList.add('is-leaving');
    tell('uncovered');
    setTimeout(() => layer.remove(), LEAVING);
  }

  function bring(item) {
    const uncovers = film.item && film.item.kind === 'is-cover' && item.kind !== 'is-cover';
    film.item = item;
    if (!film.layer) {
      film.layer = document.createElement('div');
      film.layer.addEventListener('click', tap);
      film.play = document.createElement('div');
      film.play.className = 'highlight-play';
      film.play.setAttribute('aria-hidden', 'true'); // announced once in #announce (live.js)
      film.layer.append(film.play);
      document.body.append(film.layer);
    }
    film.layer.className = `highlight-layer ${item.kind} ${item.still ? 'is-told' : 'is-moving'}`;
    film.play.replaceChildren(...item.nodes.map((node) => node.cloneNode(true)));
    film.steps = item.still ? [] : all('[data-beat]', film.play);
    tell('scene', film);
    if (uncovers) tell('uncovered');
  }

  // Shows each beat whose time has come; returns the time of the next one.
  function beat(at) {
    const { item, steps, layer } = film;
    let next = item.end;
    steps.forEach((step, number) => {
      const due = item.at + item.first + number * item.gap;
      const last = number === steps.length - 1;
      const comes = at >= due && !step.classList.contains('is-here');
      step.classList.toggle('is-here', at >= due);
      if (last) layer.classList.toggle('is-told', at >= due);
      if (at < due) next = Math.min(next, due);
      if (comes && at < due + LIVE) tell('beat', { step, number, last });
    });
    return next;
  }

  function show() {
    clearTimeout(timer);
    if (!film) return;
    const at = position();
    const item = film.items.filter((one) => one.at <= at).pop() || film.items[0];
    if (at >= item.end) { end(); return; }
    if (item !== film.item) bring(item);
    const next = beat(at);
    tell('tick', at);
    if (!film.paused) timer = setTimeout(show, Math.max(10, next - at + 1));
  }

  function seek(at, paused) {
    Object.assign(film, { at, paused, zero: now() - at });
    show();
  }

  // To the next item; on a phone, past the captions.
  function tap() {
    const next = film && film.items.find((one) => one.at > film.item.at && (isTable || one.kind !== 'is-cover'));
    if (!film || film.held) return;
    if (isTable) tell('seek', next ? next.at : film.item.end);
    else if (next) seek(next.at);
    else end();
  }

  // --- the film on the page ---

  function scenes(length) {
    const found = all('[data-from]', box());
    if (!calm.matches) {
      return found.map((node) => {
        const [at, lasts, first, gap] = ['from', 'lasts', 'first', 'gap'].map((name) => Number(node.dataset[name]));
        return { at, end: at + lasts, first, gap, kind: node.dataset.layer || '', nodes: [node] };
      });
    }
    if (!isTable || !found.length) return [];
    return [{ at: 0, end: Math.max(CALM, length), still: true, kind: found.length > 1 ? 'is-summary' : '', nodes: found }];
  }

  function items(at, length) {
    const list = scenes(length);
    let from = list.length ? length : at;
    for (const node of all('.highlight-own:not([data-from])', box())) {
      const end = from + Math.min(MOST, READ + LETTER * node.textContent.trim().length);
      list.push({ at: from, end, still: calm.matches, kind: node.dataset.layer || '', nodes: [node] });
      from = end;
    }
    return list;
  }

  function run(next) {
    end();
    film = next;
    const dark = document.getElementById('dark');
    if (dark) dark.click(); // wakes the phone
    show();
  }

  function sync() {
    const state = document.getElementById('state');
    const [seq, at, stands] = ((state && state.dataset.film) || '').split(' ').map(Number);
    if (!seq || !box()) { if (film && !film.local) end(); return; }
    if (film && film.seq === seq) {
      if (film.stated === state.dataset.film || film.ahead) return;
      film.stated = state.dataset.film;
      if (stands || film.paused || Math.abs(position() - at) > AGREED) seek(at, stands);
      return;
    }
    if (film && seq < film.seq) end(); // undone
    if (seq === over) return;
    const list = items(at, Number(box().dataset.length));
    if (list.length && at < list[list.length - 1].end) run({ seq, items: list, at, zero: now() - at, paused: stands, stated: state.dataset.film });
  }

  document.addEventListener('htmx:after:swap', sync);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) show(); });
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') tap(); });

  // Plays the latest film again on this screen alone.
  function replay() {
    if (box()) run({ local: true, items: items(0, Number(box().dataset.length)), zero: now() });
  }

  // The game's winner, when the finale reveals it.
  document.addEventListener('herald:won', (event) => {
    if (!isTable || calm.matches) return;
    const crowning = event.detail.cloneNode(true);
    crowning.className = 'highlight highlight-of-crown';
    crowning.dataset.beat = '';
    run({ local: true, items: [{ at: 0, end: 3350, first: 400, gap: 0, kind: '', nodes: [crowning] }], zero: now() });
  });

  window.herald.film = { seek, replay, position, sync, playing: () => film };
  sync();
})();
