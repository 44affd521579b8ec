"""The Flask app around the pure rules: everything with input and output, and only that."""
