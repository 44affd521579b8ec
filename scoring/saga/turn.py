"""A turn: fame first, a knight to play, a land to conquer, a free knight to recruit – and how it ends."""

from __future__ import annotations

from scoring.kernel import Ask, Draft, Offer, Pick, Refusal, offer
from scoring.saga import special
from scoring.saga.asks import EndTurn, PlayKnight, PlayOnFaceDown, Recruit, TakeFame
from scoring.saga.checks import check_colour, check_in_set, check_may_play, own_army
from scoring.saga.conquest import settle
from scoring.saga.events import (
    FameTaken,
    KnightPlayed,
    KnightRecruited,
    LastKnightPlayed,
    TurnBegan,
    TurnEnded,
)
from scoring.saga.knights import Knight, called, knight
from scoring.saga.reckoning import go_on
from scoring.saga.state import (
    State,
    Turn,
    all_colours,
    armies_of,
    fame_due,
    hand_cards,
    next_seat,
    playable,
    seen_colours,
)
from scoring.words import T

NEW_ARMY = 0


# --- what may be asked ---------------------------------------------------------------------------------


def offers(state: State, turn: Turn) -> tuple[Offer, ...]:
    if turn.choosing is not None:
        return special.free_knight_offers(state, turn.choosing)
    seat = turn.turn
    found = [offer(TakeFame, seat)] if may_take_fame(state, turn) else []
    if not turn.played:
        found += _playing(state, seat)
        found += special.playing(state, seat)
    if knights := affordable(state, turn):
        found.append(offer(Recruit, seat, Pick("knight", tuple(dict.fromkeys(one.key for one in knights)))))
    found += special.beside_playing(state, turn)
    return (*found, *((offer(EndTurn, seat),) if turn.played else ()))


def may_take_fame(state: State, turn: Turn) -> bool:
    """Before anything else (nl 118). Nobody is reminded by the offer: without the reminder it is there every turn."""
    return not turn.took_fame and not turn.acted and (not state.reminder or fame_due(state, turn.turn) > 0)


def affordable(state: State, turn: Turn) -> tuple[Knight, ...]:
    """Free knights that the seat can pay for; one a turn (nl 188)."""
    return () if turn.recruited else tuple(one for one in state.free if one.value <= state.fame[turn.turn])


def _playing(state: State, seat: int) -> list[Offer]:
    new = (_play(PlayKnight, seat, NEW_ARMY, playable(state, seat, frozenset())),)
    return [o for o in (*new, *(_reinforcing(state, seat, number) for number in armies_of(state, seat))) if o]


def _reinforcing(state: State, seat: int, number: int) -> Offer | None:
    army = state.armies[number]
    ask = PlayOnFaceDown if army.face_down else PlayKnight
    return _play(ask, seat, number, playable(state, seat, all_colours(army)))


def _play(ask: type[Ask], seat: int, number: int, knights: tuple[Knight, ...]) -> Offer | None:
    keys = tuple(one.key for one in knights)
    return offer(ask, seat, Pick("army", (number,)), Pick("knight", keys)) if keys else None


# --- what follows --------------------------------------------------------------------------------------


def take_fame(draft: Draft[State], turn: Turn) -> None:
    if turn.took_fame:
        raise Refusal("fame", T("You have taken your fame this turn."), "nl 113")
    if turn.acted:
        text = T("Fame comes first: after another action it is lost for this turn.")
        raise Refusal("fame-late", text, "nl 118")
    if not may_take_fame(draft.state, turn):
        raise Refusal("fame", T("You hold no land: there is no fame to take."), "nl 113")
    draft.happen(FameTaken(turn.turn, fame_due(draft.state, turn.turn)))


def play_knight(draft: Draft[State], turn: Turn, number: int, key: str) -> None:
    state, seat = draft.state, turn.turn
    check_may_play(turn)
    one = knight(key)
    army = None if number == NEW_ARMY else own_army(state, seat, number)
    if army is not None and army.face_down:
        text = T("A knight lies face down in this army: add to it from your own phone.")
        raise Refusal("face-down", text, "nl 287")
    _play_openly(draft, seat, number, one, seen_colours(army) if army else frozenset())


def play_on_face_down(draft: Draft[State], turn: Turn, number: int, key: str) -> None:
    """The refusal goes to the owner's own device: nobody else learns the hidden colour by trying."""
    check_may_play(turn)
    one, army = knight(key), own_army(draft.state, turn.turn, number)
    if not army.face_down:
        raise Refusal("no-face-down", T("All knights of this army lie open: just play to it."), "nl 134")
    _play_openly(draft, turn.turn, number, one, all_colours(army))


def _play_openly(draft: Draft[State], seat: int, number: int, one: Knight, taken: frozenset[str]) -> None:
    check_colour(one, taken)
    check_in_set(draft.state, seat, one, playable(draft.state, seat, taken))
    to = draft.state.armies_made + 1 if number == NEW_ARMY else number
    draft.happen(KnightPlayed(seat, to, one))
    after_playing(draft, seat)


def after_playing(draft: Draft[State], seat: int) -> None:
    """Conquests at once; with the last knight of a hand the game is over, a conquest is still made (nl 195)."""
    if hand_cards(draft.state, seat) > 0:
        settle(draft)
        end_if_nothing_left(draft)
        return
    settle(draft, free_knight=False)
    draft.happen(LastKnightPlayed(seat))
    go_on(draft)


def after_extra(draft: Draft[State]) -> None:
    """An extra action can bring a land to somebody, and can be the last thing of a turn."""
    settle(draft)
    end_if_nothing_left(draft)


def recruit(draft: Draft[State], turn: Turn, key: str) -> None:
    state, seat, one = draft.state, turn.turn, knight(key)
    if turn.recruited:
        raise Refusal("recruited", T("You have recruited a knight: one a turn."), "nl 188")
    if one not in state.free:
        raise Refusal("not-free", T("{knight} does not lie free on the table.", knight=called(one)), "nl 188")
    if one.value > state.fame[seat]:
        text = T(
            "{knight} costs {cost} fame; you have {fame}.", knight=called(one), cost=one.value, fame=state.fame[seat]
        )
        raise Refusal("fame-short", text, "nl 189")
    draft.happen(KnightRecruited(seat, one))
    end_if_nothing_left(draft)


def end_turn(draft: Draft[State], turn: Turn) -> None:
    if not turn.played:
        raise Refusal("must-play", T("You have to play a knight first."), "nl 101")
    _next_turn(draft, turn.turn)


def _next_turn(draft: Draft[State], seat: int) -> None:
    draft.happen(TurnEnded(seat))
    draft.happen(TurnBegan(next_seat(draft.state, seat)))


def end_if_nothing_left(draft: Draft[State]) -> None:
    """The turn ends by itself when nothing but ending it is left."""
    turn = draft.state.phase
    if isinstance(turn, Turn) and turn.played and len(offers(draft.state, turn)) == 1 and turn.choosing is None:
        _next_turn(draft, turn.turn)
