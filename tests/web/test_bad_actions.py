"""Malformed actions return 400, illegal ones 422 with the reason; neither changes anything."""

from __future__ import annotations

import pytest

from scoring.words import render
from tests.actors import HTMX, Evening
from tests.web.scenes import notice, sentence

NOT_A_FORM = "That request didn’t come from Herald. Reload the page and try again."
RIGHT = {"action_name": "seal-stake", "seat": "0", "seq": "999", "page": "me", "x1": "1"}


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    "wrong",
    [
        {"action_name": ""},
        {"action_name": "no-such-ask"},
        {"action_name": "SealStake"},
        {"action_name": "undone"},
        {"seq": ""},
        {"seq": "x"},
        {"seq": "-1"},
        {"seq": "1.0"},
        {"seq": "1e3"},
        {"seq": " 1"},
        {"seq": "9" * 10},
        {"seat": "x"},
        {"seat": "-1"},
        {"x1": "one"},
        {"x1": "1.5"},
        {"x1": "9" * 7},
        {"x4": "1"},
        {"self": "1"},
        {"action_name": "end-turn"},
        {"action_name": "undo"},
        {"page": "curtain", "seat": ""},
    ],
    ids=str,
)
def test_malformed_action_is_a_400_with_a_text(unmoved: Evening, wrong: dict[str, str], htmx: bool) -> None:
    url = f"/t/{unmoved.laptop.code}/actions"
    response = unmoved.phones[0].post(url, {**RIGHT, **wrong}, headers=HTMX if htmx else {})
    assert (response.status_code, sentence(response)) == (400, NOT_A_FORM)
    assert ("<html" in response.text) is not htmx


@pytest.mark.parametrize("missing", ["action_name", "seq"])
def test_action_without_its_envelope_is_a_400(unmoved: Evening, missing: str) -> None:
    form = {key: value for key, value in RIGHT.items() if key != missing}
    response = unmoved.phones[0].post(f"/t/{unmoved.laptop.code}/actions", form)
    assert (response.status_code, sentence(response)) == (400, NOT_A_FORM)


UNDER_WAY = "The game has started, so seats and options can’t be changed."
STAKE = "Stake one to five cards."


@pytest.mark.parametrize(
    ("action", "values", "says", "rule"),
    [
        ("seal-stake", {"x1": "0"}, STAKE, "nl 122"),
        ("seal-stake", {"x1": "6"}, STAKE, "nl 122"),
        ("seal-stake", {"x3": "2"}, "You can only stake cards you hold.", "nl 122"),
        ("seal-stake", {"x1": "-1"}, "You can only stake cards you hold.", "nl 122"),
        ("end-turn", {}, "Finish the dispute first: everyone stakes cards and rolls.", "nl 120"),
        ("stay", {}, "Settle the dispute first.", "nl 120"),
        ("roll-dice", {"dice": "7"}, "There’s nothing to roll for right now.", "nl 124"),
        ("end-turn", {"seat": "9"}, "Choose which seat this is for.", ""),
        ("end-turn", {"seat": ""}, "Choose which seat this is for.", ""),
        ("start-game", {}, UNDER_WAY, ""),
        ("leave-seat", {"number": "0"}, UNDER_WAY, ""),
        ("take-seat", {"name": "Eva", "colour": "white"}, UNDER_WAY, ""),
        ("choose-option", {"option": "dice", "value": "herald"}, UNDER_WAY, ""),
        ("change-seat", {"number": "9", "name": "A", "colour": "red"}, "That seat isn’t at this table.", ""),
        ("enter-printed-value", {"field": "votes.Mars", "value": "3"}, "That value isn’t possible here.", ""),
        ("undo", {"to": "999999"}, "There’s nothing left to undo there.", ""),
    ],
)
def test_refusal_gives_the_reason_and_the_rule(
    unmoved: Evening, action: str, values: dict[str, str], says: str, rule: str
) -> None:
    form = {"action_name": action, "seat": "0", "seq": "999", "page": "me", **values}
    response = unmoved.phones[0].post(f"/t/{unmoved.laptop.code}/actions", form, headers=HTMX)
    assert response.status_code == 422
    assert notice(response).startswith(says)
    cited = render(unmoved.projection.table.game.cite(rule, "en"), ())
    assert (f'<small class="rule">{cited}</small>' in response.text) is bool(rule)
