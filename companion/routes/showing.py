"""Builds the screen for the current request."""

from __future__ import annotations

from companion.devices import device
from companion.screens import ScreenRequest, ScreenView, screen_for
from companion.services import services
from companion.tables import LiveTable


def show(live: LiveTable, page: str, seat: int | None = None) -> ScreenView:
    """Builds a page of this table for the requesting device, and sets its locale."""
    return screen_for(ScreenRequest(services(), live, device(), page, seat))
