"""King elections: board check, count and tie rolls, then a crown, or bonus votes and new cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from scoring.highlights import Highlight, Row
from scoring.kernel import Action, Batch, BusyReason, Event, Help, Refusal, Rng, legal_action, refused_if
from scoring.lang_lebe.cards import deal, dice_fields, dice_refusal, resolve_dice
from scoring.lang_lebe.components import BONUS_END, TARGET, TIE_DICE, fits_the_game
from scoring.lang_lebe.state import LangLebePhase, State
from scoring.legal_actions import LegalAction
from scoring.reveal_phases import BoardCheckPhase, LineReveal, RevealPhase
from scoring.standings import places, ranked
from scoring.words import TN, T, Text, TextList, Who, seats, signed

ELECTION = T("Election")

# --- the count -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CountLine:
    """One seat's votes at an election, as every screen shows them."""

    seat: int
    areas: tuple[tuple[str, int], ...]
    area_votes: int
    third: int
    votes: int  # area votes minus the third; the ranking uses these (nl 242)
    bonus: int
    total: int
    enough: bool  # for the crown


def third(area_votes: int) -> int:
    return area_votes // 3  # nl 166, 168: rounded down


def count_line(state: State, seat: int) -> CountLine:
    """Returns the seat's votes: areas with its courtiers and/or figure (nl 164, 245), and bonus votes (nl 193)."""
    areas = tuple((area, state.votes(area) or 0) for area in state.areas_of(seat))
    area_votes = sum(number for _, number in areas)
    lost = third(area_votes) if seat in state.out_of_cards else 0
    votes, bonus = area_votes - lost, state.bonus[seat]
    total = votes + bonus
    return CountLine(seat, areas, area_votes, lost, votes, bonus, total, enough=total >= TARGET[state.seats])


def count(state: State) -> tuple[CountLine, ...]:
    """Returns all count lines in screen order: fewest votes first."""
    lines = (count_line(state, seat) for seat in range(state.seats))
    return tuple(sorted(lines, key=lambda line: (line.total, line.seat)))


def seats_with_enough_votes(state: State) -> tuple[int, ...]:
    """Returns the seats that reach the target of nl 172, 173."""
    return tuple(seat for seat in range(state.seats) if count_line(state, seat).enough)


@dataclass(frozen=True)
class Place:
    """A seat's place at an election, its new bonus votes, and the reason if votes were tied."""

    place: int
    seat: int
    bonus: int
    reason: Text | None = None


class Election(LangLebePhase, BoardCheckPhase, RevealPhase):
    """The election after the turn of seat `turn`. `count` is None until the board is confirmed; `places` is empty until
    the places are decided."""

    help = Help(
        (
            T(
                "Your areas give you the votes on their coats of arms. If you have no cards left, you lose a third of "
                "them."
            ),
            T("Bonus votes from earlier elections are added."),
            T(
                "With enough votes, you’re king. If no one has enough, everyone gets bonus votes for their rank in "
                "area votes, and the game goes on."
            ),
        ),
        "nl 164",
    )
    name: ClassVar[str] = "election"
    busy_reason = BusyReason(T("A king is being elected. Play continues afterwards."), "nl 162")
    turn: int
    count: LineReveal[CountLine] | None = None
    tie_dice: Mapping[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    places: tuple[Place, ...] = ()
    winner: int | None = None

    @property
    def counted(self) -> bool:
        return self.count is not None and self.count.finished

    def yet_to_roll(self, state: State) -> tuple[int, ...]:
        """Returns the seats that still have to roll five dice; empty until everything is counted."""
        return _seats_to_roll(state, self) if self.counted else ()

    # --- phases -------------

    def step(self, state: State) -> str:
        if self.count is None:
            return "check"
        return "tie" if self.yet_to_roll(state) else "count"

    def headline(self, state: State) -> Text:
        if self.count is None:
            if not fits_the_game(state.hands):
                return T("The hands don’t add up. Everyone, check your cards.")
            return T("King election: {who} ran out of cards. Check the board.", who=seats(state.out_of_cards))
        if tied := self.yet_to_roll(state):
            return T("Tied on votes and cards. Still to roll five dice: {who}.", who=seats(tied))
        if not self.counted:
            return T("King election: counting the votes.")
        winner = king(state, self)
        if winner is None:
            return T("No king yet: bonus votes and new cards.")
        return T("{who} has the votes.", who=Who(winner))

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return self.yet_to_roll(state)

    def prompt(self, state: State, seat: int) -> Text:
        return T("Your dice")

    def may_correct(self, state: State) -> bool:
        return self.count is None

    # --- the board check ---

    def confirm_refusal(self, state: State) -> Refusal | None:
        if self.count is not None:
            return Refusal("not-now", T("The count has already started."), "nl 164")
        if fits_the_game(state.hands):
            return None
        return Refusal("hands-misfit", T("The hands in Herald add up to more cards than the game has. Check yours."))

    def values_to_confirm(self, state: State) -> tuple[str, ...]:
        return state.unknown_votes(area for area in state.areas if not state.is_empty(area))

    def confirmed(self, state: State) -> State:
        return replace(state, spent_card=None).with_phase(count=LineReveal(count(state)))

    def confirmation(self, state: State) -> Text:
        return T("The board was confirmed, and the count began.")

    def confirm(self, batch: Batch[State], rng: Rng) -> None:
        super().confirm(batch, rng)
        Election.current(batch.state).play(batch, rng)

    # --- the count ---

    def continue_refusal(self, state: State) -> Refusal | None:
        if self.count is None:
            return Refusal("not-now", T("Check and confirm the board first."), "nl 164")
        if tied := self.yet_to_roll(state):
            text = T("Tied on votes and cards. Still to roll five dice: {who}.", who=seats(tied))
            return Refusal("not-now", text, "nl 243")
        return None

    def values_to_show(self, state: State) -> tuple[str, ...]:
        return self.values_to_confirm(state)

    def play(self, batch: Batch[State], rng: Rng) -> None:
        """Counts line by line, then concludes the election unless a tie needs a roll."""
        assert self.count is not None, "confirmed"
        for shown in range(self.count.shown, batch.state.seats):
            batch.emit(CountShown(shown + 1))
        if not Election.current(batch.state).yet_to_roll(batch.state):
            _conclude(batch, rng)

    def recounted(self, state: State) -> State:
        """Updates the running count after a printed value was corrected."""
        if self.count is None:
            return state
        return state.with_phase(count=replace(self.count, lines=count(state)))


def _conclude(batch: Batch[State], rng: Rng) -> None:
    """Crowns a king, or awards bonus votes and deals new cards (nl 175, 177).

    Requires a complete count and all tie rolls.
    """
    election = Election.current(batch.state)
    winner = king(batch.state, election)
    if winner is not None:
        batch.emit(KingCrowned(winner))
        return
    batch.emit(BonusAwarded(bonus_steps(batch.state, election)))
    deal(batch, rng)


class ElectionCalled(Event):
    """An election was called because seats had no cards left after a turn."""

    out_of_cards: tuple[int, ...]

    def apply(self, state: State) -> State:
        return replace(state, phase=Election(state.turn or 0))

    def history_line(self, state: State) -> Text:
        return T("{who} ran out of cards. Time to elect a king!", who=seats(self.out_of_cards))


class ElectionCalledLate(ElectionCalled):
    """An election was called after the turn of `following` had begun; that turn follows the election."""

    following: int

    def apply(self, state: State) -> State:
        election = Election((self.following - 1) % state.seats)
        return replace(state, phase=election, out_of_cards=self.out_of_cards, last_election=None)


class ElectionCalledOff(Event):
    """A corrected hand showed that nobody was out of cards."""

    def history_line(self, state: State) -> Text:
        return T("No one was out of cards after all, so there was no election.")


class CountShown(Event):
    """The first `shown` lines of the count are on the screens."""

    shown: int

    def apply(self, state: State) -> State:
        count = Election.current(state).count
        assert count is not None
        return state.with_phase(count=replace(count, shown=self.shown))

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        """Counts up the votes towards the target, line by line; lines shown earlier stay."""
        count, target = Election.current(state).count, TARGET[state.seats]
        lines = count.lines[: self.shown] if count else ()
        if not count or not lines:
            return
        most = max(target, *(line.total for line in count.lines)) + 1
        rows = tuple(
            Row(
                line.seat,
                number=line.total,
                most=most,
                marks=(target,),
                note=votes_note(line),
                known=number < count.shown,
            )
            for number, line in enumerate(lines)
        )
        last, new = lines[-1], lines[count.shown :]
        verdict = T("{who}: {votes} of {target} votes", who=Who(last.seat), votes=last.total, target=target)
        if enough := tuple(line.seat for line in new if line.enough):
            verdict = T("Enough votes for the crown: {who}!", who=seats(enough))
        own = tuple((line.seat, _own_votes_text(line.total, target)) for line in new)
        areas = tuple(area for area, _ in last.areas)
        yield Highlight("votes", T("King election"), verdict, rows, (last.seat,), own, places=areas)


def votes_note(line: CountLine) -> Text | None:
    """Returns a note on a lost third and bonus votes; None if all votes come from areas."""
    bonus = TN("{count} bonus vote", "{count} bonus votes", line.bonus)
    if line.third:
        areas = T("{votes} area votes, minus a third", votes=line.area_votes)
        return T("{one}; {other}", one=areas, other=bonus) if line.bonus else areas
    return bonus if line.bonus else None


def _own_votes_text(votes: int, target: int) -> Text:
    if votes >= target:
        return T("You have {votes} votes: enough for the crown.", votes=votes)
    return T("You have {votes} votes. You need {target} to be king.", votes=votes, target=target)


# --- order of precedence (nl 185, 205, 242-244) --------------------------------------------------------


def rank_before_dice(state: State, seat: int) -> tuple[int, int]:
    """Returns area votes minus the third, then the number of cards; never the original votes (nl 242)."""
    return (count_line(state, seat).votes, state.cards_held(seat))


def dice_sums(election: Election, seat: int) -> tuple[int, ...]:
    return tuple(sum(dice) for dice in election.tie_dice.get(seat, ()))


def rank_order(state: State, election: Election, among: Iterable[int]) -> tuple[int, ...]:
    """Returns these seats by area votes, most first, without bonus votes (nl 195-197). Cards, then dice, break ties (nl
    185, 243)."""
    return tuple(sorted(among, key=lambda s: (*rank_before_dice(state, s), *dice_sums(election, s)), reverse=True))


def king(state: State, election: Election) -> int | None:
    """Returns the king; None if no seat has enough votes.

    Of several such seats, the one with the most area votes is king, then cards and dice decide (nl 205, 244).
    """
    return next(iter(rank_order(state, election, seats_with_enough_votes(state))), None)


def _seats_to_roll(state: State, election: Election) -> tuple[int, ...]:
    """Returns the seats that still have to roll five dice, for the crown if anybody can win it, else for bonuses."""
    sums = {seat: dice_sums(election, seat) for seat in range(state.seats)}
    if candidates := seats_with_enough_votes(state):
        best = ranked({seat: rank_before_dice(state, seat) for seat in candidates})[0]
        return _seats_missing_a_roll(sums, best, 0, only_the_top=True)
    groups = ranked({seat: rank_before_dice(state, seat) for seat in range(state.seats)})
    return tuple(sorted(seat for group in groups for seat in _seats_missing_a_roll(sums, group, 0, only_the_top=False)))


def _seats_missing_a_roll(
    sums: Mapping[int, tuple[int, ...]], group: tuple[int, ...], done: int, only_the_top: bool
) -> tuple[int, ...]:
    """Returns the seats of a tied group that still have to roll; those with equal sums roll again where it matters."""
    if len(group) < 2:
        return ()
    if missing := tuple(seat for seat in group if len(sums[seat]) <= done):
        return missing
    again = ranked({seat: (sums[seat][done],) for seat in group})
    parts = again[:1] if only_the_top else again
    return tuple(seat for part in parts for seat in _seats_missing_a_roll(sums, part, done + 1, only_the_top))


class RollForTie(Action, phases=(Election,)):
    """Rolls five dice to break a tie in votes and cards (nl 243)."""

    dice: tuple[int, ...] | None = None

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        rolls = seat in Election.current(state).yet_to_roll(state)
        return refused_if(not rolls, "not-now", T("You have nothing to roll for."), "nl 243")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (
            legal_action(
                cls,
                seat,
                *dice_fields(state, "dice", TIE_DICE),
                missing_values=Election.current(state).values_to_show(state),
            ),
        )

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        return dice_refusal(state, self.dice, TIE_DICE)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(TieRolled(seat, resolve_dice(self.dice, TIE_DICE, rng)))
        if not Election.current(batch.state).yet_to_roll(batch.state):
            _conclude(batch, rng)


class TieRolled(Event):
    seat: int
    dice: tuple[int, ...]

    def apply(self, state: State) -> State:
        so_far = Election.current(state).tie_dice
        return state.with_phase(tie_dice={**so_far, self.seat: (*so_far.get(self.seat, ()), self.dice)})

    def history_line(self, state: State) -> Text:
        return T("{who} rolled {sum} to break the tie.", who=Who(self.seat), sum=sum(self.dice))


# --- nobody is king: bonus votes -----------------------------------------------------------------------


def bonus_votes(players: int) -> tuple[int, ...]:
    """Returns the bonus votes by rank: 4, 3, 2, 1 with four players (nl 179-183)."""
    return tuple(range(players, 0, -1))


def bonus_steps(state: State, election: Election) -> tuple[int, ...]:
    """Returns how many fields each seat moves up on the bonus table, which ends at 15."""
    order = rank_order(state, election, range(state.seats))
    by_seat = dict(zip(order, bonus_votes(state.seats), strict=True))
    return tuple(min(by_seat[seat], BONUS_END - state.bonus[seat]) for seat in range(state.seats))


class BonusAwarded(Event, chapter=ELECTION):
    """Nobody became king. `votes`, by seat, are the fields moved up on the bonus table."""

    votes: tuple[int, ...]

    def apply(self, state: State) -> State:
        bonus = tuple(old + up for old, up in zip(state.bonus, self.votes, strict=True))
        return replace(state, bonus=bonus, last_election=with_bonus_places(state, Election.current(state), self.votes))

    def history_line(self, state: State) -> Text:
        up = (T("{who} +{votes}", who=Who(seat), votes=number) for seat, number in enumerate(self.votes))
        return T("No one became king. Bonus votes: {votes}.", votes=TextList(tuple(up)))

    def recap(self, state: State) -> Text:
        return T("an election ended without a king")

    def to_do(self, state: State) -> Iterable[Text]:
        for seat, up in enumerate(self.votes):
            to = state.bonus[seat] + up
            if up:
                yield T("{who}: move your bonus courtier up {up}, to {to}.", who=Who(seat), up=up, to=to)

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        order = sorted(range(state.seats), key=lambda seat: self.votes[seat])
        rows = tuple(
            Row(seat, number=after.bonus[seat], before=state.bonus[seat], most=BONUS_END, note=signed(up))
            for seat in order
            if (up := self.votes[seat])
        )
        own = tuple((seat, _own_bonus_text(self.votes[seat])) for seat in order)
        yield Highlight(
            "votes", T("No king yet"), T("Bonus votes and new cards for everyone."), rows, private_texts=own
        )


def _own_bonus_text(up: int) -> Text:
    return TN("No king yet: {count} bonus vote for you.", "No king yet: {count} bonus votes for you.", up)


# --- a king --------------------------------------------------------------------------------------------


class KingCrowned(Event, chapter=ELECTION):
    seat: int

    def apply(self, state: State) -> State:
        return replace(
            state, phase=GameOver(self.seat), last_election=with_king_places(state, Election.current(state), self.seat)
        )

    def history_line(self, state: State) -> Text:
        return T("{who} became king!", who=Who(self.seat))


class GameOver(LangLebePhase, over=True):
    help = Help((T("The game is over. See the story of the evening, or play again."),), "nl 203")
    name: ClassVar[str] = "game-over"
    busy_reason = BusyReason(T("The game is over: the king has been crowned."), "nl 203", code="over")
    winner: int

    def headline(self, state: State) -> Text:
        return T("Long live King {who}!", who=Who(self.winner))

    def recounted(self, state: State) -> State:
        """Recounts the votes. The king stays if nobody has enough votes, or if a tie would need another roll."""
        election = state.last_election
        assert election is not None
        assert election.count is not None
        again = replace(election, count=replace(election.count, lines=count(state)))
        winner = king(state, again)
        if winner is not None and not again.yet_to_roll(state):
            return replace(state, phase=GameOver(winner), last_election=with_king_places(state, again, winner))
        why = T("crowned before a value was corrected")
        return replace(state, last_election=with_king_places(state, again, self.winner, why))


# --- places and their reasons --------------------------------------------------------------------------


def with_places(state: State, election: Election) -> Election:
    """Returns the election with its places; unchanged until the count is complete and all ties are rolled."""
    if not election.counted or election.yet_to_roll(state):
        return election
    winner = king(state, election)
    if winner is not None:
        return with_king_places(state, election, winner)
    return with_bonus_places(state, election, bonus_steps(state, election))


def with_bonus_places(state: State, election: Election, awarded: tuple[int, ...]) -> Election:
    order = rank_order(state, election, range(state.seats))
    found = (
        Place(number, seat, awarded[seat], _reason_for_rank(state, seat, order[number:]))
        for number, seat in enumerate(order, start=1)
    )
    return replace(election, places=tuple(found))


def with_king_places(state: State, election: Election, winner: int, why: Text | None = None) -> Election:
    """Returns the election with its places: the king, then the others by total votes. Equal totals share a place (nl
    205)."""
    others = places({seat: (count_line(state, seat).total,) for seat in range(state.seats) if seat != winner})
    rivals = tuple(seat for seat in seats_with_enough_votes(state) if seat != winner)
    beaten = T("enough votes, but not king")
    after = sorted(others, key=lambda seat: (others[seat], seat))
    found = (
        Place(1, winner, 0, why or _reason_for_king(state, winner, rivals)),
        *(Place(others[seat] + 1, seat, 0, beaten if seat in rivals else None) for seat in after),
    )
    return replace(election, places=found, winner=winner)


def _reason_for_king(state: State, winner: int, rivals: tuple[int, ...]) -> Text:
    if not rivals:
        return T("the only one with {target} votes or more", target=TARGET[state.seats])
    if all(count_line(state, seat).votes < count_line(state, winner).votes for seat in rivals):
        return T("more area votes than {others}", others=seats(rivals))
    return _reason_for_rank(state, winner, rivals) or T("ahead of {others}", others=seats(rivals))


def _reason_for_rank(state: State, seat: int, behind: tuple[int, ...]) -> Text | None:
    """Returns why this seat ranks before others with equal votes; None if there are none.

    The reason may say who has more cards, never how many.
    """
    votes, held = rank_before_dice(state, seat)
    equal = [other for other in behind if rank_before_dice(state, other)[0] == votes]
    by_dice = [other for other in equal if rank_before_dice(state, other) == (votes, held)]
    by_cards = [other for other in equal if other not in by_dice]
    luck = T("tied with {others} on area votes and cards, but a better roll", others=seats(by_dice))
    more = T("tied with {others} on area votes, but more cards", others=seats(by_cards))
    if by_dice and by_cards:
        return T("{one}; {other}", one=luck, other=more)
    return luck if by_dice else more if by_cards else None
