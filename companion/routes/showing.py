"""The screen of whoever asks."""

from __future__ import annotations

from companion.devices import device
from companion.screens import ScreenRequest, ScreenView, screen_for
from companion.services import services
from companion.tables import LiveTable


def show(live: LiveTable, page: str, seat: int | None = None) -> ScreenView:
    """A page of this table for the device that asks, about to be drawn."""
    return screen_for(ScreenRequest(services(), live, device(), page, seat))
