"""Interpretations of Wars of the Roses rules where the text is ambiguous."""

from __future__ import annotations

from scoring.interpretations import CORRECTIONS, IN_A_TURN, SCORING, THE_END, Interpretation
from scoring.words import T

INTERPRETATIONS: tuple[Interpretation, ...] = (
    Interpretation(
        IN_A_TURN,
        T(
            "Players ask for French aid openly, in turn order, after income is paid and before planning. Players "
            "who’d get nothing aren’t asked."
        ),
        "nl 255-259",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "With two or three players, you pick cards as with four: in turn order and back again in round 1, just in "
            "turn order after that. If the pile has fewer mercenaries than the card says, you get what’s left."
        ),
        "nl 217-226, 242, 544-550",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "All orders are checked against the board as it is at the reveal. The Captain of Calais doesn’t count as "
            "presence."
        ),
        "nl 312-316, 374, 393, 505",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "Orders you couldn’t place on a planning board are refused right away. Orders that the rules allow but "
            "don’t carry out are dropped at the reveal and cost nothing; their mercenaries stay with their owner."
        ),
        "nl 393",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "When money runs short, anything you can’t pay for is skipped and the next thing is tried; troops are "
            "bought one by one. A person counts in the area they were in before this round’s moves."
        ),
        "nl 380-389",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "If two nobles in an area have the same value and you can only pay for one, you pay for the one listed "
            "first among the printed values."
        ),
        "nl 387",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "Each player’s bribes and battles are resolved in the order of the influence table, and equal pieces in "
            "the scoring order of their areas."
        ),
        "nl 411, 427-429, 451, 475",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "A garrison only fights in the first battle for a location. If a location turns neutral, a later attacker "
            "in the same phase takes it without a fight and can’t decline."
        ),
        "nl 427-429",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "A garrison comes from its owner’s 20 troop counters, but it’s always complete: if they run out, use "
            "anything to mark the rest. No one can decline it."
        ),
        "nl 427",
    ),
    Interpretation(
        SCORING,
        T("A player alone in an area only gets the first prize. Without control points, you get nothing."),
        "nl 449-451",
    ),
    Interpretation(
        SCORING,
        T(
            "Votes: an area with no one present has none, and ships or the Captain of Calais alone don’t count as "
            "presence. You can choose an option where they do give votes; tables opened before that option existed "
            "count that way."
        ),
        "nl 312, 469, 536",
    ),
    Interpretation(
        SCORING,
        T(
            "If the houses are tied on everything, the area goes to the house of the player furthest left in turn "
            "order who has points there. If the vote is tied, there’s no King and no one scores 5."
        ),
        "nl 108, 469, 477",
    ),
    Interpretation(
        SCORING,
        T(
            "Awards are checked after every change of ownership. A rose that’s off the board comes back when its area "
            "has votes again."
        ),
        "nl 469, 485-501",
    ),
    Interpretation(
        THE_END,
        T(
            "A tie at the end is broken by each house’s number of Kings, then by the influence table over all pieces. "
            "If that’s tied too, the victory is shared."
        ),
        "nl 528",
    ),
    Interpretation(
        THE_END,
        T(
            "Scoring a finished game: the last round’s turn order follows from the points before its parliament, and "
            "each award goes to the player with the most. Only for ties does the table say who’s further left or who "
            "has the tile."
        ),
        "nl 190, 489",
    ),
    Interpretation(
        THE_END,
        T(
            "If the last parliament is already in the points, a tie for the lead is broken by the Kings of each "
            "leader’s house, then by their pieces, which stay as they were. Other ties stay open if no one enters "
            "what breaks them."
        ),
        "nl 528",
    ),
    Interpretation(
        CORRECTIONS,
        T(
            "Income that was entered wrong is corrected for every payday since the card was taken. No one pays back "
            "more than they have, and a purse its owner has corrected since then stays as it is."
        ),
        "nl 255",
    ),
    Interpretation(
        CORRECTIONS,
        T(
            "A printed value corrected while plans are being carried out applies from the next plan on. In "
            "parliament, nobles and cathedrals stay as confirmed until the round is over; prizes change right away, "
            "in earlier rounds too."
        ),
        "nl 374, 445, 451",
    ),
    Interpretation(
        CORRECTIONS,
        T(
            "Correcting a house or a past King also changes the points. Correcting who gets an area’s votes only "
            "affects that parliament."
        ),
        "nl 146, 469, 477",
    ),
)
