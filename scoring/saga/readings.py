"""How Herald reads the rules of Saga where the text is open."""

from __future__ import annotations

from scoring.readings import IN_A_TURN, PUT_RIGHT, THE_END, Reading
from scoring.words import T

READINGS: tuple[Reading, ...] = (
    Reading(
        IN_A_TURN,
        T("Defence +1 and −1 change what it takes to conquer a land, not what its army is worth at the end."),
        "nl 262-274",
    ),
    Reading(
        IN_A_TURN,
        T(
            "You cannot conquer a land from yourself: an army against your own land waits, and takes it as soon"
            " as somebody else holds it with a weaker army."
        ),
        "nl 148-181",
    ),
    Reading(
        IN_A_TURN,
        T(
            "If the strongest attackers are equal, the land stays where it is until one of them is strictly "
            "strongest. If two armies of one player are equal, that player says which takes the land."
        ),
        "nl 255",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A land is taken at once; or, if the table chooses so, only when the attacker wants it, in a turn "
            "of their own after playing. Then an army only has to be stronger than the defence: stronger armies that "
            "wait do not count. Two equal strongest armies of two players still block each other."
        ),
        "nl 97, 103, 150, 255",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A land that has been used is turned round and keeps its side up; or, if the table chooses so, it "
            "is turned over and its other side counts. Whoever takes it turns it back."
        ),
        "nl 241, 294",
    ),
    Reading(
        IN_A_TURN,
        T(
            "An army stays against its land even if its first knight is taken back; without knights it is gone."
            " A land whose last defender is taken back stays with its holder, with a defence of 0."
        ),
        "nl 125, 245-260",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A face-down knight counts 0 until it is turned up: in a later turn of its owner, or when its army "
            "takes a land. Turning it up is an action, so no fame can be taken after it. It may be taken back "
            "unseen."
        ),
        "nl 247, 283-295",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A knight can be taken back before or after playing. Whoever takes a land because of it gets the "
            "free knight of that land as well."
        ),
        "nl 245-260, 278",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A free knight without cost: play stops until the conqueror has taken one or declined. A conquest "
            "with the last knight of a hand brings none, because it ends the game."
        ),
        "nl 195, 276-281",
    ),
    Reading(
        THE_END,
        T(
            "A knight is added before anything is counted. Two fame from everybody: whoever has less pays what "
            "they have. An army that counts 15 counts exactly 15."
        ),
        "nl 321-336",
    ),
    Reading(
        THE_END,
        T(
            "The last knight of a hand ends the game even if Herald believes there are more. A tie for the win "
            "is shared: the rules name no tie-break."
        ),
        "nl 194-196, 226",
    ),
    Reading(
        PUT_RIGHT,
        T(
            "A set is worth 30, so Herald knows what the rest of a hand can be. Another knight may still be "
            "played: then it, or an earlier one, was entered wrongly, and Herald tells the table."
        ),
        "nl 38-42",
    ),
    Reading(
        PUT_RIGHT,
        T(
            "Once you have told Herald what your hand is worth, that is what counts. If the first knight of an "
            "army was entered wrongly, the army is against the land of the right one."
        ),
        "nl 125, 205",
    ),
)
