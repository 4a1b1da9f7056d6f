"""Between the store and the optimizer: datasets opened, rosters as JSON, edits, comparisons, names left out."""
