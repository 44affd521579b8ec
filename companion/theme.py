"""Colours that browsers paint around a page."""

# The seat colours of static/herald.css, which a <meta> tag cannot read.
SEAT_COLOURS = {
    "red": "#b4272a",
    "blue": "#2349ef",
    "green": "#29c18b",
    "yellow": "#fd0",
    "orange": "#e07920",
    "purple": "#693964",
    "black": "#1c1a1a",
    "white": "#fff",
    "grey": "#7f7f86",
}
