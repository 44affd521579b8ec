/* Films on a table screen: a tap hurries, holding pauses; buttons and arrow keys step back and forward, for all screens of
   the table. Beside a longer film, its progress and the to-do list as it comes. */
(() => {
  'use strict';

  const HOLD = 350; // ms
  const STATED = 600; // ms after the server's answer until the page states the new position
  const TOGETHER = 80; // ms: of several taps, only the last is sent
  const { all, film: player } = window.herald;
  const box = () => document.getElementById('highlights');
  let holding = 0;
  let waiting = 0;
  let wanted = null; // the position to send, and where to
  let sending = false;

  // Sends one position at a time, so that a later one cannot be overtaken by an earlier one.
  async function send() {
    if (sending || !wanted) return;
    const [url, body] = wanted;
    wanted = null;
    sending = true;
    await fetch(url, { method: 'POST', body }).catch(() => {});
    sending = false;
    if (wanted) send();
    else setTimeout(follow, STATED);
  }

  // From here on, the page's position counts again.
  function follow() {
    const film = player.playing();
    if (sending || wanted || !film) return;
    film.ahead = false;
    player.sync();
  }

  // Moves this screen, and through the server all others.
  function go(at, paused) {
    const film = player.playing();
    const { seek } = box() ? box().dataset : {};
    if (!film) return;
    if (seek && !film.local) {
      film.ahead = true;
      wanted = [seek, new URLSearchParams({ seq: film.seq, at: Math.max(0, Math.round(at)), paused: Number(!!paused) })];
      clearTimeout(waiting);
      waiting = setTimeout(send, TOGETHER);
    }
    player.seek(at, paused);
  }

  const steps = {
    back({ items, item }) {
      const before = items.filter((one) => one.at < item.at).pop();
      go((player.position() - item.at > 1500 ? item : before || item).at, player.playing().paused);
    },
    next({ items, item, paused }) {
      const after = items.find((one) => one.at > item.at);
      go(after ? after.at : item.end, after && paused);
    },
    pause({ paused }) { go(player.position(), !paused); },
  };

  document.addEventListener('herald:seek', ({ detail }) => go(detail, false));

  // --- holding ---

  document.addEventListener('pointerdown', (event) => {
    const film = player.playing();
    if (!film || !event.target.closest('.highlight-layer') || event.target.closest('button')) return;
    film.held = false;
    holding = setTimeout(() => { film.held = true; go(player.position(), true); }, HOLD);
  });
  for (const type of ['pointerup', 'pointercancel']) {
    document.addEventListener(type, () => {
      clearTimeout(holding);
      const film = player.playing();
      if (!film || !film.held) return;
      go(player.position(), false);
      setTimeout(() => { film.held = false; }); // the click that follows does not hurry
    });
  }

  // --- buttons and keys ---

  document.addEventListener('click', (event) => {
    const button = event.target.closest && event.target.closest('[data-film]');
    if (!button || !player.playing()) return;
    event.stopPropagation();
    steps[button.dataset.film](player.playing());
  }, true);
  document.addEventListener('keydown', (event) => {
    const does = { ArrowLeft: 'back', ArrowRight: 'next', ' ': 'pause' }[event.key];
    const film = player.playing();
    if (!film || !does || event.target.closest(does === 'pause' ? 'button, input, select, textarea' : 'input, select, textarea')) return;
    event.preventDefault();
    steps[does](film);
  });

  // --- beside the page's own board: its areas are lit, and what a scene brings appears with its verdict ---

  const lights = () => document.querySelector('#screen .stage-board .has-lights');
  const places = (item) => (item.nodes[0].dataset.places || '').split(' ').filter(Boolean);

  function light(playing) {
    const map = lights();
    const film = playing && playing.layer ? playing : null;
    const on = !!film && film.layer.classList.contains('is-beside');
    document.getElementById('day').media = document.getElementById('light').checked && !on ? 'all' : 'not all'; // films are dark
    if (!map) return;
    const lit = on ? places(film.item) : all('[data-on]', map).map((one) => one.dataset.light);
    map.classList.toggle('has-lit', lit.length > 0);
    for (const one of [map, map.closest('.stage')]) one.classList.toggle('is-filmed', on);
    for (const one of all('[data-light], [data-area]', map)) one.classList.toggle('is-lit', lit.includes(one.dataset.light || one.dataset.area));
    for (const one of all('#screen .stage-players [data-scene]')) {
      const scene = film ? film.items.findIndex((item) => places(item).includes(one.dataset.scene)) : -1;
      const now = film ? film.items.indexOf(film.item) : 0;
      one.classList.toggle('is-coming', scene > now || (scene === now && !film.layer.classList.contains('is-told')));
    }
  }

  // A scene keeps its place in the page when the window changes.
  const moved = new ResizeObserver(() => {
    const film = player.playing();
    if (film && film.layer.classList.contains('is-beside')) beside(film);
    else if (film) place(film.layer);
  });

  // The scene stands exactly where the page has its headline and its side.
  function beside({ layer, item }) {
    const map = lights();
    if (!map || item.still || !['', 'is-film'].includes(item.kind)) return;
    layer.classList.add('is-beside');
    const [view, side, head] = [map, ...all('#screen .stage-side, #screen .stage-head').reverse()].map((one) => {
      moved.observe(one);
      return one.getBoundingClientRect();
    });
    for (const [name, at] of Object.entries({ top: Math.max(head.bottom, Math.min(view.top, side.top)), left: side.left, bottom: innerHeight - side.bottom })) {
      layer.style.setProperty(`--side-${name}`, `${at}px`);
    }
  }

  document.addEventListener('herald:uncovered', () => light(null));
  document.addEventListener('htmx:after:swap', () => light(player.playing()));

  // --- beside a longer film ---

  function frame(film) {
    const template = document.getElementById('film-frame');
    if (!template || film.layer.querySelector('.film-bar')) return;
    film.layer.append(template.content.cloneNode(true));
  }

  // --- on the map: a copy of the stage in its place, with what the scenes have changed so far ---

  const PLACES = { map: '.stage-board .map-view', players: '.stage-players', caption: '.stage-caption', scene: '.stage-scene', side: '.stage-side' };

  // The copy covers the page's own board and players exactly, so that nothing moves when a film begins or ends.
  function place(layer) {
    for (const [name, selector] of Object.entries(PLACES)) {
      const own = document.querySelector(`#screen .stage ${selector}`);
      const box = own && own.getBoundingClientRect();
      if (!box || !box.width) continue;
      moved.observe(own);
      for (const side of ['left', 'width']) layer.style.setProperty(`--${name}-${side}`, `${100 * box[side] / innerWidth}vw`);
      for (const side of ['top', 'height']) layer.style.setProperty(`--${name}-${side}`, `${100 * box[side] / innerHeight}vh`);
    }
  }

  // A piece that has moved travels, another change shows in place.
  function travel(next, from, unit) {
    const to = next.getBoundingClientRect();
    const [x, y] = [(from.left - to.left) / unit, (from.top - to.top) / unit];
    next.classList.toggle('is-changed', Math.abs(x) + Math.abs(y) < 40);
    if (!next.matches('.is-changed')) next.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], { duration: 900, easing: 'ease-in-out' });
  }

  function change(layer, item, when) {
    const from = item.nodes[0].querySelector(`template[data-on="${when}"]`).content;
    const view = layer.querySelector('.map-view');
    for (const next of all('[data-key]', from.cloneNode(true))) {
      const old = layer.querySelector(`[data-key="${next.dataset.key}"]`);
      const isNews = item === player.playing().item;
      if (old && !old.matches('.map-piece')) {
        old.replaceWith(next);
        next.classList.toggle('is-changed', isNews);
      } else {
        const was = old && old.getBoundingClientRect();
        if (old) old.remove();
        layer.querySelector('.map-pieces').append(next); // above the others
        if (isNews && was) travel(next, was, view.firstElementChild.getScreenCTM().a);
        else next.classList.toggle('is-changed', isNews);
      }
      if (next.dataset.key === 'lit') view.classList.toggle('has-lit', next.childElementCount > 0);
    }
  }

  // Brings the board to the scene that plays, from the last change or, backwards, from the start.
  function board(film) {
    const { layer, items, item } = film;
    if (!item.kind.endsWith('is-on-map')) return;
    const now = 2 * items.indexOf(item) + 1 + layer.classList.contains('is-told');
    if (film.changed === now) return;
    if (!film.changed || film.changed > now) {
      const fresh = document.getElementById('film-frame').content.cloneNode(true);
      for (const copy of all('.film-map, .film-players, .film-totals', fresh)) layer.querySelector(`.${copy.className.replaceAll(' ', '.')}`).replaceWith(copy);
      place(layer);
      film.changed = 0;
    }
    for (; film.changed < now; film.changed++) change(layer, items[film.changed >> 1], film.changed % 2 ? 'told' : 'begin');
  }

  function part(film) {
    const name = (one) => one.nodes[0].dataset.part || '';
    const same = film.items.filter((one) => name(one) === name(film.item));
    return name(film.item) && `${name(film.item)} · ${same.indexOf(film.item) + 1}/${same.length}`;
  }

  document.addEventListener('herald:scene', ({ detail: film }) => {
    if (film.item.kind.startsWith('is-film')) frame(film);
    beside(film);
    const label = film.layer.querySelector('.film-part');
    if (label) label.textContent = part(film);
    all('.film-dots > li', film.layer).forEach((dot, n) => {
      dot.classList.toggle('is-past', n < film.items.indexOf(film.item));
      dot.classList.toggle('is-now', n === film.items.indexOf(film.item));
    });
  });

  document.addEventListener('herald:tick', ({ detail: at }) => {
    const { layer, item, paused } = player.playing();
    for (const button of all('[data-film="pause"]', layer)) button.setAttribute('aria-pressed', !!paused);
    layer.classList.toggle('is-paused', !!paused);
    board(player.playing());
    light(player.playing());
    const lines = all('.film-list li', layer);
    for (const line of lines) {
      const from = Number(line.dataset.from);
      line.hidden = from > at || Number(line.dataset.gone || Infinity) <= at;
      line.classList.toggle('is-new', from >= item.at);
    }
    // The latest lines are in view, wherever their animation has them now.
    const [first, ...others] = lines.filter((line) => !line.hidden);
    if (!first) return;
    const [list, last] = [first.parentElement, others.pop() || first];
    const above = last.offsetTop + last.offsetHeight - first.offsetTop - list.clientHeight;
    list.scrollTop = above;
    list.classList.toggle('is-scrolled', above > 8);
  });

  // A film that began before this script.
  if (player.playing()) document.dispatchEvent(new CustomEvent('herald:scene', { detail: player.playing() }));
})();
