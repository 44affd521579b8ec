"""How Herald reads the rules of Royals where the text is open."""

from __future__ import annotations

from scoring.readings import IN_A_TURN, PUT_RIGHT, SCORING, THE_END, Reading
from scoring.words import T

READINGS: tuple[Reading, ...] = (
    Reading(
        IN_A_TURN,
        T(
            "A colour has 36 or 46 cubes, and the cubes on the table may be of a different colour from the seat"
            " in Herald. So when they run out, Herald only warns."
        ),
        "de 53, 157",
    ),
    Reading(
        IN_A_TURN,
        T("Several bonuses from one move come in the order city, country, noble house."),
        "de 223-241",
    ),
    Reading(
        SCORING,
        T(
            "An epoch ends with a turn, never in the middle of one: one tap ends both. If nothing has been done"
            " in the turn yet, Herald asks whether the epoch was over with the turn before."
        ),
        "de 245",
    ),
    Reading(
        SCORING,
        T(
            "In a country influence decides, then the highest title held there now, then the highest bonus "
            "among the cities where exactly that title is held. Whoever loses the tie for the first marker "
            "takes the second."
        ),
        "de 253-257",
    ),
    Reading(
        SCORING,
        T(
            "If it is still a tie, Herald asks the table. Without influence nobody gets a marker; if nobody has"
            " any, both leave the game."
        ),
        "de 253-259",
    ),
    Reading(
        SCORING,
        T(
            "The rulebook names noble house markers of 16 and 12. Herald takes the third for the lowest; what it is "
            "worth is read off your box, or counts as its owner adds it up."
        ),
        "de 81, 239",
    ),
    Reading(
        THE_END,
        T("Titles without cubes score nothing. In a final tie, half a portrait counts as a marker of half its value."),
        "de 271-281",
    ),
    Reading(
        THE_END,
        T(
            "Where markers were only added up, Herald asks for the highest single one if a tie for first place "
            "depends on it; ties further down remain."
        ),
        "de 281",
    ),
    Reading(
        THE_END,
        T(
            "If only one player has a cube on every title at the end, that player has the highest noble house "
            "marker: nobody else can have been first."
        ),
        "de 239",
    ),
    Reading(
        PUT_RIGHT,
        T("A correction that brings a cube to light also brings the bonus that was missed."),
        "de 223-241",
    ),
    Reading(
        PUT_RIGHT,
        T(
            "A position that turns out to be another player's was so from the start. If it was a take-over that"
            " nobody had entered, the marker stays with the loser. Other markers stay where they are, and "
            "Herald tells the table."
        ),
        "de 181-201, 223-233",
    ),
    Reading(
        PUT_RIGHT,
        T(
            "Where everybody has said how much influence they have and somebody was wrong, the markers go to whoever "
            "is ahead now. If that makes a tie, they stay where they are, and Herald tells the table."
        ),
        "de 253-259",
    ),
)
