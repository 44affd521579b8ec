"""What is going on, in a few words, and who is waited for."""

from __future__ import annotations

from scoring.lang_lebe.dispute import yet_to_roll
from scoring.lang_lebe.election import king
from scoring.lang_lebe.election import yet_to_roll as yet_to_roll_for_tie
from scoring.lang_lebe.phases import Deal, Dispute, Election, Over, SetUp, Step, Turn
from scoring.lang_lebe.state import State, fits_the_game
from scoring.words import TN, T, Text, Who, seats


def step(state: State) -> str:
    """How far the phase has come."""
    match state.phase:
        case Turn(step=now):
            return now.value
        case Dispute() as dispute:
            return _dispute_step(dispute)
        case Election(count=None):
            return "check"
        case Election() as election:
            return "tie" if _tied(state, election) else "count"
        case _:
            return ""


def _dispute_step(dispute: Dispute) -> str:
    if not dispute.revealed:
        return "sealing"
    if dispute.winner is None:
        return "rolling"
    return "banishing" if dispute.to_banish else "placing"


def _tied(state: State, election: Election) -> tuple[int, ...]:
    counted = election.count is not None and election.count.finished
    return yet_to_roll_for_tie(state, election) if counted else ()


def waiting_for(state: State) -> tuple[int, ...]:
    """Seats that have to do something; nobody in particular where any device may tap on."""
    match state.phase:
        case SetUp(taken):
            return tuple(seat for seat in range(state.seats) if seat not in taken)
        case Turn(turn=seat):
            return (seat,)
        case Dispute(winner=None) as dispute:
            return yet_to_roll(dispute)[:1] if dispute.revealed else dispute.sealed.waiting_for
        case Dispute(winner=int(seat)):
            return (seat,)
        case Election() as election:
            return _tied(state, election)
        case Deal(sealed=sealed):
            return sealed.waiting_for
        case _:
            return ()


def headline(state: State) -> Text:
    match state.phase:
        case SetUp():
            return T("Who starts where?")
        case Turn() as turn:
            return _turn(turn)
        case Dispute() as dispute:
            return _dispute(dispute)
        case Election() as election:
            return _election(state, election)
        case Deal(miscounted=True):
            return T("The hands do not add up: everybody counts and enters again.")
        case Deal(each=each):
            return TN(
                "Deal {count} card to everybody, then enter your hand.",
                "Deal {count} cards to everybody, then enter your hand.",
                each,
            )
        case Over(winner=seat):
            return T("Long live the king: {who}!", who=Who(seat))


def _turn(turn: Turn) -> Text:
    who, area = Who(turn.turn), turn.here
    match turn.step:
        case Step.START:
            return T("{who} moves, or stays.", who=who)
        case Step.ARRIVED:
            return T("{who} is in {area}: place a courtier, or roll to move on.", who=who, area=area)
        case Step.PLACING:
            return T("{who} may roll for more courtiers in {area}.", who=who, area=area)
        case Step.MOVING:
            return T("{who} moves on from {area}.", who=who, area=area)
        case Step.STUCK:
            return T("{who} is stuck in {area}: roll again, or end the turn.", who=who, area=area)


def _dispute(dispute: Dispute) -> Text:
    area = dispute.area
    if not dispute.revealed:
        return T("Dispute over {area}: everybody stakes cards.", area=area)
    if dispute.winner is None:
        again = len(dispute.rounds) > 1
        who = Who(yet_to_roll(dispute)[0])
        return T("Equal points: {who} rolls again.", who=who) if again else T("{who} rolls.", who=who)
    if dispute.to_banish:
        loser = Who(dispute.to_banish[0])
        return T(
            "{who} wins {area}: where does {loser}'s figure go?",
            who=Who(dispute.winner),
            area=area,
            loser=loser,
        )
    return T("{who} wins the dispute over {area}.", who=Who(dispute.winner), area=area)


def _election(state: State, election: Election) -> Text:
    if election.count is None and not fits_the_game(state.hands):
        return T("The hands do not add up: everybody checks the own cards.")
    if election.count is None:
        who = seats(state.out_of_cards)
        return T("King election: {who} without cards. Check the board.", who=who)
    if tied := _tied(state, election):
        return T("Equal votes and cards, so five dice each: {who}.", who=seats(tied))
    if not election.count.finished:
        return T("King election: the votes are counted.")
    winner = king(state, election)
    if winner is None:
        return T("Nobody is king yet: bonus votes and new cards.")
    return T("{who} has the votes.", who=Who(winner))
