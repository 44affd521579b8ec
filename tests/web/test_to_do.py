"""To-do lines on phones: the owner's are shown, the others' are behind a tap. The table screen lists all."""

from __future__ import annotations

import re

from scoring.regents.components import DOOR_KEYS, EXAMPLE
from scoring.regents.setup import Begin
from scoring.table_events import EnterPrintedValue
from scoring.words import T, Who, seats, seats_mentioned
from tests.actors import Device, Evening
from tests.web.scenes import set_up, submit_directly


def test_message_knows_the_seats_it_names() -> None:
    inner = T("{who} has it", who=Who(2))
    assert seats_mentioned(T("{who}: {all}, {what}", who=Who(0), all=seats((3,)), what=inner)) == {0, 2, 3}
    assert seats_mentioned(T("Move the round marker to {round}.", round=2)) == frozenset()


def listed_lines(device: Device, what: str) -> list[str]:
    html = device.get(htmx=True).text
    found = re.search(rf'class="card {what}".*?<ol[^>]*>(.*?)</ol>', html, re.DOTALL)
    return re.findall(r"<span>(.*?)</span>", found[1]) if found else []


def heading_of(device: Device, what: str = "now") -> str:
    html = device.get(htmx=True).text
    return re.findall(rf'class="card {what}"><(?:h2|summary)>(.*?)</', html)[0]


def test_waiting_phones_show_only_their_own_lines(evening: Evening) -> None:
    anna, ben, _carla = set_up(evening, box="new")
    of_each = [
        "Anna: put your figure and 2 courtiers in Rouecestre.",
        "Ben: put your figure and 2 courtiers in Lideforde.",
    ]
    everything = listed_lines(evening.laptop, "now")
    assert [line for line in everything if line in of_each] == of_each
    assert listed_lines(ben, "now") == ["Put your figure and 2 courtiers in Lideforde."], (
        "without the name of its owner"
    )
    assert heading_of(ben) == "Your moves on the board"
    assert heading_of(ben, "now-others") == "The others’ moves on the board"
    assert heading_of(evening.laptop) == "On the board:"
    assert sorted(of_each[1:] + listed_lines(ben, "now-others")) == sorted(everything)
    # Lines that name no player are for the seat that is waited for.
    nobodys = [line for line in everything if not line.startswith(("Anna", "Ben", "Carla"))]
    assert nobodys
    assert listed_lines(anna, "now") == ["Put your figure and 2 courtiers in Rouecestre.", *nobodys]


def test_without_a_box_a_phone_has_all_lines_behind_one_tap(evening: Evening) -> None:
    _anna, ben, _carla = set_up(evening)
    everything = listed_lines(evening.laptop, "now")
    assert everything
    assert listed_lines(ben, "now") == []
    assert listed_lines(ben, "now-others") == everything
    assert ben.get(htmx=True).text.count('class="card now-others"') == 1


def test_unnamed_lines_between_key_moments_are_not_the_others(evening: Evening) -> None:
    anna, _ben, _carla = evening.start("Anna", "Ben", "Carla", box="new", follow="counts")
    assert listed_lines(anna, "now") == []
    assert listed_lines(anna, "now-others")[0].startswith("Everyone: put one courtier on the arrow")
    assert heading_of(anna, "now-others") == "On the board:"


def test_phone_without_own_lines_names_no_other_player(evening: Evening) -> None:
    _anna, ben, _carla = evening.start("Anna", "Ben", "Carla", game="regents", box="new", dealt="herald")
    for key in DOOR_KEYS:
        submit_directly(evening, None, EnterPrintedValue(key, EXAMPLE[key]))
    submit_directly(evening, 0, Begin(0))
    assert listed_lines(ben, "now") == []
    assert listed_lines(ben, "now-others")[0] == "Put a neutral agent in each room except the Throne Room."
    assert heading_of(ben, "now-others") == "On the board:"
