"""The Flask app around the pure rules. All input and output happen here."""

__version__ = "0.2.0"
