"""Carrying out the plans: scenes settled at the reveal and played as a film; bribery and battles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.highlights import Highlight, Piece, Row
from scoring.kernel import Anecdote, AnecdoteKind, Batch, BusyReason, Event, Help, Rng
from scoring.reveal_phases import Scene, ScriptedPhase
from scoring.roses.components import GARRISON, KIND_OF, LOCATION_PIECES, NOBODY, full_name
from scoring.roses.parliament import Parliament
from scoring.roses.plan import Bill, Plan
from scoring.roses.state import Army, AwardGiven, RosesPhase, State, by_influence, settle_awards, settlement_lines
from scoring.words import TN, T, Text, Who, seats

DEPLOYMENT, BRIBERY, BATTLES = "deployment", "bribery", "battles"
NAMES = {DEPLOYMENT: T("Deployment"), BRIBERY: T("Bribery"), BATTLES: T("Battles")}
HEADLINES = {
    DEPLOYMENT: T("Deployment: the plans are revealed."),
    BRIBERY: T("Bribery: the cubes decide."),
    BATTLES: T("Battles: the troops decide."),
}

# --- written when the plans are revealed ---------------------------------------------------------------


@dataclass
class Script:
    """The scenes so far with their events, and the board after them."""

    batch: Batch[State]
    scenes: list[Scene] = field(default_factory=list)
    _from: int = 0

    @property
    def state(self) -> State:
        return self.batch.state

    def emit(self, event: Event) -> None:
        self.batch.emit(event)

    def write(self, scene: Scene) -> None:
        """Appends a scene with the events since the previous scene, and any awards that changed hands."""
        events = tuple(self.batch.events[self._from :])
        self._from = len(self.batch.events)
        given = [event.history_line(self.state) for event in events if isinstance(event, AwardGiven)]
        self.scenes.append(replace(scene, lines=(*scene.lines, *given), events=events, to_do=(*scene.to_do, *given)))

    def close(self, phase: str, nothing: Text, rule: str, to_do: Iterable[Text]) -> None:
        """Ends a phase and adds to-do lines. A phase without a scene gets an empty one."""
        if self.scenes[-1].phase != phase:
            self.write(Scene(phase, NAMES[phase], (nothing,), rule, empty=True))
        last = self.scenes[-1]
        self.scenes[-1] = replace(last, to_do=(*last.to_do, *to_do))


# --- played --------------------------------------------------------------------------------------------


class StepShown(Event):
    """The next scene of the resolution; its events follow."""

    def apply(self, state: State) -> State:
        phase = Resolution.current(state)
        # nl 419: white cubes are returned before the battles.
        guarded = () if phase.next_part in (BATTLES, "") else state.guarded
        # After a corrected printed value, the plans may resolve in fewer scenes than were shown.
        return replace(state.with_phase(shown=min(phase.shown + 1, len(phase.scenes))), guarded=guarded)

    def to_do(self, state: State) -> Iterable[Text]:
        phase = Resolution.current(state)
        return phase.scenes[phase.shown].to_do if phase.next_part else ()

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        return Resolution.current(state).play_next(state)


class Resolution(
    ScriptedPhase,
    RosesPhase,
    name="resolution",
    busy_reason=BusyReason(T("The revealed plans have to be carried out first."), "nl 374"),
    shows=StepShown,
    scripted=True,
):
    """The plans are revealed; their consequences are settled and played scene by scene."""

    help = Help(
        (
            T("The plans are revealed and carried out from last to first in turn order."),
            T("If you can’t pay for everything, you pay the bid first, then white cubes, black cubes and troops."),
            T("In a battle, both sides lose troops one for one. An attacker with troops left takes the place."),
        ),
        "nl 376",
    )
    plans: tuple[Plan, ...] = ()
    scenes: tuple[Scene, ...] = ()

    @property
    def next_part(self) -> str:
        """The next scene's part, even if it is empty: deployment, bribery or battles. Empty after the last scene."""
        return self.scenes[self.shown].phase if self.shown < len(self.scenes) else ""

    def headline(self, state: State) -> Text:
        return HEADLINES[self.next_part or BATTLES]

    def script(self, state: State) -> tuple[Scene, ...]:
        return self.scenes

    def part_name(self, scene: Scene) -> Text:
        return NAMES[scene.phase]

    def end(self, batch: Batch[State], rng: Rng) -> None:
        batch.emit(BattlesEnded())


# --- bribery ------------------------------------------------------------------------------------------


def resolve_bribes(script: Script, bills: Mapping[int, Bill]) -> None:
    """Resolves bribes one by one; a white cube protects its person once (nl 411, 413). All white cubes are returned at
    the end (nl 419).
    """
    for seat in script.state.reverse_order:
        for person in by_influence(script.state, bills[seat].black):
            _bribe(script, seat, person)
    white_back = [T("Return all white cubes to their owners.")] if script.state.guarded else []
    script.close(BRIBERY, T("No one bribes."), "nl 411", white_back)


def _bribe(script: Script, seat: int, person: str) -> None:
    name, owner = full_name(script.state.printed_values, person), script.state.owners[person]
    title = T("{who} bribes {person}", who=Who(seat), person=name)
    if person in script.state.guarded:
        script.emit(BribeFailed(seat, person))
        line = T("A white cube keeps {person} loyal to {owner}; both cubes go back.", person=name, owner=Who(owner))
        back = T("{person}: return the black and white cubes to their owners.", person=name)
        own = ((owner, T("A white cube keeps {person} loyal to you.", person=name)),)
        highlight = Highlight("bribe", title, line, (Row(owner, pieces=(Piece("card", name),)),), (owner,), own)
        script.write(Scene(BRIBERY, title, (line,), "nl 411", (back,), seat, person, highlight=highlight))
        return
    script.emit(PersonBribed(seat, person, owner))
    settle_awards(script.batch, person)
    line = T("No white cube: {person} goes from {owner} to {who}.", person=name, owner=Who(owner), who=Who(seat))
    discs = T("{who}: replace {owner}’s disc on {person} with yours.", person=name, owner=Who(owner), who=Who(seat))
    own = ((owner, T("{who} bribed {person} away from you.", who=Who(seat), person=name)),)
    rows = Row(owner, pieces=(Piece("gone", name),)), Row(seat, pieces=(Piece("turned", name),), wins=True)
    highlight = Highlight("bribe", title, line, rows, (seat,), own)
    script.write(
        Scene(
            BRIBERY, title, (line,), "nl 411, 413", (discs, _card_line(person, seat)), seat, person, highlight=highlight
        )
    )


def _card_line(person: str, seat: int) -> Text:
    """Returns the to-do line about a bribed person's card. A bishop has no token to hand over (nl 411)."""
    if KIND_OF[person] == "bishop":
        return T("{who}: take the card and your black cube.", who=Who(seat))
    return T("{who}: take the card, the token and your black cube.", who=Who(seat))


class BribeFailed(Event):
    """A white cube prevented the bribe; both cubes are returned."""

    seat: int
    person: str

    def apply(self, state: State) -> State:
        return replace(state, guarded=tuple(other for other in state.guarded if other != self.person))

    def history_line(self, state: State) -> Text:
        return T(
            "{who} failed to bribe {person}.", who=Who(self.seat), person=full_name(state.printed_values, self.person)
        )

    def anecdote(self, state: State) -> Anecdote:
        name = full_name(state.printed_values, self.person)
        text = T("{who} paid a bribe for {person}, who had been paid to stay", who=Who(self.seat), person=name)
        return Anecdote(AnecdoteKind.BLUFF, 1, text)


class PersonBribed(Event):
    seat: int
    person: str
    loser: int

    def apply(self, state: State) -> State:
        return state.with_owner(self.person, self.seat)

    def history_line(self, state: State) -> Text:
        name = full_name(state.printed_values, self.person)
        return T("{who} bribed {person} away from {loser}.", who=Who(self.seat), person=name, loser=Who(self.loser))


# --- battles ------------------------------------------------------------------------------------------


class BattleFought(Event):
    """A battle: army sizes before it, garrison included; then the `holder` (-1: nobody) and the troops `left`."""

    place: str
    attacker: int
    attackers: int
    defender: int
    defenders: int
    holder: int
    left: int

    def apply(self, state: State) -> State:
        fighting = (self.attacker, self.defender)
        others = tuple(army for army in state.armies.get(self.place, ()) if army.seat not in fighting)
        won = (Army(self.holder, self.left, 0),) if self.left else ()
        return replace(
            state.with_owner(self.place, self.holder),
            armies={**state.armies, self.place: (*won, *others)},
            fought_over=(*state.fought_over, self.place),
        )

    def history_line(self, state: State) -> Text:
        name, attacker = full_name(state.printed_values, self.place), Who(self.attacker)
        if self.holder == NOBODY:
            return T("{who} attacked {place}, and it turned neutral.", who=attacker, place=name)
        if self.holder == self.attacker:
            return T("{who} took {place}.", who=attacker, place=name)
        return T("{who} attacked {place} and failed.", who=attacker, place=name)

    def anecdote(self, state: State) -> Anecdote | None:
        """Returns a battle between equal armies; larger armies make a better anecdote."""
        if self.holder != NOBODY or self.defender == NOBODY:
            return None
        text = TN(
            "{who} and {owner} lost {count} troop each over {place}",
            "{who} and {owner} lost {count} troops each over {place}",
            self.attackers,
            who=Who(self.attacker),
            owner=Who(self.defender),
            place=full_name(state.printed_values, self.place),
        )
        return Anecdote(AnecdoteKind.TIE, self.attackers, text)

    def lines(self, state: State) -> Iterator[Text]:
        name, attacker, owner = full_name(state.printed_values, self.place), Who(self.attacker), Who(self.defender)
        if self.defender == NOBODY:
            yield T("{place} has just gone neutral: {who} takes it without a fight.", place=name, who=attacker)
            return
        fighting, defending = self.attackers, self.defenders
        against = T("{attackers} against {owner}’s {defenders}", attackers=fighting, defenders=defending, owner=owner)
        if self.place in state.fought_over:
            yield T("{against} (garrison already used).", against=against)
        else:
            yield T("{against} (garrison {garrison}).", against=against, garrison=GARRISON[KIND_OF[self.place]])
        if self.holder == NOBODY:
            yield T("Both sides lose all their troops: {place} is now neutral.", place=name)
        elif self.holder == self.attacker:
            yield T("{who} takes {place} with {left} left.", who=attacker, place=name, left=self.left)
        else:
            yield T("{owner} holds {place} with {left} left.", owner=owner, place=name, left=self.left)

    def highlight(self, state: State, title: Text) -> Highlight | None:
        """Returns the highlight with both army sizes and the new holder; None without a defender."""
        if self.defender == NOBODY:
            return None
        name, *lines = full_name(state.printed_values, self.place), *self.lines(state)
        most = max(self.attackers, self.defenders)
        rows = (
            Row(self.defender, number=self.defenders, most=most, wins=self.holder == self.defender),
            Row(self.attacker, number=self.attackers, most=most, wins=self.holder == self.attacker),
        )
        lost, taken = T("You lost {place}.", place=name), T("You took {place}.", place=name)
        beaten, held = T("Your attack on {place} failed.", place=name), T("You held {place}.", place=name)
        own = (
            (self.attacker, taken if self.holder == self.attacker else beaten),
            (self.defender, held if self.holder == self.defender else lost),
        )
        return Highlight("battle", title, lines[-1], rows, () if self.holder == NOBODY else (self.holder,), own)

    def board_lines(self, state: State) -> Iterator[Text]:
        name, who, owner = full_name(state.printed_values, self.place), Who(self.attacker), Who(self.defender)
        if self.defender != NOBODY and self.place not in state.fought_over:
            # The stone is replaced by troops at the first attack (nl 427).
            troops = TN("{count} troop", "{count} troops", GARRISON[KIND_OF[self.place]])
            yield T("{who}: replace the stone on {place} with {troops}.", who=owner, place=name, troops=troops)
        stay = TN("{count} troop stays", "{count} troops stay", self.left)
        fighting = (self.attacker, self.defender)
        waiting = seats(tuple(army.seat for army in state.armies.get(self.place, ()) if army.seat not in fighting))
        if self.holder == NOBODY and waiting.parts:
            off = T(
                "remove {who}’s and {owner}’s troops, leave those of {others}", who=who, owner=owner, others=waiting
            )
            yield T("{place}: {off}, and put the card face up on the deck.", place=name, off=off)
        elif self.holder == NOBODY:
            yield T("{place}: remove all troops and put the card face up on the deck.", place=name)
        elif self.holder == self.defender:
            yield T("{place}: {stay} with {owner}.", place=name, stay=stay, owner=owner)
        elif self.defender == NOBODY:
            yield T("{who}: take the card of {place} from the deck.", place=name, who=who)
        else:
            yield T(
                "{who}: take the card of {place} from {owner}; {stay}.", who=who, place=name, owner=owner, stay=stay
            )


def attacks(before: State, seat: int, deployed: State) -> list[str]:
    """Returns the other players' locations that this seat attacks, in the order of the influence table."""
    return by_influence(
        before,
        (
            place
            for place in LOCATION_PIECES
            if before.owners.get(place) != seat and any(army.seat == seat for army in deployed.armies.get(place, ()))
        ),
    )


def resolve_battles(script: Script, attacks: Mapping[int, list[str]]) -> None:
    taken: dict[str, int] = {}
    for seat in script.state.reverse_order:
        for place in attacks[seat]:
            _battle(script, seat, place)
            taken[place] = script.state.owners.get(place, NOBODY)
    script.close(BATTLES, T("No one attacks."), "nl 427", _clean_up_lines(script.state, taken))


def _battle(script: Script, seat: int, place: str) -> None:
    state = script.state
    attackers = sum(army.size for army in state.armies[place] if army.seat == seat)
    owner, defenders = state.owners.get(place, NOBODY), defence(state, place)
    left = abs(attackers - defenders)
    holder = NOBODY if not left else seat if attackers > defenders else owner
    battle = BattleFought(place, seat, attackers, owner, defenders, holder, left)
    script.emit(battle)
    settle_awards(script.batch, place)
    title = T("{who} attacks {place}", who=Who(seat), place=full_name(state.printed_values, place))
    lines, to_do = tuple(battle.lines(state)), tuple(battle.board_lines(state))
    highlight = battle.highlight(state, title)
    script.write(Scene(BATTLES, title, lines, "nl 427, 429", to_do, seat, place, highlight=highlight))


def defence(state: State, place: str) -> int:
    """Returns the holder's troops. The garrison counts in the first battle only (nl 427, 429)."""
    owner = state.owners.get(place)
    if owner is None:
        return 0
    troops = sum(army.size for army in state.armies.get(place, ()) if army.seat == owner)
    return troops + (0 if place in state.fought_over else GARRISON[KIND_OF[place]])


def _clean_up_lines(state: State, taken: Mapping[str, int]) -> Iterator[Text]:
    """Yields the to-do lines after the battles: remove troops, return mercenaries, place stones (nl 439)."""
    if any(state.armies.values()):
        yield T("Take all troops off the board. Mercenaries go back to the pile.")
    for place, seat in taken.items():
        if seat != NOBODY:
            yield T("{who}: put a stone on {place}.", who=Who(seat), place=full_name(state.printed_values, place))


class BattlesEnded(Event):
    """Troops and mercenaries left the board, and stones were placed again."""

    def apply(self, state: State) -> State:
        paid = state.with_settlement(state.owed)
        return replace(paid, owed=(), armies={}, guarded=(), fought_over=(), phase=Parliament())

    def history_line(self, state: State) -> Text:
        return T("The battles ended.")

    def to_do(self, state: State) -> Iterable[Text]:
        return settlement_lines(state.owed)
