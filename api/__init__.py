"""HTTP service of the crew-roster optimizer; uses optimizer, never the other way round."""
