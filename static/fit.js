/* A table screen fits: a list that is too long shows what is next and says how much more there is, then all type is set
   smaller step by step, never under what can be read from two metres (table.css). Without scripts the page scrolls. */
(() => {
  'use strict';

  const { all, also, on } = window.herald;
  const root = document.documentElement;
  const STEPS = [1, 0.95, 0.9, 0.85, 0.8, 0.75];
  const FEWEST = 2;

  // On a narrow screen people scroll.
  const wide = matchMedia('(min-width: 900px)');

  const fits = () => root.scrollHeight <= root.clientHeight + 1;

  const lists = () => all('.now').filter((one) => one.querySelector('.hands-more'));

  // The first `many` things that are still to do; with none given, all.
  function list(now, many = Infinity) {
    const items = all('li', now).map((item) => ({ item, done: !!item.querySelector(':checked') }));
    const open = items.filter(({ done }) => !done).length;
    let shown = 0;
    for (const { item, done } of items) item.hidden = many < Infinity && (done || ++shown > many);
    const more = now.querySelector('.hands-more');
    more.hidden = open <= many;
    more.textContent = more.dataset.text.replace('{n}', open - many);
    return open;
  }

  function shorten() {
    for (const now of lists()) {
      let many = list(now);
      const height = root.scrollHeight;
      if (fits()) return true;
      while (many > FEWEST && !fits()) list(now, --many);
      if (root.scrollHeight === height) list(now); // it was not the list
    }
    return fits();
  }

  function fit() {
    root.classList.toggle('is-staged', !!document.querySelector('.stage'));
    if (!wide.matches) {
      root.style.setProperty('--fit', 1);
      for (const now of lists()) list(now);
      return;
    }
    if (all('.stage details[open]').some((one) => one.wanted)) return;
    for (const step of STEPS) {
      root.style.setProperty('--fit', step);
      if (shorten()) return;
    }
  }

  // Whoever has opened something looks at it, and can scroll.
  on('click', 'summary', (summary) => { summary.parentElement.wanted = true; });
  also(fit);
  window.addEventListener('resize', fit);
  document.fonts.ready.then(fit);
})();
