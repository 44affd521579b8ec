"""Spying, accusing, and each seat's deductions about the other clans (en 968-990)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from scoring.highlights import Highlight, Piece, Row
from scoring.kernel import Anecdote, AnecdoteKind, Batch, Event, Help, Refusal, Rng, allowed, legal_action, refused_if
from scoring.legal_actions import LegalAction, Pick
from scoring.regents.components import BONUS_SPACES, CARDS, CLAN_WITHOUT, CLANS, DOMAINS, LOCATIONS, SMALLEST_SPIED_HAND
from scoring.regents.ending import CounsellorGained
from scoring.regents.state import CardFoundTwice, Note, State, report_duplicates
from scoring.regents.tracks import MoveMarker, Steps, at, push_back, tracks_to_choose
from scoring.regents.turn import AnyTurn, PaidTurnAction, Spaces, TurnEvent, if_possible, is_untracked, settle, spend
from scoring.values import replaced
from scoring.words import TN, T, Text, Who

# --- spying ---------------------------------------------------------------------------------------------


class Spying(PaidTurnAction, abstract=True):
    """Base class for actions that look at one card of an opponent, once a turn (en 970)."""

    whose: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        spied = T("You’ve already spied this turn. You can spy once per turn.")
        return super().refusal(state, seat) or refused_if(AnyTurn.current(state).spied, "once", spied, "en 970")

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if refusal := opponent_refusal(state, seat, self.whose):
            return refusal
        who = Who(self.whose)
        if state.cards_left(self.whose) < SMALLEST_SPIED_HAND:
            return Refusal("hand", T("{who} has fewer than two cards, so you can’t spy on them.", who=who), "en 974")
        apart = state.edition.spy_meets_agent and not is_untracked(state) and not _agents_meet(state, seat, self.whose)
        return refused_if(
            apart, "apart", T("One of your agents must be in the same place as one of {who}’s.", who=who), "de 118"
        )


class Spy(Spying):
    """Lets Herald draw the card (en 972). Only the spy's phone shows it."""

    label = T("Spy")
    whose: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> tuple[LegalAction, ...]:
        return if_possible(
            legal_action(cls, seat, Pick("whose", allowed(cls, state, seat, "whose", range(state.seats))))
        )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(SpiedOn(seat, self.whose, rng.choice(batch.state.hand(self.whose))))


class SpiedOn(TurnEvent, secret={"card"}, reveals=True):
    """A spy saw a card of seat `whose`; only the spy knows which card."""

    whose: int
    card: str

    def apply(self, state: State) -> State:
        return spend(add_note(state, self.seat, Note(self.whose, card=self.card)), spied=True)

    def history_line(self, state: State) -> Text:
        return T("{who} spied on {whose}.", who=Who(self.seat), whose=Who(self.whose))

    def secret_history_line(self, state: State) -> Text:
        who, whose = Who(self.seat), Who(self.whose)
        return T("{who} saw that {whose} held {card}.", who=who, whose=whose, card=CARDS[self.card])

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        own = ((self.whose, T("{who} spied on you.", who=Who(self.seat))),)
        title, verdict = T("{who} spies", who=Who(self.seat)), self.history_line(state)
        yield Highlight("spy", title, verdict, (Row(self.whose),), (), own, targets=(self.whose,), ticker=True)


class SpyByHand(Spying, private=True, event=SpiedOn):
    """Enters the real card drawn from that seat's hand (en 972)."""

    whose: int
    card: str

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("Herald dealt the cards, so Herald draws one of them.")
        return super().refusal(state, seat) or refused_if(state.herald_deals, "dealt", text)

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        for whose in state.opponents(seat):
            if cards := allowed(cls, state, seat, "card", CARDS, whose=whose):
                yield legal_action(cls, seat, Pick("whose", (whose,)), Pick("card", cards))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        """Refuses cards already played. The hand is not checked, because a refusal would reveal something about it."""
        if refusal := super().values_refusal(state, seat):
            return refusal
        text = T("{who} has already played that card, so it’s not in their hand.", who=Who(self.whose))
        return refused_if(self.card in state.played[self.whose], "played", text, "en 1082")


def _agents_meet(state: State, seat: int, other: int) -> bool:
    return any(state.agents_in(seat, place) and state.agents_in(other, place) for place in LOCATIONS)


def opponent_refusal(state: State, seat: int, whose: int) -> Refusal | None:
    text = T("Choose another player, not yourself.")
    return refused_if(whose not in state.opponents(seat), "oneself", text, "en 972, 980")


# --- accusing -------------------------------------------------------------------------------------------


ACCUSING = Help(
    (
        T("With an agent in the King’s room, you can name another player’s clan."),
        T(
            "If you’re right, you move two spaces forward and take a counsellor. If not, the accused moves you two "
            "spaces back."
        ),
    ),
    "en 976",
)


class Accuse(PaidTurnAction, private=True):
    """Accuses an opponent of belonging to a clan (en 980). Only accuser and accused learn which tile was played."""

    label = T("Accuse")
    whose: int
    clan: str

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        away = not is_untracked(state) and not state.agents_in(seat, state.king)
        return super().refusal(state, seat) or refused_if(
            away, "king", T("One of your agents must be with the King."), "en 984"
        )

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> tuple[LegalAction, ...]:
        accused = tuple(other for other in range(state.seats) if accused_refusal(state, seat, other) is None)
        return if_possible(legal_action(cls, seat, Pick("whose", accused), Pick("clan", tiles_left(state, seat))))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if refusal := accused_refusal(state, seat, self.whose):
            return refusal
        if self.clan in state.tiles_gone[seat]:
            return Refusal("tile", T("You no longer have the {clan} tile.", clan=CLANS[self.clan]), "en 988")
        return None

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        """Settles the accusation. A clan that another player has revealed may be named (en 888, 980). If the accused
        has entered it too, one of the two entries is wrong: the table checks the cards, and nothing else happens.
        """
        clan = batch.state.cards[self.whose].clan
        if clan == self.clan and batch.state.open_clans.get(clan, self.whose) != self.whose:
            batch.emit(CardFoundTwice(clan))
            return
        if clan == self.clan:
            batch.emit(AccusationProved(seat, self.whose, clan))
            if batch.state.reserve:
                batch.emit(CounsellorGained(seat, 1))
            report_duplicates(batch, self.whose)
        else:
            batch.emit(AccusationFailed(seat, self.whose, self.clan, clan))
        settle(batch)


def accused_refusal(state: State, seat: int, whose: int) -> Refusal | None:
    """Returns why the seat cannot accuse this opponent. A revealed clan card prevents it; having played five cards does
    not (en 980, de 126, nl 549). In the Dutch rules, an earlier wrong accusation of the same opponent also prevents it
    (nl 555)."""
    if refusal := opponent_refusal(state, seat, whose):
        return refusal
    if whose in state.accused:
        return Refusal("open", T("{who}’s clan card is already revealed.", who=Who(whose)), "en 986")
    if state.edition.one_wrong_accusation and any(note.whose == whose and note.clan for note in state.notes[seat]):
        text = T("You’ve already accused {who} wrongly. You can’t accuse them again.", who=Who(whose))
        return Refusal("cleared", text, "nl 555")
    return None


def tiles_left(state: State, seat: int) -> tuple[str, ...]:
    """Returns the accusation tiles that the seat still has; secret."""
    return tuple(clan for clan in CLANS if clan not in state.tiles_gone[seat])


class AccusationProved(TurnEvent, reveals=True):
    """An accusation was right: the clan is revealed, and the remaining cards leave the game."""

    whose: int
    clan: str

    def apply(self, state: State) -> State:
        return _begin_choice(replace(state, accused=state.accused | {self.whose}), Steps("accusation"))

    def history_line(self, state: State) -> Text:
        who, whose, clan = Who(self.seat), Who(self.whose), CLANS[self.clan]
        return T("{who} accused {whose} and was right: {clan}.", who=who, whose=whose, clan=clan)

    def to_do(self, state: State) -> tuple[Text, ...]:
        who = Who(self.whose)
        if not state.cards_left(self.whose):
            return (T("{who}: reveal your clan card.", who=who),)
        return (T("{who}: reveal your clan card and put your remaining cards away.", who=who),)

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        who, whose, clan = Who(self.seat), Who(self.whose), CLANS[self.clan]
        own = (
            (self.seat, T("You were right: {spaces} spaces forward.", spaces=BONUS_SPACES)),
            (self.whose, T("You’ve been unmasked: everyone knows you’re {clan}.", clan=clan)),
        )
        verdict = T("Unmasked: {whose} is {clan}.", whose=whose, clan=clan)
        row = Row(self.whose, pieces=(Piece("turned", clan),), wins=True)
        yield Highlight(
            "accusation",
            T("{who} accuses {whose}", who=who, whose=whose),
            verdict,
            (row,),
            private_texts=own,
            targets=(self.whose,),
        )


class AccusationFailed(TurnEvent, secret={"clan", "really"}, reveals=True):
    """An accusation was wrong: `clan` was named; `really`, shown to the accuser alone, was right. Both tiles are
    gone.
    """

    whose: int
    clan: str
    really: str

    def apply(self, state: State) -> State:
        gone = (*state.tiles_gone[self.seat], self.clan, self.really)
        after = replace(state, tiles_gone=replaced(state.tiles_gone, self.seat, gone))
        after = add_note(after, self.seat, Note(self.whose, clan=self.really))
        return _begin_choice(add_note(after, self.whose, Note(self.seat, named=self.clan)), Penalty(self.whose))

    def history_line(self, state: State) -> Text:
        return T("{who} accused {whose} and was wrong.", who=Who(self.seat), whose=Who(self.whose))

    def anecdote(self, state: State) -> Anecdote:
        """Returns the failed accusation, since the accused seat had hidden its clan well."""
        text = T("{who} accused {whose} and was wrong", who=Who(self.seat), whose=Who(self.whose))
        return Anecdote(AnecdoteKind.BLUFF, state.round, text)

    def to_do(self, state: State) -> tuple[Text, ...]:
        shows = T("{who}: show your clan card to {accuser} only.", who=Who(self.whose), accuser=Who(self.seat))
        return (shows, T("{who}: discard two tiles face down.", who=Who(self.seat)))

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        """Hides both the named clan and the shown clan from the table."""
        who, whose = Who(self.seat), Who(self.whose)
        verdict, wrong, innocent = self._penalty(state, who, whose)
        own = ((self.seat, wrong), (self.whose, innocent))
        row = Row(self.whose, pieces=(Piece("turned", T("innocent")),))
        yield Highlight(
            "accusation",
            T("{who} accuses {whose}", who=who, whose=whose),
            verdict,
            (row,),
            private_texts=own,
            targets=(self.whose,),
        )

    def _penalty(self, state: State, who: Who, whose: Who) -> tuple[Text, Text, Text]:
        """Returns the penalty texts for the table, the accuser and the accused, who chooses only among several
        tracks."""
        places = [place for domain in DOMAINS if (place := at(state.tracks[self.seat], domain)) > 0]
        spaces = min(BONUS_SPACES, sum(places))
        if not spaces:
            return (
                T("{whose} is innocent, but {who} has no space to lose.", whose=whose, who=who),
                T("You were wrong, but you have no space to lose."),
                T("You’re innocent, but {who} has no space to lose.", who=who),
            )
        verdict = TN(
            "{whose} is innocent: {who} goes back one space.",
            "{whose} is innocent: {who} goes back {count} spaces.",
            spaces,
            whose=whose,
            who=who,
        )
        if len(places) > 1:
            wrong = T("You were wrong: {spaces} spaces back, where {whose} chooses.", spaces=spaces, whose=whose)
            return verdict, wrong, T("You’re innocent. Choose on which tracks {who} goes back.", who=who)
        wrong = TN("You were wrong: one space back.", "You were wrong: {count} spaces back.", spaces)
        innocent = TN(
            "You’re innocent: {who} goes back one space.",
            "You’re innocent: {who} goes back {count} spaces.",
            spaces,
            who=who,
        )
        return verdict, wrong, innocent

    def secret_history_line(self, state: State) -> Text:
        who, whose, clan, really = Who(self.seat), Who(self.whose), CLANS[self.clan], CLANS[self.really]
        return T(
            "{who} named {clan} and was shown that {whose} is {really}.", who=who, clan=clan, whose=whose, really=really
        )


def _begin_choice(state: State, choice: Spaces) -> State:
    """Spends an action for the accusation and opens its choice before all pending ones."""
    return spend(state, choices=(choice, *AnyTurn.current(state).choices))


# --- an innocent player sends the accuser back ----------------------------------------------------------


@dataclass(frozen=True)
class Penalty(Spaces):
    """Spaces that the accuser moves back, on tracks chosen by the accused."""

    accused: int

    def chooser(self, turn: int) -> int:
        return self.accused

    def headline(self, who: Who) -> Text:
        return T(
            "{accused} is innocent and chooses on which tracks {who} goes back.", accused=Who(self.accused), who=who
        )

    def options(self, state: State) -> tuple[str, ...]:
        """Returns the tracks with a marker, even on space 1: unlike the Rampart, an accusation may push a marker off
        its track (en 988, 1126)."""
        markers = state.tracks[AnyTurn.current(state).turn]
        return tuple(domain for domain in DOMAINS if at(markers, domain) > 0)

    def choose(self, batch: Batch[State], option: str) -> None:
        push_back(batch, self.accused, AnyTurn.current(batch.state).turn, option)


class TakeAway(MoveMarker, private=True):
    """Moves the accuser back one space on this track (en 988). Only the accused may choose."""

    choice: ClassVar[type[Spaces]] = Penalty
    domain: str

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        text = T("That marker is already off its track. Choose another.")
        return refused_if(self.domain not in tracks_to_choose(state), "off-track", text, "en 988")


# --- a seat's knowledge ---------------------------------------------------------------------------------


def add_note(state: State, seat: int, note: Note) -> State:
    dated = replace(note, round=state.round)
    return replace(state, notes=replaced(state.notes, seat, (*state.notes[seat], dated)))


def possible_clans(state: State, seat: int) -> dict[int, tuple[str, ...]]:
    """Returns, by opponent, the clans that this seat's knowledge does not rule out."""
    left = {other: _not_ruled_out(state, seat, other) for other in state.opponents(seat)}
    while True:  # A clan that is certain for one opponent is ruled out for the others.
        identified = {other: clans[0] for other, clans in left.items() if len(clans) == 1}
        less = {
            other: tuple(
                clan for clan in clans if all(clan != known or whose == other for whose, known in identified.items())
            )
            for other, clans in left.items()
        }
        if less == left or not all(less.values()):
            return left
        left = less


def _not_ruled_out(state: State, seat: int, other: int) -> tuple[str, ...]:
    """Returns the clan of `other` if it was shown or revealed; else all clans but `seat`'s own, the revealed ones, and
    those ruled out by cards played or spied."""
    seen = [note for note in state.notes[seat] if note.whose == other]
    shown = [note.clan for note in seen if note.clan]
    if state.is_open(other):
        shown = [state.cards[other].clan]
    if shown:
        return (shown[-1],)
    cards = (*state.played[other], *(note.card for note in seen if note.card))
    out = {state.cards[seat].clan, *state.open_clans, *(CLAN_WITHOUT[card] for card in cards)}
    return tuple(clan for clan in CLANS if clan not in out)
