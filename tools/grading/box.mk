# box.mk - the box in which everything of a student runs: see box.py.

check-box: ## is the box tight on this machine? says what is missing, and what to type
	@python3 tools/grading/box_selftest.py

.PHONY: check-box
