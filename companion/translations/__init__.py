"""The catalogues of each language, `<language>/LC_MESSAGES/messages.po` and `.mo`, and the words they are made from."""
