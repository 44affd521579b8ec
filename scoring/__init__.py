"""Pure rules: standard library only, no clock, no randomness of its own, no input or output."""
