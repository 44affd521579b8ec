"""Tools for making releases; not part of the wheel."""
