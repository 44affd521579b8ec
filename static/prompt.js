/* Prompts: a phone alerts its player (your turn, your stake), and once more after a minute. It dims while it has no
   prompt, and then shows what is still to be done with the pieces. Phones and table screens stay awake during the
   game. */
(() => {
  'use strict';

  const AGAIN = 60000;
  const RESTING = 45000; // ms without a touch or an update
  const BUZZ = [180, 90, 180];

  const live = document.getElementById('live');
  const state = () => document.getElementById('state');
  if (!live || !state()) return;
  const title = document.title;
  const isPhone = document.body.classList.contains('phone');
  const data = (name) => (state() && state().dataset[name]) || '';

  // --- prompting ---

  // The last prompt of this page and how often it was shown, so that a reload does not repeat it.
  const KEPT = `called ${location.pathname}`;
  let called = JSON.parse(sessionStorage.getItem(KEPT) || '{"what":"","times":0}');

  function flash() {
    const light = document.createElement('div');
    light.className = `prompt-flash seat-${data('colour')}`;
    light.addEventListener('animationend', () => light.remove());
    setTimeout(() => light.remove(), 2000);
    document.body.append(light);
  }

  function keep(what, times) {
    called = { what, times };
    sessionStorage.setItem(KEPT, JSON.stringify(called));
  }

  function call(what, times) {
    keep(what, times);
    wake();
    flash();
    // Browsers only allow vibration after the page has been touched.
    if (navigator.vibrate && (!navigator.userActivation || navigator.userActivation.hasBeenActive)) navigator.vibrate(BUZZ);
  }

  function heed() {
    const now = data('prompt');
    document.title = now ? `● ${now} – Herald` : title;
    if (now === called.what) return;
    if (now) call(now, 1);
    else keep('', 0);
  }

  // Repeats the prompt if nobody has touched the phone for a minute.
  function callAgain() {
    if (called.times === 1 && Date.now() - touched >= AGAIN) call(called.what, 2);
  }

  // --- dimming ---

  let touched = Date.now();
  let renewed = touched; // time of the last update

  // Shown while dimmed: the headline, and the owner's remaining to-do items.
  const hands = () => [...document.querySelectorAll('.now .hands li:not(.is-done)')].map((one) => one.innerText);
  const news = () => [data('rest'), ...hands()].join('\n\n');
  let told = news();

  function wake() {
    touched = Date.now();
    const dark = document.getElementById('dark');
    if (dark) dark.remove();
  }

  function rest() {
    if (!isPhone || data('prompt') || !data('rest') || document.getElementById('dark') || Date.now() - Math.max(touched, renewed) < RESTING) return;
    const dark = document.createElement('button');
    dark.id = 'dark';
    dark.type = 'button';
    dark.textContent = told = news();
    dark.dataset.wake = live.dataset.wake;
    dark.addEventListener('click', wake); // the tap that wakes the phone does nothing else
    document.body.append(dark);
  }

  // Updates change the text while dimmed. The end of the game, to-do items for the owner and highlights wake the phone.
  function tellTheDark() {
    if (told === news()) return;
    told = news();
    renewed = Date.now();
    const dark = document.getElementById('dark');
    if (!data('rest') || hands().length) wake();
    else if (dark) dark.textContent = told;
  }

  for (const type of ['pointerdown', 'keydown', 'scroll']) document.addEventListener(type, () => { touched = Date.now(); }, true);

  // --- staying awake ---

  const choice = document.getElementById('awake');
  const kept = () => localStorage.getItem('awake') !== 'no';
  let lock = null;
  let film = null;

  async function stayAwake() {
    if (document.hidden || !kept()) return;
    if (navigator.wakeLock) { // only on secure pages
      try { lock = await navigator.wakeLock.request('screen'); return; } catch (refused) { /* falls back to the film */ }
    }
    if (!film) film = addFilm();
    play(false);
  }

  // Elsewhere a film behind the page keeps the screen on: in Chromium if it is large, in WebKit if it has sound and is
  // not looped. Sound has to be started by a tap. In other browsers it would interrupt the owner's music.
  function addFilm() {
    const made = document.createElement('video');
    Object.assign(made, { muted: !/^Apple/.test(navigator.vendor), src: live.dataset.awake, className: 'awake-film' });
    made.setAttribute('playsinline', '');
    made.setAttribute('aria-hidden', 'true');
    made.addEventListener('timeupdate', () => { if (made.currentTime > 4) made.currentTime = 0; });
    if (navigator.audioSession) navigator.audioSession.type = 'ambient'; // beside the owner's music
    document.body.append(made);
    return made;
  }

  function play(isTapped) {
    const say = (cannot) => document.body.classList.toggle('cannot-stay-awake', !!film && cannot);
    film.play().then(() => say(false), (problem) => say(isTapped || problem.name === 'NotSupportedError'));
  }

  function letSleep() {
    if (lock) { lock.release(); lock = null; }
    if (film) { film.remove(); film = null; }
  }

  if (choice) {
    choice.checked = kept();
    choice.addEventListener('change', () => {
      localStorage.setItem('awake', choice.checked ? 'yes' : 'no');
      if (choice.checked) stayAwake(); else letSleep();
    });
  }
  document.addEventListener('visibilitychange', stayAwake);
  document.addEventListener('pointerup', () => { if (film && film.paused) play(true); });

  document.addEventListener('htmx:after:swap', () => { heed(); tellTheDark(); });
  setInterval(() => { callAgain(); rest(); }, 1000);
  heed();
  stayAwake();
})();
