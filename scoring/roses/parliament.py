"""Parliament, scene by scene: areas and votes, the King, special awards, bonuses; and the end of the round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from scoring.highlights import Highlight, Piece, Row
from scoring.kernel import Batch, BusyReason, Event, Help, Refusal, Rng, refused_if
from scoring.memo import memoize_by_identity
from scoring.reveal_phases import BoardCheckPhase, BoardConfirmed, Scene, ScriptedPhase
from scoring.roses import components
from scoring.roses.components import AREAS, FIXED_POINTS, HOUSES, NOBLES, NOBODY, cathedral_key, full_name, number_key
from scoring.roses.draft import begin_round
from scoring.roses.state import (
    RosesPhase,
    Scored,
    State,
    board_of,
    control,
    house_note,
    house_with_votes,
    king,
    ranking,
    tie_note,
    votes,
)
from scoring.words import TN, T, Text, TextList, Who, seats, signed


class ParliamentShown(Event):
    """The next scene of parliament; its events follow."""

    def apply(self, state: State) -> State:
        return state.with_phase(shown=Parliament.current(state).shown + 1)

    def clears_to_do(self, state: State) -> bool:
        return Parliament.current(state).shown == 0

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        return Parliament.current(state).play_next(state)


class Parliament(
    ScriptedPhase,
    RosesPhase,
    BoardCheckPhase,
    name="parliament",
    busy_reason=BusyReason(T("Parliament is in session. You can do that later."), "nl 445"),
    shows=ParliamentShown,
    confirming_clears_to_do=False,
):
    """Parliament, which assembles when the board is confirmed. Its scenes are recomputed from the board each time.
    `numbers` keeps the printed values that decided control and bonuses at that moment."""

    help = Help(
        (
            T(
                "In each area, the two players with the most influence score. If tied, nobles count first, then "
                "castles."
            ),
            T("With four players, the houses vote. The players of the house that makes the King score 5 each."),
            T("Awards score 4 each, a port with its ship 2, a cathedral with its bishop 3."),
        ),
        "nl 449",
    )
    assembled: bool = False
    numbers: Mapping[str, str] = field(default_factory=dict)

    def headline(self, state: State) -> Text:
        if not self.assembled:
            return T("Before parliament: is the board correct?")
        return T("Parliament in round {round}.", round=state.round)

    # --- the board is checked ---------------------------------------------------------------------------

    def may_correct(self, state: State) -> bool:
        return not self.assembled

    def confirm_refusal(self, state: State) -> Refusal | None:
        return refused_if(self.assembled, "not-now", T("Parliament has already assembled."), self.busy_reason.rule)

    def values_to_confirm(self, state: State) -> tuple[str, ...]:
        return numbers_needed(state)

    def confirm(self, batch: Batch[State], rng: Rng) -> None:
        batch.emit(BoardConfirmed())
        Parliament.current(batch.state).play(batch, rng)

    def confirmed(self, state: State) -> State:
        """Freezes the values that decide results, noble values and cathedrals, until the round ends."""
        keys = (*map(number_key, NOBLES), *map(cathedral_key, AREAS))
        return state.with_phase(assembled=True, numbers={key: state.printed_values.get(key, "") for key in keys})

    def confirmation(self, state: State) -> Text:
        return T("The board was checked and parliament assembled.")

    def board(self, state: State) -> State:
        """Returns the board with the values from when parliament assembled, so that scenes do not contradict each
        other.
        """
        return replace(state, printed_values={**state.printed_values, **self.numbers}) if self.assembled else state

    # --- scene by scene ---------------------------------------------------------------------------------

    def continue_refusal(self, state: State) -> Refusal | None:
        return refused_if(not self.assembled, "not-now", T("Check and confirm the board first."), self.busy_reason.rule)

    def values_to_show(self, state: State) -> tuple[str, ...]:
        return numbers_needed(state)

    def script(self, state: State) -> tuple[Scene, ...]:
        return scenes(state) if self.assembled else ()

    def end(self, batch: Batch[State], rng: Rng) -> None:
        """Starts the next round in its turn order (nl 190, 524), or ends the game (nl 528)."""
        number = batch.state.round
        batch.emit(RoundEnded(number))
        if number == components.ROUNDS:
            batch.emit(GameEnded())
        else:
            begin_round(batch, number + 1, batch.state.next_turn_order, rng)


def numbers_needed(state: State) -> tuple[str, ...]:
    """Returns the keys of needed but unread values: owned nobles, awarded prizes, cathedrals that decide a bonus."""
    state = board_of(state)
    nobles = (number_key(piece) for piece in NOBLES if piece in state.owners)
    cathedrals = (cathedral_key(area) for area in AREAS if _cathedral_matters(state, area))
    keys = (*nobles, *_prizes(state), *cathedrals)
    return tuple(key for key in keys if not state.printed_values.get(key))


def _prizes(state: State) -> Iterator[str]:
    """Yields the prizes that will be awarded. An unread noble counts too, because every noble has a positive value."""
    for area in AREAS:
        found = (control(state, area, (seat,)) for seat in state.order)
        places = ("most", "second")[: sum(bool(one.pieces or one.calais) for one in found)]
        yield from (components.prize_key(area, place) for place in places)


def _cathedral_matters(state: State, area: str) -> bool:
    """True if the bishop's owner has exactly one of the area's two towns."""
    bishop = state.owners.get(f"bishop.{area}", NOBODY)
    towns = [state.owners.get(f"{town}.{area}") == bishop for town in ("large", "small")]
    return sum(towns) == 1


@memoize_by_identity
def scenes(state: State) -> tuple[Scene, ...]:
    """Returns all scenes. They stay the same throughout, because parliament changes neither the board nor the deciding
    values."""
    state = board_of(state)
    areas = (_area_scene(state, area) for area in AREAS)
    return (*areas, *((_king_scene(state),) if state.with_houses else ()), _awards_scene(state), _bonuses_scene(state))


def _scene(
    place: str,
    title: Text,
    lines: list[Text],
    rule: str,
    *events: Event,
    empty: bool = False,
    highlight: Highlight | None = None,
) -> Scene:
    return Scene("parliament", title, tuple(lines), rule, place=place, events=events, empty=empty, highlight=highlight)


# --- scoring -------------------------------------------------------------------------------------------


class Scoring(Event, abstract=True, clears=True):
    """Base class for events that award victory points."""

    def scored(self, state: State) -> tuple[Scored, ...]:
        raise NotImplementedError

    def roses(self, state: State) -> Iterable[Text]:
        """Yields the roses to turn or move."""
        return ()

    def apply(self, state: State) -> State:
        return state.with_points(self.scored(state))

    def to_do(self, state: State) -> Iterable[Text]:
        """Yields the roses, then the current positions of all score stones (nl 451, 469, 477)."""
        new = self.scored(state)
        points = state.with_points(new).victory_points
        rest = [line for line in state.to_do if line.message != score_stone(0, 0).message]
        moved = {
            *(Who(one.seat) for one in new),
            *(dict(line.values)["who"] for line in state.to_do if line not in rest),
        }
        stones = (score_stone(seat, points[seat]) for seat in state.order if Who(seat) in moved)
        return (*rest, *self.roses(state), *stones)


def score_stone(seat: int, points: int) -> Text:
    return T("{who}: move your score stone to {points}.", who=Who(seat), points=points)


# --- an area -------------------------------------------------------------------------------------------


def _area_scene(state: State, area: str) -> Scene:
    """Returns the scene of an area: first and second, then the votes. A lone player takes only the first prize (nl 451,
    469)."""
    order = ranking(state, area)
    most, second, third = (*order, NOBODY, NOBODY, NOBODY)[:3]
    house = house_with_votes(state, area)
    lines = [_control_line(state, area, seat) for seat in order] or [T("No one is here.")]
    for place, seat, behind in (("most", most, second), ("second", second, third)):
        if seat != NOBODY:
            lines.append(_prize_line(state, area, place, seat, behind))
    title = AREAS[area].name
    if state.with_houses:
        title = T("{area}: {votes} votes", area=title, votes=AREAS[area].votes)
        lines.append(_votes_line(state, area, house))
    nothing = not order and not house
    event = AreaScored(area, most, second, house)
    highlight = _area_highlight(state, event, title) if order else None
    return _scene(area, title, lines, "nl 451, 469", event, empty=nothing, highlight=highlight)


def _area_highlight(state: State, event: AreaScored, title: Text) -> Highlight:
    """Returns the highlight of an area, weakest seat first: control points, tiebreaker and prizes, then the votes."""
    points = {seat: control(state, event.area, (seat,)).points for seat in reversed(ranking(state, event.area))}
    prizes = {
        seat: components.prize(state.printed_values, event.area, place) or 0
        for place, seat in (("second", event.second), ("most", event.most))
    }
    decided = tie_note(state, event.area, event.most, event.second) if event.second != NOBODY else None
    rows = tuple(
        Row(
            seat,
            number=points[seat],
            most=max(points.values()),
            note=decided if seat == event.most else None,
            prize=signed(prizes[seat]) if seat in prizes else None,
            wins=seat == event.most,
        )
        for seat in points
    )
    area = AREAS[event.area].name
    own = tuple(
        (seat, TN("{area}: one victory point for you.", "{area}: {count} victory points for you.", prize, area=area))
        for seat, prize in prizes.items()
        if seat != NOBODY
    )
    if event.second == NOBODY:
        alone = T("{who} alone: {prize}.", who=Who(event.most), prize=signed(prizes[event.most]))
        return Highlight("area", title, alone, rows, (event.most,), own, brief=True)
    if state.with_houses:
        verdict, arms = _votes_line(state, event.area, event.house), state.members(event.house)
    else:
        verdict, arms = _prize_line(state, event.area, "most", event.most, event.second), (event.most,)
    return Highlight("area", title, verdict, rows, arms, own)


def _control_line(state: State, area: str, seat: int) -> Text:
    there = control(state, area, (seat,))
    pieces = [
        T(
            "{piece} {points}",
            piece=full_name(state.printed_values, piece),
            points=components.points_of(state.printed_values, piece),
        )
        for piece in there.pieces
    ]
    pieces += [T("Captain of Calais {points}", points=components.CALAIS_POINTS)] if there.calais else []
    return T("{who} {points}: {pieces}", who=Who(seat), points=there.points, pieces=TextList(tuple(pieces)))


def _prize_line(state: State, area: str, place: str, seat: int, behind: int) -> Text:
    points = TN(
        "{count} victory point", "{count} victory points", components.prize(state.printed_values, area, place) or 0
    )
    if place == "most":
        line = T("{who} has the most: {prize}", who=Who(seat), prize=points)
    else:
        line = T("{who} is second: {prize}", who=Who(seat), prize=points)
    return _with_note(line, tie_note(state, area, seat, behind) if behind != NOBODY else None)


def _with_note(line: Text, note: Text | None) -> Text:
    return T("{line} ({note}).", line=line, note=note) if note else T("{line}.", line=line)


def _votes_line(state: State, area: str, house: str) -> Text:
    if area in state.votes_entered and house:
        return T("The votes go to the House of {house}, as the table decided.", house=HOUSES[house])
    if not house and area not in state.votes_entered and ranking(state, area):
        return T("Ships and the Captain of Calais alone give no votes: remove the rose.")
    if not house:
        return T("No votes from here this round: remove the rose.")
    points = {name: control(state, area, state.members(name)).points for name in HOUSES}
    line = T(
        "The votes go to the House of {house}: Lancaster {lancaster}, York {york}",
        house=HOUSES[house],
        lancaster=points["lancaster"],
        york=points["york"],
    )
    return _with_note(line, house_note(state, area))


class AreaScored(Scoring):
    """The seats with most and second-most control points (-1: nobody), and the house with the votes (empty: none)."""

    area: str
    most: int
    second: int
    house: str

    def scored(self, state: State) -> tuple[Scored, ...]:
        """Returns the score lines, each with a note if a tie was broken."""
        board = board_of(state)
        order, rows = ranking(board, self.area), []
        for kind, seat in (("most", self.most), ("second", self.second)):
            if seat != NOBODY:
                # After a later correction of a printed value, the seat may have no control points here.
                behind = order[order.index(seat) + 1 :][:1] if seat in order else ()
                note = tie_note(board, self.area, seat, behind[0]) if behind else None
                rows.append(Scored(state.round, kind, seat, self.area, note))
        return tuple(rows)

    def apply(self, state: State) -> State:
        return replace(super().apply(state), roses={**state.roses, self.area: self.house})

    def recap(self, state: State) -> Text | None:
        if self.most == NOBODY:
            return None
        return T("{who} controlled {area}", who=Who(self.most), area=AREAS[self.area].name)

    def roses(self, state: State) -> Iterator[Text]:
        area, before = AREAS[self.area].name, state.roses[self.area]
        if not state.with_houses or before == self.house:
            return
        if not self.house:
            yield T("{area}: remove the rose for this round.", area=area)
        elif not before:
            yield T("{area}: put the rose back, {house} side up.", area=area, house=HOUSES[self.house])
        else:
            yield T("{area}: turn the rose to its {house} side.", area=area, house=HOUSES[self.house])

    def history_line(self, state: State) -> Text:
        area = AREAS[self.area].name
        if self.most == NOBODY:
            return T("{area}: no one.", area=area)
        if self.second == NOBODY:
            return T("{area}: {most} was alone.", area=area, most=Who(self.most))
        most, second = Who(self.most), Who(self.second)
        return T("{area}: {most} had the most, {second} was second.", area=area, most=most, second=second)


# --- the King ------------------------------------------------------------------------------------------


def _king_scene(state: State) -> Scene:
    won = votes(state)
    house = king(won)
    lines = [T("Votes: Lancaster {lancaster}, York {york}.", lancaster=won["lancaster"], york=won["york"])]
    if not house:
        lines.append(T("Tied vote: no King this round."))
    else:
        who, name = seats(state.members(house)), HOUSES[house]
        points = FIXED_POINTS["king"]
        lines.append(T("{house} makes the King: {points} each for {who}.", house=name, points=points, who=who))
    return _scene(
        "king", T("The King"), lines, "nl 477", KingMade(house), highlight=_king_highlight(state, house, lines[-1])
    )


def _king_highlight(state: State, house: str, verdict: Text) -> Highlight:
    """Returns the highlight of the vote, with the winning house marked."""
    won, points = votes(state), FIXED_POINTS["king"]
    rows = tuple(
        Row(what=HOUSES[name], number=won[name], most=max(1, *won.values()), wins=name == house, colour=name)
        for name in HOUSES
    )
    members = state.members(house)
    if not house:
        return Highlight("king", T("The King"), verdict, rows)
    mine = T("{house} makes the King: {points} victory points for you.", house=HOUSES[house], points=points)
    return Highlight("king", T("The King"), verdict, rows, members, tuple((seat, mine) for seat in members))


class KingMade(Scoring):
    """The house with the most votes; empty if tied, with no King this round."""

    house: str

    def scored(self, state: State) -> tuple[Scored, ...]:
        return tuple(Scored(state.round, "king", seat, self.house) for seat in state.members(self.house))

    def apply(self, state: State) -> State:
        return replace(super().apply(state), kings=(*state.kings, self.house))

    def roses(self, state: State) -> Iterator[Text]:
        if self.house:
            name = HOUSES[self.house]
            yield T("Put a {house} rose on space {round} of the round track.", house=name, round=state.round)

    def history_line(self, state: State) -> Text:
        if not self.house:
            return T("Tied vote: no King this round.")
        return T("{house} made the King.", house=HOUSES[self.house])

    def recap(self, state: State) -> Text | None:
        return T("{house} made the King", house=HOUSES[self.house]) if self.house else None


# --- special awards and bonuses ------------------------------------------------------------------------

AWARDS_WON = Help(
    (
        T(
            "The first player with {count} ships, bishops, Royal Castles or ports takes that award right away.",
            count=components.AWARD_MINIMUM,
        ),
        T("You keep it until another player has more, or you have fewer than {count}.", count=components.AWARD_MINIMUM),
        T("Then the player with the most takes it. If players are tied, the one furthest left in turn order takes it."),
    ),
    "nl 489",
)


def _awards_scene(state: State) -> Scene:
    """Returns the scene of the awards, 4 points each, including the Captain of Calais (nl 485, 505)."""
    held = {award: state.tiles[award] for award in (*components.AWARDS, components.CALAIS) if award in state.tiles}
    points = FIXED_POINTS["award"]
    lines = [
        T("{award}: {who} {points}.", award=components.AWARD_NAMES[award], who=Who(seat), points=points)
        for award, seat in held.items()
    ]
    events = (AwardScored(award, seat) for award, seat in held.items())
    nobody = [T("No one holds an award.")]
    rows = tuple(Row(seat, components.AWARD_NAMES[award], number=points) for award, seat in held.items())
    highlight = Highlight("awards", T("Special awards"), T("{points} victory points each.", points=points), rows)
    return _scene(
        "awards",
        highlight.title,
        lines or nobody,
        "nl 485",
        *events,
        empty=not held,
        highlight=highlight if held else None,
    )


class AwardScored(Scoring):
    award: str
    seat: int

    def scored(self, state: State) -> tuple[Scored, ...]:
        return (Scored(state.round, "award", self.seat, self.award),)

    def history_line(self, state: State) -> Text:
        return T("{who} scored for {award}.", who=Who(self.seat), award=components.AWARD_NAMES[self.award])

    def recap(self, state: State) -> Text:
        return T("{who} scored for {award}", who=Who(self.seat), award=components.AWARD_NAMES[self.award])


def _bonuses_scene(state: State) -> Scene:
    found = tuple(bonuses(state))
    lines = [_bonus_line(state, bonus) for bonus in found]
    nobody = [T("No one gets a bonus.")]
    highlight = _bonuses_highlight(found) if found else None
    return _scene("bonuses", T("Bonuses"), lines or nobody, "nl 513, 519", *found, empty=not found, highlight=highlight)


def _bonuses_highlight(found: Sequence[BonusScored]) -> Highlight:
    """Returns the highlight with one row per seat and kind of bonus, listing the areas."""
    names = {"trade": T("Trade bonus"), "church": T("Church bonus")}
    areas: dict[tuple[int, str], list[str]] = {}
    for one in found:
        areas.setdefault((one.seat, one.bonus), []).append(one.area)
    rows = tuple(
        Row(
            seat,
            names[bonus],
            tuple(Piece("order", AREAS[area].name) for area in where),
            number=FIXED_POINTS[bonus] * len(where),
        )
        for (seat, bonus), where in sorted(areas.items())
    )
    return Highlight("awards", T("Bonuses"), T("Ports with their ships, bishops with their cathedrals."), rows)


def bonuses(state: State) -> Iterator[BonusScored]:
    """Yields bonuses for a port and its ship, wherever it is (nl 513, 515), and a cathedral town and its bishop (nl
    519)."""
    for area in AREAS:
        port = state.owners.get(f"port.{area}", NOBODY)
        if port == state.owners.get(f"ship.{area}"):
            yield BonusScored("trade", port, area)
    for area in AREAS:
        bishop = state.owners.get(f"bishop.{area}", NOBODY)
        towns = {town for town in (f"large.{area}", f"small.{area}") if state.owners.get(town) == bishop}
        if len(towns) == 2 or components.cathedral(state.printed_values, area) in towns:
            yield BonusScored("church", bishop, area)


def _bonus_line(state: State, bonus: BonusScored) -> Text:
    who = Who(bonus.seat)
    if bonus.bonus == "trade":
        ship = full_name(state.printed_values, f"ship.{bonus.area}")
        return T("{who} {points}: port and {ship}.", who=who, points=FIXED_POINTS["trade"], ship=ship)
    bishop = full_name(state.printed_values, f"bishop.{bonus.area}")
    return T("{who} {points}: cathedral town and {bishop}.", who=who, points=FIXED_POINTS["church"], bishop=bishop)


class BonusScored(Scoring):
    """`bonus` is "trade" or "church", for a pair in this area."""

    bonus: str
    seat: int
    area: str

    def scored(self, state: State) -> tuple[Scored, ...]:
        return (Scored(state.round, self.bonus, self.seat, self.area),)

    def history_line(self, state: State) -> Text:
        if self.bonus == "trade":
            return T("{who} scored the trade bonus in {area}.", who=Who(self.seat), area=AREAS[self.area].name)
        return T("{who} scored the church bonus in {area}.", who=Who(self.seat), area=AREAS[self.area].name)


# --- the end of a round --------------------------------------------------------------------------------


class RoundEnded(Event, chapter=T("Round")):
    number: int

    def apply(self, state: State) -> State:
        return replace(state, calais=None, votes_entered={})

    def to_do(self, state: State) -> Iterator[Text]:
        """Yields the line that puts the Captain of Calais back on the board (nl 524)."""
        if state.calais:
            yield T(
                "{who}: return the Captain of Calais to the board and take your disc back.", who=Who(state.calais[0])
            )


THE_END = Help(
    (
        T("After five rounds, the player with the most points wins."),
        T("If tied, the house that made the King more often wins; within a house, the strongest nobles."),
    ),
    "nl 528",
)


class GameOver(
    RosesPhase, name="game-over", over=True, busy_reason=BusyReason(T("The game is over."), "nl 528", code="game-over")
):
    """Five rounds have been played."""

    help = Help((T("The game is over. See the story of the evening, or play again."),), "nl 528")
    heading = T("The wars are over.")


class GameEnded(Event, clears=True):
    def apply(self, state: State) -> State:
        return replace(state, phase=GameOver())

    def history_line(self, state: State) -> Text:
        return T("All five rounds were played.")
