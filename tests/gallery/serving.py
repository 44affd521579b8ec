"""Serves the gallery for tests and screenshots."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from werkzeug.serving import make_server

from tests.gallery.app import gallery


@contextmanager
def serve_gallery() -> Iterator[str]:
    server = make_server("127.0.0.1", 0, gallery(), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
