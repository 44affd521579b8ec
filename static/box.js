// Reading a box. A swipe over the drawn board goes to the previous or next place, like the arrows beside the question.
(() => {
  // A second tap this soon was meant for the previous place, so it enters nothing at the next one.
  // The page's own polling requests do not block taps.
  const SETTLING = 300;
  let sent = 0;
  document.addEventListener('submit', (event) => {
    if (Date.now() - sent < SETTLING || document.querySelector('#sheet form.htmx-request, #sheet a.htmx-request')) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else sent = Date.now();
  }, true);

  let from = null;
  const board = (event) => event.target.closest && event.target.closest('.drawing');
  document.addEventListener('touchstart', (event) => {
    from = board(event) && event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  document.addEventListener('touchend', (event) => {
    if (!from) return;
    const to = event.changedTouches[0];
    const across = to.clientX - from.clientX;
    const step = Math.abs(across) > 60 && Math.abs(across) > 2 * Math.abs(to.clientY - from.clientY);
    const link = step && document.querySelector(`.sheet-step[rel="${across < 0 ? 'next' : 'prev'}"]`);
    from = null;
    if (link) link.click();
  }, { passive: true });
})();
