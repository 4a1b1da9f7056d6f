"""Crew-roster optimizer for German inland shipping."""
