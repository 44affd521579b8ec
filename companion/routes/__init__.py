"""The web, one blueprint an area. A route finds, does and renders."""
