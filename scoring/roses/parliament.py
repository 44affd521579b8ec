"""Parliament, step by step: areas with their votes, the King, special awards, bonuses."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.kernel import Chance, Draft, Offer, Refusal, offer
from scoring.once import once
from scoring.roses import sheet
from scoring.roses.asks import ConfirmBoard, ShowNext, ShowPhase
from scoring.roses.control import control, has_calais, house_note, house_with_votes, king, pieces_in, ranking, votes
from scoring.roses.control import tie_note as between
from scoring.roses.drafting import begin_round
from scoring.roses.events import (
    AreaScored,
    AwardScored,
    BoardConfirmed,
    BonusScored,
    GameEnded,
    KingMade,
    ParliamentShown,
    RoundEnded,
)
from scoring.roses.phases import Parliament, Step
from scoring.roses.printed import (
    AREAS,
    AWARD_POINTS,
    AWARDS,
    CALAIS_POINTS,
    CHURCH_POINTS,
    HOUSES,
    KING_POINTS,
    NOBLES,
    NOBODY,
    ROUNDS,
    TRADE_POINTS,
)
from scoring.roses.scores import CALAIS, award_name, next_order
from scoring.roses.state import State, as_confirmed, members, turn_of, with_houses
from scoring.words import TN, Both, T, Text, Who, seats

PARLIAMENT = "parliament"

# --- what may be asked: steps for the whole table, offered once; any device may tap them -----------------


def offers(state: State, phase: Parliament) -> tuple[Offer, ...]:
    seat = state.order[0]
    if not phase.confirmed:
        return (offer(ConfirmBoard, seat, needs=numbers_needed(state)),)
    more, needs = phase.shown < len(steps(state)), numbers_needed(state)
    return (offer(ShowNext, seat, needs=needs), *((offer(ShowPhase, seat, needs=needs),) if more else ()))


def numbers_needed(state: State) -> tuple[str, ...]:
    """Nobles on the board, prizes that somebody gets, cathedrals that decide about a bonus."""
    state = as_confirmed(state)
    nobles = (sheet.number_key(piece) for piece in NOBLES if piece in state.owners)
    keys = (*nobles, *_prizes(state), *(sheet.cathedral_key(area) for area in AREAS if _cathedral_matters(state, area)))
    return tuple(key for key in keys if not state.box.get(key))


def _prizes(state: State) -> Iterator[str]:
    for area in AREAS:
        places = ("most", "second")[: len(ranking(state, area))]
        yield from (sheet.prize_key(area, place) for place in places)


def _cathedral_matters(state: State, area: str) -> bool:
    """Whoever has the bishop has one of the two towns."""
    bishop = state.owners.get(f"bishop.{area}", NOBODY)
    towns = [state.owners.get(f"{town}.{area}") == bishop for town in ("large", "small")]
    return bishop != NOBODY and any(towns) and not all(towns)


def confirm_board(draft: Draft[State], phase: Parliament, seat: int) -> None:
    _check_for_table(draft.state, seat)
    if phase.confirmed:
        raise Refusal("not-now", T("Parliament has assembled."), "nl 445")
    if numbers_needed(draft.state):
        raise Refusal("box-needed", T("Say first what is printed: the numbers that count now."), "nl 451")
    draft.happen(BoardConfirmed())
    _show(draft)


def show_next(draft: Draft[State], phase: Parliament, seat: int, chance: Chance) -> None:
    _check_sitting(draft.state, phase, seat)
    if phase.shown < len(steps(draft.state)):
        _show(draft)
    else:
        _end_round(draft, chance)


def show_rest(draft: Draft[State], phase: Parliament, seat: int) -> None:
    _check_sitting(draft.state, phase, seat)
    left = len(steps(draft.state)) - phase.shown
    if not left:
        raise Refusal("not-now", T("All of it is on the screens."), "nl 445")
    for _ in range(left):
        _show(draft)


def _show(draft: Draft[State]) -> None:
    phase = draft.state.phase
    assert isinstance(phase, Parliament)
    step = steps(draft.state)[phase.shown]
    draft.happen(ParliamentShown())
    for event in step.events:
        draft.happen(event)


def _end_round(draft: Draft[State], chance: Chance) -> None:
    """The next round begins with its turn order (nl 190, 524), or the game is over (nl 528)."""
    state = draft.state
    draft.happen(RoundEnded(state.round))
    if state.round == ROUNDS:
        draft.happen(GameEnded())
    else:
        begin_round(draft, state.round + 1, next_order(draft.state), chance)


def _check_for_table(state: State, seat: int) -> None:
    if seat != turn_of(state):
        raise Refusal("not-yours", T("This is for {who} to tap.", who=seats((state.order[0],))))


def _check_sitting(state: State, phase: Parliament, seat: int) -> None:
    _check_for_table(state, seat)
    if not phase.confirmed:
        raise Refusal("not-now", T("First check the board and confirm it."), "nl 445")
    if numbers_needed(state):
        raise Refusal("box-needed", T("Say first what is printed: the numbers that count now."), "nl 451")


# --- the steps -----------------------------------------------------------------------------------------


@once
def steps(state: State) -> tuple[Step, ...]:
    """Nothing in parliament changes the board or the numbers that decide: the steps are the same from first to last."""
    state = as_confirmed(state)
    areas = (_area(state, area) for area in AREAS)
    return (*areas, *((_king(state),) if with_houses(state) else ()), _awards(state), _bonuses(state))


def _area(state: State, area: str) -> Step:
    """First and second, then the votes; a lone player takes the first prize only (nl 451, 469)."""
    order = ranking(state, area)
    most, second, third = (*order, NOBODY, NOBODY, NOBODY)[:3]
    house = house_with_votes(state, area) if with_houses(state) else ""
    lines = [_has(state, area, seat) for seat in order] or [T("Nobody is here.")]
    for place, seat, behind in (("most", most, second), ("second", second, third)):
        if seat != NOBODY:
            lines.append(_prize(state, area, place, seat, behind))
    lines += _votes_told(state, area, house)
    title = T("{area}: {votes} votes", area=AREAS[area].name, votes=AREAS[area].votes)
    if not with_houses(state):
        title = AREAS[area].name
    return Step(PARLIAMENT, title, tuple(lines), "nl 451, 469", (AreaScored(area, most, second, house),), place=area)


def _has(state: State, area: str, seat: int) -> Text:
    pieces: tuple[Text, ...] = tuple(
        T("{piece} {points}", piece=sheet.called(state.box, piece), points=sheet.points_of(state.box, piece))
        for piece in pieces_in(state, area, (seat,))
    )
    if has_calais(state, area, (seat,)):
        pieces = (*pieces, T("Captain of Calais {points}", points=CALAIS_POINTS))
    total = control(state, area, (seat,)).points
    return T("{who} {points}: {pieces}", who=Who(seat), points=total, pieces=Both(pieces))


def _prize(state: State, area: str, place: str, seat: int, behind: int) -> Text:
    points = sheet.prize(state.box, area, place) or 0
    prize = TN("{count} victory point", "{count} victory points", points)
    note = between(state, area, seat, behind) if behind != NOBODY else None
    if place == "most":
        line = T("{who} has the most: {prize}", who=Who(seat), prize=prize)
    else:
        line = T("{who} is second: {prize}", who=Who(seat), prize=prize)
    return T("{line} ({note}).", line=line, note=note) if note else T("{line}.", line=line)


def _votes_told(state: State, area: str, house: str) -> list[Text]:
    if not with_houses(state):
        return []
    if not house:
        return [T("No votes from here this round: take the rose away.")]
    has = {name: control(state, area, members(state, name)).points for name in HOUSES}
    line = T(
        "The votes go to {house}: Lancaster {lancaster}, York {york}",
        house=HOUSES[house],
        lancaster=has["lancaster"],
        york=has["york"],
    )
    note = house_note(state, area)
    return [T("{line} ({note}).", line=line, note=note) if note else T("{line}.", line=line)]


def _king(state: State) -> Step:
    won = votes(state)
    house = king(won)
    count = T("Votes: Lancaster {lancaster}, York {york}.", lancaster=won["lancaster"], york=won["york"])
    if not house:
        lines = (count, T("Equal votes: no King this round."))
    else:
        who = seats(members(state, house))
        lines = (
            count,
            T("{house} makes the King: {points} each for {who}.", house=HOUSES[house], points=KING_POINTS, who=who),
        )
    return Step(PARLIAMENT, T("The King"), lines, "nl 477", (KingMade(house),), place="king")


def _awards(state: State) -> Step:
    """Four points each, for the Captain of Calais too (nl 485, 505)."""
    held = {award: state.awards[award] for award in AWARDS if award in state.awards}
    if state.calais is not None:
        held[CALAIS] = state.calais[0]
    lines = tuple(
        T("{award}: {who} {points}.", award=award_name(award), who=Who(seat), points=AWARD_POINTS)
        for award, seat in held.items()
    )
    events = tuple(AwardScored(award, seat) for award, seat in held.items())
    return Step(PARLIAMENT, T("Special Awards"), lines or (T("Nobody has one."),), "nl 485", events, place="awards")


def _bonuses(state: State) -> Step:
    found = tuple(bonuses(state))
    lines = tuple(_bonus(state, bonus) for bonus in found)
    return Step(PARLIAMENT, T("Bonuses"), lines or (T("Nobody gets one."),), "nl 513, 519", found, place="bonuses")


def bonuses(state: State) -> Iterator[BonusScored]:
    """A port and its ship, wherever it is (nl 513, 515); a cathedral town and its bishop (nl 519)."""
    for area in AREAS:
        port = state.owners.get(f"port.{area}", NOBODY)
        if port != NOBODY and port == state.owners.get(f"ship.{area}"):
            yield BonusScored("trade", port, area)
    for area in AREAS:
        bishop = state.owners.get(f"bishop.{area}", NOBODY)
        towns = {town for town in (f"large.{area}", f"small.{area}") if state.owners.get(town) == bishop}
        if bishop != NOBODY and (len(towns) == 2 or sheet.cathedral(state.box, area) in towns):
            yield BonusScored("church", bishop, area)


def _bonus(state: State, bonus: BonusScored) -> Text:
    person = f"ship.{bonus.area}" if bonus.bonus == "trade" else f"bishop.{bonus.area}"
    name = sheet.called(state.box, person)
    if bonus.bonus == "trade":
        return T("{who} {points}: port and {ship}.", who=Who(bonus.seat), points=TRADE_POINTS, ship=name)
    return T("{who} {points}: cathedral town and {bishop}.", who=Who(bonus.seat), points=CHURCH_POINTS, bishop=name)
