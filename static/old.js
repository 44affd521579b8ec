/* Runs after all others, in syntax that every old browser knows: shows a message if they could not run. */
(function () {
  if (!window.htmx || !window.herald) document.getElementById('too-old').hidden = false;
}());
