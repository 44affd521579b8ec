"""Interpretations of Régents rules where the text is ambiguous or the editions differ."""

from __future__ import annotations

from scoring.interpretations import BEFORE, CORRECTIONS, IN_A_TURN, SCORING, Interpretation
from scoring.words import T

INTERPRETATIONS: tuple[Interpretation, ...] = (
    Interpretation(
        BEFORE,
        T(
            "In the English and Dutch rules, the first agents go in the five rooms; in the German rules, they go "
            "anywhere in the castle. In every edition, a removed agent can come back anywhere."
        ),
        "en 894, 994, nl 471, 561, de 42, 138",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "All three actions are required in the German and Dutch rules, which say so; in the English rules, you "
            "can take fewer. The table can let a player skip them."
        ),
        "de 214, nl 637, en 944",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "Spying: in the German rules, one of your agents must be in the same place as one of the other player’s. "
            "With real cards, draw a card from the other player’s hand yourself, or let Herald pick one."
        ),
        "de 118, en 972, nl 541-543",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "You can still accuse a player who has played all five cards, since no edition forbids it. You can’t "
            "accuse a player whose clan card is already revealed."
        ),
        "en 980-986, de 126-130, nl 549-553",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "You can name a clan that’s neutral or already revealed by another player, since no edition forbids it. "
            "Such an accusation fails, and Herald warns you."
        ),
        "en 888, 980-982, de 126, nl 549",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "In the Dutch rules, you can’t accuse the same player again once they’ve shown you another clan. You can "
            "still name a clan that the cards already played rule out."
        ),
        "nl 555",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "A failed accusation can push a marker off its track; the Rampart never does. You can’t lose spaces you "
            "don’t have."
        ),
        "en 988, 1126, de 132, 258, nl 555, 687",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "Privilege moves two different agents one step each for a single action; the second can stay put. You "
            "don’t have to do everything a card lets you do. With no action left, the German and Dutch rules still "
            "let you play it: no agent moves, but as your last card it gives you two spaces."
        ),
        "en 1232, de 214, 220, 379, nl 637, 645, 803",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "If the reserve is short when you reveal your domain card, you get as many counsellors as are left. "
            "Herald warns you beforehand."
        ),
        "en 1102, de 236, nl 663",
    ),
    Interpretation(
        IN_A_TURN,
        T(
            "In the German and Dutch rules, a chip won in scoring can be used right away: one more action after "
            "scoring, but no second scoring. In the English rules, it’s for a later turn."
        ),
        "de 226, nl 653, en 1092",
    ),
    Interpretation(
        SCORING,
        T(
            "Thresholds: in the English rules, they apply to every advance, and you can pass one only if all your "
            "other markers have passed the previous one. In the German and Dutch rules, they apply only in the "
            "scoring phase, including the Tower, and reaching the previous one is enough."
        ),
        "en 1008, de 146, nl 571",
    ),
    Interpretation(
        SCORING,
        T(
            "A marker that can’t pass stops on the threshold and loses the rest of its move. If it’s pushed back "
            "onto a threshold, it has to meet the condition again. The track ends at 30."
        ),
        "en 1006-1012, de 146-148, nl 571",
    ),
    Interpretation(
        SCORING,
        T(
            "A chip goes to the first player to reach or pass its threshold, in any kind of advance, including the "
            "last one."
        ),
        "en 1090, de 226, nl 651",
    ),
    Interpretation(
        SCORING,
        T(
            "You choose the scoring order. Every room with a majority scores; you can leave out the Tower and the "
            "Rampart. Herald suggests the order worth the most points, counting a chip as one."
        ),
        "en 1000, 1014, 1120-1124",
    ),
    Interpretation(
        SCORING,
        T(
            "Diplomacy needs one of your pieces there and doesn’t beat the King. In the German rules, it can also win "
            "the Tower or the Rampart. Majorities won with Diplomacy or Alliance count towards combined majorities."
        ),
        "en 1240, 1256, de 341, 348, nl 767, 773",
    ),
    Interpretation(
        SCORING,
        T(
            "For Diplomacy, the Dutch “zaal” is one of the five rooms, as in the English rules. An agent outside the "
            "castle can come back to any “zaal”, including the Tower and the Rampart, as in the other editions."
        ),
        "nl 499, 561, 767, en 994, 1240, de 138",
    ),
    Interpretation(
        SCORING,
        T(
            "The neutral clan counts as a player for majorities. Betrayal can swap its agents; Suspicion can’t touch "
            "them. Its agent moves before scoring in the English rules, and after scoring in the German and Dutch "
            "rules."
        ),
        "en 1148-1154, de 284-288, nl 721-725",
    ),
    Interpretation(
        SCORING,
        T(
            "Round 4 bonus: in every edition, one counsellor for each track you lead alone. If too few are left, the "
            "table decides who goes without. To lead, you need a marker on the track."
        ),
        "en 1070, de 208, nl 631",
    ),
    Interpretation(
        CORRECTIONS,
        T(
            "No two clan or domain cards are the same. If two players have entered the same one, the second is told "
            "when the first is revealed, and hidden domain cards are compared before they’re scored."
        ),
        "en 884, 890, 932, 936",
    ),
)
