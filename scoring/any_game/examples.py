"""Three sheets of our own, and the blank one that a table without a sheet starts with."""

from __future__ import annotations

import json
from collections.abc import Callable

from scoring.words import T, Text

TIDEWATER = """\
{"herald": "sheet 1", "title": "Tidewater", "players": [2, 9], "rounds": 3, "round_name": "Season", "tie_breaks": ["boats"],
 "rows": [
  {"id": "bays", "label": "Bays", "kind": "majority", "when": "each-round", "ties": "lower", "max": 9, "areas": [["Reed Bay", [8, 4, 2]], ["Gull Point", [8, 4, 2]], ["Salt Flats", [6, 3]], ["Old Weir", [6, 3]], ["The Narrows", [10, 5]]]},
  {"id": "harbour", "label": "Harbour master", "kind": "holder", "when": "each-round", "points": 3},
  {"id": "charts", "label": "Charts", "kind": "scale", "steps": [[1, 1], [2, 3], [3, 6], [4, 10]], "max": 9},
  {"id": "boats", "label": "Boats left", "kind": "count", "max": 12}],
 "tools": [
  {"id": "orders", "button": "Give orders", "kind": "choice", "question": "Which two bays do you sail to?", "options": ["Reed Bay", "Gull Point", "Salt Flats", "Old Weir", "The Narrows"], "min": 2, "max": 2, "reveal": "in-turn"},
  {"id": "first", "button": "Who goes first?", "kind": "first-player"}]}
"""  # noqa: E501

LANTERN_MARKET = """\
{"herald": "sheet 1", "title": "Lantern Market", "players": [3, 6], "rounds": 12, "round_name": "Lot", "tie_breaks": ["coins", "-lamps"], "open_scores": false,
 "rows": [
  {"id": "coins", "label": "Coins", "kind": "track", "start": 40, "private": true, "worth": []},
  {"id": "lamps", "label": "Lamps", "kind": "count", "each": 3, "max": 12},
  {"id": "silk", "label": "Silk", "kind": "scale", "steps": [[1, 1], [2, 4], [3, 9], [4, 16]], "more": 7, "max": 12},
  {"id": "glass", "label": "Glass", "kind": "count", "each": 2, "max": 12},
  {"id": "most_glass", "label": "Most glass", "kind": "majority", "over": "glass", "prizes": [6, 3], "at_least": 2},
  {"id": "change", "label": "1 point per 5 coins", "kind": "formula", "expression": "floor(coins / 5)"},
  {"id": "debt", "label": "Broken promises", "kind": "count", "each": -4, "max": 9}],
 "tools": [
  {"id": "bid", "button": "Bid for the lot", "kind": "number", "question": "What’s your bid?", "max": "coins", "reveal": "winner-last", "wins": "highest", "ties": "again", "then": "order", "pays": "winner", "purse": "coins", "ends_round": true}]}
"""  # noqa: E501

NIGHT_FERRY = """\
{"herald": "sheet 1", "title": "The Night Ferry", "players": [5, 9], "rounds": 7, "round_name": "Crossing", "wins": "table",
 "ends": [
  {"row": "storm", "at": 3, "text": "The ferry is lost.", "now": true},
  {"row": "lights", "at": 4, "text": "The ferry is home.", "now": true}],
 "rows": [
  {"id": "lights", "label": "Lights", "kind": "track", "owner": "table", "max": 4},
  {"id": "storm", "label": "Storm", "kind": "track", "owner": "table", "max": 3, "marks": [[2, "The captain looks at one card now."]]}],
 "tools": [
  {"id": "crew", "button": "Vote on the crew", "kind": "vote", "question": "Should this crew sail?", "options": ["Sail", "Stay"]},
  {"id": "watch", "button": "The crew rows", "kind": "choice", "question": "What do you do tonight?", "options": ["Row", "Drift"], "who": "chosen", "reveal": "counts", "ends_round": true},
  {"id": "talk", "button": "Three minutes", "kind": "timer", "seconds": 180}]}
"""  # noqa: E501

EXAMPLES = {"tidewater": TIDEWATER, "lantern-market": LANTERN_MARKET, "night-ferry": NIGHT_FERRY}
# A sheet that is made before the game.
NEW = '{"herald": "sheet 1", "title": "Any game", "players": [2, 9]}'
BLANK = """\
{"herald": "sheet 1", "title": "Any game", "players": [2, 9],
 "rows": [
  {"id": "points", "kind": "points", "label": "Points", "when": "each-round", "min": -999}],
 "tools": [
  {"id": "bid", "button": "Secret number", "kind": "number", "wins": "highest"},
  {"id": "vote", "button": "Vote", "kind": "vote", "options": ["Yes", "No"]},
  {"id": "dice", "button": "Roll the dice", "kind": "dice", "count": 2},
  {"id": "first", "button": "Who goes first?", "kind": "first-player"},
  {"id": "timer", "button": "One minute", "kind": "timer"}]}
"""
# Herald's own words on the blank sheet.
BLANK_WORDS = (
    T("Points"),
    T("Secret number"),
    T("Vote"),
    T("Yes"),
    T("No"),
    T("Roll the dice"),
    T("Who goes first?"),
    T("One minute"),
)


def blank(say: Callable[[Text], str]) -> str:
    """Returns the blank sheet in the words of a language."""
    text = BLANK
    for word in BLANK_WORDS:
        text = text.replace(f'"{word.message}"', json.dumps(say(word), ensure_ascii=False))
    return text
