"""Every web test has an app of its own; templates are compiled once for all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from tests.web.scenes import app_in


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return app_in(tmp_path)
