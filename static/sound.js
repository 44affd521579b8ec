/* Highlight sounds on the table screen: a few short tones, off by default. */
(() => {
  'use strict';

  const choice = document.getElementById('sound');
  if (!choice) return;
  let audio = null;

  function tone(pitch, at = 0, length = 0.25) {
    if (!choice.checked) return;
    audio = audio || new AudioContext();
    audio.resume(); // suspended until the page has been touched
    const from = audio.currentTime + at;
    const voice = audio.createOscillator();
    const level = audio.createGain();
    voice.type = 'triangle';
    voice.frequency.value = pitch;
    level.gain.setValueAtTime(0.0001, from);
    level.gain.exponentialRampToValueAtTime(0.15, from + 0.02);
    level.gain.exponentialRampToValueAtTime(0.0001, from + length);
    voice.connect(level).connect(audio.destination);
    voice.start(from);
    voice.stop(from + length);
  }
  const chord = (...pitches) => pitches.forEach((pitch, n) => tone(pitch, n * 0.09, 0.9));

  choice.checked = localStorage.getItem('sound') === 'yes';
  choice.addEventListener('change', () => {
    localStorage.setItem('sound', choice.checked ? 'yes' : 'no');
    chord(392, 523);
  });

  // Rises up the scale with each beat; ends with a chord.
  document.addEventListener('herald:beat', ({ detail: { number, last } }) => {
    if (last) chord(523, 659, 784); else tone(392 * 2 ** ((number % 8) / 7));
  });
})();
