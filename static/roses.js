/* Wars of the Roses: a plan with prices, and the sand-glass. Loaded after herald.js; forms.js keeps a plan over a reload. */
(() => {
  'use strict';

  const { all, on, enter, also } = window.herald;

  const goesTo = (area, form) => !!form.querySelector(`[data-goes="${area}"]:checked`);

  // --- a plan with prices: what it adds up to, against the purse ---

  const amount = (input) => (input.type === 'checkbox' || input.type === 'radio' ? Number(input.checked) : Number(input.value));
  const sum = (inputs, what) => inputs.reduce((total, input) => total + Number(input.dataset[what]) * amount(input), 0);

  // Troops where nobody is present cost nothing: they are dropped unless a noble is sent there.
  const counts = (input) => {
    const place = input.closest('[data-needs]');
    return !place || goesTo(place.dataset.needs, input.form);
  };

  function showCost(output) {
    // The total of a whole plan stands beside what seals it, outside of the plan.
    const scope = output.closest('[data-costs]') || output.form.querySelector('[data-costs]');
    const total = sum(all('[data-price]', scope).filter(counts), 'price');
    const planned = all('[data-price], [data-plans]', scope).some((input) => amount(input) > 0);
    const purse = Number(output.dataset.purse || 0) + sum(all('[data-adds]', scope), 'adds');
    const over = 'purse' in output.dataset && total > purse;
    let text = output.dataset.text.replace('{n}', total).replace('{purse}', purse);
    if (over) text += ` – ${output.dataset.over}`;
    if (!planned && !('purse' in output.dataset)) text = '';
    if (output.textContent !== text) output.textContent = text;
    output.classList.toggle('is-over', over);
    for (const one of [scope, output.closest('.plan-actions')]) if (one) one.classList.toggle('is-planned', planned);
  }

  // --- troops, mercenaries and cubes: each kind has a limit over the whole plan ---

  const ofKind = (output) => all(`input[name^="${output.dataset.of}"]`, output.form);
  const planned = (inputs) => inputs.reduce((total, input) => total + amount(input), 0);

  // Shows what is left, and lets nothing go beyond it. Typed numbers can: then they are marked as too high.
  function showLeft(output) {
    const inputs = ofKind(output);
    const some = planned(inputs);
    const left = Number(output.dataset.left) - some;
    for (const input of inputs) {
      if (input.type === 'checkbox') input.disabled = left <= 0 && !input.checked;
      else input.max = Math.max(0, amount(input) + left);
    }
    const text = left < 0 ? output.dataset.over : left === 1 ? output.dataset.one : output.dataset.text.replace('{n}', left);
    if (output.textContent !== text) output.textContent = text;
    output.classList.toggle('is-over', left < 0);
    output.hidden = 'once' in output.dataset && !some;
  }

  // A bid names its landing place; without one the bar says so and the plan cannot be sealed.
  function showLanding(output) {
    const { bid, calais } = output.form.elements;
    const areas = [...calais];
    for (const area of areas) area.required = amount(bid) > 0;
    output.hidden = !amount(bid) || areas.some((area) => area.checked);
  }

  // Nobody is warned of troops that are not planned.
  const warned = (place) => all('[data-price]', place).some((input) => amount(input) > 0) && !goesTo(place.dataset.needs, place.closest('form'));

  // How much of an input's kind is free beside what is planned.
  function room(input) {
    const output = all('[data-left]').find((one) => one.form === input.form && input.name.startsWith(one.dataset.of));
    return output ? Number(output.dataset.left) - planned(ofKind(output)) : Number(input.max);
  }

  // Everything in a form set to nothing, or to what it was last time as far as there is enough of it.
  function fill(form, last) {
    const inputs = all('[data-last]', form);
    for (const input of inputs) {
      if (input.type === 'checkbox') input.checked = false;
      else if (input.type === 'radio') input.checked = input.value === '';
      else input.value = 0;
    }
    for (const input of last ? inputs : []) {
      const value = Number(input.dataset.last);
      if (input.type === 'radio') input.checked = value > 0;
      else if (input.type === 'checkbox') input.checked = value > 0 && room(input) > 0;
      else input.value = Math.min(value, room(input));
    }
    form.querySelector('[data-last]').dispatchEvent(new Event('input', { bubbles: true }));
  }

  on('click', '[data-fill]', (button) => fill(button.form, button.dataset.fill === 'last'));
  on('click', '[data-add]', (button) => {
    const input = button.form.elements[button.dataset.to];
    enter(input, Math.min(Number(input.max), Number(input.value) + Number(button.dataset.add)));
  });

  // --- the sand-glass: from when this screen first saw it ---

  function runGlass(glass) {
    const began = sessionStorage.getItem(glass.id) || Date.now();
    sessionStorage.setItem(glass.id, began);
    const left = Math.ceil(Number(glass.dataset.glass) - (Date.now() - began) / 1000);
    const text = left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` : glass.dataset.up;
    const shown = glass.querySelector('span');
    if (shown.textContent !== text) shown.textContent = text;
    glass.classList.toggle('is-over', left <= 0);
  }

  setInterval(() => all('[data-glass]').forEach(runGlass), 500);

  also(() => {
    all('output[data-cost]').forEach(showCost);
    all('[data-left]').forEach(showLeft);
    all('[data-landing]').forEach(showLanding);
    for (const place of all('[data-needs]')) place.querySelector('.warn').hidden = !warned(place);
  });
})();
