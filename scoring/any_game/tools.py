"""Tools: a question is asked, answered in secret, revealed and resolved; dice, timers and the first player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.any_game.answers import AnswerPhase, answer_text, chosen_options, is_pass
from scoring.any_game.counting import value
from scoring.any_game.rounds import Playing, end_round, move_marker
from scoring.any_game.sheet import Asked, Choice, Dice, FirstPlayer, Number, Timer, Track, Vote
from scoring.any_game.state import Answer, Result, State
from scoring.highlights import Highlight, Row
from scoring.kernel import (
    Action,
    Batch,
    BusyReason,
    Event,
    Help,
    Phase,
    Rng,
    TableAction,
    legal_action,
)
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.sealed import Sealed
from scoring.words import TN, T, Text, TextList, Value, Who, seats


class Asking(AnswerPhase):
    """Some seats are being asked; `again` is true if they tied in their first answers."""

    help = Help((T("Those asked choose in secret."), T("You can change your answer until everyone’s in.")))
    tool: Asked
    caller: int
    sealed: Sealed[Answer]
    again: bool = False

    def headline(self, state: State) -> Text:
        return T("{label}", label=self.tool.question or self.tool.button)

    def prompt(self, state: State, seat: int) -> Text:
        return self.headline(state)

    def form_fields(self, state: State, seat: int) -> Sequence[Count]:
        last = (self.sealed.of(seat) or {}).get("answer", 0)
        match self.tool:
            case Number(min=low):
                high = highest(state, self.tool, seat)
                return (Count("amounts.answer", min(low, high), high, max(min(last, high), min(low, high))),)
            case Choice(options=options, max=most) if most > 1:
                return [Count(f"amounts.{number}", 0, 1) for number in range(len(options))]
            case Vote(options=options, abstain=True):
                return (Count("amounts.answer", 0, len(options), last),)
        return (Count("amounts.answer", 0, len(options_of(self.tool)) - 1, last),)

    def answer_text(self, state: State, answer: Answer) -> Value:
        return answer_text(self.tool, answer)

    def bounds(self, state: State) -> tuple[int, int] | None:
        tool = self.tool
        return (tool.min, tool.max) if isinstance(tool, Choice) and tool.max > 1 else None

    def finish(self, batch: Batch[State], rng: Rng) -> None:
        batch.emit(AnswersRevealed())
        won, tied = outcome(batch.state, self)
        rule = tie_rule(self) if len(tied) > 1 else ""
        if rule == "again":
            batch.emit(AskedAgain(tied))
        elif rule == "table":
            batch.emit(TieLeftToTable(tied))
        else:
            close(batch, self.tool, settled(batch.state, tied, rule) if rule else won)


class Deciding(Phase):
    """The table decides a tie between seats or options of a tool."""

    help = Help((T("Your sheet leaves this tie to the table."),))
    busy_reason = BusyReason(T("Decide the tie first."))
    tool: Asked
    tied: tuple[int, ...]

    def headline(self, state: State) -> Text:
        if isinstance(self.tool, Number):
            return T("{who} are tied. Who’s ahead?", who=seats(self.tied))
        return T("It’s a tie. What do you decide?")


def options_of(tool: Any) -> tuple[str, ...]:
    options: tuple[str, ...] = getattr(tool, "options", ())
    return options


def highest(state: State, tool: Number, seat: int) -> int:
    track = state.sheet.row(tool.max) if isinstance(tool.max, str) else None
    return state.marker(track, seat) if isinstance(track, Track) else int(tool.max) if isinstance(tool.max, int) else 99


# --- starting ------------------------------------------------------------------------------------------


class StartTool(Action, phases=(Playing,)):
    """Starts a tool of the sheet; `players` are the players asked, if the seat that starts it chooses them."""

    tool: str
    players: Mapping[str, int]

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for tool in state.sheet.tools:
            chosen = isinstance(tool, Asked) and tool.who == "chosen"
            fields = [Count(f"players.{number}", 0, 1) for number in range(state.seats if chosen else 0)]
            total = (1, state.seats) if chosen else None
            yield legal_action(cls, seat, Pick("tool", (tool.id,)), *fields, total=total)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        tool, everybody = batch.state.sheet.tool(self.tool), range(batch.state.seats)
        match tool:
            case Dice(count=count, sides=sides):
                batch.emit(DiceRolled(seat, tuple(rng.randint(1, sides) for _ in range(count))))
            case FirstPlayer():
                batch.emit(FirstPlayerDrawn(rng.choice(tuple(everybody))))
            case Timer(seconds=seconds):
                batch.emit(TimerStarted(seconds))
            case Asked(who=who):
                chosen = tuple(one for one in everybody if self.players.get(str(one)))
                others = tuple(one for one in everybody if one != seat)
                asked = {"chosen": chosen, "others": others}.get(who, tuple(everybody))
                batch.emit(ToolStarted(self.tool, seat, asked))
                return
        if tool and tool.ends_round:
            end_round(batch)


class ToolStarted(Event, clears=True):
    tool: str
    seat: int
    asked: tuple[int, ...]

    def apply(self, state: State) -> State:
        tool = state.sheet.tool(self.tool)
        return replace(state, phase=Asking(Sealed(self.asked), tool, self.seat)) if isinstance(tool, Asked) else state

    def history_line(self, state: State) -> Text:
        tool = state.sheet.tool(self.tool)
        return T("{who}: {tool}.", who=Who(self.seat), tool=tool.button if tool else self.tool)


class DiceRolled(Event):
    seat: int
    faces: tuple[int, ...]

    def apply(self, state: State) -> State:
        return replace(state, rolled=(self.seat, self.faces))

    def history_line(self, state: State) -> Text:
        faces = ", ".join(map(str, self.faces))
        if len(self.faces) == 1:
            return T("{who} rolled {faces}.", who=Who(self.seat), faces=faces)
        return T("{who} rolled {faces} = {sum}.", who=Who(self.seat), faces=faces, sum=sum(self.faces))


class FirstPlayerDrawn(Event, beginner="seat"):
    seat: int

    def apply(self, state: State) -> State:
        return replace(state, first=self.seat)

    def history_line(self, state: State) -> Text:
        return T("{who} goes first.", who=Who(self.seat))


class TimerStarted(Event, stale_safe=True):
    seconds: int

    def apply(self, state: State) -> State:
        return replace(state, timer=(state.timer[0] + 1, self.seconds))

    def history_line(self, state: State) -> Text:
        return TN("The timer runs for one second.", "The timer runs for {count} seconds.", self.seconds)


# --- resolving -----------------------------------------------------------------------------------------


def outcome(state: State, asking: Asking) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the winning seats or option, and those tied for it."""
    match asking.tool:
        case Number(wins=wins) if wins != "none":
            best = best_bidders(wins, {seat: answer["answer"] for seat, answer in asking.sealed.choices.items()})
            return (best, ()) if len(best) < 2 else ((), best)
        case Vote():
            return vote_outcome(asking.tool, weighed(state, asking.tool, asking.sealed.choices))
    return (), ()


def best_bidders(wins: str, bids: Mapping[int, int]) -> tuple[int, ...]:
    """Returns the seats with the winning bid. With `highest`, 0 is a pass."""
    if wins.endswith("-unique"):
        often = Counter(bids.values())
        bids = {seat: bid for seat, bid in bids.items() if often[bid] == 1}
    if wins.startswith("highest"):
        bids = {seat: bid for seat, bid in bids.items() if bid}
    best = (max if wins.startswith("highest") else min)(bids.values(), default=0)
    return tuple(seat for seat, bid in sorted(bids.items()) if bid == best)


def weighed(state: State, tool: Vote, answers: Mapping[int, Answer]) -> tuple[int, ...]:
    """Returns the votes for each option."""
    row = state.sheet.row(tool.weights)
    weight = {seat: max(0, value(state, row, seat)) if row else 1 for seat in answers}
    return tuple(
        sum(weight[seat] for seat, answer in answers.items() if answer["answer"] == option)
        for option in range(len(tool.options))
    )


def vote_outcome(tool: Vote, votes: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the winning option, and tied ones. Of two options, the second wins unless the first has enough votes."""
    cast, yes, best = sum(votes), votes[0], max(votes)
    tied = tuple(option for option, count in enumerate(votes) if count == best and cast)
    if len(votes) > 2:
        return (tied, ()) if len(tied) < 2 else ((), tied)
    if tool.passes == "half" and len(tied) == 2:
        return (), tied
    needed = {"half": cast // 2 + 1, "two-thirds": -(-2 * cast // 3), "all": cast}.get(str(tool.passes), tool.passes)
    return (0 if cast and yes >= int(needed) else 1,), ()


def tie_rule(asking: Asking) -> str:
    tool = asking.tool
    if isinstance(tool, Number):
        return tool.then if asking.again and tool.ties == "again" else tool.ties
    return tool.ties if isinstance(tool, Vote) else ""


def settled(state: State, tied: tuple[int, ...], rule: str) -> tuple[int, ...]:
    """Returns the winners of a tie that the sheet settles."""
    start = state.first or 0
    return {
        "all": tied,
        "order": (min(tied, key=lambda seat: (seat - start) % state.seats),),
        "passes": tied[:1],
        "fails": tied[1:] if len(tied) == 2 else (),
    }.get(rule, ())


def close(batch: Batch[State], tool: Asked, won: tuple[int, ...]) -> None:
    """Names the winners, takes their payment, and ends the round if the sheet says so."""
    batch.emit(ToolClosed(won))
    track = batch.state.sheet.row(getattr(tool, "purse", ""))
    answers = batch.state.results[-1].answers if isinstance(track, Track) else {}
    for seat, answer in answers.items():
        if seat in won or getattr(tool, "pays", "") == "all":
            move_marker(batch, track, seat, batch.state.marker(track, seat) - answer["answer"])  # type: ignore[arg-type]
    if tool.ends_round and isinstance(batch.state.phase, Playing):
        end_round(batch)


class AnswersRevealed(Event, reveals=True):
    def apply(self, state: State) -> State:
        if not isinstance(phase := state.phase, Asking):
            return state
        result = Result(phase.tool, state.round, phase.sealed.choices)
        return replace(state, results=(*state.results, result))

    def history_line(self, state: State) -> Text | None:
        if not isinstance(phase := state.phase, Asking):
            return None
        return T("{tool}: {answers}.", tool=phase.tool.button, answers=revealed_text(phase.tool, phase.sealed.choices))

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        if not isinstance(phase := state.phase, Asking):
            return
        closed = next((event for event in then if isinstance(event, ToolClosed)), None)
        won = closed.won if closed else ()
        verdict = verdict_of(after, phase.tool, won) if closed else T("It’s a tie.")
        rows = tuple(_rows(state, phase, won))
        whose = won if isinstance(phase.tool, Number) else ()
        yield Highlight("answers", phase.headline(state), verdict, rows, whose)


def _rows(state: State, phase: Asking, won: tuple[int, ...]) -> Iterator[Row]:
    """Yields one row per seat, in the sheet's order; one per option if nobody is named or votes are counted."""
    tool, answers = phase.tool, phase.sealed.choices
    if tool.reveal == "counts" or isinstance(tool, Vote):
        counts = tallied(state, tool, answers)
        for option, count in enumerate(counts):
            yield Row(what=options_of(tool)[option], number=count, most=max(1, *counts), wins=option in won)
        return
    start = state.first or 0
    order = sorted(answers, key=lambda seat: (seat - start) % state.seats)
    if tool.reveal == "winner-last":
        order.sort(key=lambda seat: (seat in won, answers[seat].get("answer", 0)))
    for seat in order:
        if isinstance(tool, Number) and (answers[seat]["answer"] or not is_pass(tool)):
            yield Row(seat, number=answers[seat]["answer"], wins=seat in won)
        else:
            yield Row(seat, what=answer_text(tool, answers[seat]))


def tallied(state: State, tool: Asked, answers: Mapping[int, Answer]) -> tuple[int, ...]:
    if isinstance(tool, Vote):
        return weighed(state, tool, answers)
    picks = Counter(option for answer in answers.values() for option in chosen_options(tool, answer) or ())
    return tuple(picks[option] for option in range(len(options_of(tool))))


def revealed_text(tool: Asked, answers: Mapping[int, Answer]) -> TextList:
    """Returns who answered what; with `counts`, only how many."""
    if tool.reveal == "counts":
        picks = Counter(option for answer in answers.values() for option in chosen_options(tool, answer) or ())
        counted = ((picks[number], option) for number, option in enumerate(options_of(tool)))
        return TextList(tuple(T("{number} {option}", number=count, option=option) for count, option in counted))
    given = ((Who(seat), answer_text(tool, answer)) for seat, answer in answers.items())
    return TextList(tuple(T("{who} {answer}", who=who, answer=answer) for who, answer in given))


def verdict_of(state: State, tool: Asked, won: tuple[int, ...]) -> Text:
    if isinstance(tool, Vote):
        return T("{option} wins.", option=tool.options[won[0]]) if won else T("Nothing wins.")
    if isinstance(tool, Number) and tool.wins != "none":
        bid = state.results[-1].answers[won[0]]["answer"] if won else 0
        return T("{who} won with {bid}.", who=seats(won), bid=bid) if won else T("Nobody won.")
    return T("That’s everyone.")


class AskedAgain(Event):
    tied: tuple[int, ...]

    def apply(self, state: State) -> State:
        return state.with_phase(sealed=Sealed(self.tied), again=True) if isinstance(state.phase, Asking) else state

    def history_line(self, state: State) -> Text:
        return T("{who} tied and answer again.", who=seats(self.tied))


class TieLeftToTable(Event):
    tied: tuple[int, ...]

    def apply(self, state: State) -> State:
        phase = state.phase
        return replace(state, phase=Deciding(phase.tool, self.tied)) if isinstance(phase, Asking) else state


class DecideTie(TableAction, phases=(Deciding,)):
    """Decides a tie: the seat or the option that wins."""

    ahead: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        yield legal_action(cls, seat, Pick("ahead", Deciding.current(state).tied))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        close(batch, Deciding.current(batch.state).tool, (self.ahead,))


class ToolClosed(Event):
    """A tool ended, with the winning seats or the winning option."""

    won: tuple[int, ...]

    def apply(self, state: State) -> State:
        results = (*state.results[:-1], *(replace(one, won=self.won) for one in state.results[-1:]))
        return replace(state, results=results, phase=Playing())

    def history_line(self, state: State) -> Text | None:
        result = state.results[-1] if state.results else None
        if result is None:
            return None
        if isinstance(result.tool, Vote) or (isinstance(result.tool, Number) and result.tool.wins != "none"):
            return verdict_of(state, result.tool, self.won)
        return None
