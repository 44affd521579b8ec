"""The catalogs of each language, `<language>/LC_MESSAGES/messages.po` and `.mo`, and their template messages.pot."""
