"""Pure game rules: standard library only, no clock, no I/O, no randomness except an injected `Rng`."""
