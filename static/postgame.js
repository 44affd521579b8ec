/* Exports: prints a sheet, and converts the final drawing to a PNG in the browser, whose fonts cover every script. */
(() => {
  'use strict';

  // On paper nothing can be opened.
  window.addEventListener('beforeprint', () => document.querySelectorAll('details').forEach((one) => { one.open = true; }));

  for (const button of document.querySelectorAll('[data-print]')) button.addEventListener('click', () => window.print());

  const picture = document.getElementById('picture');
  const button = document.getElementById('as-png');
  if (!picture) return;

  const ready = () => { button.disabled = !picture.naturalWidth; };

  function save(blob) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = button.dataset.name;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  button.addEventListener('click', () => {
    const canvas = document.createElement('canvas');
    canvas.width = picture.getAttribute('width');
    canvas.height = picture.getAttribute('height');
    canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(save, 'image/png');
  });
  picture.addEventListener('load', ready);
  ready();
})();
