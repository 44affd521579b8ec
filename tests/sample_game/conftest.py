"""The model is in no list of games, so only a copy of it has screens to be tested."""

collect_ignore = ["checks/test_web.py"]
