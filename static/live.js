/* Keeps a screen current: the stream says a number, the screen fetches its own view.
   The stream is watched, because a half-open connection says nothing; a screen that wakes up looks again. */
(() => {
  'use strict';

  const SILENCE = 13000; // ms without a beat (one every 5 s) before the connection counts as lost
  const BLINK = 300; // after a first failure: a connection that only blinked is not worth a word
  const RETRY = 2000;
  const PATIENCE = 1500;
  const READING = 6000;
  const CURTAIN = 90000;

  const live = document.getElementById('live');
  if (!live) return;
  const path = live.dataset.path;
  const state = () => document.getElementById('state');
  const shown = () => (state() ? state().dataset.version : '');
  const isOver = () => !state(); // the server has answered that there is no such table any more

  let source = null;
  let heard = Date.now();
  let failures = 0;
  let again = 0; // the timer of the next attempt
  let wanted = ''; // the version the table is at
  let fetching = false;
  let posted = 0; // when a form was sent: its answer is the new view already
  let putOff = false; // something was announced meanwhile

  function lost(isLost) {
    document.getElementById('offline').hidden = !isLost;
  }

  // --- looking again ---

  // A page that came with a refusal is read before the first news takes it away.
  const readBy = document.querySelector('#screen > .notice-refusal') ? Date.now() + READING : 0;

  function refresh() {
    if (!wanted || wanted === shown()) return;
    if (Date.now() < readBy) { setTimeout(refresh, readBy - Date.now()); return; }
    if (Date.now() - posted < PATIENCE) { putOff = true; setTimeout(refresh, PATIENCE); return; }
    look();
  }

  function look() {
    if (fetching) return;
    fetching = true;
    const asked = wanted;
    // The table may have moved on while the answer was on its way.
    const done = () => { fetching = false; if (wanted !== asked) refresh(); };
    htmx.ajax('GET', path, { target: '#screen', swap: 'innerMorph' }).then(done, done);
  }

  document.addEventListener('submit', () => { posted = Date.now(); });
  document.addEventListener('htmx:finally:request', () => {
    posted = 0;
    if (putOff) { putOff = false; refresh(); }
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
    source = new EventSource(live.dataset.stream);
    // A look that failed is made up for at the next beat.
    source.addEventListener('beat', () => { alive(); if (!isOver()) refresh(); });
    source.addEventListener('version', (event) => { alive(); wanted = event.data; refresh(); });
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
  window.addEventListener('online', connect);
  window.addEventListener('offline', () => lost(true));
  setInterval(watch, 1000);

  // --- after a swap ---

  // A form is kept, with what was entered, as long as its id stays. A new one starts empty: a swap would
  // carry the last player's dice over to the next, because both are typed into a field of the same name.
  let before = new Set();
  document.addEventListener('htmx:before:swap', () => { before = new Set([...document.forms].map((form) => form.id)); });
  document.addEventListener('htmx:after:swap', () => {
    for (const form of document.forms) if (form.id && !before.has(form.id)) form.reset();
  });

  // Whoever has sent something steps back: what was opened to send it closes, unless it was refused.
  let opened = null;
  let toTop = false; // a long form leaves the page where nobody would look
  document.addEventListener('submit', (event) => {
    opened = event.target.closest('details:not([data-stays])');
    toTop = !!event.target.querySelector('[data-to-top]');
  });
  document.addEventListener('htmx:after:swap', (event) => {
    const { request, response } = event.detail.ctx;
    if (request.method !== 'POST') return;
    if (opened && response.status < 400) opened.open = false;
    if (toTop) window.scrollTo(0, 0); // sealed, or refused: either is said there
    toTop = false;
    opened = null;
  });

  // What happened, for those who listen to the screen. Only the words of the region change; a refusal is said each time.
  const toSay = () => [...document.querySelectorAll('#screen > .notice')].map((one) => one.innerText)
    .concat(state() ? state().dataset.say : []).join(' ').trim();
  let said = toSay();
  document.addEventListener('htmx:after:swap', (event) => {
    const now = toSay();
    const region = document.getElementById('announce');
    if (now !== said || event.detail.ctx.response.status >= 400) {
      region.textContent = '';
      setTimeout(() => { region.textContent = now; });
    }
    said = now;
  });

  // Whoever plays by keyboard goes on where it was, or at the headline if that has gone; what a correction would change
  // is looked at first, by everybody.
  let left = null;
  const go = (to) => { to.tabIndex = -1; to.focus(); };
  document.addEventListener('htmx:before:swap', () => {
    const at = document.activeElement;
    left = at && at.closest('#screen') && !at.matches(':hover') ? at : null;
  });
  document.addEventListener('htmx:after:swap', (event) => {
    const preview = document.querySelector('#screen > .preview');
    if (preview && event.detail.ctx.request.method === 'POST') go(preview);
    else if (left && !left.isConnected) go(document.querySelector('#screen h1') || document.getElementById('main'));
  });

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
