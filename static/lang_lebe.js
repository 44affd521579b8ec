/* Lang lebe der König!: the last die submits. On a shared device, a tap on one of the chosen seat's areas gives it
   up. */
(() => {
  'use strict';

  // herald.js handles the same click first and enters the face.
  herald.on('click', '.last-die-sends [data-face]', (button) => {
    const pad = button.closest('[data-dice]');
    if (pad.querySelector('input').value.length >= Number(pad.dataset.dice)) [...button.form.elements].find((one) => one.matches('[data-gated]')).click();
  });

  // Nobody enters their own area.
  herald.also(() => {
    const who = document.getElementById('call-who');
    for (const seat of who ? herald.all('[name="defender"]', who.form) : []) {
      seat.disabled = seat.closest('label').hidden = seat.value === who.value;
      if (seat.disabled) seat.checked = false;
    }
  });

  // An area holds as many courtiers as it has votes.
  herald.also(() => {
    const area = document.querySelector('#call-dispute [name="area"]');
    for (const one of area ? herald.all('.call-counts input', area.form) : []) {
      one.disabled = Number(one.value) > Number(area.options[area.selectedIndex].dataset.most);
      if (one.disabled) one.checked = false;
    }
  });

  // Shows why an area cannot be entered, in the place of a refusal.
  herald.on('click', '[data-why]', (area) => {
    const screen = document.getElementById('screen'), notice = document.createElement('div'), text = document.createElement('p');
    for (const one of herald.all('#screen > .notice-refusal')) one.remove();
    notice.className = 'notice notice-refusal';
    text.textContent = document.getElementById('announce').textContent = area.dataset.why;
    notice.append(text);
    screen.prepend(notice);
  });

  herald.on('click', '[data-owners]', (place) => {
    const chosen = place.form.querySelector('[name="seat"]:checked');
    const theirs = chosen && place.dataset.owners.split(' ').includes(chosen.value);
    place.form.elements.action_name.value = theirs ? 'give-up-place' : 'claim-place';
  });
})();
