/* Lang lebe der König!: the last die sends; on one device, a tap on an area of the seat that is chosen gives it up. */
(() => {
  'use strict';

  // The face itself was entered by herald.js, which hears the same click first.
  herald.on('click', '.last-die-sends [data-face]', (button) => {
    const pad = button.closest('[data-dice]');
    if (pad.querySelector('input').value.length >= Number(pad.dataset.dice)) [...button.form.elements].find((one) => one.matches('[data-gated]')).click();
  });

  herald.on('click', '[data-owners]', (place) => {
    const chosen = place.form.querySelector('[name="seat"]:checked');
    const theirs = chosen && place.dataset.owners.split(' ').includes(chosen.value);
    place.form.elements.ask.value = theirs ? 'give-up-place' : 'claim-place';
  });
})();
