/* A table screen fits: a list that is too long shows what is next and says how much more there is, then all type is set
   smaller step by step, never under what can be read from two metres (table.css). Without scripts the page scrolls. */
(() => {
  'use strict';

  const { all, also, on } = window.herald;
  const root = document.documentElement;
  const STEPS = [1, 0.95, 0.9, 0.85, 0.8, 0.75];
  const FEWEST = 2; // one, where nothing else helps

  // On a narrow screen people scroll.
  const wide = matchMedia('(min-width: 900px)');

  const fits = () => root.scrollHeight <= root.clientHeight + 1;

  const lists = () => all('.now').filter((one) => one.querySelector('.hands-more'));

  // The first `many` things that are still to do; with none given, all.
  function list(now, many = Infinity) {
    const whole = now.classList.contains('is-whole');
    const items = all('li', now).map((item) => ({ item, done: !!item.querySelector(':checked') }));
    const open = items.filter(({ done }) => !done).length;
    let shown = 0;
    for (const { item, done } of items) item.hidden = !whole && many < Infinity && (done || ++shown > many);
    const more = now.querySelector('.hands-more');
    more.hidden = !whole && open <= many;
    more.textContent = whole ? more.dataset.close : more.dataset.text.replace('{n}', open - many);
    more.setAttribute('aria-expanded', whole);
    return open;
  }

  function shorten(fewest) {
    for (const now of lists()) {
      let many = list(now);
      const height = root.scrollHeight;
      if (fits()) return true;
      while (many > fewest && !fits()) list(now, --many);
      if (root.scrollHeight === height) list(now); // it was not the list
    }
    return fits();
  }

  function fit() {
    // What is asked or said above the stage has its line to itself, and so has the menu then.
    const alone = !document.querySelector('#screen > .card:not(.question), #screen > .notice');
    root.classList.toggle('is-staged', alone && !!document.querySelector('.stage'));
    if (!wide.matches) {
      root.style.setProperty('--fit', 1);
      for (const now of lists()) list(now);
      return;
    }
    if (all('.stage details[open]').some((one) => one.wanted) || document.querySelector('.now.is-whole')) return;
    for (const step of STEPS) {
      root.style.setProperty('--fit', step);
      if (shorten(FEWEST)) return;
    }
    if (!shorten(1)) shorten(FEWEST); // not even that helps: the page scrolls
  }

  // Whoever has opened something looks at it, and can scroll.
  on('click', 'summary', (summary) => { summary.parentElement.wanted = true; });
  // All that is to do, over the stage; a tap on it again, and the next is back in its place.
  on('click', '.hands-more', (more) => {
    const now = more.closest('.now');
    if (now.classList.toggle('is-whole')) list(now);
    else fit();
  });
  also(fit);
  window.addEventListener('resize', fit);
  document.fonts.ready.then(fit);
})();
