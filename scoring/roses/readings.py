"""How Herald reads the rules of Wars of the Roses where the text is open."""

from __future__ import annotations

from scoring.readings import IN_A_TURN, PUT_RIGHT, SCORING, THE_END, Reading
from scoring.words import T

READINGS: tuple[Reading, ...] = (
    Reading(
        IN_A_TURN,
        T(
            "French aid is asked for openly, in turn order, when the income is paid and before anybody plans. "
            "Nobody is asked who could get nothing."
        ),
        "nl 255-259",
    ),
    Reading(
        IN_A_TURN,
        T(
            "With two or three players cards are picked as with four: forth and back in round 1, straight on "
            "later. Fewer mercenaries in the pile than the card says: those that are there."
        ),
        "nl 217-226, 242, 544-550",
    ),
    Reading(
        IN_A_TURN,
        T(
            "All orders are judged on the board as it stands when the screens are lifted. The Captain of Calais "
            "is no presence."
        ),
        "nl 312-316, 374, 393, 505",
    ),
    Reading(
        IN_A_TURN,
        T(
            "What nobody could lay on a planning board is refused at once. What the rules let happen is dropped "
            "at the reveal and costs nothing; mercenaries of such an order stay with their owner."
        ),
        "nl 393",
    ),
    Reading(
        IN_A_TURN,
        T(
            "Short of money: what cannot be paid is skipped and the next thing tried; troops are bought one by "
            "one. A person's area is where it stands before this round's moves."
        ),
        "nl 380-389",
    ),
    Reading(
        IN_A_TURN,
        T("Bribes and battles of one player go in the order of the influence table, then areas as they are scored."),
        "nl 411, 427-429, 451, 475",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A garrison comes out in the first battle on a location only. A location gone neutral is taken by a "
            "later attacker of the same phase without a fight."
        ),
        "nl 427-429",
    ),
    Reading(
        SCORING,
        T("Whoever is alone in an area takes the first prize only. Without control points nobody gets any."),
        "nl 449-451",
    ),
    Reading(
        SCORING,
        T(
            "Votes: an area where nobody is present has none, and ships or the Captain of Calais alone are no "
            "presence. A table may choose that they bring the votes; tables opened before there was a choice "
            "count so."
        ),
        "nl 312, 469, 536",
    ),
    Reading(
        SCORING,
        T(
            "Houses equal in everything: the one of the player furthest left who has points there. Equal votes of"
            " both houses: no King, and nobody gets 5."
        ),
        "nl 108, 469, 477",
    ),
    Reading(
        SCORING,
        T(
            "Awards are looked at after every single change of ownership. A rose that is off the board comes back"
            " when its area has votes again."
        ),
        "nl 469, 485-501",
    ),
    Reading(
        THE_END,
        T(
            "A final tie: points, Kings of the house, then the influence table over all pieces; equal then: the "
            "victory is shared."
        ),
        "nl 528",
    ),
    Reading(
        THE_END,
        T(
            "Just counting the end: the last round's turn order follows from the points before its parliament, and an "
            "award lies with whoever has most. Only among equals the table says who is further left, or whose the "
            "tile is."
        ),
        "nl 190, 489",
    ),
    Reading(
        THE_END,
        T(
            "Where the last parliament is in the points already, equals are told apart by the Kings of their house and"
            " by the pieces on the board, which stay as they were."
        ),
        "nl 528",
    ),
    Reading(
        PUT_RIGHT,
        T(
            "Income that was read wrongly is made good for every payday since the card was taken. Nobody gives "
            "back more than there is, and a purse that its owner has counted since stays as it is."
        ),
        "nl 255",
    ),
    Reading(
        PUT_RIGHT,
        T(
            "A printed number put right while plans are carried out counts from the next plan on. In parliament "
            "nobles and cathedrals stay as confirmed until the round is over; prizes count at once, in earlier "
            "rounds too."
        ),
        "nl 374, 445, 451",
    ),
    Reading(
        PUT_RIGHT,
        T(
            "A house or a past King that is put right takes its points along. Votes that the table says count for"
            " that parliament only."
        ),
        "nl 146, 469, 477",
    ),
)
