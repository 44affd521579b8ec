/* Runs after all others, in the words of twenty years ago: a browser that could not read them says so. */
(function () {
  if (!window.htmx || !window.herald) document.getElementById('too-old').hidden = false;
}());
