"""Interpretations of Saga rules where the text is ambiguous."""

from __future__ import annotations

from scoring.interpretations import CORRECTIONS, IN_A_TURN, THE_END, Interpretation
from scoring.words import T

INTERPRETATIONS: tuple[Interpretation, ...] = (
    Interpretation(
        IN_A_TURN,
        T("Defence +1 and −1 change what it takes to conquer a land, not what its army is worth at the end."),
        "nl 262-274",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "You can’t conquer your own land. An army against it waits, and takes it as soon as another player holds "
            "it with a weaker army."
        ),
        "nl 148-181",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "If the strongest attackers are tied, the land stays where it is until one of them is strictly the "
            "strongest. If two armies of the same player are tied, that player chooses which one takes the land."
        ),
        "nl 255",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "A land is taken right away. Or, if you choose that option, only when the attacker wants it, on their own "
            "turn after playing. Then an army only has to be stronger than the defence: stronger armies that are "
            "waiting don’t count. If two players’ armies tie for strongest, they still block each other."
        ),
        "nl 97, 103, 150, 255",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "A used land is rotated and keeps the same side up. Or, if you choose that option, it’s flipped and its "
            "other side counts. The player who takes it turns it back."
        ),
        "nl 241, 294",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "An army stays against its land even if its first knight is taken back; with no knights left, it’s gone. "
            "If a land’s last defender is taken back, its holder keeps the land with a defence of 0."
        ),
        "nl 125, 245-260",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "A face-down knight counts as 0 until it’s turned face up: on a later turn of its owner, or when its army "
            "takes a land. Turning it face up is an action, so you can’t take fame afterwards. You may take it back "
            "unseen."
        ),
        "nl 247, 283-295",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "You can take a knight back before or after playing. A player who takes a land because of it also gets "
            "that land’s free knight."
        ),
        "nl 245-260, 278",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "Free knight at no cost: play pauses until the conqueror takes one or declines. Conquering with the last "
            "knight of a hand brings none, because that ends the game."
        ),
        "nl 195, 276-281",
    ),
    Interpretation(
        THE_END,
        T(
            "A knight is added before anything is scored. Two fame from each player: a player with less pays what "
            "they have. An army that counts as 15 counts as exactly 15."
        ),
        "nl 321-336",
    ),
    Interpretation(
        THE_END,
        T(
            "The last knight of a hand ends the game even if Herald thinks there are more. A tie for the win is "
            "shared: the rules have no tie-breaker."
        ),
        "nl 194-196, 226",
    ),
    Interpretation(
        CORRECTIONS,
        T(
            "A set is worth 30, so Herald knows what can be left in a hand. You can still play a different knight: "
            "then that one or an earlier one was entered wrong, and Herald tells you."
        ),
        "nl 38-42",
    ),
    Interpretation(
        CORRECTIONS,
        T(
            "Once you’ve entered what your hand is worth, that’s what counts. If the first knight of an army was "
            "entered wrong, the army is against the land of the correct one."
        ),
        "nl 125, 205",
    ),
)
