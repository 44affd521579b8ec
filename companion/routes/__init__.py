"""The web routes, one blueprint per area. A route looks things up, acts and renders."""
