"""Sheets for tests."""

from __future__ import annotations

EVERYTHING = """\
{"herald": "sheet 1", "title": "Everything", "players": [2, 9], "rounds": 2, "tie_breaks": ["points"],
 "ends": [
  {"row": "storm", "at": 3, "text": "The storm is here.", "now": true}],
 "rows": [
  {"id": "points", "label": "Points", "kind": "points", "when": "each-round", "min": -99, "max": 99},
  {"id": "bays", "label": "Bays", "kind": "majority", "when": "each-round", "ties": "table", "areas": [["Reed Bay", [8, 4]], ["Gull Point", [6, 3, 1]]]},
  {"id": "crown", "label": "Crown", "kind": "holder", "when": "each-round", "points": 3},
  {"id": "lamps", "label": "Lamps", "kind": "count", "each": 3, "max": 12, "private": true},
  {"id": "promise", "label": "Promise", "kind": "pick", "options": [["Kept", 4], ["Broken", -2]]},
  {"id": "course", "label": "Course", "kind": "track", "max": 20, "marks": [[3, 2, "Wreath"], [10, 4, "Laurel"]], "first_only": true},
  {"id": "storm", "label": "Storm", "kind": "track", "owner": "table", "max": 3},
  {"id": "coins", "label": "Coins", "kind": "track", "start": 20, "private": true, "worth": []},
  {"id": "change", "label": "Change", "kind": "formula", "expression": "floor(coins / 5) + lamps"}],
 "tools": [
  {"id": "bid", "button": "Bid", "kind": "number", "question": "What’s your bid?", "max": "coins", "reveal": "winner-last", "wins": "highest", "ties": "table", "pays": "winner", "purse": "coins"},
  {"id": "vote", "button": "Vote", "kind": "vote", "question": "Shall we sail?", "abstain": true},
  {"id": "watch", "button": "Watch", "kind": "choice", "question": "Row or drift?", "options": ["Row", "Drift"], "who": "chosen", "reveal": "counts"},
  {"id": "orders", "button": "Orders", "kind": "choice", "question": "Which two?", "options": ["Reed Bay", "Gull Point", "Salt Flats"], "min": 2, "max": 2, "reveal": "in-turn"},
  {"id": "dice", "button": "Roll", "kind": "dice", "count": 2},
  {"id": "first", "button": "First player", "kind": "first-player"},
  {"id": "timer", "button": "One minute", "kind": "timer"}]}
"""  # noqa: E501
