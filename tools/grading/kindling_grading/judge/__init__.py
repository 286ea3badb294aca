"""Values against values: what is right, and what came out of a box."""
