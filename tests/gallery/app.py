"""The gallery as a small Flask app, with Herald's own content security policy."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, Response, render_template, request
from jinja2 import FileSystemLoader, StrictUndefined

from companion.i18n import init_i18n
from companion.macro_cache import register_macros
from tests.gallery.samples import CONTEXT

ROOT = Path(__file__).parents[2]
PAGES = ("phone", "table", "lobby", "curtain", "quiet")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'"
)


def gallery() -> Flask:
    app = Flask(__name__, static_folder=str(ROOT / "static"), static_url_path="/static")
    app.jinja_loader = FileSystemLoader([ROOT / "templates", Path(__file__).parent / "templates"])
    app.jinja_env.undefined = StrictUndefined
    init_i18n(app)
    register_macros(app)

    @app.get("/<any({}):page>".format(", ".join(PAGES)))
    def show(page: str) -> str:
        return render_template(f"gallery/{page}.html", **CONTEXT)

    @app.post("/sent")
    def sent() -> str:
        return " ".join(f"{name}={value}" for name, value in request.form.items())

    @app.after_request
    def guard(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = POLICY
        return response

    return app
