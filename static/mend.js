/* Fix a mistake: a correction that is filled in asks what it would change. */
(() => {
  'use strict';

  document.addEventListener('input', (event) => {
    const form = event.target.closest('.mend-form');
    if (form && form.matches(':valid')) form.dispatchEvent(new Event('filled'));
  });
})();
