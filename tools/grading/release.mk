# release.mk - the student edition, its gates, and the comparison of submissions.

RELEASE := CC='$(CC)' MAKE='$(MAKE)' $(GRADER)

release: ## the student edition as one tarball: OUT=dir, MODULE=12 ("01 02"; else every module), OTHERS=1 ("06 12"; else none)
	@$(RELEASE) release.release --out '$(or $(OUT),build/release)' --modules '$(MODULE)' --others '$(OTHERS)'
verify-release: ## its gates: stubs earn 0, nothing leaks, it builds and passes elsewhere, same bytes twice
	@$(RELEASE) release.verify --modules '$(MODULE)' --hidden '$(HIDDEN)' --bare '$(BARE)' --others '$(OTHERS)' --out '$(or $(OUT),build/release)'
similarity: ## which submissions are alike: SUBMISSIONS=dir MODULE=12, OTHER=another term's (needs similarity-tester)
	@$(GRADER) reports.similarity --submissions '$(SUBMISSIONS)' --module '$(MODULE)' \
	    --out '$(or $(OUT),grades)' $(if $(OTHER),--other '$(OTHER)') $(if $(ROSTER),--roster '$(ROSTER)') $(if $(GROUPS),--groups '$(GROUPS)') \
	    $(if $(ANONYMOUS),--anonymous) $(ARGS)

.PHONY: release verify-release similarity
