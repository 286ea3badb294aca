"""The student edition, and the gates that it has to pass."""
