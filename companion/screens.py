"""The complete view of one screen, built from scratch for the requesting device."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from itertools import islice
from operator import attrgetter
from typing import Any, Protocol

from markupsafe import Markup

from companion.box_views import PendingMoveView, pending_move
from companion.curtains import may_open
from companion.film import FilmView
from companion.finale import OVER, Finale, build_finale
from companion.i18n import current_locale, name_seats, set_default_locale, set_game
from companion.lobby import InviteView, LobbyView, invite, kept_qr, lobby
from companion.services import Services
from companion.tables import LiveTable, ReplayOverBudget, UnknownTable
from scoring.evening import Evening, evening
from scoring.film import FilmScene, ToDo
from scoring.game_info import GAME_INFOS, GameInfo
from scoring.highlights import Highlight
from scoring.kernel import FINAL_SCORING, KEY_MOMENTS, Game, GameView, stored_name
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.memo import ById, cached_property, memoize_by_identity
from scoring.replay import Projection, UndoStep, last_undo_step, undo_steps
from scoring.sealed import SealedView
from scoring.standings import ScoreLine, Standings, categories, totals
from scoring.table import Table
from scoring.table_events import Seat
from scoring.timeline import ended_at
from scoring.tracking_modes import ChangeTrackingMode
from scoring.words import Addressed, Text, addressee, seats_mentioned

# Lines on one page of the history.
HISTORY_LINES = 80
CHANGE_TRACKING_MODE = stored_name(ChangeTrackingMode)


@dataclass(frozen=True)
class SeatView:
    number: int
    name: str
    colour: str
    phone: bool
    present: bool
    bot: bool = False


@dataclass(frozen=True)
class NoticeView:
    """A message; `kind` is refusal, info or success."""

    kind: str
    text: Text
    rule: str = ""


@dataclass(frozen=True)
class SealedEntry:
    seat: SeatView
    sealed: bool


@dataclass(frozen=True)
class CardView:
    """One kind of card in a picker: the maximum, the chosen number, and the number held (None: not shown here)."""

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
    """A proposed undo back to `to`; `undoes` is the first history line it would remove."""

    to: int
    undoes: Text | None


@dataclass(frozen=True)
class EndView:
    standings: Standings
    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]
    finale: Finale
    # Games for this number of players; the same without the game just played.
    games: tuple[GameInfo, ...]
    others: tuple[GameInfo, ...]
    # On the table screen: opens BG Stats on a phone.
    bgstats_qr: Markup | None


@dataclass(frozen=True)
class PreviewView:
    """The effect of a correction: its history lines, points by seat before and after, and the form to submit. Points
    are empty where scores are hidden."""

    lines: tuple[Text, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    form: Mapping[str, str]


class Seats:
    """What templates ask of the seats of a view."""

    seats: tuple[SeatView, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    def seated(self, numbers: tuple[int, ...]) -> tuple[SeatView, ...]:
        return tuple(self.seats[number] for number in numbers)

    def by_value(self, legal_actions: Iterable[LegalAction], name: str) -> dict[str | int, LegalAction]:
        """Returns the legal actions by the values of their field `name`, for boards with one button per value."""
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
        """Returns the seats of a sealed choice, and whether each has chosen."""
        return tuple(SealedEntry(self.seats[n], n not in sealed.waiting_for) for n in sealed.asked)


@dataclass(frozen=True)
class PublicView(Seats):
    """The game as everybody sees it. It contains no seat, so regions made from it alone are rendered once for all
    seats.
    """

    code: str
    page: str
    game: str
    required_seq: int
    seats: tuple[SeatView, ...]
    game_view: GameView
    example: bool
    me: None = None
    may_tap: bool = False
    places: frozenset[str] = frozenset()
    lit: tuple[str, ...] = ()

    @property
    def seq(self) -> int:
        """The last seq that everybody has to have seen; in the forms of a screen, the page's own replaces it."""
        return self.required_seq

    @cached_property
    def whose(self) -> Hashable:
        return self.code, self.page, "public", self.names, self.may_tap, self.places

    @cached_property
    def game_shown(self) -> Hashable:
        return ById(self.game_view), self.seats, self.required_seq, self.example


@dataclass(frozen=True)
class ScreenView(Seats):
    """Everything on one screen. `page` is table, me, curtain or moved."""

    code: str
    title: str
    game: str
    page: str
    # The last seq this page has seen; it is sent with every action.
    seq: int
    # The last seq a page must have seen; forms and lists are kept until it changes.
    required_seq: int
    seats: tuple[SeatView, ...]
    # The seat this screen belongs to or, behind the curtain, acts for.
    me: int | None
    host: bool
    # True if the device may tap: it holds a seat, is the host's, or was made a table screen.
    may_tap: bool
    # Seats without a phone whose curtain this device may open; whether the host allows that on all devices.
    curtains: tuple[SeatView, ...]
    curtains_everywhere: bool
    # On the table screen: the curtains that are open now.
    opened: tuple[Text, ...]
    example: bool
    # How to join; None during the game, when it has a separate page.
    invite: InviteView | None
    lobby: LobbyView | None
    game_view: GameView | None
    public: PublicView | None
    end: EndView | None
    proposal: ProposalView | None
    undo: UndoStep | None
    last: Text | None
    # The film of the last move, or an earlier one that is still running.
    film: FilmView | None
    announced_since: bool
    # True on a phone if a table screen plays the film too.
    has_table_screen: bool
    rematch: str | None
    # The rematch while it runs, to which all devices are redirected.
    running_rematch: str | None
    # True if this seat has made its sealed choice, which it may still change.
    sealed: bool
    # The printed value that a move waits for.
    pending_move: PendingMoveView | None
    # The tracking mode, if the table can switch to another during the game; else empty.
    tracking_mode: str = ""
    # On the table screen between the hard parts: the evening so far.
    evening: Evening | None = None
    # Places that a playback highlights on the board.
    lit: tuple[str, ...] = ()
    # Only for this device: a refusal, or the preview of its correction.
    notice: NoticeView | None = None
    preview: PreviewView | None = None

    @cached_property
    def whose(self) -> Hashable:
        """Table, page and seat of the screen. Output cached for one combination is never shown to another."""
        return self.code, self.page, self.me, self.may_tap, self.names

    @cached_property
    def render_key(self) -> tuple[object, ...]:
        """Everything visible: screens with equal keys are rendered once. `host` matters only while the host has
        something to do."""
        return *SEEN(self), self.host and bool(self.lobby or self.proposal or self.unreachable_seats)

    @cached_property
    def game_shown(self) -> Hashable:
        """Everything a game's templates depend on, except whose screen it is. The view is compared by identity, since
        screens that may see the same share one object."""
        return ById(self.game_view), self.seats, self.required_seq, self.example, self.end is None

    @cached_property
    def prompt(self) -> Text | None:
        """The prompt for this phone's player; None on other pages and after the game."""
        return self.game_view.prompt if self.game_view and not self.game_view.over and self.page == "me" else None

    @cached_property
    def highlights(self) -> tuple[Highlight, ...]:
        return self.film.film.highlights if self.film else ()

    @cached_property
    def messages_to_me(self) -> tuple[Text, ...]:
        """Messages of the highlights to this phone's player."""
        return tuple(text for highlight in self.highlights if (text := highlight.text_for(self.me)))

    @cached_property
    def targets_me(self) -> bool:
        """True if a message is meant to fill this phone's screen."""
        return any(self.me in highlight.targets for highlight in self.highlights)

    @cached_property
    def captions(self) -> tuple[FilmScene, ...]:
        """The scenes that cover this phone while the table screen plays them. Without a table screen, only a film of
        several scenes covers it."""
        if self.film is None or not self.film.film.covers:
            return ()
        return self.film.film.scenes if self.has_table_screen or len(self.highlights) > 1 else ()

    @cached_property
    def covered_until(self) -> int:
        """The time until which captions cover this phone: until the table screen has shown the last verdict."""
        if not self.captions:
            return 0
        return self.captions[-1].told if self.has_table_screen else self.captions[-1].ends

    @cached_property
    def film_region(self) -> Hashable:
        """Everything that the film's region depends on; the position of the film is outside the region."""
        return ById(self.film.film if self.film else None)

    @cached_property
    def film_views(self) -> tuple[tuple[GameView, GameView], ...]:
        """The public view of the game before and after each scene of the film."""
        scenes = self.film.film.scenes if self.film else ()
        return tuple((game_view(scene.before, None), game_view(scene.after, None)) for scene in scenes)

    @cached_property
    def film_to_do(self) -> tuple[ToDo, ...]:
        """The film's to-do lines, until the game clears them: they may name pieces that are face down by then."""
        lines = self.film.film.to_do if self.film else ()
        lasting = {line.text for line in lines if line.until is None}
        return lines if lasting and self.game_view and lasting <= set(self.game_view.to_do) else ()

    @cached_property
    def announcement(self) -> tuple[Text, ...]:
        """Text for screen readers: the highlights' messages to this player, else a single highlight's verdict and the
        last history line. Screen readers do not get a highlight's rows. Nothing is announced twice."""
        if self.end is not None:
            return ()
        if self.page == "me" and self.messages_to_me and not self.announced_since:
            return self.messages_to_me
        verdict = self.highlights[0].verdict if len(self.highlights) == 1 and not self.announced_since else None
        return tuple(dict.fromkeys(text for text in (verdict, self.last) if text))

    @cached_property
    def waited_for(self) -> tuple[SeatView, ...]:
        """The seats that the table waits for."""
        return self.seated(self.game_view.waiting_for) if self.game_view and not self.game_view.over else ()

    @cached_property
    def may_dim(self) -> bool:
        """True if this phone may dim while it has no prompt: no action is open to everybody."""
        return self.page == "me" and self.game_view is not None and self.end is None and not self.game_view.anybody

    @cached_property
    def taps_next(self) -> SeatView | None:
        """The seat whose phone shows the shared button, if this phone does not."""
        if self.game_view is None or not self.game_view.anybody or self.page != "me":
            return None
        having = {legal_action.seat for legal_action in self.game_view.legal_actions if not legal_action.private}
        return None if self.me in having else self.seats[min(having)]

    @cached_property
    def own_to_do(self) -> tuple[Text | Addressed, ...]:
        """The to-do lines for this screen; on a phone, its player's lines without the name. Lines that name nobody
        belong to the seats the table waits for."""
        own = tuple(one for one in self.game_view.to_do if self._is_own(one)) if self.game_view else ()
        if self.me is None:
            return own
        return tuple(Addressed(one) if addressee(one) == self.me else one for one in own)

    @cached_property
    def others_to_do(self) -> tuple[Text, ...]:
        """The to-do lines for other players."""
        return tuple(one for one in self.game_view.to_do if not self._is_own(one)) if self.game_view else ()

    def _is_own(self, line: Text) -> bool:
        if self.game_view is None or self.me is None:
            return True
        whose = seats_mentioned(line)
        return self.me in whose or (not whose and self.me in self.game_view.waiting_for)

    @cached_property
    def unreachable_seats(self) -> tuple[SeatView, ...]:
        """Seats that the table waits for, whose phones are not connected although no other device can act for them."""
        if self.game_view is None or self.page != "table":
            return ()
        answerable = {legal_action.seat for legal_action in self.game_view.legal_actions}
        waited = (self.seats[n] for n in self.game_view.waiting_for if n not in answerable)
        return tuple(seat for seat in waited if seat.phone and not seat.present)

    @cached_property
    def corrections(self) -> tuple[LegalAction, ...]:
        """The corrections this device may make; behind a curtain, only private ones."""
        if self.game_view is None or self.game_view.over or not self.may_tap:
            return ()
        return _corrections(self.game_view.corrections, self.page == "curtain")

    @cached_property
    def places(self) -> frozenset[str]:
        """The places on the board where something can be corrected."""
        return _places(self.corrections)

    @cached_property
    def checks(self) -> bool:
        """True if the board is checked before a count and can be corrected here by tapping."""
        return self.game_view is not None and self.game_view.to_check and self.page != "curtain" and bool(self.places)

    @cached_property
    def checked(self) -> PublicView | None:
        """The public view as every device shows it that may correct the same places."""
        return replace(self.public, may_tap=self.may_tap, places=self.places) if self.public else None

    @cached_property
    def mode_switch(self) -> LegalAction | None:
        """The action that changes the tracking mode, if it is legal here."""
        if not self.tracking_mode or self.game_view is None:
            return None
        return next(
            (
                legal_action
                for legal_action in self.game_view.corrections
                if legal_action.action == CHANGE_TRACKING_MODE
            ),
            None,
        )

    def cards(self, legal_action: LegalAction, hand: object = None) -> tuple[CardView, ...]:
        """Returns the counts of a legal action as a row of cards, with the number of each in hand. A name with x2 is
        shown as ×2."""
        counts = (field for field in legal_action.fields if isinstance(field, Count))
        return tuple(
            CardView(c.name, c.name.replace("x", "×"), c.high, c.value, getattr(hand, c.name, None)) for c in counts
        )

    @property
    def own_seat(self) -> SeatView:
        assert self.me is not None
        return self.seats[self.me]


@memoize_by_identity
def _corrections(legal_actions: tuple[LegalAction, ...], only_private: bool) -> tuple[LegalAction, ...]:
    return tuple(
        one for one in legal_actions if one.action != CHANGE_TRACKING_MODE and (one.private or not only_private)
    )


@memoize_by_identity
def _places(corrections: tuple[LegalAction, ...]) -> frozenset[str]:
    return frozenset(one.at for one in corrections if one.at)


SEEN = attrgetter(*(field.name for field in fields(ScreenView) if field.name != "host"))


@dataclass(frozen=True)
class ScreenRequest:
    """A device's request for a page; `seat` is the seat whose secrets it may show (None: no seat)."""

    services: Services
    live: LiveTable
    device: str
    page: str
    seat: int | None = None

    @property
    def projection(self) -> Projection:
        """The projection with the current display names."""
        return self.services.people.with_display_names(self.live)


def screen(request: ScreenRequest) -> ScreenView:
    """Builds the view; changes nothing."""
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
        opened=tuple(one.history_line(table) for one in services.curtains.open_at(live.code))
        if page == "table"
        else (),
        example=table.example,
        invite=None if table.started else invite(services, live.code),
        lobby=None if table.started else lobby(services, live.code, table),
        game_view=played,
        public=public_view(live.code, page, projection, seats) if played else None,
        end=end(request, projection),
        proposal=proposal(projection),
        undo=last_undo_step(projection, seat),
        last=projection.last,
        film=services.films.view(live.code, projection),
        announced_since=projection.has_newer_line,
        has_table_screen=page == "me" and services.hub.has_table_screen(live.code),
        rematch=live.row.rematch,
        running_rematch=running_rematch(services, live),
        sealed=played is not None and has_sealed(table.game, played),
        pending_move=pending_move(services, live, device, page),
        tracking_mode=tracking_mode(table) if device in live.claims and page in ("me", "table") else "",
        evening=evening(projection) if page == "table" and is_between_key_moments(table) else None,
    )


def is_between_key_moments(table: Table) -> bool:
    """True while people play on the real board and Herald waits for the next key moment."""
    return table.started and table.tracking_mode == KEY_MOMENTS and table.state.phase.needs_no_taps


def public_view(code: str, page: str, projection: Projection, seats: tuple[SeatView, ...]) -> PublicView:
    table = projection.table
    shown = game_view(table, None)
    return PublicView(code, page, table.game.folder, projection.required_seq, seats, shown, table.example)


def tracking_mode(table: Table) -> str:
    """Returns the tracking mode, if it can change in this game; else empty."""
    runs = table.started and table.standings is None and not table.has_bots
    return table.tracking_mode if runs and table.game.has_key_moments and table.tracking_mode != FINAL_SCORING else ""


def running_rematch(services: Services, live: LiveTable) -> str | None:
    """Returns the code of these people's next game; None once that game is over too."""
    try:
        again = services.tables.find(live.row.rematch) if live.row.rematch else None
    except (UnknownTable, ReplayOverBudget):
        return None
    return again.code if again and again.projection.table.standings is None else None


def screen_for(request: ScreenRequest) -> ScreenView:
    """Builds the view to be rendered; sets the locale and the seat names for it."""
    use_host_locale(request)
    table = request.projection.table
    name_seats(table.names)
    set_game(table.game)
    return screen(request)


def use_host_locale(request: ScreenRequest) -> None:
    """Gives table screens without a seat the host's locale, unless they have chosen their own."""
    languages, code = request.services.host_locales, request.live.code
    if request.live.is_host(request.device):
        languages[code] = current_locale()
    elif request.page == "table" and request.live.seat_of(request.device) is None:
        set_default_locale(languages.get(code, ""))


def game_view(table: Table, seat: int | None) -> GameView:
    """Returns the game as this seat sees it; all screens without a seat share one view."""
    return _view_of(table, table.game.view, seat)


@memoize_by_identity
def _view_of(table: Table, view: Callable[[Any, int | None], GameView], seat: int | None) -> GameView:
    return view(table.state, seat)


def has_sealed(game: Game[Any], played: GameView) -> bool:
    """True if this seat has made its sealed choice and may still change it."""
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
    """Returns the seat keys of phones that are connected or have the box page open."""
    readers = (live.claims.get(device) for device in services.box_assignments.awake(live.code))
    reading = {claim.seat_key for claim in readers if claim is not None and claim.seat_key is not None}
    return services.hub.connected_seats(live.code) | reading


class HasSeats(Protocol):
    @property
    def seats(self) -> tuple[Seat, ...]: ...


def seat_views(table: HasSeats, present: frozenset[int] = frozenset()) -> tuple[SeatView, ...]:
    return _seat_views(table.seats, present)


@memoize_by_identity
def _seat_views(seats: tuple[Seat, ...], present: frozenset[int]) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(n, seat.name, seat.colour, seat.phone, seat.bot or seat.key in present, seat.bot)
        for n, seat in enumerate(seats)
    )


def behind_curtains(table: Table, seats: Sequence[SeatView]) -> tuple[SeatView, ...]:
    """Returns seats without a phone that may have secrets; none in FINAL_SCORING mode."""
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
    if not finale.is_running:  # the screen does not change any more
        finale = replace(finale, elapsed=OVER)
    url = f"{request.services.base_url}/t/{request.live.code}/bgstats"
    games = tuple(info for info in GAME_INFOS.values() if seats in info.players)
    others = tuple(info for info in games if info.key != table.game_key)
    bgstats_qr = kept_qr(url, url) if request.page == "table" else None
    return EndView(standings, lines, totals(lines, seats), finale, games, others, bgstats_qr)


def elapsed(request: ScreenRequest, projection: Projection) -> int:
    """Milliseconds since the end of the game, or of its last film; OVER if somebody has skipped the finale."""
    services, code = request.services, request.live.code
    if services.skipped.get(code) == projection.seq:
        return OVER
    last = services.films.view(code, projection)
    if last is not None and last.film is projection.films[0]:
        return -OVER if last.paused else min(OVER, last.elapsed - last.film.length)
    since = services.clock() - datetime.fromisoformat(ended_at(projection))
    return max(0, min(OVER, round(since.total_seconds() * 1000)))


def history(projection: Projection, seat: int | None, before: int | None = None) -> tuple[HistoryLineView, ...]:
    """Returns one page of the history, newest first: the lines before this seq, each with the undo step it allows this
    seat."""
    earlier = (line for line in reversed(projection.lines) if before is None or line.seq < before)
    lines = tuple(islice(earlier, HISTORY_LINES))
    steps = undo_steps(projection, seat, lines[-1].seq if lines else 0)
    # Seats may change places before the start, so an earlier seat number may belong to somebody else now.
    start = projection.began or projection.seq
    return tuple(
        HistoryLineView(
            line.seq,
            line.at,
            line.by if line.seq > start else None,
            line.text,
            line.undone,
            steps.get(line.seq),
        )
        for line in lines
    )


def points(projection: Projection) -> tuple[int, ...]:
    """Points by seat; empty where scores are hidden."""
    lines = projection.table.public_score
    return () if lines is None else totals(lines, len(projection.table.seats))
