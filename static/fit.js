/* Fits a table screen: first shortens lists that are too long and shows how many items are hidden, and leaves out
   everything marked is-spare. Then reduces the
   type size step by step, never below what is readable from two metres (table.css). Without scripts the page
   scrolls. */
(() => {
  'use strict';

  const { all, also, on } = window.herald;
  const root = document.documentElement;
  const STEPS = [1, 0.95, 0.9, 0.85, 0.8, 0.75];
  const FEWEST = 2; // one, if nothing else helps

  // Narrow screens scroll instead.
  const wide = matchMedia('(min-width: 900px)');

  const fits = () => root.scrollHeight <= root.clientHeight + 1;

  const lists = () => all('.now').filter((one) => one.querySelector('.hands-more'));

  // Shows the first `many` open to-do items, or all of them.
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
      if (root.scrollHeight === height) list(now); // the list was not the cause
    }
    return fits();
  }

  function fit() {
    // Cards and notices above the stage get their own line, and then so does the menu.
    const alone = !document.querySelector('#screen > .card:not(.question), #screen > .notice');
    root.classList.toggle('is-staged', alone && !!document.querySelector('.stage'));
    if (!wide.matches) {
      root.style.setProperty('--fit', 1);
      for (const now of lists()) list(now);
      return;
    }
    if (all('.stage details[open]').some((one) => one.wanted) || document.querySelector('.now.is-whole')) return;
    const spares = all('.is-spare');
    for (const one of spares) one.hidden = false;
    for (const step of STEPS) {
      root.style.setProperty('--fit', step);
      if (shorten(FEWEST)) return;
      if (!spares.length || step > 0.8) continue;
      for (const one of spares) one.hidden = true;
      if (shorten(FEWEST)) return;
    }
    if (!shorten(1)) shorten(FEWEST); // still too long: the page scrolls
  }

  // Nothing is fitted while a drawer that the user opened is open; the page can scroll.
  on('click', 'summary', (summary) => { summary.parentElement.wanted = true; });
  // Shows the whole to-do list over the stage; a second tap shortens it again.
  on('click', '.hands-more', (more) => {
    const now = more.closest('.now');
    if (now.classList.toggle('is-whole')) list(now);
    else fit();
  });
  also(fit);
  window.addEventListener('resize', fit);
  document.fonts.ready.then(fit);
})();
