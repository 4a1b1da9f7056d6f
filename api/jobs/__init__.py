"""Runs of the solver: one job function, one process for each solve, and engines that hand out the work."""
