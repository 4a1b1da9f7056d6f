"""The roster problem: blocks, candidates, conflicts, windows, costs, and its CP-SAT model."""
