"""Mutation testing of the scoring functions: `python -m tests.mutation [GROUP …]`.

Small faults are planted in the functions of `targets.py`, one at a time. A fault that no test notices is a survivor.
Survivors that change no result are listed in `equivalent.txt`, each with a reason. Any other survivor fails the gate
(`tests/release_gates/test_mutation.py`).

    operators.py   the faults that can be planted in a function
    targets.py     the functions under test, by group, and the tests that cover them
    runner.py      plants each fault in its own process and runs the tests that execute the function

Public mutation testers mutate every string and restart for every run, which takes hours instead of minutes.
"""
