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
            "Nobody conquers a land from themselves: an army against one's own land waits, and takes it as soon "
            "as somebody else holds it with a weaker army."
        ),
        "nl 148-181",
    ),
    Reading(
        IN_A_TURN,
        T(
            "Equal strongest attackers: the land stays until one of them is strictly strongest. Of two equal "
            "armies of one player, the player says which takes the land."
        ),
        "nl 255",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A land is taken at once; or, if the table chooses so, only when its attacker wants it, on their own "
            "turn after playing."
        ),
        "nl 97, 150",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A land that is used once is turned round and keeps its side; or, if the table chooses so, it is "
            "turned over and its other side counts. Whoever takes it turns it back."
        ),
        "nl 241, 294",
    ),
    Reading(
        IN_A_TURN,
        T(
            "An army keeps its land for good, also when its first knight is taken back; without knights it is "
            "gone. A land whose last defender is taken back stays with its holder, with a defence of 0."
        ),
        "nl 125, 245-260",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A face-down knight counts 0 until it is turned: in a later turn of its owner, or when its army takes a "
            "land. Turning it is an action, so fame is lost after it; it may be taken back unseen."
        ),
        "nl 247, 283-295",
    ),
    Reading(
        IN_A_TURN,
        T(
            "Taking a knight back is possible before or after playing. Who takes a land because of it gets the "
            "free knight of that land, too."
        ),
        "nl 245-260, 278",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A free knight without cost: play stops until the conqueror has taken one or none. The conquest of "
            "the last knight of a hand brings none, because it ends the game."
        ),
        "nl 195, 276-281",
    ),
    Reading(
        THE_END,
        T(
            "A knight is added before anything is counted. Two fame from everybody: whoever has less pays that. An "
            "army that counts 15 counts exactly that."
        ),
        "nl 321-336",
    ),
    Reading(
        THE_END,
        T(
            "The last knight of a hand ends the game also when Herald believes in more. Ties for the win are "
            "shared: the rules name no tie-break."
        ),
        "nl 194-196, 226",
    ),
    Reading(
        PUT_RIGHT,
        T(
            "A set is worth 30, so Herald knows what the rest of a hand can be. Another knight can be played all "
            "the same: it, or one before it, was entered wrongly, and the table is told."
        ),
        "nl 38-42",
    ),
    Reading(
        PUT_RIGHT,
        T(
            "A hand is worth what its owner says it is. An army whose first knight was entered wrongly is "
            "against the land of the right one."
        ),
        "nl 125, 205",
    ),
)
