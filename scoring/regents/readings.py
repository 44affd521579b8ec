"""How Herald reads the rules of Régents where the text is open or the editions differ."""

from __future__ import annotations

from scoring.readings import BEFORE, IN_A_TURN, PUT_RIGHT, SCORING, Reading
from scoring.words import T

READINGS: tuple[Reading, ...] = (
    Reading(
        BEFORE,
        T(
            "The first agents go into the five rooms in the English and Dutch rules, anywhere in the castle in "
            "the German rules. An agent that was driven out may come back anywhere, in every edition."
        ),
        "en 894, 994, nl 471, 561, de 42, 138",
    ),
    Reading(
        IN_A_TURN,
        T(
            "The three actions are obligatory in the German and Dutch rules, which call them so; in the English"
            " rules you may do fewer. The table can let somebody off."
        ),
        "de 214, nl 637, en 944",
    ),
    Reading(
        IN_A_TURN,
        T(
            "Spying: in the German rules one of your agents must stand where an agent of the other player is. "
            "With real cards, the spy draws one by hand or lets Herald draw."
        ),
        "de 118, en 972, nl 541-543",
    ),
    Reading(
        IN_A_TURN,
        T(
            "You may still accuse somebody who has played all five cards: no edition forbids it. You may not "
            "accuse somebody whose clan card lies open."
        ),
        "en 980-986, de 126-130, nl 549-553",
    ),
    Reading(
        IN_A_TURN,
        T(
            "You may name a clan that already lies open before somebody else or is neutral: no edition forbids it. "
            "Such an accusation fails, and Herald warns you."
        ),
        "en 888, 980-982, de 126, nl 549",
    ),
    Reading(
        IN_A_TURN,
        T(
            "In the Dutch rules you may not accuse the same player again once they have shown you another clan."
            " You may still name a clan that the cards already played rule out."
        ),
        "nl 555",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A failed accusation may push a marker off its track; the Rampart never does. What you do not have,"
            " you cannot lose."
        ),
        "en 988, 1126, de 132, 258, nl 555, 687",
    ),
    Reading(
        IN_A_TURN,
        T(
            "Privilege moves two different agents one step each for a single action; the second may stay put. "
            "What a card says you can do, you need not do. With no action left, the German and Dutch rules still "
            "let you play it: nobody moves, but as your last card it brings its two spaces."
        ),
        "en 1232, de 214, 220, 379, nl 637, 645, 803",
    ),
    Reading(
        IN_A_TURN,
        T(
            "If the reserve is short when you turn up your domain card, it brings as many counsellors as are "
            "left. Herald says so beforehand."
        ),
        "en 1102, de 236, nl 663",
    ),
    Reading(
        IN_A_TURN,
        T(
            "In the German and Dutch rules a chip won in scoring can be used at once: one more action after "
            "scoring, but no second scoring. In the English rules it is for a later turn."
        ),
        "de 226, nl 653, en 1092",
    ),
    Reading(
        SCORING,
        T(
            "Thresholds: in the English rules they hold for every advance, and you pass one only if all your "
            "other markers have passed the one before. In the German and Dutch rules they hold in the scoring "
            "phase only, the Tower included, and reaching the one before is enough."
        ),
        "en 1008, de 146, nl 571",
    ),
    Reading(
        SCORING,
        T(
            "A marker that may not pass stops on the threshold and loses the rest of its spaces. If it is "
            "pushed back onto a threshold, it has to meet the condition again. The track ends at 30."
        ),
        "en 1006-1012, de 146-148, nl 571",
    ),
    Reading(
        SCORING,
        T(
            "A chip goes to whoever first lands on its threshold or passes it, in any kind of advance, the last"
            " one included."
        ),
        "en 1090, de 226, nl 651",
    ),
    Reading(
        SCORING,
        T(
            "You choose the order of scoring. Every room with a majority scores; Tower and Rampart may be left "
            "out. Herald suggests what brings the most points, counting a chip as one."
        ),
        "en 1000, 1014, 1120-1124",
    ),
    Reading(
        SCORING,
        T(
            "Diplomacy needs a piece of your own there and does not beat the King; in the German rules it can "
            "also win the Tower or the Rampart. What Diplomacy and Alliance win counts towards combined "
            "majorities."
        ),
        "en 1240, 1256, de 341, 348, nl 767, 773",
    ),
    Reading(
        SCORING,
        T(
            "The Dutch “zaal” is one of the five rooms for Diplomacy, as in the English rules. A driven-out agent "
            "may come back to any “zaal”, the Tower and the Rampart included, as in the other editions."
        ),
        "nl 499, 561, 767, en 994, 1240, de 138",
    ),
    Reading(
        SCORING,
        T(
            "The neutral clan counts as a player for majorities. Betrayal may swap its agents; Suspicion cannot"
            " touch them. Its agent moves before scoring in the English rules, after it in the German and Dutch"
            " rules."
        ),
        "en 1148-1154, de 284-288, nl 721-725",
    ),
    Reading(
        SCORING,
        T(
            "Bonus of round 4: one counsellor for each track you lead alone, in every edition. If too few are "
            "left, the table decides who goes without. To lead, you need a marker on the track."
        ),
        "en 1070, de 208, nl 631",
    ),
    Reading(
        PUT_RIGHT,
        T(
            "There are no two identical clan or domain cards. Whoever has entered the second one is told when "
            "the first is turned up, and hidden domain cards are compared before they count."
        ),
        "en 884, 890, 932, 936",
    ),
)
