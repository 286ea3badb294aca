# release.mk - the student edition, its gates, and the comparison of submissions.

RELEASE := CC='$(CC)' MAKE='$(MAKE)' python3 tools/grading/release

release: ## the student edition as one tarball: OUT=dir, MODULE=12 (several: "01 02"; else every module)
	@$(RELEASE)/release.py --out '$(or $(OUT),build/release)' --modules '$(MODULE)'
verify-release: ## its gates: stubs earn 0, nothing leaks, it builds and passes elsewhere, same bytes twice
	@$(RELEASE)/verify.py --modules '$(MODULE)' --hidden '$(HIDDEN)' --bare '$(BARE)' --out '$(or $(OUT),build/release)'
similarity: ## which submissions are alike: SUBMISSIONS=dir MODULE=12 (needs similarity-tester)
	@python3 tools/grading/similarity.py --submissions '$(SUBMISSIONS)' --module '$(MODULE)' \
	    --out '$(or $(OUT),grades)' $(ARGS)

.PHONY: release verify-release similarity
