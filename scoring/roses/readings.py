"""How Herald reads the rules of Wars of the Roses where the text is open."""

from __future__ import annotations

from scoring.readings import IN_A_TURN, PUT_RIGHT, SCORING, THE_END, Reading
from scoring.words import T

READINGS: tuple[Reading, ...] = (
    Reading(
        IN_A_TURN,
        T(
            "French aid is asked for openly, in turn order, after the income is paid and before anybody plans. "
            "Whoever could get nothing is not asked."
        ),
        "nl 255-259",
    ),
    Reading(
        IN_A_TURN,
        T(
            "With two or three players cards are picked as with four: there and back in round 1, straight "
            "through after that. If the pile has fewer mercenaries than the card says, you get what is there."
        ),
        "nl 217-226, 242, 544-550",
    ),
    Reading(
        IN_A_TURN,
        T(
            "All orders are judged on the board as it stands when the screens are lifted. The Captain of Calais"
            " does not count as presence."
        ),
        "nl 312-316, 374, 393, 505",
    ),
    Reading(
        IN_A_TURN,
        T(
            "What could not be laid on a planning board is refused at once. What the rules allow to come to "
            "nothing is dropped at the reveal and costs nothing; mercenaries of such an order stay with their "
            "owner."
        ),
        "nl 393",
    ),
    Reading(
        IN_A_TURN,
        T(
            "When money runs short, what cannot be paid for is skipped and the next thing is tried; troops are "
            "bought one by one. A person counts in the area where they stand before this round's moves."
        ),
        "nl 380-389",
    ),
    Reading(
        IN_A_TURN,
        T(
            "Two nobles of the same value in the same area, and money for one: the one that comes first on the box "
            "sheet is paid."
        ),
        "nl 387",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A player's bribes and battles follow the order of the influence table, then the order in which "
            "areas are scored."
        ),
        "nl 411, 427-429, 451, 475",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A garrison comes out only in the first battle for a location. A location that has become neutral "
            "is taken without a fight by a later attacker in the same phase."
        ),
        "nl 427-429",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A garrison comes from its owner's 20 troop counters, but always in full: if they run out, anything marks "
            "the rest. Nobody can decline it."
        ),
        "nl 427",
    ),
    Reading(
        SCORING,
        T("Whoever is alone in an area takes only the first prize. Without control points nobody gets anything."),
        "nl 449-451",
    ),
    Reading(
        SCORING,
        T(
            "Votes: an area where nobody is present has none, and ships or the Captain of Calais alone are not "
            "presence. The table may choose that they do bring the votes; tables opened before there was a "
            "choice count that way."
        ),
        "nl 312, 469, 536",
    ),
    Reading(
        SCORING,
        T(
            "If the houses are equal in everything, the area goes to the house of the player furthest left who "
            "has points there. If both houses have equal votes, there is no King and nobody gets 5."
        ),
        "nl 108, 469, 477",
    ),
    Reading(
        SCORING,
        T(
            "Awards are checked after every single change of ownership. A rose that is off the board comes back"
            " when its area has votes again."
        ),
        "nl 469, 485-501",
    ),
    Reading(
        THE_END,
        T(
            "A final tie is broken by the Kings of the house, then by the influence table over all pieces; if "
            "that is equal too, the victory is shared."
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
            "Where the last parliament is in the points already, tied leaders are told apart by the Kings of their "
            "house and then by their pieces, which stay as they were. A tie behind them stays open if nobody enters "
            "what breaks it."
        ),
        "nl 528",
    ),
    Reading(
        PUT_RIGHT,
        T(
            "Income that was read wrongly is made good for every payday since the card was taken. Nobody gives "
            "back more than they have, and a purse that its owner has counted since stays as it is."
        ),
        "nl 255",
    ),
    Reading(
        PUT_RIGHT,
        T(
            "A printed number put right while plans are being carried out counts from the next plan on. In "
            "parliament, nobles and cathedrals stay as confirmed until the round is over; prizes count at once,"
            " in earlier rounds too."
        ),
        "nl 374, 445, 451",
    ),
    Reading(
        PUT_RIGHT,
        T(
            "A house or a past King that is put right takes its points along. Votes that the table sets count "
            "for that parliament only."
        ),
        "nl 146, 469, 477",
    ),
)
