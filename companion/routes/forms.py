"""Parses web forms into typed actions; malformed ones abort with 400."""

from __future__ import annotations

from collections.abc import Mapping

from flask import abort, request

from companion.household import count_step
from companion.tables import ActionRequest, LiveTable, action_id
from scoring.codec import Malformed, from_form
from scoring.kernel import Action
from scoring.table import actions_by_name
from scoring.table_events import Actor, TakeSeat

ENVELOPE = ("action_name", "ask", "seat", "seq", "page", "preview")


def read_action(live: LiveTable, device: str, answering: int | None) -> ActionRequest:
    """Returns the action in the posted form; `answering` is the seat of this page's own device or curtain."""
    count_step(live)
    form = request.form
    name = form.get("action_name") or form.get("ask", "")  # field name in pages of 0.2.0
    kind = actions_by_name(live.projection.table.game).get(name)
    if kind is None:
        abort(400)
    seat, seen = number("seat"), number("seq")
    if seen is None:
        abort(400)
    values = {key: value for key, value in form.items() if key not in ENVELOPE}
    host = live.is_host(device)
    return ActionRequest(
        actor=Actor(answering if answering is not None else live.seat_of(device), host),
        action=parse_action(kind, values),
        seat=seat,
        seen=seen,
        action_id=action_id(device, seen, name, seat, values),
    )


def parse_action(kind: type[Action], values: Mapping[str, str]) -> Action:
    if kind is TakeSeat:  # seats with a phone are only taken by joining from that phone
        values = {**values, "phone": "0"}
    try:
        return from_form(kind, values)
    except Malformed:
        abort(400)


def number(name: str) -> int | None:
    text = request.form.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        abort(400)
    return int(text)
