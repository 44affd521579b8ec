"""Compiled templates kept beside the compiled modules: compiling them takes longer than all else at a start."""

from __future__ import annotations

import contextlib
import sys

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from companion.assets import PACKAGE

FOLDER = PACKAGE / "__pycache__"
FILTERS = "".join((PACKAGE / file).read_text(encoding="utf-8") for file in ("i18n.py", "fast_jinja.py"))


def keep_compiled(app: Flask) -> None:
    if not sys.dont_write_bytecode:
        app.jinja_env.bytecode_cache = Compiled(str(FOLDER))


class Compiled(FileSystemBytecodeCache):
    """A folder that cannot be written to, or a damaged file in it, costs time and nothing else."""

    def get_source_checksum(self, source: str) -> str:
        """With other filters, or compiled in another way, a template is another one, even if its words are the same."""
        return super().get_source_checksum(source + FILTERS)

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # whatever half a file may lead to
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError):
            FOLDER.mkdir(exist_ok=True)
            super().dump_bytecode(bucket)


def load_all(app: Flask) -> None:
    """Before anybody comes: with many connections there may be no file left to open a template with."""
    if app.jinja_env.bytecode_cache is None:
        return  # compiling them all anew would take longer than the rest of the start
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
