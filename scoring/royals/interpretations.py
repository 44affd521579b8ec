"""Interpretations of Royals rules where the text is ambiguous."""

from __future__ import annotations

from scoring.interpretations import CORRECTIONS, IN_A_TURN, SCORING, THE_END, Interpretation
from scoring.words import T

INTERPRETATIONS: tuple[Interpretation, ...] = (
    Interpretation(
        IN_A_TURN,
        T(
            "Each colour has 36 or 46 cubes, and your cubes may be a different colour from your seat in Herald. When "
            "they run out, Herald only warns you."
        ),
        "de 53, 157",
    ),
    Interpretation(
        IN_A_TURN,
        T("If one move earns several bonuses, they come in this order: city, country, noble house."),
        "de 223-241",
    ),
    Interpretation(
        SCORING,
        T(
            "An epoch ends at the end of a turn, never in the middle: one tap ends both. If nothing has happened this "
            "turn yet, Herald asks whether the epoch ended with the previous turn."
        ),
        "de 245",
    ),
    Interpretation(
        SCORING,
        T(
            "In each country, influence decides, then the highest title held there now, then the highest bonus among "
            "the cities where that exact title is held. The player who loses the tie for the first marker takes the "
            "second."
        ),
        "de 253-257",
    ),
    Interpretation(
        SCORING,
        T(
            "If it’s still a tie, Herald asks the table. Players without influence don’t get a marker; if no one has "
            "any, both markers leave the game."
        ),
        "de 253-259",
    ),
    Interpretation(
        SCORING,
        T(
            "The rulebook names noble house markers of 16 and 12. Herald assumes the third is the lowest. Its value "
            "comes from your copy, or from what its owner adds up."
        ),
        "de 81, 239",
    ),
    Interpretation(
        THE_END,
        T(
            "Titles without cubes score nothing. In a tie at the end, half a portrait counts as a marker worth half "
            "the points."
        ),
        "de 271-281",
    ),
    Interpretation(
        THE_END,
        T(
            "If markers were only entered as totals, Herald asks for the highest single marker when it decides a tie "
            "for first place. Ties further down stay tied."
        ),
        "de 281",
    ),
    Interpretation(
        THE_END,
        T(
            "If only one player has a cube on every title at the end, that player has the highest noble house marker: "
            "no one else can have been first."
        ),
        "de 239",
    ),
    Interpretation(
        CORRECTIONS,
        T("If a correction adds a missing cube, it also awards any bonus that was missed."),
        "de 223-241",
    ),
    Interpretation(
        CORRECTIONS,
        T(
            "If a position turns out to be another player’s, it counts as theirs from the start. If it was a takeover "
            "no one entered, the marker stays with the player who lost the position. Other markers stay where they "
            "are, and Herald tells you."
        ),
        "de 181-201, 223-233",
    ),
    Interpretation(
        CORRECTIONS,
        T(
            "If everyone entered their influence and someone was wrong, the markers go to the players who are ahead "
            "now. If that makes a tie, they stay where they are, and Herald tells you."
        ),
        "de 253-259",
    ),
)
