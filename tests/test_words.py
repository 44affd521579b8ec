"""Translations: every message is a literal with all values it names, and is extracted for gettext."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

from companion.translations.__main__ import CHECKOUT, FOLDER, TEMPLATE, as_po, main, sources
from scoring.words import TN, Addressed, T, TextList, Who, addressee, render, seats, signed
from tests.pseudo import all_words, words_on

PYTHON = [path for path, method in sources(CHECKOUT) if method == "python"]
CATALOGUES = sorted(FOLDER.glob("*/LC_MESSAGES/messages.po"))
TEMPLATES = [path for path, method in sources(CHECKOUT) if method == "jinja2"]
GETTEXT = ("_", "gettext", "lazy_gettext", "ngettext")


def short(path: Path) -> str:
    return path.relative_to(CHECKOUT).as_posix()


def braces(message: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


def percents(message: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)s", message))


# --- texts of the rules -------------------------------------------------------------------------------------


def faults(source: str) -> list[str]:
    """Returns messages that gettext cannot extract, or that name missing values."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return [fault for call in calls for fault in faults_of(call)]


def faults_of(call: ast.Call) -> Iterator[str]:
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    messages = {"T": 1, "TN": 2, "_": 1, "gettext": 1, "lazy_gettext": 1, "ngettext": 2}.get(name)
    if messages is None:
        return
    written = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if len(written) != messages:
        yield f"line {call.lineno}: {name}() has something else than a written-out message"
    given = {keyword.arg for keyword in call.keywords} | ({"count"} if name == "TN" else set())
    named_values = set().union(*map(braces if name in ("T", "TN") else percents, written))
    if given != named_values and not (name == "TN" and named_values == given - {"count"}):
        yield f"line {call.lineno}: {name}() names {sorted(named_values)} and is given {sorted(map(str, given))}"


@pytest.mark.parametrize("path", PYTHON, ids=short)
def test_every_message_in_the_code_is_a_literal_with_its_values(path: Path) -> None:
    if path.name != "words.py":  # defines T and TN
        assert faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "T(text)",
        "T(f'{who} wins')",
        "T('{who} wins')",
        "T('wins', who=1)",
        "T('{who} wins', **values)",
        "TN(one, '{count} cards', 2)",
        "TN('{count} card', '{count} cards of {who}', 2)",
        "_(sentence)",
        "_('%(name)s')",
    ],
)
def test_untranslatable_message_in_code_is_found(line: str) -> None:
    assert faults(line)


def jinja_faults(source: str) -> list[str]:
    tree = Environment(extensions=["jinja2.ext.i18n"], autoescape=True).parse(source)
    found = []
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in GETTEXT:
            messages = [arg.value for arg in call.args if isinstance(arg, nodes.Const) and isinstance(arg.value, str)]
            given = {keyword.key for keyword in call.kwargs} | ({"num"} if call.node.name == "ngettext" else set())
            plural = call.node.name == "ngettext"
            if len(messages) != 1 + plural or set().union(*map(percents, messages)) - given:
                found.append(f"line {call.lineno}: {messages}")
    return found


@pytest.mark.parametrize("path", TEMPLATES, ids=short)
def test_every_template_message_is_a_literal_with_its_values(path: Path) -> None:
    assert jinja_faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("line", ["{{ _(x) }}", "{{ _('a' if x else 'b') }}", "{{ _('%(name)s rolls') }}"])
def test_untranslatable_message_in_a_template_is_found(line: str) -> None:
    assert jinja_faults(line)


# --- nothing is written without gettext ------------------------------------------------------------------------

NAMES = {"Herald", "BG", "Stats"}


def hard_coded(source: str) -> list[str]:
    """Returns untranslatable words of a template: in text, in spoken attributes or in expressions."""
    environment = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    written = ""
    for _, kind, value in environment.lex(re.sub(r"{% block body_class %}.*?{% endblock %}", "", source)):
        # An expression in a tag name stands for some name; other expressions add no words.
        written += value if kind == "data" else "x" * written.endswith(("<", "</")) or " "
    words = re.findall(r"[^\W\d_]{2,}", re.sub(r'&\w+;|[\w-]+="[^"]*"', " ", words_on(written)))
    return sorted({*words, *chosen_words(environment.parse(source))} - NAMES)


def chosen_words(tree: nodes.Node) -> Iterator[str]:
    """Yields printed constants that begin like a sentence: `{{ 'Yes' if x else 'No' }}`."""
    for output in tree.find_all(nodes.Output):
        for part in (part for part in output.nodes if not isinstance(part, nodes.TemplateData)):
            branches = [part, *part.find_all(nodes.CondExpr)]
            spoken = (leaf for branch in branches for leaf in leaves(branch))
            yield from (leaf for leaf in spoken if re.match(r"[A-Z][a-z]", leaf))


def leaves(branch: nodes.Node) -> list[str]:
    ends = (branch.expr1, branch.expr2) if isinstance(branch, nodes.CondExpr) else (branch,)
    return [end.value for end in ends if isinstance(end, nodes.Const) and isinstance(end.value, str)]


@pytest.mark.parametrize("path", TEMPLATES, ids=short)
def test_no_template_has_hard_coded_words(path: Path) -> None:
    assert hard_coded(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "<p>Roll</p>",
        '<b title="Roll">{{ x }}</b>',
        '<img alt="Board">',
        "{{ 'Yes' if x else '' }}",
        "{{ 'Total' }}",
        "<a>{% if x %}Back{% endif %}</a>",
        '<i aria-label="{{ name }} rolls">',
    ],
)
def test_hard_coded_word_in_a_template_is_found(line: str) -> None:
    assert hard_coded(line)
    assert hard_coded("<p class='Roll' data-x='Roll'>Herald {{ _('Roll') }} {{ x|say }} {# Roll #} &nbsp;</p>") == []


SCRIPTS = sorted((CHECKOUT / "static").glob("*.js"))
SAID_BY_A_SCRIPT = re.compile(
    r"""(?:textContent|innerText|innerHTML|title|placeholder|ariaLabel|alt)\s*=\s*['"`]\s*[^\W\d_]"""
    r"""|\b(?:alert|confirm|prompt)\(|\(\s*['"](?:aria-label|title|placeholder|alt)['"]\s*,\s*['"`]"""
    r"""|['"`][A-Z][a-z]+(?: [a-z]+|[.!?…:])"""
)


def texts_in_script(source: str) -> list[str]:
    """Returns places where a script writes its own words to a screen. They must come from the page, which has them
    translated."""
    code = re.sub(r"/\*.*?\*/|(?m:(?:^|\s)//.*$)", "", source, flags=re.DOTALL)
    return SAID_BY_A_SCRIPT.findall(code)


@pytest.mark.parametrize("path", SCRIPTS, ids=short)
def test_no_script_has_hard_coded_words(path: Path) -> None:
    assert texts_in_script(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    ["p.textContent = 'all in'", "alert(x)", "say('Time is up.')", "b.setAttribute('aria-label', 'more')"],
)
def test_hard_coded_word_in_a_script_is_found(line: str) -> None:
    assert texts_in_script(line)
    assert texts_in_script("el.textContent = box.dataset.up; // 'Time is up'\non('keydown', 'Escape')") == []


# --- entering them --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (T("{who} wins.", who=Who(1)), "Ben wins."),
        (T("Equal: {who}.", who=seats((0, 1))), "Equal: Anna and Ben."),
        (T("{who} share it.", who=seats((1, 0, 1))), "Ben, Anna and Ben share it."),
        (T("Alone: {who}.", who=seats((1,))), "Alone: Ben."),
        (T("Nobody: {who}.", who=seats(())), "Nobody: ."),
        (T("{who} rolls {dice}.", who=Who(0), dice=TextList((3, 4))), "Anna rolls 3, 4."),
        (T("Stakes: {s}.", s=TextList((T("{who} {n}", who=Who(0), n=3), T("none")))), "Stakes: Anna 3, none."),
        (TN("{count} card", "{count} cards", 1), "1 card"),
        (TN("{count} card", "{count} cards", 0), "0 cards"),
        (TN("{count} card for {who}", "{count} cards for {who}", 2, who=Who(0)), "2 cards for Anna"),
        (T("{area} is {{full}}.", area="{who}"), "{who} is {full}."),
    ],
)
def test_message_is_rendered_with_names_and_numbers(text: object, said: str) -> None:
    assert render(text, ("Anna", "Ben")) == said  # type: ignore[arg-type]


def test_line_for_one_player_omits_the_name_on_their_own_phone() -> None:
    line = T("{who}: take {cards} from {other}.", who=Who(0), other=Who(1), cards=TN("a card", "{count} cards", 2))
    assert addressee(line) == 0
    assert render(line, ("Anna", "Ben")) == "Anna: take 2 cards from Ben."
    assert render(Addressed(line), ("Anna", "Ben")) == "Take 2 cards from Ben."
    assert addressee(T("{who} wins.", who=Who(0))) is None
    assert addressee(T("{area}: {who} wins.", area="Wales", who=Who(0))) is None


def test_nested_messages_are_rendered_in_the_same_language() -> None:
    text = T("{who} has {cards}.", who=Who(0), cards=TN("{count} card", "{count} cards", 2))
    backwards = {"{who} has {cards}.": "{cards} heeft {who}.", "{count} cards": "{count} kaarten"}
    assert render(text, ("Anna",), lambda one, many, count: backwards[many or one]) == "2 kaarten heeft Anna."


# --- the catalogues ---------------------------------------------------------------------------------------------


def test_message_template_for_translators_is_up_to_date() -> None:
    now = as_po(all_words()).decode()
    assert (FOLDER / TEMPLATE).read_text(encoding="utf-8") == now, "run python -m companion.translations"


def test_every_message_of_the_rules_is_extracted() -> None:
    known = {part for message in all_words() for part in ids(message)}
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in PYTHON]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    said = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in ("T", "TN")]
    messages = {arg.value for call in said for arg in call.args if isinstance(arg, ast.Constant)}
    assert {message for message in messages if isinstance(message, str)} <= known
    assert len(messages) > 100


def ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def wrong_translations(catalogue: Catalog) -> list[str]:
    """Returns translations that drop or invent a value; they would fail during a game."""
    found = []
    for message in (message for message in catalogue if message.id):
        said = (message.string,) if isinstance(message.string, str) else message.string
        wanted = {*map(frozenset, (named_values(part) for part in ids(message)))}
        found += [part for part in said if part and frozenset(named_values(part)) not in wanted]
    return found


def named_values(message: str) -> set[str]:
    return braces(message) | percents(message) if "%(" not in message else percents(message)


def test_every_translation_has_the_same_values_and_is_compiled() -> None:
    for path in FOLDER.glob("*/LC_MESSAGES/messages.po"):
        catalogue = read_po(io.BytesIO(path.read_bytes()), path.parent.parent.name)
        assert wrong_translations(catalogue) == []
        compiled = read_mo(io.BytesIO(path.with_suffix(".mo").read_bytes()))
        assert translations_in(compiled) == translations_in(catalogue)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_catalogue_has_no_missing_fuzzy_or_obsolete_messages(path: Path) -> None:
    catalogue = read_po(io.BytesIO(path.read_bytes()), path.parent.parent.name)
    assert {ids(message) for message in catalogue if message.id} == {
        ids(message) for message in all_words() if message.id
    }
    said = translations_in(catalogue)
    assert [message.id for message in catalogue if message.id and ids(message) not in said] == []
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []
    assert not catalogue.obsolete


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_no_translation_repeats_a_value_more_often_than_english(path: Path) -> None:
    """Catches text that was pasted twice."""
    for english, said in translations_in(read_po(io.BytesIO(path.read_bytes()), path.parts[-3])).items():
        most = max(len(re.findall(r"{\w+}|%\(\w+\)s", one)) for one in english)
        assert all(len(re.findall(r"{\w+}|%\(\w+\)s", one)) <= most for one in said), english


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_translated_lines_for_one_player_begin_with_the_name(path: Path) -> None:
    """The player's own phone omits the name."""
    for english, said in translations_in(read_po(io.BytesIO(path.read_bytes()), path.parts[-3])).items():
        if english[0].startswith("{who}: "):
            assert all(one.startswith("{who}: ") for one in said), english


def test_dutch_and_german_catalogues_exist() -> None:
    assert {path.parts[-3] for path in FOLDER.glob("*/LC_MESSAGES/messages.mo")} >= {"nl", "de"}


def translations_in(catalogue: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Returns all translated messages; plurals are tuples or lists."""
    strings = ((m, (m.string,) if isinstance(m.string, str) else tuple(m.string)) for m in catalogue if m.id)
    return {ids(message): said for message, said in strings if all(said)}


def test_translation_without_a_name_is_found() -> None:
    catalogue = Catalog("nl")
    catalogue.add("{who} wins {area}.", "{wie} wint {area}.")
    assert wrong_translations(catalogue) == ["{wie} wint {area}."]


def test_one_command_creates_and_updates_a_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.translations.__main__.FOLDER", tmp_path)
    monkeypatch.setattr("companion.translations.__main__.gathered", lambda _checkout: all_words())
    assert main(["nl"]) == 0
    path = tmp_path / "nl" / "LC_MESSAGES" / "messages.po"
    first = path.read_text(encoding="utf-8")
    assert "nplurals=2" in first
    path.write_text(first.replace('msgid "End of the game"\nmsgstr ""', 'msgid "End of the game"\nmsgstr "Het einde"'))
    assert main([]) == 0
    assert read_mo(io.BytesIO(path.with_suffix(".mo").read_bytes()))["End of the game"].string == "Het einde"
    assert main(["klingon"]) == 1
    assert "short names" in capsys.readouterr().err


def test_negative_numbers_have_a_real_minus_sign() -> None:
    assert render(T("{points} points", points=-3), ()) == "−3 points"
    assert render(-12, ()) == "−12"
    assert [signed(number) for number in (2, 0, -2)] == ["+2", "+0", "−2"]
