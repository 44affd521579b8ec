"""Random forms posted to a real table: all get an answer and the log stays valid."""

from __future__ import annotations

from dataclasses import fields

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games import GAMES
from scoring.replay import replay
from scoring.table import actions_by_name
from scoring.table_events import CurtainOpened
from tests.actors import HTMX, Evening
from tests.web.scenes import AREAS

GAME = GAMES["lang-lebe"]
ASKS = actions_by_name(GAME)
ANSWERS = (200, 204, 303, 400, 403, 404, 409, 422)
PAGES = ("me", "me", "table", "table", "curtain")
ENVELOPE = ("preview", "box.", "box.votes.Wigemor", "field", "__class__", "")

anything = st.text(max_size=12)
# By field type: mostly plausible values, sometimes anything.
LIKELY = {
    "str": st.sampled_from([*AREAS, "Wigemor", "Oxeneford", "red", "purple", "cards", "box", "votes.Wigemor", "4"]),
    "bool": st.sampled_from(["0", "1", "on", "maybe"]),
    "tuple": st.text("123456", max_size=5) | st.sampled_from(["6,6", "0", "7"]),
    "int": st.integers(-1, 6).map(str) | st.sampled_from(["12", "999999"]),
}


def likely(kind: object) -> st.SearchStrategy[str]:
    return LIKELY[next(name for name in LIKELY if str(kind).startswith(name))]


@st.composite
def forms(draw: st.DrawFn) -> dict[str, str]:
    """Returns a randomly filled form; every third contains arbitrary data."""
    action = draw(st.sampled_from(sorted(ASKS)))
    form = {
        "action_name": action,
        "seat": draw(st.sampled_from("012")),
        "seq": "999",
        "page": draw(st.sampled_from(PAGES)),
    }
    form |= {field.name: draw(likely(field.type)) for field in fields(ASKS[action])}
    if draw(st.integers(0, 2)):
        return form
    odd = st.sampled_from([*form, *ENVELOPE]) | anything
    return form | draw(st.dictionaries(odd, anything | st.sampled_from(["0", "1", "-1"]), min_size=1, max_size=2))


@given(form=forms(), who=st.integers(0, 3), htmx=st.booleans())
@settings(max_examples=120, deadline=None)
def test_no_form_makes_a_table_fail(busy: Evening, form: dict[str, str], who: int, htmx: bool) -> None:
    device = (busy.laptop, *busy.phones)[who]
    before = busy.projection
    response = device.post(f"/t/{busy.laptop.code}/actions", form, headers=HTMX if htmx else {})
    assert response.status_code in ANSWERS
    if response.status_code >= 400 or "preview" in form:
        # A refusal may show what is behind a curtain, which is then recorded.
        assert {type(record.event) for record in busy.projection.records[before.seq :]} <= {CurtainOpened}
    assert device.get(f"/t/{busy.laptop.code}/table").status_code == 200


def test_table_still_equals_its_replayed_log_afterwards(busy: Evening) -> None:
    assert busy.projection == replay(busy.projection.records)
    assert [record["seq"] for record in busy.services.store.log(busy.laptop.code)] == list(
        range(1, busy.projection.seq + 1)
    )
