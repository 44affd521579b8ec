"""Checks that a phone shows without scrolling every choice of the first question, the end of the turn, and Undo."""

from __future__ import annotations

from playwright.sync_api import Page

from scoring.replay import Projection
from tests.browser.accessibility import resized
from tests.browser.actors import Phone

SMALL, USUAL = {"width": 360, "height": 640}, {"width": 390, "height": 844}

# Forms and hands longer than a small phone: they start in view and are filled in from top to bottom.
LONG = ("seal-plan", "take-card", "seal-knights", "enter-knights-openly")
# Asked together with the forms above, in any order, so both must be fully in view.
TOGETHER = ("seal-cards",)

# The parts of the screen that this seat needs and cannot see. They are the headline, all controls next to its first own
# action, actions asked together with it, and the bar. A closed list stands for its contents. The bar must stay in view
# at the end of the page and must not cover the content there. A player with nothing to do must see no task of another
# player that does not name them.
BELOW = """([seat, name, asked, long, together]) => {
    const all = (selector, from = document) => [...from.querySelectorAll(selector)];
    const shown = e => e.checkVisibility({visibilityProperty: true});
    const target = e => (e.matches('input') && e.closest('label')) || e;
    const named = e => (e.innerText || e.value || e.getAttribute('aria-label') || e.name).trim().slice(0, 40);
    const hidden = e => {
        const box = target(e).getBoundingClientRect();
        if (box.top < -.5 || box.bottom > innerHeight + .5) return `${named(e)} ends at ${Math.round(box.bottom)}`;
        const free = y => { // in the middle, and at the lower edge
            const there = document.elementFromPoint(box.left + box.width / 2, y);
            if (there && e.matches('.map-spot') && there.matches('.map-spot')) return true; // neighbours overlap
            return there && (target(e).contains(there) || there.contains(e));
        };
        return [box.top + box.height / 2, box.bottom - 2].every(free) ? '' : `${named(e)} is covered`;
    };
    const closed = e => { // the outermost list around it that is closed
        let found = null;
        for (let up = e.closest('details:not([open])'); up; up = up.parentElement.closest('details:not([open])'))
            found = up;
        return found;
    };
    const own = all('#screen form').filter(form => form.querySelector('[name=action_name]')
        && (form.querySelector('[name=seat]') || {}).value === String(seat));
    const handles = own.flatMap(form => [...form.elements])
        .filter(e => e.matches('input:not([type=hidden]):not(.dice-typed), select, button') && !e.disabled)
        .map(e => (closed(e) ? closed(e).querySelector('summary') : e))
        .filter(e => shown(target(e)) && !e.closest('.more, .foot, .thumb'))
        .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    const bar = document.querySelector('.thumb');
    const inBar = bar ? all('button, summary', bar).filter(e => shown(e) && !e.closest('.confirm-panel')) : [];
    const found = inBar.map(hidden);
    if (asked) {
        const asks = (e, kinds) => e.form && kinds.includes(e.form.elements.action_name.value);
        const title = all('#screen h1').filter(e => shown(e) && e.offsetWidth > 1).slice(0, 1);
        const part = handles.length && handles[0].closest('.seat-screen > *');
        const there = part ? handles.filter(e => part.contains(e)) : handles.slice(0, 1);
        const first = there.some(e => asks(e, long)) ? handles.slice(0, 1) : there;
        const beside = handles.filter(e => !first.includes(e) && asks(e, together));
        found.push(...[...title, ...first, ...beside].map(hidden));
        if (!handles.length && inBar.every(e => e.closest('.thumb-undo'))) found.push('there is nothing to tap');
    } else {
        const people = all('.badge-name').map(e => e.textContent.trim()).filter(one => one && one !== name);
        const belongs = (e, one) => e.innerText.trim().startsWith(`${one}:`) && !e.innerText.includes(name);
        const others = all('.now li').filter(e => shown(e) && people.some(one => belongs(e, one)));
        found.push(...others.map(e => `not for ${name}: ${named(e)}`));
    }
    scrollTo(0, document.documentElement.scrollHeight);
    found.push(...inBar.map(hidden).map(said => said && `${said}, scrolled`));
    const last = bar && [...bar.parentElement.children].filter(e => e !== bar && shown(e)).pop();
    if (last && last.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + .5)
        found.push('the bar covers the end of the page');
    scrollTo(0, 0);
    return found.filter(Boolean);
}"""


def below(phone: Phone, asked: bool) -> list[str]:
    return below_on(phone.page, phone.seat, phone.name, asked)


def below_on(page: Page, seat: int | None, name: str, asked: bool) -> list[str]:
    found = []
    for size in (USUAL, SMALL):
        with resized(page, size):
            said = page.evaluate(BELOW, [seat, name, asked, LONG, TOGETHER])
            found += [f"{size['width']}x{size['height']}: {one}" for one in said]
    return found


def waiting(projection: Projection) -> tuple[int, ...]:
    """Returns the seats with an open action."""
    return (
        projection.table.game.view(projection.table.state, None).waiting_for
        if projection.table.standings is None
        else ()
    )
