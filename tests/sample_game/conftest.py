"""The sample game is not in the list of games, so only a copy of it has screens to test."""

collect_ignore = ["checks/test_web.py"]
