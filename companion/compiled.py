"""Caches compiled templates beside the compiled modules, since compiling them is the slowest part of a start."""

from __future__ import annotations

import contextlib
import sys
import time

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from companion.assets import PACKAGE

FOLDER = PACKAGE / "__pycache__"
FILTERS = "".join((PACKAGE / file).read_text(encoding="utf-8") for file in ("i18n.py", "fast_jinja.py"))


def cache_compiled_templates(app: Flask) -> None:
    if not sys.dont_write_bytecode:
        app.jinja_env.bytecode_cache = TemplateCache(str(FOLDER))


class TemplateCache(FileSystemBytecodeCache):
    """Bytecode cache that ignores unwritable folders and damaged files, since these only cost time."""

    def get_source_checksum(self, source: str) -> str:
        """Returns a checksum that also changes with the filters and the code generator, not only with the template."""
        return super().get_source_checksum(source + FILTERS)

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # a truncated file can raise anything
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError):
            FOLDER.mkdir(exist_ok=True)
            super().dump_bytecode(bucket)


def load_all(app: Flask) -> None:
    """Loads all templates, one by one between requests. If a template were loaded later, so many connections might be
    open that there is no file descriptor left for it."""
    if app.jinja_env.bytecode_cache is None:
        return  # without a cache, compiling all of them would take longer than the rest of the start
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
        time.sleep(0)
