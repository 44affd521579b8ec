"""On a phone: what its owner does with the pieces; what the others do is behind a tap. The table screen lists all."""

from __future__ import annotations

import re

from scoring.words import T, Who, named, seats
from tests.actors import Device, Evening
from tests.web.scenes import set_up


def test_a_sentence_knows_whom_it_names() -> None:
    inner = T("{who} has it", who=Who(2))
    assert named(T("{who}: {all}, {what}", who=Who(0), all=seats((3,)), what=inner)) == {0, 2, 3}
    assert named(T("The round marker goes to {round}.", round=2)) == frozenset()


def listed(device: Device, what: str) -> list[str]:
    html = device.get(htmx=True).text
    found = re.search(rf'class="card {what}".*?<ol[^>]*>(.*?)</ol>', html, re.DOTALL)
    return re.findall(r"<span>(.*?)</span>", found[1]) if found else []


def headed(device: Device) -> str:
    return re.findall(r'class="card now"><h2>(.*?)</h2>', device.get(htmx=True).text)[0]


def test_onlookers_have_only_their_own_part_of_the_list(evening: Evening) -> None:
    anna, ben, _carla = set_up(evening, box="new")
    of_each = ["Anna: figure and 2 courtiers to Rouecestre.", "Ben: figure and 2 courtiers to Lideforde."]
    everything = listed(evening.laptop, "now")
    assert [line for line in everything if line in of_each] == of_each
    assert listed(ben, "now") == of_each[1:]
    assert headed(ben) == "What you do with the pieces"
    assert headed(evening.laptop) == "On the board now"
    assert sorted(listed(ben, "now") + listed(ben, "now-others")) == sorted(everything)
    # What names nobody is for whoever is waited for.
    nobodys = [line for line in everything if not line.startswith(("Anna", "Ben", "Carla"))]
    assert nobodys
    assert listed(anna, "now") == [of_each[0], *nobodys]


def test_where_there_is_no_box_a_phone_has_all_of_it_behind_one_line(evening: Evening) -> None:
    _anna, ben, _carla = set_up(evening)
    everything = listed(evening.laptop, "now")
    assert everything
    assert listed(ben, "now") == []
    assert listed(ben, "now-others") == everything
    assert ben.get(htmx=True).text.count('class="card now-others"') == 1
