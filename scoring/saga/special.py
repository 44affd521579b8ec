"""What the lands let their holders do during the game (middle box, nl 234-295)."""

from __future__ import annotations

from scoring.kernel import Draft, Offer, Pick, Refusal, offer
from scoring.saga.asks import (
    AddToDefence,
    LeaveFreeKnights,
    PlayFaceDown,
    TakeBack,
    TakeFreeKnight,
    TurnUp,
)
from scoring.saga.checks import check_colour, check_in_set, check_may_play, own_army
from scoring.saga.events import (
    DefenceStrengthened,
    FaceDownPlayed,
    FaceDownTakenBack,
    FreeKnightsLeft,
    FreeKnightTaken,
    KnightTakenBack,
    KnightTurned,
)
from scoring.saga.knights import Knight, called, colours, knight
from scoring.saga.printed import LANDS, PROPERTIES, Property
from scoring.saga.state import (
    FACE_DOWN,
    State,
    Turn,
    all_colours,
    armies_of,
    army_at,
    in_hand,
    knights_at,
    land_with,
    places_of,
    playable,
    unused_land_with,
)
from scoring.words import T, Who

# --- what may be asked ---------------------------------------------------------------------------------


def playing(state: State, seat: int) -> list[Offer]:
    """Instead of playing openly to an attacking army."""
    found = []
    land = unused_land_with(state, seat, Property.ADD_CARD)
    if land is not None and (keys := _keys(playable(state, seat, colours(state.lands[land].knights)))):
        found.append(offer(AddToDefence, seat, Pick("knight", keys)))
    if unused_land_with(state, seat, Property.FACE_DOWN) is not None:
        for number in armies_of(state, seat):
            if keys := _keys(in_hand(state, seat, all_colours(state.armies[number]))):
                found.append(offer(PlayFaceDown, seat, Pick("army", (number,)), Pick("knight", keys)))
    return found


def beside_playing(state: State, turn: Turn) -> list[Offer]:
    """Extra actions, before or after playing."""
    seat = turn.turn
    up = (offer(TurnUp, seat, Pick("army", (number,))) for number in turnable(state, seat))
    return [*up, *(_taking_back(state, seat) if may_take_back(state, turn) else ())]


def turnable(state: State, seat: int) -> tuple[int, ...]:
    """Armies with a knight that was laid face down in an earlier turn (nl 289)."""
    return tuple(n for n in armies_of(state, seat) if any(h.turn < state.turns for h in state.armies[n].face_down))


def may_take_back(state: State, turn: Turn) -> bool:
    return not turn.took_back and land_with(state, turn.turn, Property.TAKE_BACK) is not None


def _taking_back(state: State, seat: int) -> list[Offer]:
    there = {place: cards_at(state, place) for place in places_of(state, seat)}
    return [
        offer(TakeBack, seat, Pick("place", (place,)), Pick("knight", cards)) for place, cards in there.items() if cards
    ]


def cards_at(state: State, place: str) -> tuple[str, ...]:
    """What can be taken from there; a face-down knight without saying which."""
    number = army_at(state, place)
    hidden = (FACE_DOWN,) if number is not None and state.armies[number].face_down else ()
    return (*_keys(knights_at(state, place)), *hidden)


def free_knight_offers(state: State, seat: int) -> tuple[Offer, ...]:
    taking = offer(TakeFreeKnight, seat, Pick("knight", tuple(dict.fromkeys(_keys(state.free)))))
    return (taking, offer(LeaveFreeKnights, seat))


def _keys(knights: tuple[Knight, ...]) -> tuple[str, ...]:
    return tuple(one.key for one in knights)


# --- what follows --------------------------------------------------------------------------------------


def play_face_down(draft: Draft[State], turn: Turn, number: int, key: str) -> None:
    """The colour rule holds; whoever breaks it is told on the own phone (nl 287)."""
    state, seat = draft.state, turn.turn
    check_may_play(turn)
    land = _once(state, seat, Property.FACE_DOWN)
    one, army = knight(key), own_army(state, seat, number)
    check_colour(one, all_colours(army))
    check_in_set(state, seat, one, in_hand(state, seat, all_colours(army)))
    draft.happen(FaceDownPlayed(seat, land, number, one))


def add_to_defence(draft: Draft[State], turn: Turn, key: str) -> None:
    state, seat = draft.state, turn.turn
    check_may_play(turn)
    land, one = _once(state, seat, Property.ADD_CARD), knight(key)
    there = colours(state.lands[land].knights)
    check_colour(one, there)
    check_in_set(state, seat, one, playable(state, seat, there))
    draft.happen(DefenceStrengthened(seat, land, one))


def turn_up(draft: Draft[State], turn: Turn, number: int) -> None:
    army = own_army(draft.state, turn.turn, number)
    if not army.face_down:
        raise Refusal("no-face-down", T("No knight lies face down in this army."), "nl 289")
    if number not in turnable(draft.state, turn.turn):
        text = T("It was laid face down just now: turn it in a later turn.")
        raise Refusal("face-down", text, "nl 289")
    draft.happen(KnightTurned(turn.turn, number, army.face_down[0].knight))


def take_back(draft: Draft[State], turn: Turn, place: str, key: str) -> None:
    state, seat = draft.state, turn.turn
    if land_with(state, seat, Property.TAKE_BACK) is None:
        raise _not_held(Property.TAKE_BACK)
    if turn.took_back:
        raise Refusal("taken-back", T("You have taken a knight back: one a turn."), "nl 247")
    if place not in places_of(state, seat) or key not in cards_at(state, place):
        raise Refusal("not-yours", T("Take back one of your own knights from the table."), "nl 247")
    if key == FACE_DOWN:
        number = army_at(state, place)
        assert number is not None, "only attacking armies have face-down knights"
        draft.happen(FaceDownTakenBack(seat, number))
    else:
        draft.happen(KnightTakenBack(seat, place, knight(key)))


def take_free_knight(draft: Draft[State], turn: Turn, seat: int, key: str) -> None:
    _check_choosing(turn, seat)
    one = knight(key)
    if one not in draft.state.free:
        raise Refusal("not-free", T("{knight} does not lie free on the table.", knight=called(one)), "nl 279")
    draft.happen(FreeKnightTaken(seat, one))


def leave_free_knights(draft: Draft[State], turn: Turn, seat: int) -> None:
    _check_choosing(turn, seat)
    draft.happen(FreeKnightsLeft(seat))


# --- refusals ------------------------------------------------------------------------------------------


def _once(state: State, seat: int, wanted: Property) -> str:
    """The land that allows it once, if its holder has not done so yet."""
    land = land_with(state, seat, wanted)
    if land is None:
        raise _not_held(wanted)
    if state.lands[land].used:
        text = T("{land} allows this once, and you have used it.", land=LANDS[land].name)
        raise Refusal("used", text, PROPERTIES[wanted].rule)
    return land


def _not_held(wanted: Property) -> Refusal:
    text = T("You hold no land that shows: {property}.", property=PROPERTIES[wanted].text)
    return Refusal("no-property", text, PROPERTIES[wanted].rule)


def _check_choosing(turn: Turn, seat: int) -> None:
    if turn.choosing is None:
        text = T("A free knight without cost is for the moment of the conquest only.")
        raise Refusal("not-now", text, "nl 279")
    if turn.choosing != seat:
        raise Refusal("not-yours", T("{who} has conquered the land and chooses.", who=Who(turn.choosing)), "nl 278")
