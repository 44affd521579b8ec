"""Every macro in every state, on pages to look at: `python -m tests.gallery` takes their pictures."""
