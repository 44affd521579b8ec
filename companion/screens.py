"""What a screen shows: one closed view, built from nothing for the device that asks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from operator import attrgetter
from typing import Any

from markupsafe import Markup

from companion.box_views import PendingMoveView, pending_move
from companion.curtains import may_open
from companion.finale import OVER, Finale, build_finale
from companion.i18n import current_locale, name_seats, set_default_locale, set_game
from companion.lobby import InviteView, LobbyView, invite, kept_qr, lobby
from companion.services import Services
from companion.tables import LiveTable, ReplayOverBudget, UnknownTable
from scoring.game_info import GAME_INFOS, GameInfo
from scoring.highlights import Highlight
from scoring.kernel import FINAL_SCORING, Game, GameView, stored_name
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.memo import ById, cached_property, memoize_by_identity
from scoring.replay import Projection, UndoStep, last_undo_step, undo_steps
from scoring.sealed import SealedView
from scoring.standings import ScoreLine, Standings, categories, totals
from scoring.table import Table
from scoring.table_events import GameStarted, Seat
from scoring.timeline import ended_at
from scoring.tracking_modes import ChangeTrackingMode
from scoring.words import Addressed, Text, addressee, seats_mentioned

CHANGE_TRACKING_MODE = stored_name(ChangeTrackingMode)


@dataclass(frozen=True)
class SeatView:
    number: int
    name: str
    colour: str
    shape: str
    phone: bool
    present: bool
    bot: bool = False


@dataclass(frozen=True)
class NoticeView:
    """A refusal or a word of comfort; `kind` is refusal, info or success."""

    kind: str
    text: Text
    rule: str = ""


@dataclass(frozen=True)
class SealedEntry:
    seat: SeatView
    sealed: bool


@dataclass(frozen=True)
class CardView:
    """One kind of card in a picker: how many may be chosen and are chosen; held None: not for this picker."""

    name: str
    label: str
    most: int
    value: int
    held: int | None


@dataclass(frozen=True)
class HistoryLineView:
    seq: int
    at: str
    by: int | None
    text: Text
    undone: bool
    undo: UndoStep | None


@dataclass(frozen=True)
class ProposalView:
    """Somebody wants to go back to `to`: the first thing that would no longer have happened."""

    to: int
    undoes: Text | None


@dataclass(frozen=True)
class EndView:
    standings: Standings
    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]
    finale: Finale
    # Other games that these people could play next.
    others: tuple[GameInfo, ...]
    # On the table screen: leads a phone to BG Stats.
    bgstats_qr: Markup | None


@dataclass(frozen=True)
class PreviewView:
    """What a correction would change: what the history would say, points by seat before and after (none where
    scores are hidden), and the form to send for real."""

    lines: tuple[Text, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    form: Mapping[str, str]


@dataclass(frozen=True)
class ScreenView:
    """Everything on one screen. `page` is table, me or curtain."""

    code: str
    title: str
    game: str
    page: str
    # The last step that this page has seen: every ask from it says so.
    seq: int
    # The last step that a page must have seen; forms and lists are kept while it stays the same.
    required_seq: int
    seats: tuple[SeatView, ...]
    # The seat this screen belongs to or, behind the curtain, answers for.
    me: int | None
    host: bool
    # The device may tap: it holds a seat, is the host's, or was made a table screen.
    may_tap: bool
    # Seats without a phone for which the device may open the curtain; the host chooses whether others may too.
    curtains: tuple[SeatView, ...]
    curtains_everywhere: bool
    # On the table screen: the curtains that are open now.
    opened: tuple[Text, ...]
    example: bool
    # How to join; while the game goes on it has a page of its own.
    invite: InviteView | None
    lobby: LobbyView | None
    game_view: GameView | None
    end: EndView | None
    proposal: ProposalView | None
    undo: UndoStep | None
    last: Text | None
    # Great moments of the last ask, and the number by which a page knows whether it has played them.
    highlights: tuple[Highlight, ...]
    highlights_seq: int
    told_since: bool
    # A table screen plays them.
    played_for_all: bool
    rematch: str | None
    # The same, as long as it is played: everybody goes there.
    running_rematch: str | None
    # This seat has made its sealed choice; it may still change it.
    sealed: bool
    # A printed number that a move waits for.
    pending_move: PendingMoveView | None
    # What this device is told beside it: a refusal, or what its correction would change.
    notice: NoticeView | None = None
    preview: PreviewView | None = None

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @cached_property
    def whose(self) -> Hashable:
        """Whose screen it is, and where: what is drawn for one is not shown on another."""
        return self.code, self.page, self.me, self.may_tap, self.names

    @cached_property
    def render_key(self) -> tuple[object, ...]:
        """All that can be seen: screens that look the same are drawn once. Who is the host shows only while something
        is asked of the host."""
        return *SEEN(self), self.host and bool(self.lobby or self.proposal or self.unreachable_seats)

    @cached_property
    def game_shown(self) -> Hashable:
        """All that the templates of a game draw from, but for whose screen it is: the view is known by being that very
        object, since all screens that may see the same are given the same one."""
        return ById(self.game_view), self.seats, self.required_seq, self.example, self.end is None

    @cached_property
    def prompt(self) -> Text | None:
        """What this phone calls its player for."""
        return self.game_view.prompt if self.game_view and not self.game_view.over and self.page == "me" else None

    @cached_property
    def told_to_me(self) -> tuple[Text, ...]:
        """What the great moments mean for the owner of this phone."""
        return tuple(text for highlight in self.highlights if (text := highlight.told_to(self.me)))

    @cached_property
    def beats(self) -> tuple[int, ...]:
        """In how many steps the table screen plays each of them: so long this phone tells nothing."""
        return tuple(highlight.beats for highlight in self.highlights) if self.played_for_all else ()

    @cached_property
    def announcement(self) -> tuple[Text, ...]:
        """What happened, for those who listen: what concerns them; else the last line, after the one great moment there
        was. They do not see its rows. What was said before is not said again."""
        if self.end is not None:
            return ()
        if self.page == "me" and self.told_to_me and not self.told_since:
            return self.told_to_me
        verdict = self.highlights[0].verdict if len(self.highlights) == 1 and not self.told_since else None
        return tuple(dict.fromkeys(text for text in (verdict, self.last) if text))

    @cached_property
    def waited_for(self) -> tuple[SeatView, ...]:
        """Those the table waits for."""
        return self.seated(self.game_view.waiting_for) if self.game_view and not self.game_view.over else ()

    @cached_property
    def may_dim(self) -> bool:
        """This phone may go dark: nothing is asked of its player, nor of anybody who happens to look at one."""
        return self.page == "me" and self.game_view is not None and self.end is None and not self.game_view.anybody

    @cached_property
    def taps_next(self) -> SeatView | None:
        """Whose phone has the button, where anybody may tap and this one has none."""
        if self.game_view is None or not self.game_view.anybody or self.page != "me":
            return None
        having = {legal_action.seat for legal_action in self.game_view.legal_actions if not legal_action.private}
        return None if self.me in having else self.seats[min(having)]

    @cached_property
    def own_to_do(self) -> tuple[Text | Addressed, ...]:
        """What hands do now with the pieces: on a phone its owner's, without the owner's name. Whoever is waited for
        does what names nobody."""
        own = tuple(one for one in self.game_view.to_do if self._is_own(one)) if self.game_view else ()
        if self.me is None:
            return own
        return tuple(Addressed(one) if addressee(one) == self.me else one for one in own)

    @cached_property
    def others_to_do(self) -> tuple[Text, ...]:
        """The rest of it."""
        return tuple(one for one in self.game_view.to_do if not self._is_own(one)) if self.game_view else ()

    def _is_own(self, line: Text) -> bool:
        if self.game_view is None or self.me is None:
            return True
        whose = seats_mentioned(line)
        return self.me in whose or (not whose and self.me in self.game_view.waiting_for)

    @cached_property
    def unreachable_seats(self) -> tuple[SeatView, ...]:
        """Seats that everybody waits for, whose phones alone can answer and are not there."""
        if self.game_view is None or self.page != "table":
            return ()
        answerable = {legal_action.seat for legal_action in self.game_view.legal_actions}
        waited = (self.seats[n] for n in self.game_view.waiting_for if n not in answerable)
        return tuple(seat for seat in waited if seat.phone and not seat.present)

    @cached_property
    def corrections(self) -> tuple[LegalAction, ...]:
        """What this device may put right: on a lent one, only what is nobody else's."""
        if self.game_view is None or self.game_view.over or not self.may_tap:
            return ()
        legal_actions = (
            legal_action
            for legal_action in self.game_view.corrections
            if legal_action.private or self.page != "curtain"
        )
        return tuple(legal_action for legal_action in legal_actions if legal_action.action != CHANGE_TRACKING_MODE)

    @cached_property
    def places(self) -> frozenset[str]:
        """Where on the board something can be put right."""
        return frozenset(legal_action.at for legal_action in self.corrections if legal_action.at)

    @cached_property
    def checks(self) -> bool:
        """The board is checked before a count, and here what is wrong on it can be tapped."""
        return self.game_view is not None and self.game_view.to_check and self.page != "curtain" and bool(self.places)

    @cached_property
    def mode_switch(self) -> LegalAction | None:
        """How closely Herald follows can be changed now."""
        if self.game_view is None or self.game_view.over or self.example or not self.may_tap or self.page == "curtain":
            return None
        return next(
            (
                legal_action
                for legal_action in self.game_view.corrections
                if legal_action.action == CHANGE_TRACKING_MODE
            ),
            None,
        )

    def seated(self, numbers: tuple[int, ...]) -> tuple[SeatView, ...]:
        return tuple(self.seats[number] for number in numbers)

    def by_value(self, legal_actions: Iterable[LegalAction], name: str) -> dict[str | int, LegalAction]:
        """These offers by what may be picked in a field of theirs: where a board has to be tapped for each."""
        picks = (
            (field, legal_action)
            for legal_action in legal_actions
            for field in legal_action.fields
            if field.name == name
        )
        return {
            value: legal_action for field, legal_action in picks if isinstance(field, Pick) for value in field.options
        }

    def sealing(self, sealed: SealedView) -> tuple[SealedEntry, ...]:
        """Who is in and who is missing, for the sealed status of a screen."""
        return tuple(SealedEntry(self.seats[n], n not in sealed.waiting_for) for n in sealed.asked)

    def cards(self, legal_action: LegalAction, hand: object = None) -> tuple[CardView, ...]:
        """The counts of an offer as a row of cards, beside what the hand holds of each; a card x2 is written ×2."""
        counts = (field for field in legal_action.fields if isinstance(field, Count))
        return tuple(
            CardView(c.name, c.name.replace("x", "×"), c.high, c.value, getattr(hand, c.name, None)) for c in counts
        )

    @property
    def own_seat(self) -> SeatView:
        assert self.me is not None
        return self.seats[self.me]


SEEN = attrgetter(*(field.name for field in fields(ScreenView) if field.name != "host"))


@dataclass(frozen=True)
class ScreenRequest:
    """A device looks at a page of a table; `seat` is whose secrets it may show (None: nobody's)."""

    services: Services
    live: LiveTable
    device: str
    page: str
    seat: int | None = None

    @property
    def projection(self) -> Projection:
        """With the names that people have now."""
        return self.services.people.with_display_names(self.live)


def screen(request: ScreenRequest) -> ScreenView:
    """What it sees. Only looks."""
    services, live, device, page, seat = request.services, request.live, request.device, request.page, request.seat
    projection = request.projection
    table = projection.table
    seats = seat_views(table, awake(services, live))
    played = game_view(table, seat) if table.started else None
    return ScreenView(
        code=live.code,
        title=table.game.title,
        game=table.game.folder,
        page=page,
        seq=live.seen(live.seat_of(device), seat),
        required_seq=projection.required_seq,
        seats=seats,
        me=seat,
        host=live.is_host(device),
        may_tap=device in live.claims,
        curtains=behind_curtains(table, seats) if may_open(live, device) else (),
        curtains_everywhere=table.curtains_everywhere,
        opened=tuple(one.history_line(table) for one in services.curtains.now_open(live.code))
        if page == "table"
        else (),
        example=table.example,
        invite=None if table.started else invite(services, live.code),
        lobby=None if table.started else lobby(services, live.code, table),
        game_view=played,
        end=end(request, projection),
        proposal=proposal(projection),
        undo=last_undo_step(projection, seat),
        last=projection.last,
        highlights=projection.acts,
        highlights_seq=projection.highlights_seq,
        told_since=projection.told_since,
        played_for_all=page == "me" and bool(projection.acts) and services.hub.has_table_screen(live.code),
        rematch=live.row.rematch,
        running_rematch=running_rematch(services, live),
        sealed=played is not None and has_sealed(table.game, played),
        pending_move=pending_move(services, live, device, page),
    )


def running_rematch(services: Services, live: LiveTable) -> str | None:
    """The code of the next game of these people, until that is over too."""
    try:
        again = services.tables.find(live.row.rematch) if live.row.rematch else None
    except (UnknownTable, ReplayOverBudget):
        return None
    return again.code if again and again.projection.table.standings is None else None


def screen_for(request: ScreenRequest) -> ScreenView:
    """The same, about to be drawn: from now on sentences are in the language of that screen, with the names of its
    people."""
    use_host_locale(request)
    table = request.projection.table
    name_seats(table.names)
    set_game(table.game)
    return screen(request)


def use_host_locale(request: ScreenRequest) -> None:
    """A table screen stands for all: until it is told otherwise it speaks the language of the host."""
    languages, code = request.services.spoken, request.live.code
    if request.live.is_host(request.device):
        languages[code] = current_locale()
    elif request.page == "table" and request.live.seat_of(request.device) is None:
        set_default_locale(languages.get(code, ""))


def game_view(table: Table, seat: int | None) -> GameView:
    """What this seat sees of the game; all screens without a seat see the same."""
    return _viewed(table, table.game.view, seat)


@memoize_by_identity
def _viewed(table: Table, view: Callable[[Any, int | None], GameView], seat: int | None) -> GameView:
    return view(table.state, seat)


def has_sealed(game: Game[Any], played: GameView) -> bool:
    """True if a sealed choice can still be made here, and nobody waits for it any more."""
    seat = played.seat
    if seat is None or seat in played.waiting_for:
        return False
    mine = {
        legal_action.action
        for legal_action in played.legal_actions
        if legal_action.seat == seat and legal_action.private
    }
    return any(stored_name(action) in mine for action in game.actions if action.sealed)


def awake(services: Services, live: LiveTable) -> frozenset[int]:
    """The seat keys of phones that are at the table, or at the page of its box."""
    readers = (live.claims.get(device) for device in services.box_assignments.awake(live.code))
    reading = {claim.seat_key for claim in readers if claim is not None and claim.seat_key is not None}
    return services.hub.connected_seats(live.code) | reading


def seat_views(table: Table, present: frozenset[int] = frozenset()) -> tuple[SeatView, ...]:
    return _seated(table.seats, present)


@memoize_by_identity
def _seated(seats: tuple[Seat, ...], present: frozenset[int]) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(n, seat.name, seat.colour, seat.shape, seat.phone, seat.bot or seat.key in present, seat.bot)
        for n, seat in enumerate(seats)
    )


def behind_curtains(table: Table, seats: Sequence[SeatView]) -> tuple[SeatView, ...]:
    """Seats without a phone that may have something to hide: not where only the end is counted."""
    return () if table.tracking_mode == FINAL_SCORING else tuple(seat for seat in seats if not seat.phone)


def proposal(projection: Projection) -> ProposalView | None:
    to = projection.table.proposal
    if to is None:
        return None
    return ProposalView(to, next((line.text for line in projection.lines if line.seq > to and not line.undone), None))


def end(request: ScreenRequest, projection: Projection) -> EndView | None:
    table = projection.table
    standings = table.standings
    if standings is None:
        return None
    lines, seats = table.game.score(table.state), len(table.seats)
    rows = categories(lines, seats, table.game.score_rows)
    finale = build_finale(elapsed(request, projection), rows, standings, table.game.read_out)
    if not finale.is_running:  # from now on nothing changes any more
        finale = replace(finale, elapsed=OVER)
    url = f"{request.services.base_url}/t/{request.live.code}/bgstats"
    others = tuple(info for info in GAME_INFOS.values() if info.key != table.game_key and seats in info.players)
    bgstats_qr = kept_qr(url, url) if request.page == "table" else None
    return EndView(standings, lines, totals(lines, seats), finale, others, bgstats_qr)


def elapsed(request: ScreenRequest, projection: Projection) -> int:
    """How long the game has been over, in milliseconds; for ever, once somebody did not want to wait."""
    if request.services.skipped.get(request.live.code) == projection.seq:
        return OVER
    since = request.services.clock() - datetime.fromisoformat(ended_at(projection))
    return max(0, min(OVER, round(since.total_seconds() * 1000)))


def history(projection: Projection, seat: int | None) -> tuple[HistoryLineView, ...]:
    """The newest first; each line that can be taken back says where that leads, for this seat."""
    steps = undo_steps(projection, seat)
    # Until the game starts seats change places: a number from then may be somebody else by now.
    start = next((record.seq for record in projection.records if isinstance(record.event, GameStarted)), projection.seq)
    return tuple(
        HistoryLineView(
            line.seq, line.at, line.by if line.seq > start else None, line.text, line.undone, steps.get(line.seq)
        )
        for line in reversed(projection.lines)
    )


def points(projection: Projection) -> tuple[int, ...]:
    """Points by seat, as far as they are for everybody to see."""
    lines = projection.table.public_score
    return () if lines is None else totals(lines, len(projection.table.seats))
