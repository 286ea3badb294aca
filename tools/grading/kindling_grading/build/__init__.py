"""From sources to programs: what is graded, and what a student handed in."""
