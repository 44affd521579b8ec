"""The rules of Lang lebe der König!, line by line."""
