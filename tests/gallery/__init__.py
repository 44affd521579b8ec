"""Every macro in every state, on pages for inspection: `python -m tests.gallery` takes screenshots."""
