# attack.mk - the grader's regression suite: tests/attacks against the real grader.

attack: ## hostile submissions against the grader: nothing earned, nothing left behind
	@$(GRADER) batch.attack $(ARGS)
.PHONY: attack
