"""How Herald reads the rules of Royals where the text is open."""

from __future__ import annotations

from scoring.readings import IN_A_TURN, PUT_RIGHT, SCORING, THE_END, Reading
from scoring.words import T

READINGS: tuple[Reading, ...] = (
    Reading(
        IN_A_TURN,
        T(
            "A colour has 36 or 46 cubes, and the cubes on the table may be of another colour than the seat has "
            "in Herald. So Herald warns when they are used up and goes on."
        ),
        "de 53, 157",
    ),
    Reading(
        IN_A_TURN,
        T("Bonuses of one move come in the order city, country, noble house."),
        "de 223-241",
    ),
    Reading(
        SCORING,
        T(
            "An epoch ends with a turn, never within one: one tap ends both. As long as nothing was done in a "
            "turn, that tap asks whether the epoch was over with the turn before."
        ),
        "de 245",
    ),
    Reading(
        SCORING,
        T(
            "In a country: influence, then the highest title held there now, then the highest bonus among the "
            "cities where exactly that title is held. Whoever loses the tie for the first marker takes the second."
        ),
        "de 253-257",
    ),
    Reading(
        SCORING,
        T(
            "A tie that survives all that: the table is asked. Without influence nobody gets a marker; if nobody "
            "has any, both leave the game."
        ),
        "de 253-259",
    ),
    Reading(
        THE_END,
        T("Titles without cubes score nothing. In a final tie half a portrait is a marker of its half value."),
        "de 271-281",
    ),
    Reading(
        THE_END,
        T(
            "Where markers were only added up, the highest single one is asked for if a tie for the first place "
            "rests on it; ties further down stay ties."
        ),
        "de 281",
    ),
    Reading(
        THE_END,
        T(
            "Whoever alone has a cube on every title in the end has the highest noble house marker: nobody can have "
            "been first."
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
            "A position that turns out to be another seat's was so from the start; if it was a take-over that "
            "nobody had entered, the marker stays with the loser. Other markers stay where they lie, and the "
            "table is told."
        ),
        "de 181-201, 223-233",
    ),
)
