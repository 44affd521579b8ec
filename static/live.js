/* Keeps a screen current: the stream brings what changed on it, region by region.
   The stream is watched, because a half-open connection says nothing; a screen that wakes up is brought up to date by
   its new stream, and looks for itself where there is none. */
(() => {
  'use strict';

  const SILENCE = 13000; // ms without a beat (one every 5 s) before the connection counts as lost
  const BLINK = 300; // after a first failure: a connection that only blinked is not worth a word
  const RETRY = 2000;
  const PATIENCE = 1500;
  const SETTLING = 500; // a second tap so soon was meant for what stood there before
  const FINGER = 48; // px: as near as that is the same place
  const READING = 6000;
  const CURTAIN = 90000;

  const live = document.getElementById('live');
  if (!live || !window.htmx) return;
  const path = live.dataset.path;
  const state = () => document.getElementById('state');
  const isOver = () => !state(); // the server has answered that there is no such table any more

  let source = null;
  let heard = Date.now();
  let failures = 0;
  let again = 0; // the timer of the next attempt
  let fetching = false;
  let brought = 0; // how often something new came
  let before = 0; // and how often when something was sent
  let asked = 0; // and when the screen was asked for
  let saved = 0; // when something was saved of which no news has come yet

  function lost(isLost) {
    document.getElementById('offline').hidden = !isLost;
  }

  // --- what is new ---

  // All regions in one swap; each is morphed where it stands, and what is around it is not touched. A slot <@name> in a
  // region is for one that is new too, or for one that stays as it is on the page.
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
    } catch (missing) { look(); return; } // the page is not what the stream takes it for
    htmx.swap({ sourceElement: live, text: parts.join(''), request: { method: 'GET' }, response: { status: 200 } });
  }

  function look() {
    if (fetching) return;
    fetching = true;
    asked = brought;
    // The stream does not know what was fetched beside it: it begins anew.
    const done = () => { fetching = false; settled(); if (source) connect(); };
    htmx.ajax('GET', path, { target: '#screen', swap: 'innerMorph' }).then(done, done);
  }

  // What the stream brought meanwhile may be newer than the answer.
  document.addEventListener('htmx:before:swap', (event) => {
    if (event.detail.ctx.request.action !== path || event.detail.ctx.request.method !== 'GET' || asked === brought) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });

  // Every form says what its page has seen: with the page current, that is the last step that was brought. What a
  // preview was told of stays what it was.
  document.addEventListener('htmx:config:request', (event) => {
    const { form, body } = event.detail.ctx.request;
    before = brought;
    if (state() && body.has('seq') && !(form && form.closest('.preview'))) body.set('seq', state().dataset.seq);
  });

  function settled() {
    saved = 0;
    live.classList.remove('is-sent');
  }

  // Two taps so soon after each other in the same place were meant for the same thing, whatever stands there by now.
  // For the keyboard the place is what has the focus.
  let tapped = null; // where and when something was sent
  let pressed = { x: -1, y: -1, on: null };
  document.addEventListener('pointerdown', (event) => { pressed = { x: event.clientX, y: event.clientY, on: null }; }, true);
  document.addEventListener('keydown', () => { pressed = { x: -1, y: -1, on: document.activeElement }; }, true);
  const isSameTap = () => tapped && Date.now() - tapped.at < SETTLING
    && pressed.on === tapped.on && Math.hypot(pressed.x - tapped.x, pressed.y - tapped.y) < FINGER;

  // A question that takes the place of another is not answered by a tap that was meant for that one.
  const isTooSoon = (at) => {
    const form = at.closest('[data-settles] form');
    return form && Date.now() - form.since < SETTLING;
  };

  const ignore = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };
  document.addEventListener('click', (event) => { if (event.isTrusted && (isSameTap() || isTooSoon(event.target))) ignore(event); }, true);
  document.addEventListener('submit', (event) => {
    if (isSameTap() || (saved && Date.now() - saved < SETTLING)) ignore(event);
    else tapped = { at: Date.now(), ...pressed };
  }, true);

  // What was saved comes back through the stream; if nothing comes, it may be a dead one.
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
    // The page that was just loaded is known by its stamp; later on, the whole screen comes first.
    source = new EventSource(live.dataset.stream + (live.dataset.stamp ? `?stamp=${live.dataset.stamp}` : ''));
    delete live.dataset.stamp;
    source.addEventListener('beat', alive);
    source.addEventListener('news', (event) => { alive(); show(JSON.parse(event.data)); });
    source.addEventListener('gone', () => { disconnect(); look(); });
    source.addEventListener('error', later);
  }

  // Browsers differ in when they try again, and some give up for good while the server is just starting.
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

  // Hidden tabs give their connection back: a browser has six of them per server.
  document.addEventListener('visibilitychange', () => (document.hidden ? disconnect() : connect()));
  // A stream from before may be dead; on the laptop itself a new one comes without any network.
  window.addEventListener('online', connect);
  window.addEventListener('offline', () => { lost(true); connect(); });
  setInterval(watch, 1000);

  // --- a refusal ---

  // It is read before news take it away; whatever is sent next does so at once.
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

  // A form is kept, with what was entered, as long as its id stays. A new one starts empty: a swap would
  // carry the last player's dice over to the next, because both are typed into a field of the same name.
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

  // Whoever has sent something steps back: what was opened to send it closes, unless it was refused.
  let opened = null;
  let toTop = false; // a long form leaves the page where nobody would look
  document.addEventListener('submit', (event) => {
    opened = event.target.closest('details:not([data-stays])') || event.target.querySelector('.confirm[open]');
    toTop = !!event.target.querySelector('[data-to-top]');
  });
  document.addEventListener('htmx:after:request', (event) => {
    const { request, response } = event.detail.ctx;
    if (request.method !== 'POST') return;
    if (opened && response.status < 400) opened.open = false;
    if (toTop) setTimeout(() => window.scrollTo(0, 0)); // sealed, or refused: either is said there
    toTop = false;
    opened = null;
  });

  // What happened, for those who listen to the screen. Only the words of the region change; a refusal is said each time.
  // While a great moment covers a phone, the ear is told what the eye is, and all that happened once it is over.
  const toSay = () => [...document.querySelectorAll('#screen > .notice')].map((one) => one.innerText)
    .concat(state() ? state().dataset.say : []).join(' ').trim();
  const region = document.getElementById('announce');
  let said = toSay();
  let unheard = '';
  const speak = () => {
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

  // Whoever plays by keyboard goes on where it was, or at the headline if that has gone; what a correction would change
  // is looked at first, by everybody.
  let left = null;
  const go = (to) => { to.tabIndex = -1; to.focus(); };
  // In a drawer that is closed nothing keeps the focus, although it is still there.
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

  // Everybody goes on to the next game together, once: whoever comes back to look at the old table stays there.
  function follow() {
    const next = state() && state().dataset.next;
    if (!next || sessionStorage.getItem(`followed ${next}`)) return;
    sessionStorage.setItem(`followed ${next}`, 'yes');
    location.assign(next);
  }
  document.addEventListener('htmx:after:swap', follow);
  follow();

  // A page that answers a form is this screen too: a reload looks again and sends nothing twice.
  history.replaceState(null, '', live.dataset.curtain || path);

  // --- the curtain ---

  // Behind it nothing stays: not for the next person, not for a reload, not for the back button.
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
