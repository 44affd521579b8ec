"""The end, step by step: hands, the choices that lands give, the count (nl 194-226, 299-337)."""

from __future__ import annotations

from scoring.kernel import Count, Draft, Offer, Pick, Refusal, offer
from scoring.saga.asks import AddLastKnight, BeginCount, CountArmy, KeepHand, ShowAll, ShowNext, TellHand
from scoring.saga.checks import check_colour, check_in_set
from scoring.saga.events import (
    ArmyCounted,
    CountBegan,
    CountShown,
    EmpressReturned,
    HandKept,
    HandTold,
    LastKnightAdded,
)
from scoring.saga.knights import VALUES, can_be, colours, knight
from scoring.saga.printed import Property
from scoring.saga.state import (
    Reckoning,
    State,
    all_colours,
    armies_of,
    army_at,
    hand_cards,
    hand_fits,
    hand_points,
    in_hand,
    knights_at,
    land_with,
    places_of,
)
from scoring.words import T, Who, seats

# --- what may be asked ---------------------------------------------------------------------------------


def offers(state: State, end: Reckoning) -> tuple[Offer, ...]:
    """Steps for the whole table are offered once, to the seat that ended the game; any device may tap them."""
    if end.count is not None:
        return (offer(ShowNext, end.turn), offer(ShowAll, end.turn))
    telling = tuple(_telling(state, seat) for seat in range(state.seats) if hand_cards(state, seat))
    adder, chooser = adding(state, end), choosing(state, end)
    if adder is not None:
        return (*telling, *_adding(state, adder))
    if chooser is not None:
        return (*telling, offer(CountArmy, chooser, Pick("army", armies_of(state, chooser))))
    return (*telling, *(() if misfits(state) else (offer(BeginCount, end.turn),)))


def misfits(state: State) -> tuple[int, ...]:
    """Seats whose hand cannot be worth what Herald works out, or need not be: they have to tell."""
    wrong = (seat for seat in range(state.seats) if not hand_fits(state, seat) or seat in state.unsure)
    return tuple(seat for seat in wrong if hand_cards(state, seat))


def adding(state: State, end: Reckoning) -> int | None:
    """Who may still add a knight from the hand (nl 323)."""
    holder = _holder(state, Property.ADD_AT_END)
    return None if end.added or holder is None or not hand_cards(state, holder) else holder


def choosing(state: State, end: Reckoning) -> int | None:
    """Who still has to say which attacking army counts (nl 307)."""
    holder = _holder(state, Property.ARMY_COUNTS)
    return None if end.counted is not None or holder is None or not armies_of(state, holder) else holder


def _holder(state: State, wanted: Property) -> int | None:
    return next((seat for seat in range(state.seats) if land_with(state, seat, wanted) is not None), None)


def _telling(state: State, seat: int) -> Offer:
    cards = hand_cards(state, seat)
    low, high = VALUES[0] * cards, VALUES[-1] * cards
    shown = max(low, min(high, hand_points(state, seat)))
    return offer(TellHand, seat, Count("points", low, high, shown))


def _adding(state: State, seat: int) -> tuple[Offer, ...]:
    fitting = {place: in_hand(state, seat, colours_at(state, place)) for place in places_of(state, seat)}
    found = (
        offer(AddLastKnight, seat, Pick("place", (place,)), Pick("knight", tuple(one.key for one in knights)))
        for place, knights in fitting.items()
        if knights
    )
    return (*found, offer(KeepHand, seat))


def colours_at(state: State, place: str) -> frozenset[str]:
    number = army_at(state, place)
    return all_colours(state.armies[number]) if number is not None else colours(knights_at(state, place))


# --- what follows --------------------------------------------------------------------------------------


def go_on(draft: Draft[State]) -> None:
    """Choices with one answer are made at once."""
    end = _now(draft)
    if adding(draft.state, end) is not None:
        return
    chooser = choosing(draft.state, end)
    if chooser is not None and len(armies_of(draft.state, chooser)) == 1:
        draft.happen(ArmyCounted(chooser, armies_of(draft.state, chooser)[0]))


def tell_hand(draft: Draft[State], end: Reckoning, seat: int, points: int) -> None:
    _before_count(end)
    cards = hand_cards(draft.state, seat)
    if not cards:
        raise Refusal("hand", T("You hold no knights."), "nl 205")
    if not can_be(cards, points):
        text = T(
            "{cards} knights are worth {low} to {high}: count again.",
            cards=cards,
            low=VALUES[0] * cards,
            high=VALUES[-1] * cards,
        )
        raise Refusal("hand", text, "nl 205")
    draft.happen(HandTold(seat, points))


def add_last_knight(draft: Draft[State], end: Reckoning, seat: int, place: str, key: str) -> None:
    """It takes no land any more (nl 326)."""
    _before_count(end)
    _check_adder(draft.state, end, seat)
    state, one = draft.state, knight(key)
    if place not in places_of(state, seat):
        raise Refusal("no-army", T("Add it to one of your own armies."), "nl 324")
    check_colour(one, colours_at(state, place))
    check_in_set(state, seat, one, in_hand(state, seat, colours_at(state, place)))
    draft.happen(LastKnightAdded(seat, place, one))
    go_on(draft)


def keep_hand(draft: Draft[State], end: Reckoning, seat: int) -> None:
    _before_count(end)
    _check_adder(draft.state, end, seat)
    draft.happen(HandKept(seat))
    go_on(draft)


def count_army(draft: Draft[State], end: Reckoning, seat: int, number: int) -> None:
    _before_count(end)
    if adding(draft.state, end) is not None:
        raise _knight_first(draft.state, end)
    if choosing(draft.state, end) != seat:
        raise Refusal("no-property", T("No attacking army counts for you."), "nl 307")
    if number not in armies_of(draft.state, seat):
        raise Refusal("no-army", T("Choose one of your own attacking armies."), "nl 307")
    draft.happen(ArmyCounted(seat, number))


def begin_count(draft: Draft[State], end: Reckoning, seat: int) -> None:
    _before_count(end)
    _check_for_table(end, seat)
    if adding(draft.state, end) is not None:
        raise _knight_first(draft.state, end)
    chooser = choosing(draft.state, end)
    if chooser is not None:
        text = T("First {who} says which attacking army counts.", who=Who(chooser))
        raise Refusal("not-now", text, "nl 307")
    if wrong := misfits(draft.state):
        text = T("First {who} tells on the own phone what the hand is worth.", who=seats(wrong))
        raise Refusal("hands-misfit", text, "nl 205")
    draft.happen(CountBegan())


def show(draft: Draft[State], end: Reckoning, seat: int, everything: bool) -> None:
    _check_for_table(end, seat)
    if end.count is None:
        raise Refusal("not-now", T("First check the table and begin the count."), "nl 196")
    draft.happen(CountShown(len(end.count.lines) if everything else end.count.shown + 1))
    after = _now(draft).count
    if after is not None and after.finished:
        draft.happen(EmpressReturned())


def _now(draft: Draft[State]) -> Reckoning:
    assert isinstance(draft.state.phase, Reckoning)
    return draft.state.phase


# --- refusals ------------------------------------------------------------------------------------------


def _before_count(end: Reckoning) -> None:
    if end.count is not None:
        raise Refusal("not-now", T("The count has begun."), "nl 196")


def _check_adder(state: State, end: Reckoning, seat: int) -> None:
    if adding(state, end) != seat:
        raise Refusal("no-property", T("You have no knight to add at the end."), "nl 323")


def _check_for_table(end: Reckoning, seat: int) -> None:
    if seat != end.turn:
        raise Refusal("not-yours", T("This is for {who} to tap.", who=Who(end.turn)))


def _knight_first(state: State, end: Reckoning) -> Refusal:
    who = Who(adding(state, end) or 0)
    return Refusal("not-now", T("First {who} adds a knight from the hand, or keeps it.", who=who), "nl 323")
