"""A small complete game to copy: `python -m tests.new_game KEY "Title" 2-4` makes a new game from it.

`rules` becomes `scoring/<folder>`, `templates` becomes `templates/<folder>`, `style.css` becomes `static/<folder>.css`
and `checks` becomes `tests/<folder>`.
"""
