"""What is kept of people: for how long, why, and how it is given out and erased."""
