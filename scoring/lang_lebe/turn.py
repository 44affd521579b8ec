"""A turn: moving the figure, placing courtiers, rolling for more – and how it ends."""

from __future__ import annotations

from scoring.kernel import Chance, Dice, Draft, Offer, Pick, Refusal, offer
from scoring.lang_lebe.asks import EndTurn, EnterForeign, ExtraRoll, MoveFigure, PlaceCourtier, RollOn, Stay
from scoring.lang_lebe.dice import one_die, succeeds, typed
from scoring.lang_lebe.events import (
    CourtierPlaced,
    ElectionCalled,
    ExtraRolled,
    FigureMoved,
    ForeignEntered,
    MoveRolled,
    NoRoomFound,
    TurnBegan,
    TurnEnded,
)
from scoring.lang_lebe.phases import Step, Turn
from scoring.lang_lebe.printed import AREAS, CARDS_TO_ENTER, MOST_VOTES
from scoring.lang_lebe.state import (
    State,
    areas_in_play,
    can_place,
    clockwise,
    found_full,
    holder,
    is_foreign,
    is_full,
    is_only_area,
    numbers_needed,
    seats_without_cards,
    supply,
    turn_of,
    votes,
)
from scoring.words import T, Who

SETTING_OUT = (Step.START, Step.MOVING)
ROLLING_ON = (Step.ARRIVED, Step.STUCK)


# --- what may be asked ---------------------------------------------------------------------------------


def offers(state: State, turn: Turn) -> tuple[Offer, ...]:
    seat, here = turn.turn, turn.here
    found: list[Offer] = []
    if turn.step is Step.START and can_place(state, seat, here):
        found.append(offer(Stay, seat, needs=numbers_needed(state, here)))
    if turn.step is Step.ARRIVED and can_place(state, seat, here):
        found.append(offer(PlaceCourtier, seat, needs=numbers_needed(state, here)))
    if turn.step in SETTING_OUT:
        found += _moves(state, turn)
    if turn.step in ROLLING_ON and state.hands[seat].count:
        found.append(offer(RollOn, seat, *card_and_die(state, seat)))
    if turn.step is Step.PLACING:
        found += extra_roll_offers(state, seat, here)
    return (*found, offer(EndTurn, seat))


def _moves(state: State, turn: Turn) -> list[Offer]:
    peaceful, foreign = peaceful_moves(state, turn), foreign_moves(state, turn)
    found = [offer(MoveFigure, turn.turn, Pick("area", peaceful))] if peaceful else []
    if foreign and has_cards_to_enter(state, turn.turn):
        found.append(offer(EnterForeign, turn.turn, Pick("area", foreign)))
    return found


def extra_roll_offers(state: State, seat: int, area: str) -> tuple[Offer, ...]:
    if not can_place(state, seat, area) or not state.hands[seat].count:
        return ()
    return (offer(ExtraRoll, seat, *card_and_die(state, seat), needs=numbers_needed(state, area)),)


def card_and_die(state: State, seat: int) -> tuple[Pick | Dice, ...]:
    return (Pick("card", state.hands[seat].kinds), *typed(state, "die", 1))


def not_entered(state: State, turn: Turn) -> tuple[str, ...]:
    """Each area at most once a turn (nl 219); Man not with three players (nl 39)."""
    return tuple(area for area in areas_in_play(state) if area not in (*turn.entered, turn.here))


def peaceful_moves(state: State, turn: Turn) -> tuple[str, ...]:
    """Empty areas and those with one's own courtiers (nl 80, 81)."""
    return tuple(area for area in not_entered(state, turn) if not is_foreign(state, turn.turn, area))


def foreign_moves(state: State, turn: Turn) -> tuple[str, ...]:
    """Areas of others, except somebody's only one (nl 114, 116)."""
    foreign = (area for area in not_entered(state, turn) if is_foreign(state, turn.turn, area))
    return tuple(area for area in foreign if not is_only_area(state, area))


def has_cards_to_enter(state: State, seat: int) -> bool:
    return state.hands[seat].count >= CARDS_TO_ENTER  # nl 220


# --- what follows --------------------------------------------------------------------------------------


def stay(draft: Draft[State], turn: Turn) -> None:
    _at(turn, Step.START)
    place(draft, turn.turn, turn.here)
    end_if_nothing_left(draft)


def place_free_courtier(draft: Draft[State], turn: Turn) -> None:
    _at(turn, Step.ARRIVED)
    place(draft, turn.turn, turn.here)
    end_if_nothing_left(draft)


def place(draft: Draft[State], seat: int, area: str) -> None:
    if found_full(draft.state, area):
        draft.happen(NoRoomFound(seat, area))
        return
    check_room(draft.state, seat, area)
    draft.happen(CourtierPlaced(seat, area))


def move_figure(draft: Draft[State], turn: Turn, area: str) -> None:
    _at(turn, *SETTING_OUT)
    _check_open(draft.state, turn, area)
    if is_foreign(draft.state, turn.turn, area):
        owner = Who(holder(draft.state, area) or 0)
        text = T("{area} is {who}'s: enter it as a dispute from your own phone.", area=area, who=owner)
        raise Refusal("foreign", text, "nl 114")
    draft.happen(FigureMoved(turn.turn, area))
    end_if_nothing_left(draft)


def enter_foreign(draft: Draft[State], turn: Turn, area: str) -> None:
    state = draft.state
    _at(turn, *SETTING_OUT)
    _check_open(state, turn, area)
    if not is_foreign(state, turn.turn, area):
        text = T("Nobody else is in {area}: just move your figure there.", area=area)
        raise Refusal("not-foreign", text, "nl 114")
    if is_only_area(state, area):
        text = T("It is {who}'s only area: nobody may enter it.", who=Who(holder(state, area) or 0))
        raise Refusal("only-area", text, "nl 116")
    if not has_cards_to_enter(state, turn.turn):
        text = T("You may not enter with your last card: you need at least two.")
        raise Refusal("cards", text, "nl 220")
    draft.happen(ForeignEntered(turn.turn, area))


def roll_on(draft: Draft[State], turn: Turn, card: int, die: int | None, chance: Chance) -> None:
    _at(turn, *ROLLING_ON)
    check_card(draft.state, turn.turn, card)
    draft.happen(MoveRolled(turn.turn, card, one_die(draft.state, die, chance)))
    end_if_nothing_left(draft)


def roll_extra(draft: Draft[State], turn: Turn, card: int, die: int | None, chance: Chance) -> None:
    _at(turn, Step.PLACING)
    extra_roll(draft, turn.turn, turn.here, card, die, chance)
    end_if_nothing_left(draft)


def extra_roll(draft: Draft[State], seat: int, area: str, card: int, die: int | None, chance: Chance) -> None:
    if found_full(draft.state, area):
        draft.happen(NoRoomFound(seat, area))
        return
    check_room(draft.state, seat, area)
    check_card(draft.state, seat, card)
    face = one_die(draft.state, die, chance)
    draft.happen(ExtraRolled(seat, area, card, face))
    if succeeds(card, face):
        draft.happen(CourtierPlaced(seat, area))


# --- the end of a turn ---------------------------------------------------------------------------------


def end_if_nothing_left(draft: Draft[State]) -> None:
    if isinstance(draft.state.phase, Turn) and nothing_left(draft.state, draft.state.phase):
        end_turn(draft)


def nothing_left(state: State, turn: Turn) -> bool:
    """True if the seat can only end its turn: no room, no courtiers, or no card to roll for."""
    without_cards = not state.hands[turn.turn].count
    no_room = not can_place(state, turn.turn, turn.here)
    return {
        Step.ARRIVED: no_room and without_cards,
        Step.PLACING: no_room or without_cards,
        Step.STUCK: without_cards,
    }.get(turn.step, False)


def end_turn(draft: Draft[State]) -> None:
    """The next turn begins, unless somebody has no cards left: then a king is to be elected (nl 162)."""
    seat = turn_of(draft.state)
    assert seat is not None
    draft.happen(TurnEnded(seat))
    if without := seats_without_cards(draft.state):
        draft.happen(ElectionCalled(without))
    else:
        begin_next_turn(draft)


def begin_next_turn(draft: Draft[State]) -> None:
    seat = turn_of(draft.state)
    assert seat is not None
    draft.happen(TurnBegan(clockwise(draft.state, seat)[1]))


# --- refusals ------------------------------------------------------------------------------------------


def _at(turn: Turn, *steps: Step) -> None:
    if turn.step in steps:
        return
    raise Refusal("not-now", _ALLOWED[turn.step], "nl 78")


_ALLOWED = {
    Step.START: T("Your turn begins: move your figure, stay and place a courtier, or do nothing."),
    Step.ARRIVED: T("You have moved: place a courtier, roll to move on, or end your turn."),
    Step.PLACING: T("Placing courtiers ends the moving: roll for more courtiers, or end your turn."),
    Step.MOVING: T("Your roll succeeded: move on, or end your turn without courtiers."),
    Step.STUCK: T("Your roll failed: spend another card to move on, or end your turn without courtiers."),
}


def _check_open(state: State, turn: Turn, area: str) -> None:
    if area not in AREAS:
        raise Refusal("no-area", T("There is no such area on the board."))
    if area not in areas_in_play(state):
        raise Refusal("not-in-play", T("With three players Man is left out."), "nl 39")
    if area == turn.here:
        raise Refusal("visited", T("Your figure stands in {area}: choose another area.", area=area), "nl 78")
    if area in turn.entered:
        text = T("You have been in {area} this turn: an area only once a turn.", area=area)
        raise Refusal("visited", text, "nl 219")


def check_room(state: State, seat: int, area: str) -> None:
    if not supply(state, seat):
        raise Refusal("supply", T("You have no courtiers left in your supply."), "nl 222")
    if is_full(state, area):
        text = T("{area} is full: {most} courtiers at most.", area=area, most=votes(state, area) or MOST_VOTES)
        raise Refusal("limit", text, "nl 94")
    if numbers_needed(state, area):
        text = T("Say first which number is printed in {area}: it limits the courtiers.", area=area)
        raise Refusal("box-needed", text, "nl 94")


def check_card(state: State, seat: int, card: int) -> None:
    if not state.hands[seat].of(card):
        raise Refusal("cards", T("You hold no such card: choose one of yours."), "nl 90")
