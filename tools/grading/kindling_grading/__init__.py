"""Grades, grade books and the student edition: tools/grading/README.md draws which package knows
which."""
