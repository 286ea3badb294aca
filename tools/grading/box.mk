# box.mk - the box in which everything of a student runs: see kindling_grading/box.

check-box: ## is the box tight on this machine? says what is missing, and what to type
	@$(GRADER) box.selftest

.PHONY: check-box
