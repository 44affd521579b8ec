"""The end of a turn, the round 4 bonus, the final count and the places (en 1066-1154). Also the entry of final
positions in FINAL_SCORING mode."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import chain, repeat
from typing import NamedTuple

from scoring.highlights import Highlight, Piece, Row
from scoring.kernel import (
    Action,
    Batch,
    BusyReason,
    Event,
    Help,
    Phase,
    Refusal,
    Rng,
    TableAction,
    legal_action,
    refused_if,
)
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.majority import most
from scoring.regents.components import BONUS_ROUND, CHIPS, DOMAIN_SPACES, DOMAINS, LEAD_POINTS, ROUNDS, VALUES
from scoring.regents.state import USED, Markers, Secrets, State, report_duplicate_domains
from scoring.regents.tracks import START, advance, advanced, at, chip_name, chips_on_the_way
from scoring.regents.turn import TurnBegan
from scoring.reveal_phases import BoardCheckPhase, LineReveal, RevealPhase
from scoring.standings import ScoreLine, Standing, Standings, places, ranked
from scoring.values import replaced, without
from scoring.words import TN, T, Text, Who, seats

# --- the end of a turn and of a round -------------------------------------------------------------------


def end_turn(batch: Batch[State], seat: int) -> None:
    batch.emit(TurnEnded(seat))
    state = batch.state
    if state.next_seat(seat) != state.first:
        batch.emit(TurnBegan(state.next_seat(seat), state.round))
        return
    batch.emit(RoundEnded(state.round))
    if state.round == BONUS_ROUND:
        _give_bonus(batch)
    elif state.round < ROUNDS:
        begin_round(batch)


def begin_round(batch: Batch[State]) -> None:
    batch.emit(TurnBegan(batch.state.first, batch.state.round + 1))


class TurnEnded(Event):
    """A turn ended, and all counsellors on the board went back to the reserve."""

    seat: int

    def apply(self, state: State) -> State:
        return replace(state, on_board=())

    def to_do(self, state: State) -> tuple[Text, ...]:
        back = len(state.on_board)
        return (
            (TN("Return the counsellor to the reserve.", "Return {count} counsellors to the reserve.", back),)
            if back
            else ()
        )


class RoundEnded(Event, chapter=T("Round")):
    round: int

    def apply(self, state: State) -> State:
        return replace(state, phase=Check(state.table_action_seat)) if self.round == ROUNDS else state

    def history_line(self, state: State) -> Text:
        return T("Round {round} ended.", round=self.round)

    def to_do(self, state: State) -> tuple[Text, ...]:
        return (T("Move the round marker to {round}.", round=self.round + 1),) if self.round < ROUNDS else ()

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        """Shows the sole leader of each track after round 4."""
        given = [event for event in then if isinstance(event, CounsellorGained)]
        if self.round != BONUS_ROUND or not given:
            return
        ahead: dict[int | None, list[Piece]] = {}
        for domain, name in DOMAINS.items():
            ahead.setdefault(sole_leader(state, domain), []).append(Piece("order", name))
        rows = tuple(Row(seat, pieces=tuple(ahead[seat])) for seat in range(state.seats) if seat in ahead)
        own = tuple((one.seat, one.own_text()) for one in given)
        title, verdict = (
            T("Round {round} is over", round=self.round),
            T("One counsellor for each track with a sole leader."),
        )
        yield Highlight("bonus", title, verdict, rows, private_texts=own)


# --- the bonus of round 4 -------------------------------------------------------------------------------


def _give_bonus(batch: Batch[State]) -> None:
    """Gives the sole leader of each track one counsellor (nl 631, en 1070). Emits `BonusFellShort` if the reserve is
    too small, so that the table has to choose.
    """
    state = batch.state
    leaders = [sole_leader(state, domain) for domain in DOMAINS]
    due = tuple(leaders.count(seat) for seat in range(state.seats))
    if sum(due) > state.reserve > 0 and sum(map(bool, due)) > 1:
        batch.emit(BonusFellShort(due))
        return
    for seat, count in enumerate(due):
        if given := min(count, batch.state.reserve):
            batch.emit(CounsellorGained(seat, given))
    begin_round(batch)


def sole_leader(state: State, domain: str) -> int | None:
    """Returns the sole leader on the track, if any (en 1070, 1138)."""
    ahead = most({seat: at(markers, domain) for seat, markers in enumerate(state.tracks)})
    return ahead[0] if len(ahead) == 1 else None


class CounsellorGained(Event):
    """Counsellors came from the reserve, for an accusation or the round 4 bonus."""

    seat: int
    count: int

    def apply(self, state: State) -> State:
        after = state.with_counsellors(self.seat, self.count)
        if not isinstance(state.phase, Shortage):
            return after
        due = state.phase.due
        return replace(after, phase=replace(state.phase, due=replaced(due, self.seat, due[self.seat] - self.count)))

    def history_line(self, state: State) -> Text:
        return TN("{who} got a counsellor.", "{who} got {count} counsellors.", self.count, who=Who(self.seat))

    def own_text(self) -> Text:
        return TN("You got a counsellor.", "You got {count} counsellors.", self.count)

    def to_do(self, state: State) -> tuple[Text, ...]:
        return (TN("{who}: take a counsellor.", "{who}: take {count} counsellors.", self.count, who=Who(self.seat)),)


class Shortage(Phase):
    """The round 4 bonus exceeds the reserve. `due` is the number of counsellors still owed, by seat."""

    help = Help(
        (
            T("After round 4, each sole leader of a track gets a counsellor, but the reserve has too few."),
            T("The table decides who gets the next one."),
        ),
        "en 1070",
    )
    heading = T("Too few counsellors. Who gets the next one?")
    turn: int
    due: tuple[int, ...]


class BonusFellShort(Event):
    """The counsellors due for the round 4 bonus, by seat, exceeded the reserve."""

    due: tuple[int, ...]

    def apply(self, state: State) -> State:
        return replace(state, phase=Shortage(state.table_action_seat, self.due))

    def history_line(self, state: State) -> Text:
        return T("The reserve had too few counsellors for the bonus.")


class GiveCounsellor(TableAction, phases=(Shortage,)):
    """Gives the next counsellor to a seat. The rules do not cover a shortage, so the table decides."""

    whose: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> tuple[LegalAction, ...]:
        assert isinstance(state.phase, Shortage)
        due = tuple(whose for whose, count in enumerate(state.phase.due) if count)
        return (legal_action(cls, seat, Pick("whose", due)),)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(CounsellorGained(self.whose, 1))
        if not batch.state.reserve:
            begin_round(batch)


# --- the final count ------------------------------------------------------------------------------------


class Check(BoardCheckPhase):
    """The check of the tracks before the final count."""

    help = Help(
        (T("Compare the tracks with the board before scoring."), T("Fix any differences first.")),
        "en 1132",
    )
    heading = T("The last round is over. Are the tracks correct?")
    correctable = True
    turn: int

    def confirmed(self, state: State) -> State:
        return replace(state, phase=Reveal(self.turn, LineReveal(tuple(POINT_KINDS))))

    def confirm(self, batch: Batch[State], rng: Rng) -> None:
        """Reveals hidden domain cards: two spaces each, ignoring thresholds (en 1132)."""
        if report_duplicate_domains(batch):
            return
        super().confirm(batch, rng)
        for seat, cards in enumerate(batch.state.cards):
            if seat not in batch.state.domains_open:
                batch.emit(DomainTurnedUp(seat, cards.domain))
                advance(batch, seat, cards.domain, DOMAIN_SPACES, None)
        Reveal.current(batch.state).play(batch, rng)


class DomainTurnedUp(Event, reveals=True):
    """A hidden domain card was revealed at the end of the game."""

    seat: int
    domain: str

    def apply(self, state: State) -> State:
        return replace(state, domains_open=state.domains_open | {self.seat})

    def recap(self, state: State) -> Text:
        return T("{who} revealed their domain card: {domain}", who=Who(self.seat), domain=DOMAINS[self.domain])

    def history_line(self, state: State) -> Text:
        return T("{who}’s domain was {domain}.", who=Who(self.seat), domain=DOMAINS[self.domain])

    def to_do(self, state: State) -> tuple[Text, ...]:
        return (T("{who}: reveal your domain card, {domain}.", who=Who(self.seat), domain=DOMAINS[self.domain]),)

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        domain, before, to = DOMAINS[self.domain], state.tracks[self.seat], after.tracks[self.seat]
        row = Row(
            self.seat,
            pieces=(Piece("turned", domain),),
            number=VALUES[at(to, self.domain)],
            before=VALUES[at(before, self.domain)],
        )
        own = T("Your domain is revealed: {domain} goes to {value}.", domain=domain, value=row.number or 0)
        verdict = T("{spaces} spaces forward on each domain.", spaces=DOMAIN_SPACES)
        yield Highlight("domains", T("The domain cards"), verdict, (row,), private_texts=((self.seat, own),))


class Reveal(RevealPhase):
    """The reveal of the final points. It plays at once; tables of earlier versions may have stopped in this phase."""

    help = Help(
        (
            T("Hidden domain cards are revealed: two spaces each, past any threshold."),
            T(
                "Then the tracks score. Being the sole leader in your own domain is worth 3 points, and each chip "
                "and counsellor you have left is worth 1."
            ),
        ),
        "en 1132",
    )
    heading = T("Ready for the final scoring.")
    turn: int
    kinds: LineReveal[str]

    def play(self, batch: Batch[State], rng: Rng) -> None:
        batch.emit(CountShown(self.kinds.skip().shown))
        batch.emit(GameEnded())


class CountShown(Event):
    shown: int

    def apply(self, state: State) -> State:
        if not isinstance(state.phase, Reveal):
            return state
        return state.with_phase(kinds=replace(state.phase.kinds, shown=self.shown))


class GameEnded(Event):
    def apply(self, state: State) -> State:
        return replace(state, phase=GameOver())

    def history_line(self, state: State) -> Text:
        return T("The game is over.")


class GameOver(Phase, over=True):
    help = Help((T("The game is over. See the story of the evening, or play again."),), "en 1142")
    heading = T("We have a Guardian of the Kingdom!")
    busy_reason = BusyReason(T("The game is over."), "en 1142", code="over")


# --- points and places ----------------------------------------------------------------------------------

# Kinds of final points, in the order of the reveal.
POINT_KINDS: Mapping[str, Text] = {
    "tracks": T("Influence tracks"),
    "domain": T("Sole leader in own domain"),
    "chips": T("Privilege chips"),
    "counsellors": T("Counsellors"),
}


def score_lines(state: State, seat: int, kind: str) -> Iterator[ScoreLine]:
    """Yields the seat's score lines of one kind, without the bonus for a domain card that is still hidden."""
    match kind:
        case "tracks":
            for domain, name in DOMAINS.items():
                points = VALUES[at(state.tracks[seat], domain)]
                yield ScoreLine(seat, T("{domain} track", domain=name), points, "en 1134", category=POINT_KINDS[kind])
        case "domain" if seat in state.domains_open and sole_leader(state, state.cards[seat].domain) == seat:
            name = DOMAINS[state.cards[seat].domain]
            note = T("sole leader in their own domain")
            what = T("{domain}: sole leader", domain=name)
            yield ScoreLine(seat, what, LEAD_POINTS, "en 1138", note, POINT_KINDS[kind])
        case "chips" if chips := state.chips_of(seat):
            what = TN("{count} chip", "{count} chips", chips)
            yield ScoreLine(seat, what, chips, "en 1139", category=POINT_KINDS[kind])
        case "counsellors" if held := state.counsellors[seat]:
            what = TN("{count} counsellor", "{count} counsellors", held)
            yield ScoreLine(seat, what, held, "en 1140", category=POINT_KINDS[kind])


class Tally(NamedTuple):
    """Ranking key: most points, then most unplayed chips. Equal tallies share a place (en 1142-1144)."""

    points: int
    chips: int


def final_standings(state: State, points: Sequence[int]) -> Standings:
    """Returns the final standings, given each seat's points."""
    tallies = {seat: Tally(points[seat], state.chips_of(seat)) for seat in range(state.seats)}
    order, place = ranked(tallies), places(tallies)
    rows = (Standing(place[seat], seat, points[seat], _tie_break(tallies, seat)) for group in order for seat in group)
    guardian = T("{who} is Guardian of the Kingdom!", who=Who(order[0][0]))
    return Standings(tuple(rows), _reason(tallies, order[0]), guardian)


def _tie_break(tallies: Mapping[int, Tally], seat: int) -> Text | None:
    mine = tallies[seat]
    equal = [theirs for other, theirs in tallies.items() if other != seat and theirs.points == mine.points]
    if mine in equal:
        return T("tied on points, with {chips} unplayed chips each", chips=mine.chips)
    return T("tied on points, with {chips} unplayed chips", chips=mine.chips) if equal else None


def _reason(tallies: Mapping[int, Tally], first: tuple[int, ...]) -> Text:
    points = tallies[first[0]].points
    if len(first) > 1:
        return T("{who} share the title with {points} victory points.", who=seats(first), points=points)
    if _tie_break(tallies, first[0]):
        return T("{who} wins with {points} victory points and more unplayed chips.", who=seats(first), points=points)
    return T("{who} is Guardian of the Kingdom with {points} victory points.", who=seats(first), points=points)


# --- final scoring --------------------------------------------------------------------------------------


class FinalEntry(Check):
    """Entry of the position after the last round, before hidden domain cards are revealed (en 1132)."""

    help = Help(
        (T("Enter what’s on the table after the last round, before hidden domain cards are revealed."),), "en 1130"
    )
    # Entering a position again overwrites it, so no correction is needed.
    correctable = False
    # Number of unplayed chips by seat, as far as entered. It does not matter which chips they are.
    chips: Mapping[int, int] = field(default_factory=dict)
    # By chip, whether it is still on its threshold; entered only if it affects the result.
    on_threshold: Mapping[str, bool] = field(default_factory=dict)

    def headline(self, state: State) -> Text:
        return T("What does everyone have?") if self.waiting_for(state) else super().headline(state)

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat in range(state.seats) if seat not in self.chips)

    def chips_to_enter(self, state: State) -> tuple[str, ...]:
        """Returns the chips that a hidden domain card leads to, as far as they still have to be entered; empty until
        all seats have been entered.
        """
        if self.waiting_for(state) or self.free_chips() <= 0:
            return ()
        return tuple(chip for chip in chips_ahead(state) if chip not in self.on_threshold)

    def chips_still_there(self, state: State) -> tuple[str, ...]:
        """Returns the chips still on their thresholds that a hidden domain card leads to."""
        return tuple(chip for chip, there in self.on_threshold.items() if there and chip in chips_ahead(state))

    def free_chips(self, seat: int | None = None) -> int:
        """Returns how many of the 15 chips are neither held by other seats nor known to be on a threshold (en 849).

        Counts all entered chips, regardless of the markers: re-entering a marker may make an old entry relevant.
        """
        held = sum(count for owner, count in self.chips.items() if owner != seat)
        return len(CHIPS) - held - sum(self.on_threshold.values())

    def confirm_refusal(self, state: State) -> Refusal | None:
        missing = self.waiting_for(state)
        first = T("Still to be entered: {who}.", who=seats(missing))
        chip = T("Enter whether the chip is still there first.")
        return refused_if(missing, "entries", first) or refused_if(self.chips_to_enter(state), "chip", chip)

    def confirmed(self, state: State) -> State:
        """Gives each seat its number of chips. The others count as used, except those still on their thresholds."""
        gone = [chip for chip in CHIPS if chip not in self.chips_still_there(state)]
        holders = (seat for seat, count in self.chips.items() for _ in range(count))
        return super().confirmed(replace(state, chips=dict(zip(gone, chain(holders, repeat(USED)), strict=False))))


def chips_ahead(state: State) -> tuple[str, ...]:
    """Returns the chips that hidden domain cards lead to, unless a marker has already reached them."""
    reached = {chip for markers in state.tracks for chip in chips_on_the_way(START, markers, CHIPS)}
    hidden = (seat for seat in range(state.seats) if seat not in state.domains_open)
    ahead = (chip for seat in hidden for chip in _chips_on_final_advance(state.tracks[seat], state.cards[seat].domain))
    return tuple(chip for chip in ahead if chip not in reached)


def _chips_on_final_advance(markers: Markers, domain: str) -> tuple[str, ...]:
    return chips_on_the_way(markers, advanced(markers, domain, DOMAIN_SPACES, None), CHIPS)


class EnterEnd(Action, rejects_stale=False, phases=(FinalEntry,)):
    """Enters one player's final position; entering again overwrites. `tracks` holds the value under each marker (0 is
    off the track); `shown` is true if the domain card was revealed during the game."""

    tracks: Mapping[str, int]
    chips: int
    counsellors: int
    domain: str
    shown: bool

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> tuple[LegalAction, ...]:
        """Limits the form to 15 chips, 20 counsellors and one of each domain card in all (en 849, 873, 936)."""
        others = without(FinalEntry.current(state).chips, seat)
        return (
            legal_action(
                cls,
                seat,
                *(Pick(f"tracks.{domain}", VALUES) for domain in DOMAINS),
                Count("chips", 0, FinalEntry.current(state).free_chips(seat)),
                Count("counsellors", 0, state.most_counsellors(seat)),
                Pick("domain", tuple(domain for domain in DOMAINS if not _domain_of(state, others, domain))),
                Pick("shown", (0, 1)),
            ),
        )

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        twice = _domain_of(state, without(FinalEntry.current(state).chips, seat), self.domain)
        text = T("{who} already has that domain card. There’s only one of each.", who=seats(twice))
        return refused_if(twice, "domain", text, "en 936")

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        spaces = tuple(VALUES.index(self.tracks[domain]) for domain in DOMAINS)
        batch.emit(EndEntered(seat, spaces, self.chips, self.counsellors, self.domain, self.shown))


def _domain_of(state: State, entered: Iterable[int], domain: str) -> list[int]:
    return [seat for seat in entered if state.cards[seat].domain == domain]


class EndEntered(Event):
    """A final position was entered. `tracks` holds space numbers, in the order of `DOMAINS`."""

    seat: int
    tracks: tuple[int, ...]
    chips: int
    counsellors: int
    domain: str
    shown: bool

    def apply(self, state: State) -> State:
        sheet = FinalEntry.current(state)
        shown = state.domains_open | {self.seat} if self.shown else state.domains_open - {self.seat}
        return replace(
            state,
            tracks=replaced(state.tracks, self.seat, self.tracks),
            counsellors=replaced(state.counsellors, self.seat, self.counsellors),
            cards=replaced(state.cards, self.seat, Secrets("", self.domain)),
            domains_open=shown,
            phase=replace(sheet, chips={**sheet.chips, self.seat: self.chips}),
        )

    def history_line(self, state: State) -> Text:
        return T("{who}’s final position was entered.", who=Who(self.seat))


class ChipEntered(Event, stored="chip-told"):
    chip: str
    there: bool

    def apply(self, state: State) -> State:
        sheet = FinalEntry.current(state)
        return state.with_phase(on_threshold={**sheet.on_threshold, self.chip: self.there})

    def history_line(self, state: State) -> Text:
        chip = chip_name(self.chip)
        if self.there:
            return T("The {chip} chip was still there.", chip=chip)
        return T("The {chip} chip was gone.", chip=chip)


class EnterChip(TableAction, phases=(FinalEntry,), event=ChipEntered):
    """Enters whether a chip that a hidden domain card leads to is still on its threshold."""

    chip: str
    there: bool

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> tuple[LegalAction, ...]:
        asked = FinalEntry.current(state).chips_to_enter(state)
        return (legal_action(cls, seat, Pick("chip", asked), Pick("there", (0, 1))),) if asked else ()
