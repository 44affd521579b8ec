// What is wrong with a table screen as it stands, in words, and which share of it is used.
// `least` is the size of the smallest word.
(least) => {
  const wrong = new Set();
  const room = document.documentElement;
  const short = (text) => text.trim().replace(/\s+/g, ' ').slice(0, 40);
  const what = (e) => `${e.localName}.${(e.getAttribute('class') || '').split(' ')[0]} "${short(e.textContent)}"`;
  const each = (selector) => [...document.querySelectorAll(selector)];
  const style = (e) => getComputedStyle(e);
  const shows = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  // What only screen readers are told.
  const tiny = (e) => e.clientWidth === 1 && e.clientHeight === 1;
  const told = (e) => e && (tiny(e) || e.matches('.visually-hidden, .sealed-word') || told(e.parentElement));
  const seen = (e) => shows(e) && !told(e);

  function rects(of) {
    const range = document.createRange();
    range.selectNodeContents(of);
    return [...range.getClientRects()].filter((r) => r.width > 1 && r.height > 1);
  }

  // --- words ---

  const words = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const e = node.parentElement;
    if (!node.data.trim() || e.closest('script, option, noscript, #announce') || !seen(e)) continue;
    const lines = rects(node);
    if (lines.length) words.push({ e, lines, said: short(node.data) });
  }

  // --- the page is no larger than the screen ---

  const down = Math.round(room.scrollHeight - innerHeight);
  const aside = Math.round(room.scrollWidth - innerWidth);
  if (down > 1 || aside > 1) {
    const out = (r) => r.bottom + scrollY > innerHeight + 1 || r.right > innerWidth + 1;
    const lost = words.filter(({ lines }) => lines.some(out)).map(({ said }) => `"${said}"`);
    wrong.add(`scrolls by ${down} px${aside > 1 ? `, ${aside} px sideways` : ''}: ${lost.slice(0, 4).join(', ')}`);
  }
  for (const e of each('main button, main a[href], main summary, main input:not([type=hidden]), main select')) {
    const box = e.getBoundingClientRect();
    const below = Math.round(box.bottom - innerHeight);
    if (box.height > 1 && below > 1 && seen(e)) wrong.add(`below the fold by ${below} px: ${what(e)}`);
  }

  // --- nothing is cut ---

  for (const e of each('body *')) {
    if (e.closest('svg') || e.matches('input, select, textarea') || e.clientWidth < 2 || !seen(e)) continue;
    const { overflowX, overflowY } = style(e);
    const x = overflowX === 'visible' ? 0 : e.scrollWidth - e.clientWidth;
    const y = overflowY === 'visible' ? 0 : e.scrollHeight - e.clientHeight;
    if (Math.max(x, y) > 1) wrong.add(`cut by ${Math.max(x, y)} px: ${what(e)}`);
  }
  const paints = (e) => !/rgba\(.*, 0\)|transparent/.test(style(e).backgroundColor);
  const bordered = (e) => ['Left', 'Right'].every((side) => parseFloat(style(e)[`border${side}Width`]) > 0);
  const frames = new Map([[document.body, null]]);
  function frame(e) {
    if (!frames.has(e)) frames.set(e, paints(e) || bordered(e) ? e : frame(e.parentElement));
    return frames.get(e);
  }
  for (const { e, lines, said } of words.filter((word) => !word.e.closest('svg'))) {
    const around = frame(e);
    if (!around) continue;
    const box = around.getBoundingClientRect();
    // Above and below its letters a line has some air.
    const air = (r) => r.height / 5;
    const over = (r) => Math.max(r.right - box.right, box.left - r.left, r.bottom - air(r) - box.bottom, box.top - r.top - air(r));
    const most = Math.round(Math.max(...lines.map(over)));
    if (most > 2) wrong.add(`sticks out by ${most} px of ${what(around)}: "${said}"`);
  }
  for (const e of each('main .badge-name, main .banner-name')) {
    const lines = new Set(rects(e).map((r) => Math.round(r.top)));
    if (seen(e) && lines.size > 1) wrong.add(`name broken: ${what(e)}`);
  }

  // --- nothing is too small ---

  for (const { e, said } of words) {
    const size = parseFloat(style(e).fontSize) * (e.closest('svg') ? e.getScreenCTM().a : 1);
    if (size < least - 0.05) wrong.add(`${size.toFixed(1)} px small: "${said}" in ${what(e)}`);
  }

  // --- nothing is covered ---

  const related = (one, other) => one.contains(other) || other.contains(one);
  for (const { e, lines, said } of words) {
    for (const r of lines) {
      const stack = document.elementsFromPoint(r.left + r.width / 2, r.top + r.height / 2);
      const above = stack.slice(0, stack.findIndex((one) => related(one, e)));
      const over = above.find((one) => /^rgb\(/.test(style(one).backgroundColor));
      if (over) wrong.add(`covered by ${what(over)}: "${said}"`);
    }
  }
  const inked = words.map(({ lines }) => lines.map((r) => [r.left, r.right, r.top + r.height / 5, r.bottom - r.height / 5]));
  const meet = (a, b) => Math.min(a[1], b[1]) - Math.max(a[0], b[0]) > 2 && Math.min(a[3], b[3]) - Math.max(a[2], b[2]) > 2;
  words.forEach((one, n) => words.slice(n + 1).forEach((other, m) => {
    if (inked[n].some((a) => inked[n + 1 + m].some((b) => meet(a, b)))) wrong.add(`"${one.said}" runs into "${other.said}"`);
  }));

  // --- the space is used: cells of a grid with words, drawings or controls in them or beside them ---

  const [across, high] = [64, 36];
  const near = innerHeight / high;
  const used = new Set();
  const cell = (at, length, cells) => Math.min(cells - 1, Math.max(0, Math.floor((at / length) * cells)));
  function use(r) {
    for (let x = cell(r.left - near, innerWidth, across); x <= cell(r.right + near, innerWidth, across); x++) {
      for (let y = cell(r.top - near, innerHeight, high); y <= cell(r.bottom + near, innerHeight, high); y++) {
        used.add(y * across + x);
      }
    }
  }
  words.forEach(({ lines }) => lines.forEach(use));
  each('main svg, main button, main input').filter(seen).forEach((e) => use(e.getBoundingClientRect()));
  return [[...wrong], used.size / (across * high)];
}
