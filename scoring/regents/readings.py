"""How Herald reads the rules of Régents where the text is open or the editions differ."""

from __future__ import annotations

from scoring.readings import BEFORE, IN_A_TURN, PUT_RIGHT, SCORING, Reading
from scoring.words import T

READINGS: tuple[Reading, ...] = (
    Reading(
        BEFORE,
        T(
            "The first agents: in the five rooms in English and Dutch, anywhere in the castle in German. An agent"
            " that was driven out comes back anywhere, in every edition."
        ),
        "en 894, 994, nl 471, 561, de 42, 138",
    ),
    Reading(
        IN_A_TURN,
        T(
            "Three actions are obligatory in German and Dutch, where the rules call them so; in English they may "
            "be left. The table can let somebody leave them."
        ),
        "de 214, nl 637, en 944",
    ),
    Reading(
        IN_A_TURN,
        T(
            "Spying: in German one of your agents must stand where an agent of the other player is. With real "
            "cards the spy draws one by hand or lets Herald draw."
        ),
        "de 118, en 972, nl 541-543",
    ),
    Reading(
        IN_A_TURN,
        T(
            "Somebody who has played all five cards may still be accused: no edition forbids it. Somebody whose "
            "clan card lies open may not."
        ),
        "en 980-986, de 126-130, nl 549-553",
    ),
    Reading(
        IN_A_TURN,
        T(
            "In Dutch nobody accuses again somebody who has shown them another clan. A clan that played cards "
            "rule out may be named all the same."
        ),
        "nl 555",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A failed accusation may push a marker off its track; the Rampart never does. What is not there is "
            "not lost."
        ),
        "en 988, 1126, de 132, 258, nl 555, 687",
    ),
    Reading(
        IN_A_TURN,
        T(
            "Privilege moves two different agents one step each for one action; the second may stay. What a card "
            "says you can do may be left."
        ),
        "en 1232, de 379, nl 803",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A domain card that is turned up while the reserve is short brings as many counsellors as there are. "
            "Herald says so before."
        ),
        "en 1102, de 236, nl 663",
    ),
    Reading(
        IN_A_TURN,
        T(
            "A chip that scoring has brought can be used at once in German and Dutch: one more action after the "
            "scoring, and no second scoring. In English it is for a later turn."
        ),
        "de 226, nl 653, en 1092",
    ),
    Reading(
        SCORING,
        T(
            "Thresholds: in English for every advance and only past markers that have passed the one before; in "
            "German and Dutch in the scoring phase only, Tower included, and it is enough to have reached it."
        ),
        "en 1008, de 146, nl 571",
    ),
    Reading(
        SCORING,
        T(
            "A marker that may not pass stops on the threshold, and the rest is lost. Thrown back onto it, it "
            "needs the condition again. The track ends at 30."
        ),
        "en 1006-1012, de 146-148, nl 571",
    ),
    Reading(
        SCORING,
        T(
            "A chip goes to whoever first lands on its threshold or jumps over it, in every kind of advance, the "
            "last one included."
        ),
        "en 1090, de 226, nl 651",
    ),
    Reading(
        SCORING,
        T(
            "The order of scoring is free, and every room with a majority scores; Tower and Rampart may be left. "
            "Herald proposes what brings most points, a chip counting one."
        ),
        "en 1000, 1014, 1120-1124",
    ),
    Reading(
        SCORING,
        T(
            "Diplomacy needs a token of your own there and does not beat the King; in German it may also win the "
            "Tower or the Rampart. What Diplomacy and Alliance win joins combined majorities."
        ),
        "en 1240, 1256, de 341, 348, nl 767, 773",
    ),
    Reading(
        SCORING,
        T(
            "The neutral clan counts as a player for majorities. Betrayal may swap its agents, Suspicion cannot "
            "touch them. Its agent moves before scoring in English, after it in German and Dutch."
        ),
        "en 1148-1154, de 284-288, nl 721-725",
    ),
    Reading(
        SCORING,
        T(
            "Bonus of round 4: one counsellor for each track led alone, in every edition. If too few are left, "
            "the table says who goes short. Leading needs a marker on the track."
        ),
        "en 1070, de 208, nl 631",
    ),
    Reading(
        PUT_RIGHT,
        T(
            "Two identical clan or domain cards cannot be: whoever has the second hears of it when the first is "
            "turned up, and hidden domain cards are compared before they count."
        ),
        "en 884, 890, 932, 936",
    ),
)
