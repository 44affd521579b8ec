"""A whole four-player game, move by move, as it really happens at a table in KEY_MOMENTS mode."""

from __future__ import annotations

from scoring.royals.epoch import EndEpoch, EndTurn
from scoring.royals.titles import ConfirmTitles
from tests.royals.play import Play, game

ANNA, BEN, CARLA, DAVID = range(4)

# The positions taken in each turn, by epoch. Twice a Duke is taken and taken back within an epoch.
TURNS = (
    (
        (ANNA, "France.1.a", "German-States.2.a"),
        (BEN, "Britain.1.a", "Spain.2.a"),
        (CARLA, "France.2.a", "France.1.b"),
        (DAVID, "German-States.1.b", "Spain.3.b"),
        (ANNA, "Britain.2.a"),
        (BEN, "France.3.a"),
        (CARLA, "Spain.2.b"),
        (DAVID, "German-States.3.b"),
    ),
    (
        (ANNA, "Spain.1.a", "France.3.a"),
        (BEN, "German-States.1.a", "France.3.a"),
        (CARLA, "Britain.3.b", "Spain.4.b"),
        (DAVID, "France.4.b", "Britain.1.a"),
        (ANNA, "Britain.1.b"),
        (BEN,),
        (CARLA, "German-States.4.b"),
        (DAVID,),
    ),
    (
        (ANNA, "France.5.a", "Spain.2.a"),
        (BEN, "German-States.3.a", "Spain.2.a"),
        (CARLA, "Spain.4.a", "German-States.2.a"),
        (DAVID, "Spain.3.a", "France.2.b"),
        (ANNA, "Britain.3.a"),
        (BEN, "France.4.a"),
        (CARLA,),
        (DAVID, "German-States.2.b", "German-States.4.a"),
    ),
)


def scripted() -> Play:
    """Returns the game with every move tracked to the last marker."""
    play = game(4)
    for epoch in TURNS:
        for turn in epoch:
            play.take(*turn[1:])
            play.act(EndEpoch() if turn is epoch[-1] else EndTurn())
        play.confirm()
    play.act(ConfirmTitles())
    return play
