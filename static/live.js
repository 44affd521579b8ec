/* Sends forms until they are answered, and keeps a screen current: the stream delivers changes region by region. The
   stream is monitored, because a half-open connection raises no error. A screen that wakes up is updated by its new
   stream, or fetches itself if there is none. */
(() => {
  'use strict';

  // --- sending ---

  const ANSWER = 8000; // ms until a request counts as lost
  const LATE = 2000; // ms until the page says that nothing is saved yet
  const AGAIN = 1500;
  const BUSY = [429, 502, 503, 504];

  const unsaved = document.getElementById('unsaved');
  const ignore = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };
  let sending = false;

  function mention(text) {
    unsaved.textContent = text;
    unsaved.hidden = !text;
  }

  // The response, read to its end; null if there is none.
  async function attempt(url, request) {
    const lost = new AbortController();
    const timer = setTimeout(() => lost.abort(), ANSWER);
    try {
      const answer = await fetch(url, { ...request, signal: lost.signal });
      const text = await answer.text();
      return BUSY.includes(answer.status) ? null : { status: answer.status, headers: answer.headers, text: () => text };
    } catch (unanswered) { return null; } finally { clearTimeout(timer); }
  }

  // The server stores the same form only once, however often it arrives.
  async function deliver(url, request) {
    const late = setTimeout(mention, LATE, unsaved.dataset.again);
    let answer = null;
    sending = true;
    while (!(answer = await attempt(url, request))) {
      mention(unsaved.dataset.again);
      await new Promise((go) => setTimeout(go, AGAIN));
    }
    sending = false;
    clearTimeout(late);
    mention(answer.status < 500 ? '' : unsaved.dataset.failed);
    return answer;
  }

  document.addEventListener('htmx:config:request', (event) => {
    const { ctx } = event.detail;
    if (!ctx.sourceEvent || ctx.sourceEvent.type !== 'submit') return;
    ctx.request.timeout = 0; // each attempt has its own
    ctx.fetch = deliver;
  });
  document.addEventListener('submit', (event) => { if (sending) ignore(event); else mention(''); }, true);

  // --- the screen ---

  const SILENCE = 13000; // ms without a beat (one every 5 s) until the connection counts as lost
  const BLINK = 300; // ms after a first failure: a short interruption is not shown
  const RETRY = 2000;
  const PATIENCE = 1500;
  const SETTLING = 500; // ms: a second tap this soon was meant for the previous content
  const FINGER = 48; // px: taps this close are in the same place
  const READING = 6000;
  const CURTAIN = 90000;

  const live = document.getElementById('live');
  if (!live || !window.htmx) return;
  const path = live.dataset.path;
  const state = () => document.getElementById('state');
  const isOver = () => !state(); // the server has responded that the table no longer exists

  let source = null;
  let heard = Date.now();
  let failures = 0;
  let again = 0; // timer of the next attempt
  let fetching = false;
  let brought = 0; // number of updates received
  let before = 0; // its value when the last form was sent
  let asked = 0; // its value when the screen was last fetched
  let saved = 0; // time of the last save that no update has confirmed yet

  function lost(isLost) {
    document.getElementById('offline').hidden = !isLost;
  }

  // --- updates ---

  // All regions in one swap; each is morphed in place, and its surroundings are not touched. A slot <@name> in a region
  // stands for another new region, or for one that stays as it is on the page.
  const SLOT = /<@([\w-]+)>/g;

  function filled(regions, id, root) {
    return regions[id].replace(SLOT, (_, name) =>
      (name in regions ? filled(regions, name, root) : root.querySelector(`#${name}`).outerHTML));
  }

  function show(regions) {
    brought += 1;
    settled();
    const inside = new Set(Object.values(regions).flatMap((html) => [...html.matchAll(SLOT)].map((slot) => slot[1])));
    let parts = [];
    try {
      parts = Object.keys(regions).filter((id) => !inside.has(id)).map((id) => {
        const root = document.getElementById(id);
        return `<hx-partial hx-target="#${root.id}" hx-swap="${id === 'screen' ? 'innerMorph' : 'outerMorph'}">${filled(regions, id, root)}</hx-partial>`;
      });
    } catch (missing) { look(); return; } // the page is not in the state the stream assumes
    htmx.swap({ sourceElement: live, text: parts.join(''), request: { method: 'GET' }, response: { status: 200 } });
  }

  function look() {
    if (fetching) return;
    fetching = true;
    asked = brought;
    // The stream does not know about the fetched screen, so it is reopened.
    const done = () => { fetching = false; settled(); if (source) connect(); };
    htmx.ajax('GET', path, { target: '#screen', swap: 'innerMorph' }).then(done, done);
  }

  // Updates from the stream may be newer than the fetched response.
  document.addEventListener('htmx:before:swap', (event) => {
    if (event.detail.ctx.request.action !== path || event.detail.ctx.request.method !== 'GET' || asked === brought) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });

  // Every form sends the last seq its page has seen, which is that of the last update. A preview keeps its own.
  document.addEventListener('htmx:config:request', (event) => {
    const { form, body } = event.detail.ctx.request;
    before = brought;
    if (state() && body.has('seq') && !(form && form.closest('.preview'))) body.set('seq', state().dataset.seq);
  });

  function settled() {
    saved = 0;
    live.classList.remove('is-sent');
  }

  // Two taps this soon in the same place were meant for the same thing, whatever is there now. For the keyboard, the
  // place is the focused element.
  let tapped = null; // place and time of the last submit
  let pressed = { x: -1, y: -1, on: null };
  document.addEventListener('pointerdown', (event) => { pressed = { x: event.clientX, y: event.clientY, on: null }; }, true);
  document.addEventListener('keydown', () => { pressed = { x: -1, y: -1, on: document.activeElement }; }, true);
  const isSameTap = () => tapped && Date.now() - tapped.at < SETTLING
    && pressed.on === tapped.on && Math.hypot(pressed.x - tapped.x, pressed.y - tapped.y) < FINGER;

  // A question that replaces another is not answered by a tap meant for the first.
  const isTooSoon = (at) => {
    const form = at.closest('[data-settles] form');
    return form && Date.now() - form.since < SETTLING;
  };

  document.addEventListener('click', (event) => { if (event.isTrusted && (isSameTap() || isTooSoon(event.target))) ignore(event); }, true);
  document.addEventListener('submit', (event) => {
    if (isSameTap() || (saved && Date.now() - saved < SETTLING)) ignore(event);
    else tapped = { at: Date.now(), ...pressed };
  }, true);

  // Saved changes come back through the stream; if none arrive, the stream may be dead.
  document.addEventListener('htmx:after:request', (event) => {
    if (event.detail.ctx.response.status !== 204) return;
    if (brought === before) {
      saved = Date.now();
      live.classList.add('is-sent');
    }
    setTimeout(() => { if (brought === before) look(); }, source && source.readyState === 1 ? PATIENCE : 0);
  });
  document.addEventListener('htmx:error', () => lost(true));
  document.addEventListener('htmx:response:error', (event) => { if (event.detail.ctx.response.status >= 500) lost(true); });

  // --- the stream ---

  function alive() {
    heard = Date.now();
    failures = 0;
    lost(false);
  }

  function disconnect() {
    clearTimeout(again);
    if (source) source.close();
    source = null;
  }

  function connect() {
    disconnect();
    if (isOver()) lost(false);
    if (isOver() || document.hidden || !live.dataset.stream) return;
    heard = Date.now();
    // A page that was just loaded is identified by its stamp; later on, the stream starts with the whole screen.
    source = new EventSource(live.dataset.stream + (live.dataset.stamp ? `?stamp=${live.dataset.stamp}` : ''));
    delete live.dataset.stamp;
    source.addEventListener('beat', alive);
    source.addEventListener('news', (event) => { alive(); show(JSON.parse(event.data)); });
    source.addEventListener('gone', () => { disconnect(); look(); });
    source.addEventListener('error', later);
  }

  // Browsers retry at different times, and some give up for good while the server is starting.
  function later() {
    disconnect();
    failures += 1;
    if (failures > 1) { lost(true); look(); }
    again = setTimeout(connect, failures > 1 ? RETRY : BLINK);
  }

  function watch() {
    if (!source || Date.now() - heard < SILENCE) return;
    lost(true);
    connect();
  }

  // Hidden tabs release their connection: a browser allows six per server.
  document.addEventListener('visibilitychange', () => (document.hidden ? disconnect() : connect()));
  // The old stream may be dead; on the laptop itself a new one needs no network.
  window.addEventListener('online', connect);
  window.addEventListener('offline', () => { lost(true); connect(); });
  setInterval(watch, 1000);

  // --- refusals ---

  // Stays visible for READING ms despite updates; the next submit removes it at once.
  const notices = () => [...document.querySelectorAll('#screen > .notice-refusal')];
  let readBy = notices().length ? Date.now() + READING : 0;
  let reading = [];
  document.addEventListener('submit', () => { readBy = 0; notices().forEach((one) => one.remove()); });
  document.addEventListener('htmx:before:swap', (event) => {
    const isAnswer = event.detail.ctx.request.method === 'POST';
    reading = !isAnswer && Date.now() < readBy ? notices() : [];
    notices().forEach((one) => one.remove());
  });
  document.addEventListener('htmx:after:swap', (event) => {
    if (state()) state().after(...reading);
    if (event.detail.ctx.response.status >= 400) readBy = Date.now() + READING;
  });

  // --- after a swap ---

  // A form and its entries are kept while its id stays. New forms are reset: a swap would carry the last player's dice
  // over to the next, because both use a field of the same name.
  let forms = new Set();
  let asking = null;
  document.addEventListener('htmx:before:swap', () => {
    forms = new Set([...document.forms].map((form) => form.id));
    asking = document.querySelector('[data-settles]');
  });
  document.addEventListener('htmx:after:swap', () => {
    for (const form of document.forms) {
      if (!form.id || forms.has(form.id)) continue;
      form.reset();
      if (asking) form.since = Date.now();
    }
  });

  // After a submit, the drawer it was sent from closes, unless it was refused.
  let opened = null;
  let toTop = false; // long forms would leave the page scrolled down
  document.addEventListener('submit', (event) => {
    opened = event.target.closest('details:not([data-stays])') || event.target.querySelector('.confirm[open]');
    toTop = !!event.target.querySelector('[data-to-top]');
  });
  document.addEventListener('htmx:after:request', (event) => {
    const { request, response } = event.detail.ctx;
    if (request.method !== 'POST') return;
    if (opened && response.status < 400) opened.open = false;
    if (toTop) setTimeout(() => window.scrollTo(0, 0)); // sealed or refused: both are shown at the top
    toTop = false;
    opened = null;
  });

  // Announcements for screen readers. Only the region's text changes; a refusal is announced each time. While a
  // highlight covers a phone, its text is announced, and everything else once it is over.
  const toSay = () => [...document.querySelectorAll('#screen > .notice')].map((one) => one.innerText)
    .concat(state() ? state().dataset.say : []).join(' ').trim();
  const region = document.getElementById('announce');
  let said = toSay();
  let unheard = '';
  const speak = () => {
    if (document.hidden) return; // nobody hears it; repeated once the page is visible
    const cover = document.querySelector('.is-cover:not(.is-leaving)');
    const words = (cover ? cover.textContent : unheard).trim();
    if (!cover) unheard = '';
    if (words && words !== region.textContent) region.textContent = words;
  };
  document.addEventListener('htmx:after:swap', (event) => {
    const now = toSay();
    if (now !== said || event.detail.ctx.response.status >= 400) {
      region.textContent = '';
      unheard += ` ${now}`;
      setTimeout(speak);
    }
    said = now;
  });
  document.addEventListener('herald:uncovered', () => setTimeout(speak));
  document.addEventListener('visibilitychange', () => { if (unheard) setTimeout(speak); });

  // Keyboard focus stays where it was, or moves to the headline if its element is gone. The preview of a correction
  // always gets the focus.
  let left = null;
  const go = (to) => { to.tabIndex = -1; to.focus(); };
  // An element in a closed drawer cannot keep the focus, although it still exists.
  const isShut = (at) => {
    const drawer = at.closest('details:not([open])');
    return drawer && !(at.tagName === 'SUMMARY' && at.parentElement === drawer);
  };
  document.addEventListener('htmx:before:swap', () => {
    const at = document.activeElement;
    left = at && at.closest('#screen') && !at.matches(':hover') ? at : null;
  });
  document.addEventListener('htmx:after:swap', (event) => {
    const preview = document.querySelector('#screen > .preview');
    if (preview && event.detail.ctx.request.method === 'POST') go(preview);
    else if (left && (!left.isConnected || isShut(left))) go(document.querySelector('#screen h1') || document.getElementById('main'));
  });

  // All devices go to the next game together, once: a device that returns to the old table stays there.
  function follow() {
    const next = state() && state().dataset.next;
    if (!next || sessionStorage.getItem(`followed ${next}`)) return;
    sessionStorage.setItem(`followed ${next}`, 'yes');
    location.assign(next);
  }
  document.addEventListener('htmx:after:swap', follow);
  follow();

  // The response to a form is this screen too: a reload fetches it and sends nothing twice.
  history.replaceState(null, '', live.dataset.curtain || path);

  // --- the curtain ---

  // Nothing stays behind it: not for the next person, after a reload, or with the back button.
  if (live.dataset.curtain) {
    const close = () => location.replace(live.dataset.curtain);
    let idle = setTimeout(close, CURTAIN);
    for (const type of ['pointerdown', 'keydown']) {
      document.addEventListener(type, () => { clearTimeout(idle); idle = setTimeout(close, CURTAIN); });
    }
    window.addEventListener('pagehide', () => document.getElementById('screen').replaceChildren());
    window.addEventListener('pageshow', (event) => { if (event.persisted) close(); });
  }

  connect();
})();
