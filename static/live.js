/* Keeps a screen current: the stream says a number, the screen fetches its own view.
   The stream is watched, because a half-open connection says nothing; a screen that wakes up looks again. */
(() => {
  'use strict';

  const SILENCE = 13000; // ms without a beat (one every 5 s) before the connection counts as lost
  const RETRY = 2000;
  const PATIENCE = 1500;
  const CURTAIN = 90000;

  const live = document.getElementById('live');
  if (!live) return;
  const path = live.dataset.path;
  const state = () => document.getElementById('state');
  const shown = () => (state() ? state().dataset.version : '');

  let source = null;
  let heard = Date.now();
  let wanted = ''; // the version the table is at
  let fetching = false;
  let posted = 0; // when a form was sent: its answer is the new view already

  function lost(isLost) {
    document.getElementById('offline').hidden = !isLost;
  }

  function refresh() {
    if (fetching || !wanted || wanted === shown()) return;
    if (Date.now() - posted < PATIENCE) { setTimeout(refresh, PATIENCE); return; }
    fetching = true;
    const done = () => { fetching = false; };
    htmx.ajax('GET', path, { target: '#screen', swap: 'innerMorph' }).then(done, done);
  }

  function alive() {
    heard = Date.now();
    lost(false);
  }

  function connect() {
    if (source) source.close();
    if (document.hidden || !live.dataset.stream) return;
    heard = Date.now();
    source = new EventSource(live.dataset.stream);
    source.addEventListener('beat', alive);
    source.addEventListener('version', (event) => { alive(); wanted = event.data; refresh(); });
    source.addEventListener('error', () => { if (source.readyState === EventSource.CLOSED) later(); });
  }

  // An answer that is no stream (the server is just starting) closes the source for good: open another.
  function later() {
    lost(true);
    setTimeout(connect, RETRY);
  }

  function watch() {
    if (document.hidden || !live.dataset.stream || Date.now() - heard < SILENCE) return;
    lost(true);
    connect();
  }

  // Hidden tabs give their connection back: a browser has six of them per server.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && source) source.close();
    else connect();
  });
  window.addEventListener('online', connect);
  window.addEventListener('offline', () => lost(true));
  setInterval(watch, 1000);

  document.addEventListener('submit', () => { posted = Date.now(); });
  document.addEventListener('htmx:finally:request', () => { posted = 0; refresh(); });
  document.addEventListener('htmx:error', () => lost(true));

  // What happened, for those who listen to the screen.
  let said = state() ? state().dataset.say : '';
  document.addEventListener('htmx:after:swap', () => {
    const now = state() ? state().dataset.say : '';
    if (now && now !== said) document.getElementById('announce').textContent = now;
    said = now;
  });

  // Behind the curtain nothing stays: not for the next person, not for the back button.
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
