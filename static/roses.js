/* Wars of the Roses: a plan with prices and limits. */
(() => {
  'use strict';

  const { all, on, enter, also } = window.herald;

  const isTick = (input) => input.type !== 'number';
  const amount = (input) => Number(isTick(input) ? input.checked : input.value);
  const sum = (inputs, worth) => inputs.reduce((total, input) => total + worth(input.dataset) * amount(input), 0);

  function write(output, text, over) {
    if (output.textContent !== text) output.textContent = text;
    output.classList.toggle('is-over', over);
  }

  // Troops in an area without presence cost nothing: they are dropped unless a noble is sent there.
  function showDropped(place) {
    const sent = place.closest('form').querySelector(`[data-goes="${place.dataset.needs}"]:checked`);
    place.classList.toggle('is-dropped', !sent);
    place.querySelector('.warn').hidden = sent || !all('input', place).some(amount);
  }

  function showCost(output) {
    // The total of the whole plan is beside the seal button, outside the plan. An area has no purse.
    const scope = output.closest('[data-costs]') || output.form.querySelector('[data-costs]');
    const { text, over, purse } = output.dataset;
    const total = sum(all('[data-price]', scope).filter((input) => !input.closest('.is-dropped')), ({ price }) => price);
    const planned = all('[data-price], [data-plans]', scope).some(amount);
    const most = Number(purse) + sum(all('[data-adds]', scope), ({ adds }) => adds);
    const said = text.replace('{n}', total).replace('{purse}', most) + (total > most ? ` – ${over}` : '');
    write(output, planned || purse ? said : '', total > most);
    output.closest('[data-costs], .plan-actions').classList.toggle('is-planned', planned);
  }

  // Troops, mercenaries and cubes: shows how many of each the plan leaves, and limits the inputs to that. Typed numbers
  // may exceed it; the remainder is then negative and red.
  function showLeft(output) {
    const { of, text, most, once } = output.dataset;
    const inputs = all(`input[name^="${of}"]`, output.form);
    const planned = sum(inputs, () => 1);
    const left = most - planned;
    for (const input of inputs) {
      if (isTick(input)) input.disabled = left < 1 && !input.checked;
      else input.max = Math.max(0, amount(input) + left);
    }
    write(output, text.replace('{n}', left), left < 0);
    output.hidden = once && !planned;
  }

  // A bid needs a landing place; without one, the bar shows that and the plan cannot be sealed.
  function showLanding(output) {
    const { bid, calais } = output.form.elements;
    calais[0].required = amount(bid);
    output.hidden = calais[0].validity.valid;
  }

  // Sets every input of a form to its last value, or to nothing.
  on('click', '[data-fill]', ({ form, dataset }) => {
    for (const input of all('[data-last]', form)) {
      const value = dataset.fill === 'last' ? input.dataset.last : Number(input.matches('[value=""]'));
      if (isTick(input)) input.checked = value > 0;
      else input.value = value;
    }
    form[0].dispatchEvent(new Event('input', { bubbles: true }));
  });
  on('click', '[data-add]', ({ form, dataset }) => {
    const input = form.elements[dataset.to];
    enter(input, Math.min(input.max, amount(input) + Number(dataset.add)));
  });

  also(() => {
    all('[data-needs]').forEach(showDropped);
    all('[data-cost]').forEach(showCost);
    all('[data-most]').forEach(showLeft);
    all('[data-landing]').forEach(showLanding);
  });
})();
