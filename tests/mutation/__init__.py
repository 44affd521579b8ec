"""Mutation testing of the scoring functions: `python -m tests.mutation [GROUP …]`.

Small faults are planted in the functions of `targets.py`, one at a time. A fault that no test notices is a survivor.
Survivors that change no result are listed in `equivalent.txt`, each with a reason; any other fails the gate
(`tests/release_gates/test_mutation.py`).

    operators.py   the faults that can be planted in a function
    targets.py     the functions that count, by group, and the tests that look at them
    runner.py      plants every fault in a process of its own and runs the tests that execute the function

Public mutation testers mutate every text and start every run anew: hours for what takes minutes here.
"""
