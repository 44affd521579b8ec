"""A table screen and four phones: from the QR code to the second turn, with a dispute that all five watch."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.evening import Evening
from tests.browser.screen import all_see

# Start cards of the example box for four; the owner of Tateshale begins.
START_AREAS = {"Anna": "Tateshale", "Ben": "Lancastre", "Carla": "Lideforde", "David": "Lundonia"}


def test_four_phones_play_two_turns_with_a_dispute(evening: Evening) -> None:
    table = evening.table_screen()
    table.open_table()
    phones = evening.joined(table, *START_AREAS)
    anna, ben, carla, david = phones
    screens = [table, *phones]
    all_see(screens, *START_AREAS)

    table.tap("Start the game")
    all_see(screens, "Who starts where?")
    for name, area in START_AREAS.items():
        table.should_see(f"{name} draws a start card")
        table.tap(table.area(area))
    all_see(screens, "Anna moves or stays.")

    # The first turn: into an empty area.
    anna.tap(anna.area("Oxeneford"))
    all_see(screens, "Anna, in Oxeneford")
    anna.tap("Place a courtier")
    anna.tap("End turn")
    all_see(screens, "Ben moves or stays.")

    # The second turn: into Anna's area. Nobody sees a card before the last stake is in.
    ben.tap(ben.area("Oxeneford"))
    all_see(screens, "Dispute over Oxeneford")
    for number, phone in enumerate((carla, ben, david), 1):
        phone.seal(x1=number)
        phone.should_see("Your stake is sealed.")
        table.should_see(f"{number} of 4 in")
    for screen in screens:
        expect(screen.cards).to_have_count(0)
    anna.seal(x1=1, x3=1)
    for screen in screens:
        expect(screen.cards).to_have_count(1 + 2 + 3 + 2)
    all_see(screens, "Ben, Carla, David and Anna roll.")

    # Players enter dice on their own phones in any order; the table screen starts with the intruder.
    carla.type_dice("1")
    ben.type_dice("66")
    table.should_see("David and Anna roll.")
    table.type_dice("124")
    anna.type_dice("16")  # 6 × 3 + 1 + 2 for the courtier: Ben has 12 + 2 for the figure
    all_see(screens, "Anna won the dispute over Oxeneford.", "Ben’s figure was banished to Lancastre.")

    anna.tap("Place a courtier")
    all_see(screens, "Anna placed a courtier in Oxeneford.")
    anna.tap("End turn")
    all_see(screens, "Carla moves or stays.")
    for screen in screens:
        expect(screen.cards).to_have_count(0)
