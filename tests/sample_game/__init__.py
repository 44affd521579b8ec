"""A small whole game, to be copied: `python -m tests.new_game KEY "Title" 2-4` makes a new game of it.

`rules` becomes `scoring/<folder>`, `templates` becomes `templates/<folder>`, `style.css` becomes
`static/<folder>.css` and `checks` becomes `tests/<folder>`.
"""
