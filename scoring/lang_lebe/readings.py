"""How Herald reads the rules of Lang lebe der König! where the text is open."""

from __future__ import annotations

from scoring.readings import IN_A_TURN, PUT_RIGHT, SCORING, THE_END, Reading
from scoring.words import T

READINGS: tuple[Reading, ...] = (
    Reading(
        IN_A_TURN,
        T(
            "An area once a turn: what is entered counts. Where the figure stood when the turn began was not "
            "entered, so it may come back there once, by rolling on."
        ),
        "nl 219",
    ),
    Reading(
        IN_A_TURN,
        T(
            "Neighbours: Herald holds you to those that the text prints, of Wigemor and Sarisberie. "
            "The rest of the map and the sea routes are on the board, and the table sees to them."
        ),
        "nl 78, 84, 217",
    ),
    Reading(
        IN_A_TURN,
        T(
            "Whoever enters somebody else's area must hold two cards, so that staking one leaves one. "
            "A table may choose that one card is enough."
        ),
        "nl 220",
    ),
    Reading(
        IN_A_TURN,
        T(
            "The free courtier comes first, extra rolls after it; it may be left out. A roll to move on may use "
            "any card, multiplied as for courtiers."
        ),
        "nl 88, 106, 140, 221",
    ),
    Reading(
        IN_A_TURN,
        T("In a dispute a seat without any card takes no dice; its pieces count."),
        "nl 120-138",
    ),
    Reading(
        IN_A_TURN,
        T(
            "Dice of a dispute are entered in any order, since nothing rests on it; the winner places courtiers "
            "before banishing a figure or after it."
        ),
        "nl 124, 132, 140-150",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A re-roll is for those equal at the top only, with the same cards and the same points for pieces, "
            "again while they are equal."
        ),
        "nl 230",
    ),
    Reading(
        IN_A_TURN,
        T(
            "Only the ones of a player's last roll count; the cards come back at the end of the turn, "
            "after extra rolls."
        ),
        "nl 140, 152-156",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A banished figure goes to an area with that player's courtiers, the winner's choice; if there is "
            "none, to any empty area; if there is none, back where it came from. It never stays in the disputed "
            "area."
        ),
        "nl 142",
    ),
    Reading(
        SCORING,
        T(
            "Ties for a rank: cards in hand, then one roll of five dice each; equal sums roll again. Herald says "
            "who has more cards, never how many."
        ),
        "nl 185, 240-244",
    ),
    Reading(
        SCORING,
        T(
            "The bonus table ends at 15: nobody goes further. Too few cards to deal one each: play goes on, and "
            "the next turn ends in an election again."
        ),
        "nl 162, 177-187",
    ),
    Reading(
        THE_END,
        T(
            "Ties for the crown: area votes after the third is taken off, then cards, then dice, among all who "
            "reach the target. Places after the king go by all votes."
        ),
        "nl 203-205, 244, 248",
    ),
    Reading(
        PUT_RIGHT,
        T(
            "A printed number put right after the crown is counted at once and may crown somebody else; if nobody"
            " has enough votes any more, the crown stays until the table goes back."
        ),
        "nl 203",
    ),
)
