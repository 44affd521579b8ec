"""Set-up: secret cards, the neutral clan, doors, the first player, the first agents."""

from __future__ import annotations

import pytest

from scoring.printed_values import built_in
from scoring.regents import GAME
from scoring.regents.castle import MovePiece
from scoring.regents.components import (
    CARDS,
    CLANS,
    DOMAINS,
    DOOR_KEYS,
    LOCATIONS,
    MISSING_CARD,
    OUTER_ROOMS,
    ROOMS,
    doors,
    groups,
    steps_to,
)
from scoring.regents.setup import Begin, CardsDealt, CardsMiscounted, EnterCards, PlaceAgent, ShowNeutral
from scoring.regents.turn import TurnBegan
from scoring.words import T, render
from tests.regents.play import CLANS_OF, DOMAINS_OF, EDITIONS, NAMES, Play, first_turn, new_game, with_cards_entered

EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS)


@pytest.mark.parametrize(
    ("clan", "card"),
    [
        pytest.param("mackintosh", "suspicion", id="R7: en 904, 918, 1226; de 68; nl 495"),
        pytest.param("campbell", "privilege", id="en 914, 1234"),
        pytest.param("macgregor", "diplomacy", id="en 906, 1242"),
        pytest.param("macduff", "influence", id="en 908, 1250"),
        pytest.param("macleod", "alliance", id="en 912, 1258"),
        pytest.param("stewart", "betrayal", id="en 910, de 394, nl 817"),
    ],
)
def test_every_clan_lacks_one_card_and_holds_the_other_five(clan: str, card: str) -> None:
    assert MISSING_CARD[clan] == card
    play = new_game(4)
    others = [other for other in CLANS if other != clan]
    for seat, mine in enumerate([clan, *others[:3]]):
        play.act(EnterCards(mine, DOMAINS_OF[seat]), seat)
    assert set(play.state.hand(0)) == set(CARDS) - {card}


def test_secret_cards_may_be_changed_until_all_are_entered() -> None:
    play = new_game(4)
    play.act(EnterCards("stewart", "trade"), 0)
    play.act(EnterCards("campbell", "trade"), 0)
    assert play.view(None).waiting_for == (1, 2, 3)
    own = play.view(0).own
    assert own is not None
    assert own.clan == T("Campbell")
    for seat in (1, 2, 3):
        play.act(EnterCards(CLANS_OF[seat + 1], DOMAINS_OF[seat]), seat)
    assert render(play.view().headline, NAMES) == "Who goes first?"
    assert play.refusal_code(EnterCards("stewart", "trade"), 0) == "cards"


def test_inconsistent_cards_are_entered_again_by_everybody() -> None:
    play = new_game(4)
    for seat in range(4):
        events = play.act(EnterCards("stewart" if seat in (1, 3) else CLANS_OF[seat], DOMAINS_OF[seat]), seat)
    assert events[-1] == CardsMiscounted()
    assert play.view().waiting_for == (0, 1, 2, 3)
    assert "can’t all be right" in render(play.view().headline, NAMES)


def test_two_equal_domain_cards_are_detected_too() -> None:
    play = new_game(4)
    for seat in range(4):
        events = play.act(EnterCards(CLANS_OF[seat], "trade" if seat < 2 else DOMAINS_OF[seat]), seat)
    assert events[-1] == CardsMiscounted()


@pytest.mark.parametrize(("clan", "domain"), [("macbeth", "trade"), ("stewart", "cooking"), ("", "")])
def test_unknown_card_is_refused(clan: str, domain: str) -> None:
    assert new_game().refusal_code(EnterCards(clan, domain), 0) == "not-offered"


def test_herald_deals_clans_and_domains() -> None:
    play = new_game(3, dealt="herald")
    assert play.refusal_code(EnterCards("stewart", "trade"), 0) == "cards"
    play.act(Begin(1), 0)
    dealt = play.happened(CardsDealt)[0]
    assert len({*dealt.clans, play.state.neutral}) == 4
    assert len(set(dealt.domains)) == 3
    assert set(dealt.clans) <= set(CLANS)
    assert set(dealt.domains) <= set(DOMAINS)


# --- three players --------------------------------------------------------------------------------------------


@EVERY_EDITION
def test_neutral_agents_start_in_the_outer_rooms(edition: str) -> None:
    """en 1150, de 284, nl 721."""
    play = with_cards_entered(3, edition)
    assert play.state.agents[3] == OUTER_ROOMS
    assert play.view().neutral == T("Stewart")


def test_neutral_clan_cannot_be_entered_by_a_player() -> None:
    play = new_game(3)
    play.act(ShowNeutral("stewart"), 0)
    assert play.refusal_code(EnterCards("stewart", "trade"), 0) == "neutral"


def test_neutral_clan_can_be_changed_until_all_cards_are_entered() -> None:
    play = new_game(3)
    play.act(ShowNeutral("campbell"), 0)
    assert play.legal_action(ShowNeutral, 0) is None
    again = next(one for one in play.view(None).corrections if one.action == "show-neutral")
    assert "campbell" not in again.fields[0].options  # type: ignore[union-attr]
    assert play.refusal_code(EnterCards("campbell", "trade"), 0) == "neutral"
    play.act(ShowNeutral("stewart"), 0)
    for seat in range(3):
        play.act(EnterCards(CLANS_OF[seat], DOMAINS_OF[seat]), seat)
    assert play.state.neutral == "stewart"
    assert play.refusal_code(ShowNeutral("macleod"), 0) == "neutral"


def test_inconsistent_cards_reopen_the_neutral_clan() -> None:
    play = new_game(3)
    for seat in range(3):
        play.act(EnterCards(CLANS_OF[seat], DOMAINS_OF[seat]), seat)
    play.act(ShowNeutral(CLANS_OF[1]), 0)
    assert play.view(None).neutral is None
    for seat in range(3):
        play.act(EnterCards(CLANS_OF[seat], DOMAINS_OF[seat]), seat)
    assert render(play.view().headline, NAMES) == "Which clan is neutral?"
    assert play.legal_action(ShowNeutral, 0) is not None
    play.act(ShowNeutral("stewart"), 0)
    assert play.view(None).neutral == T("Stewart")
    play.act(Begin(0), 0)


def test_neutral_clan_entered_by_a_player_is_detected() -> None:
    play = new_game(3)
    for seat in range(3):
        play.act(EnterCards(CLANS_OF[seat], DOMAINS_OF[seat]), seat)
    assert play.act(ShowNeutral(CLANS_OF[1]), 0)[-1] == CardsMiscounted()


def test_four_players_have_no_neutral_clan() -> None:
    assert new_game(4).refusal_code(ShowNeutral("stewart"), 0) == "neutral"
    assert len(with_cards_entered(4).state.agents) == 4


def test_game_does_not_begin_before_the_cards_are_known() -> None:
    play = new_game(3)
    assert play.refusal_code(Begin(0), 0) == "set-up"
    for seat in range(3):
        play.act(EnterCards(CLANS_OF[seat], DOMAINS_OF[seat]), seat)
    assert play.refusal_code(Begin(0), 0) == "set-up"
    assert play.refusal_code(PlaceAgent("throne"), 0) == "set-up"
    play.act(ShowNeutral("stewart"), 0)
    assert play.refusal_code(Begin(7), 0) == "not-offered"
    assert play.refusal_code(Begin(0), 1) == "not-yours"


def test_herald_can_draw_the_first_player() -> None:
    firsts = set()
    for _ in range(20):
        play = with_cards_entered(5, first=-1)
        firsts.add(play.seat)
    assert firsts <= set(range(5))


# --- entrances ------------------------------------------------------------------------------------------------


def test_adjacency_given_by_the_rules() -> None:
    current_doors = doors({})
    assert set(steps_to(current_doors, "throne")) == set(LOCATIONS) - {"throne"}
    assert {p for p, steps in steps_to(current_doors, "throne").items() if steps == 1} == set(OUTER_ROOMS)
    assert {p for p, steps in steps_to(current_doors, "tower").items() if steps == 1} == {"treasure", "chapel"}
    assert {p for p, steps in steps_to(current_doors, "rampart").items() if steps == 1} == {"knights", "store"}
    assert steps_to(current_doors, "tower")["rampart"] == 4
    assert set(steps_to(current_doors, "chapel", rooms_only=True)) == set(ROOMS) - {"chapel"}
    assert groups(current_doors, ("chapel", "store", "knights")) == (
        frozenset({"knights"}),
        frozenset({"chapel"}),
        frozenset({"store"}),
    )


def test_outer_doors_are_asked_once_and_none_is_suggested() -> None:
    assert built_in(GAME.printed_fields) == {}, "nothing that the text does not say is taken for granted"
    assert all(field.value == "wall" and not field.certain for field in GAME.printed_fields)
    play = new_game(4, box={})
    for seat in range(4):
        play.act(EnterCards(CLANS_OF[seat], DOMAINS_OF[seat]), seat)
    legal_action = play.legal_action(Begin, 0)
    assert legal_action is not None
    assert legal_action.missing_values == DOOR_KEYS
    assert play.refusal_code(Begin(0), 0) == "box-needed"
    filled = {key.replace(".", "__"): "wall" for key in DOOR_KEYS} | {"door__knights__treasure": "door"}
    play.act(Begin(0), 0, **filled)
    assert steps_to(doors(play.state.printed_values), "knights")["treasure"] == 1


# --- the first agents -----------------------------------------------------------------------------------------


def test_agents_are_placed_in_turn_from_the_first_player_on() -> None:
    play = with_cards_entered(4, first=2)
    order = []
    for _ in range(16):
        order.append(play.seat)
        events = play.act(PlaceAgent("throne"))
    assert order == [2, 3, 0, 1] * 4
    assert events[-1] == TurnBegan(2, 1)
    assert all(len(agents) == 4 for agents in play.state.agents)


@pytest.mark.parametrize(("edition", "allowed"), [("en", False), ("nl", False), ("de", True)])
@pytest.mark.parametrize("place", ["tower", "rampart"])
def test_only_german_rules_allow_starting_in_tower_or_rampart(edition: str, allowed: bool, place: str) -> None:
    """en 894, nl 471, de 42."""
    play = with_cards_entered(4, edition)
    if allowed:
        play.act(PlaceAgent(place))
    else:
        assert play.refusal_code(PlaceAgent(place)) == "rooms-only"


def test_fifth_agent_and_placing_out_of_turn_are_refused() -> None:
    play = with_cards_entered(4)
    assert play.refusal_code(PlaceAgent("throne"), 1) == "not-your-turn"
    assert play.refusal_code(PlaceAgent("dungeon")) == "not-offered"
    assert play.refusal_code(MovePiece("king", "chapel")) == "not-now"
    play.set(agents=(("throne",) * 4, (), (), ()))
    assert play.refusal_code(PlaceAgent("throne")) == "agents"


def test_game_starts_with_the_king_in_the_throne_room() -> None:
    play = first_turn()
    assert play.state.king == "throne"
    assert play.state.reserve == 20
    assert play.turn.action_points == 3
    assert isinstance(play, Play)
