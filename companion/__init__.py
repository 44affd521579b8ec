"""The Flask app around the pure rules: everything with input and output, and only that."""

__version__ = "0.2.0"
