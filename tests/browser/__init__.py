"""Herald in a real browser: a table screen and phones at a real server."""
