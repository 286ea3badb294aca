# release.mk - the student edition, its gates, and the comparison of submissions.

RELEASE := CC='$(CC)' MAKE='$(MAKE)' $(GRADER)

release: ## the student edition as one tarball: OUT=dir, MODULE=12 ("01 02"; else every module), OTHERS=1 ("06 12"; else none), WEB=1 (with web/, the course in a browser tab)
	@$(RELEASE) release.release --out $(call q,$(or $(OUT),build/release)) --modules $(call q,$(MODULE)) --others $(call q,$(OTHERS)) $(if $(WEB),--web)
verify-release: ## its gates: stubs earn 0, nothing leaks, it builds and passes elsewhere, same bytes twice
	@$(RELEASE) release.verify --modules $(call q,$(MODULE)) --hidden $(call q,$(HIDDEN)) --bare $(call q,$(BARE)) --others $(call q,$(OTHERS)) --out $(call q,$(or $(OUT),build/release)) $(if $(WEB),--web)
similarity: ## which submissions are alike: SUBMISSIONS=dir MODULE=12, OTHER=another term's (needs similarity-tester)
	@$(GRADER) reports.similarity --submissions $(call q,$(SUBMISSIONS)) --module $(call q,$(MODULE)) \
	    --out $(call q,$(or $(OUT),grades)) $(if $(OTHER),--other $(call q,$(OTHER))) $(if $(ROSTER),--roster $(call q,$(ROSTER))) $(if $(GROUPS),--groups $(call q,$(GROUPS))) \
	    $(if $(ANONYMOUS),--anonymous) $(ARGS)
measure-similarity: ## how alike honest answers of different hands are, and how alike disguised copies, with a curve
	@$(GRADER) reports.alike_measured

.PHONY: release verify-release similarity measure-similarity
