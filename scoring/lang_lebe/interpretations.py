"""Interpretations of ambiguous rules in Lang lebe der König!"""

from __future__ import annotations

from scoring.interpretations import CORRECTIONS, IN_A_TURN, SCORING, THE_END, Interpretation
from scoring.words import T

INTERPRETATIONS: tuple[Interpretation, ...] = (
    Interpretation(
        IN_A_TURN,
        T(
            "You can enter each area only once per turn. The area where your figure started the turn doesn’t count as "
            "entered, so you can come back to it once by rolling to move on."
        ),
        "nl 219",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "Herald only checks the neighbours that the rules name, those of Wigemor and Sarisberie. The other "
            "borders and the sea routes are on the board, so check those yourselves."
        ),
        "nl 78, 84, 217",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "To enter another player’s area, you need two cards: one to stake and one to keep. The table can choose "
            "that one card is enough."
        ),
        "nl 220",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "The free courtier comes first, then extra rolls; you can also skip it. Any card can be used to roll to "
            "move on, multiplied as for courtiers."
        ),
        "nl 88, 106, 140, 221",
    ),
    Interpretation(
        IN_A_TURN,
        T("In a dispute, a player without cards rolls no dice, but their pieces still count."),
        "nl 120-138",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "Dice in a dispute can be entered in any order, since nothing depends on it. The winner can place "
            "courtiers before or after banishing a figure."
        ),
        "nl 124, 132, 140-150",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "Only those tied for first roll again, with the same cards and the same points for pieces, until "
            "the tie is broken."
        ),
        "nl 230",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "Only the 1s in a player’s last roll count. Their cards come back at the end of the turn, after any extra "
            "rolls."
        ),
        "nl 140, 152-156",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "The winner sends a banished figure to an area with that player’s courtiers. If there isn’t one, it goes "
            "to any empty area, or failing that, back where it came from. It never stays in the disputed area."
        ),
        "nl 142",
    ),
    Interpretation(
        SCORING,
        T(
            "Ties for a rank are broken by cards in hand, then by one roll of five dice each; tied totals roll again. "
            "Herald says who has more cards, but never how many."
        ),
        "nl 185, 240-244",
    ),
    Interpretation(
        SCORING,
        T(
            "The bonus table ends at 15, and no one goes beyond it. If there are too few cards to deal everyone one, "
            "play continues, and the next turn ends in an election again."
        ),
        "nl 162, 177-187",
    ),
    Interpretation(
        THE_END,
        T(
            "Ties for the crown among players who reach the target are broken by area votes (after losing any third), "
            "then by cards, then by dice. The places behind the king go by total votes."
        ),
        "nl 203-205, 244, 248",
    ),
    Interpretation(
        CORRECTIONS,
        T(
            "A printed value corrected after the crowning counts right away and can crown another player. If no one "
            "has enough votes any more, or if dice would have to decide, the crown stays where it is until the table "
            "goes back with Undo."
        ),
        "nl 203",
    ),
)
