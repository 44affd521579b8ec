/* A tap anywhere in an area of a drawn map is a tap on its button. */
(() => {
  'use strict';

  herald.on('click', '.map-drawing [data-at]', (land) => {
    const spot = land.closest('.map-view').querySelector(`.map-spots .at-${land.dataset.at.replace('.', '-')}`);
    if (spot) (spot.querySelector('input') || spot).click();
  });
})();
