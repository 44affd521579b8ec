/* Herald speaks on table screens, off by default: headlines, films and the winner, as they stand on the screen, in its
   language. What has been said is remembered, so that neither a reload nor a second screen on this device repeats it. */
(() => {
  'use strict';

  const choice = document.getElementById('speech');
  if (!choice) return;
  const LIVE = 300; // ms after its time at which a scene is still announced
  const LATE = 3000; // ms until a browser without voices says so
  const READ = 6000; // ms for which it says so
  const KEPT = 60; // sayings remembered
  const voices = window.speechSynthesis;
  const language = document.documentElement.lang;
  const note = document.getElementById('no-voice');
  const hasVoice = () => !!voices && voices.getVoices().some(({ lang }) => lang.toLowerCase().startsWith(language));
  const text = (one) => (one ? one.textContent.replace(/\s+/g, ' ').trim() : '');
  const headline = () => text(document.querySelector('#screen .stage .headline'));
  let shown = headline(); // on the page when it was opened
  let last = '';
  let paused = false;

  // --- saying ---

  function isNew(key) {
    const said = JSON.parse(localStorage.getItem('said') || '[]');
    const known = `${location.pathname} ${key}`;
    if (said.includes(known)) return false;
    localStorage.setItem('said', JSON.stringify([...said, known].slice(-KEPT)));
    return true;
  }

  function stop() {
    if (voices) voices.cancel();
    last = '';
  }

  // A headline replaces the one before; anything else waits its turn.
  function say(words, key, kind = '') {
    if (!choice.checked || !words || !hasVoice() || !isNew(key)) return;
    if (kind && kind === last) stop();
    last = kind;
    const saying = new SpeechSynthesisUtterance(words);
    saying.lang = language;
    voices.speak(saying);
  }

  function sayHeadline() {
    const now = headline();
    if (now === shown || window.herald.film.playing()) return;
    shown = now;
    say(now, `${document.getElementById('state').dataset.seq} ${now}`, 'headline');
  }

  // --- films ---

  const key = (film, part) => `${film.seq} ${film.item.at} ${part}`;
  const verdict = (node) => text(node.querySelector('.highlight-verdict > span:last-child'));

  document.addEventListener('herald:scene', ({ detail: film }) => {
    if (film.local) return;
    stop();
    if (window.herald.film.position() - film.item.at > LIVE) return; // joined later
    const { item } = film;
    if (item.still) item.nodes.forEach((node, number) => say(verdict(node), key(film, number)));
    else if (item.kind !== 'is-ticker') say(text(item.nodes[0].querySelector('.highlight-title')), key(film, 'title'));
  });
  document.addEventListener('herald:beat', ({ detail: { last: isLast } }) => {
    const film = window.herald.film.playing();
    if (isLast && !film.local) say(verdict(film.item.nodes[0]), key(film, 'verdict'));
  });
  document.addEventListener('herald:tick', () => {
    const { paused: isPaused } = window.herald.film.playing();
    if (voices && !!isPaused !== paused) voices[isPaused ? 'pause' : 'resume']();
    paused = !!isPaused;
  });
  document.addEventListener('herald:uncovered', () => {
    if (voices && paused) voices.resume();
    paused = false;
    setTimeout(sayHeadline);
  });
  document.addEventListener('herald:won', ({ detail }) => say([...detail.querySelectorAll('h1, .lede')].map(text).join(' '), `won ${text(detail)}`));

  // --- skipping ---

  document.addEventListener('herald:seek', stop);
  document.addEventListener('click', ({ target }) => { if (target.closest('[data-film]')) stop(); }, true);
  document.addEventListener('submit', ({ target }) => { if (target.matches('.skip-form')) stop(); }, true);
  window.addEventListener('pagehide', stop);

  // --- the switch ---

  function offer() {
    const has = hasVoice();
    choice.setAttribute('aria-disabled', !has);
    if (has) note.hidden = true;
  }

  choice.checked = localStorage.getItem('speech') === 'yes';
  choice.addEventListener('change', () => {
    if (choice.checked && !hasVoice()) {
      choice.checked = false;
      note.hidden = false;
      setTimeout(() => { note.hidden = true; }, READ);
    }
    localStorage.setItem('speech', choice.checked ? 'yes' : 'no');
    if (choice.checked) say(headline(), `on ${Date.now()}`, 'headline');
    else stop();
  });
  document.addEventListener('htmx:after:swap', sayHeadline);
  if (voices) voices.addEventListener('voiceschanged', offer);
  setTimeout(offer, LATE);
})();
