"""What happens when a seat asks for something.

Coverage (lines of the rulebook text: "en" from 821, "nl" from 396, "de" from 1):

| rule                                                             | en            | here                             |
|------------------------------------------------------------------|---------------|----------------------------------|
| King in the Throne Room, chips on 4, 10 and 24 of every track    | 845-849       | done                             |
| clan and domain card, each once; five of six action cards        | 884-892, 918  | done: entered in secret or dealt |
| six accusation tiles each                                        | 888           | done                             |
| first placement in turns (nl 471; de 42 Tower and Rampart too)   | 894           | done, by edition                 |
| the round marker                                                 | 847, 942      | the round is shown               |
| adjacency                                                        | 1110          | as far as the text says it; the  |
|                                                                  |               | rest is asked once               |
| eight rounds, clockwise, three actions (de 214 obligatory)       | 940-944       | done                             |
| move agents; several steps cost an action each                   | 948           | done                             |
| move the King, rooms only                                        | 952-954       | done                             |
| take a counsellor, once, while the reserve lasts                 | 958           | done                             |
| place a counsellor anywhere; all go back after the turn          | 962-966       | done                             |
| spy, once, on a hand of two or more (de 118 meeting agents)      | 970-974       | done; Herald draws the card      |
| accuse with an agent in the King's room (nl 555 not once more)    | 980-990       | done                             |
| bring a driven-out agent back                                    | 994           | done                             |
| majority, King, combined majority, Tower, Rampart                | 1000-1050,    | done                             |
|                                                                  | 1114-1126     |                                  |
| thresholds, by edition (de 146, nl 571)                          | 1006-1012     | done                             |
| any order of scoring                                             | 1014          | done: every outcome is offered   |
| values of the spaces                                             | 1058-1066     | done                             |
| bonus of round 4                                                 | 1070          | done                             |
| action cards, one a turn, none in the last round; the fifth      | 1072-1086     | done                             |
| privilege chips, one a turn                                      | 1090-1096     | done                             |
| domain card during the game or at the end                        | 1100-1108     | done                             |
| final scoring, ties by chips, shared victory                     | 1130-1144     | done                             |
| three players: the neutral clan (de 286, nl 723 after scoring)   | 1148-1154     | done, by edition                 |

Readings, where the text is open:

* Thresholds: en every advance in a turn (1008); de and nl the scoring phase alone, Tower included (146, 571). A marker
  that may not pass stops on the threshold, the rest is lost; the moment of leaving the space counts. Thrown back onto
  it, the marker needs the condition again. The track ends at 30.
* Chips: taken by whoever first lands on or jumps over the threshold, in every kind of advance, the last one included.
* An advance of two spaces is made space by space; where only one track, or none, can move nobody is asked.
* A failed accusation may push a marker off its track (988), the Rampart never (1126). What is not there is not lost.
* The Rampart and the Tower may be left unused ("can", "may"); every room with a majority scores.
* The order of scoring is free in all editions (1014). Herald proposes most points, a chip counting one.
* The neutral clan counts as a player for majorities; Betrayal may swap its agents, Suspicion cannot touch them (1154).
* Diplomacy needs a token of one's own and does not beat the King; in de it also wins Tower and Rampart (Raum, 341).
* What Diplomacy and Alliance win joins combined groups; a room blocked by the King links nothing.
* The fifth card shows the clan to all (1084): from then on, as after a right accusation, nobody can be accused there.
* Nobody is accused of a clan that lies open; a clan that played cards rule out may be named all the same.
* First placement: en and nl the five rooms, de all seven Räume. Bringing an agent back: all seven in every edition.
* Three actions: obligatory in de (Pflichtaktionen), free to be left in en and nl.
* Privilege: two different agents, one step each, for one action; the second may stay. All other card texts that say
  "can" may be left unused, too.
* A domain card that is turned up while the reserve is short brings as many counsellors as there are.
* Round 4: one counsellor a track led alone, in every edition; too few left: the table says who goes short.
* Leading alone needs a marker on the track.
"""

from __future__ import annotations

from scoring.kernel import Ask, Chance, Draft, Event, Offer, Refusal
from scoring.once import once
from scoring.regents import accusing, cards, corrections, ending, setup, turn
from scoring.regents.asks import (
    Accuse,
    Advance,
    Begin,
    ConfirmBoard,
    CorrectAgent,
    CorrectCards,
    CorrectChip,
    CorrectCounsellors,
    CorrectKing,
    CorrectMarker,
    DriveOut,
    EndActions,
    EnterCards,
    GiveCounsellor,
    LeaveIt,
    MovePiece,
    PlaceAgent,
    PlayCard,
    Score,
    ShowAll,
    ShowDomain,
    ShowNeutral,
    ShowNext,
    Spy,
    SwapAgents,
    TakeAway,
    TakeCounsellor,
    UseChip,
)
from scoring.regents.fold import fold
from scoring.regents.phases import (
    Check,
    NeutralMove,
    Over,
    Penalty,
    Placing,
    Reveal,
    SetUp,
    Shortage,
    Turn,
    TwoMoves,
)
from scoring.regents.state import State, turn_of
from scoring.words import T, Who


@once
def offers(state: State) -> tuple[Offer, ...]:
    """Everything that any seat may ask now, corrections apart."""
    match state.phase:
        case SetUp() as set_up:
            return setup.offers(state, set_up)
        case Placing() as placing:
            return setup.placing_offers(state, placing)
        case Turn() as now if now.choices:
            return cards.choice_offers(state, now)
        case Turn() as now:
            parts = (turn.offers, accusing.offers, cards.offers, ending.offers)
            return tuple(offer for part in parts for offer in part(state, now))
        case NeutralMove() as phase:
            return ending.neutral_move_offers(state, phase)
        case Shortage() as shortage:
            return ending.shortage_offers(shortage)
        case Check() as check:
            return ending.check_offers(check)
        case Reveal() as reveal:
            return ending.reveal_offers(reveal)
        case Over():
            return ()


def decide(state: State, seat: int, ask: Ask, chance: Chance) -> list[Event]:
    draft = Draft(state, fold)
    if _corrects(draft, seat, ask):
        return draft.events
    match state.phase:
        case SetUp() as set_up:
            _in_set_up(draft, set_up, seat, ask, chance)
        case Over():
            raise Refusal("over", T("The game is over."), "en 1142")
        case Turn(choices=(Penalty(), *_)) as now if isinstance(ask, TakeAway):
            cards.take_away(draft, now, seat, ask.domain)
        case _:
            _check_turn(state, seat)
            _on_turn(draft, seat, ask, chance)
    return draft.events


def _corrects(draft: Draft[State], seat: int, ask: Ask) -> bool:
    match ask:
        case CorrectAgent(whose, origin, place):
            corrections.correct_agent(draft, whose, origin, place)
        case CorrectKing(place):
            corrections.correct_king(draft, place)
        case CorrectMarker(whose, domain, value):
            corrections.correct_marker(draft, whose, domain, value)
        case CorrectCounsellors(whose, count):
            corrections.correct_counsellors(draft, whose, count)
        case CorrectChip(chip, holder):
            corrections.correct_chip(draft, chip, holder)
        case CorrectCards(clan, domain):
            corrections.correct_cards(draft, seat, clan, domain)
        case _:
            return False
    return True


def _in_set_up(draft: Draft[State], set_up: SetUp, seat: int, ask: Ask, chance: Chance) -> None:
    match ask:
        case EnterCards(clan, domain):
            setup.enter_cards(draft, set_up, seat, clan, domain)
        case ShowNeutral(clan):
            setup.show_neutral(draft, clan)
        case Begin(first):
            setup.begin(draft, seat, first, chance)
        case _:
            raise Refusal("set-up", T("The game has to be set up first."), "en 839")


def _check_turn(state: State, seat: int) -> None:
    whose = turn_of(state)
    if seat != whose:
        raise Refusal("not-your-turn", T("It is {who}'s turn.", who=Who(whose or 0)), "en 942")


def _on_turn(draft: Draft[State], seat: int, ask: Ask, chance: Chance) -> None:
    match draft.state.phase, ask:
        case Placing() as placing, PlaceAgent(place):
            setup.place_agent(draft, placing, seat, place)
        case Turn() as now, _ if now.choices:
            _choose(draft, now, ask)
        case Turn() as now, _:
            _act(draft, now, ask, chance)
        case NeutralMove() as after, MovePiece(piece, to) if piece.startswith("neutral."):
            ending.move_or_leave_neutral(draft, after, piece, to)
        case NeutralMove() as after, LeaveIt():
            ending.move_or_leave_neutral(draft, after, "", "")
        case Shortage() as shortage, GiveCounsellor(whose):
            ending.give_counsellor(draft, shortage, whose)
        case Check(), ConfirmBoard():
            ending.confirm_board(draft)
        case Reveal() as reveal, ShowNext():
            ending.show_next(draft, reveal)
        case Reveal() as reveal, ShowAll():
            ending.show_all(draft, reveal)
        case _:
            raise Refusal("not-now", T("That is not possible now: look what the screen asks for."))


def _choose(draft: Draft[State], now: Turn, ask: Ask) -> None:
    match ask:
        case Advance(domain):
            cards.choose_advance(draft, now, domain)
        case DriveOut(whose, place):
            cards.drive_out(draft, now, whose, place)
        case SwapAgents(one, other):
            cards.swap_agents(draft, now, one, other)
        case MovePiece(piece, to) if isinstance(now.choice, TwoMoves):
            turn.move_piece(draft, now, piece, to)
            cards.settle(draft)
        case LeaveIt():
            cards.leave_it(draft, now)
        case _:
            raise Refusal("choose-first", T("Something has to be chosen first."))


def _act(draft: Draft[State], now: Turn, ask: Ask, chance: Chance) -> None:
    match ask:
        case MovePiece(piece, to):
            turn.move_piece(draft, now, piece, to)
        case TakeCounsellor():
            turn.take_counsellor(draft, now)
        case Spy(whose):
            accusing.spy(draft, now, whose, chance)
        case Accuse(whose, clan):
            accusing.accuse(draft, now, whose, clan)
        case PlayCard(card):
            cards.play_card(draft, now, card)
        case ShowDomain():
            turn.show_domain(draft, now)
        case UseChip():
            turn.use_chip(draft, now)
        case EndActions():
            turn.end_actions(draft, now)
        case Score(order, push):
            ending.score(draft, now, order, push)
        case _:
            raise Refusal("not-now", T("There is nothing of that kind to choose now."))
