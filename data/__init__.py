"""Law values, terms and sample fleets, read through :mod:`importlib.resources`."""
