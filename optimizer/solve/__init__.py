"""Solve the levels, read the roster out, score it again, and say why places stay open."""
