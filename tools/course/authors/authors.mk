# authors.mk - is every module whole, and do its tests notice mistakes? Not in the student edition.

## For authors of the course

check-course: ## stubs earn 0, the reference and other solutions 100, lessons and symbols fit (MODULE="12 13": only those)
	@$(COURSE)/authors/check_course.sh $(MODULE)
mutants: ## known mistakes: each must lose points and be named (MODULE=12: only that; ROWS="no_scaling": only those; SEED=7: other inputs)
	@ROWS='$(ROWS)' SEED='$(if $(filter command environment,$(origin SEED)),$(SEED))' $(COURSE)/authors/mutants.sh $(MODULE)
mutants-milestones: ## milestones with a part knocked out: a gate must fail (MODULE=2017: only that; ROWS=first: one of each)
	@ROWS='$(ROWS)' $(COURSE)/authors/mutants.sh $(or $(MODULE),milestones)
# What is typed goes to the script as it is: a $ in a sed script is none of make's.
$(foreach word,MODULE NAME EXERCISE SAYS EXPECT FILE SED MISTAKE,$(eval new-mutant: override export $(word) := $$(value $(word))))
new-mutant: ## one mistake more: MODULE=12 NAME= EXERCISE= SAYS= FILE= SED='a sed -E script' [MISTAKE=]
	@CONFIG=$(COURSE_CONFIG) MAKE='$(MAKE)' python3 tools/course/authors/new_mistake.py
auto-mutants: ## changed operators, bounds, constants in the reference: MODULE=12 (MOST=600 BASE=plain)
	@MODULE='$(MODULE)' MOST='$(MOST)' BASE='$(BASE)' $(COURSE)/authors/auto_mutants.sh
unnamed: ## wrong answers that no known mistake names, the largest class first: MODULE=12 (MOST=600 BASE=plain; SUBMISSIONS=dir: those of a class, in the box)
ifneq ($(SUBMISSIONS),)
	@$(GRADER) batch.unnamed --module $(call q,$(MODULE)) --submissions $(call q,$(SUBMISSIONS)) --jobs $(call q,$(or $(JOBS),2)) --most $(call q,$(or $(MOST_CLASSES),20))
else
	@MODULE='$(MODULE)' MOST='$(MOST)' BASE='$(BASE)' MOST_CLASSES='$(MOST_CLASSES)' $(COURSE)/authors/auto_mutants.sh unnamed
endif
strangers: ## answers by people who had not seen the tests: is each wrong one noticed and told why, does each right one earn all points? (MODULE=12)
	@MODULE='$(MODULE)' $(COURSE)/authors/auto_mutants.sh hear_strangers
twins: ## does another function of the engine do an exercise? each of its type, and adapters by hand, in place of the student's (MODULE=12)
	@MODULE='$(MODULE)' $(COURSE)/authors/auto_mutants.sh twins
engine-mutants: $(CALL_SITE) $(INSIDE) ## the same in any file of the engine, against the tests of its folder (ROOM=autograd/ops SEED=1 MOST=400)
	@MAKE='$(MAKE)' ROOM='$(ROOM)' SEED='$(SEED)' MOST='$(MOST)' python3 tools/course/authors/engine_mutants.py $(COURSE_CONFIG)

exam-%: ## five questions for an exam with numbers drawn anew: SEED=3, KEY=1 with the answers (tools/course/authors/teaching)
	@python3 -B tools/course/authors/exam.py '$*' '$(or $(SEED),1)' $(if $(KEY),key)
# Asked for by number, so the goal is not known beforehand.
$(if $(filter slides-%,$(MAKECMDGOALS)),$(call needs,$(filter slides-%,$(MAKECMDGOALS)),python3 pandoc,site))
slides-%: ## the lesson as slides in one file: build/slides/12_attention.html (needs python3, pandoc)
	@python3 -B tools/course/authors/slides.py '$*' build/slides
test-teaching: ## every question of a lesson has an answer for those who teach; exams have right keys; no edition and no page has them
	@python3 -B tests/tools/course/test_teaching.py

# A tree of a student's, made of the model answers, shares what is built here.
TEST_MINE := $(OBJ) $(PLAIN) $(LIB_OBJ) $(if $(PROBE_MPI),$(MPI_OBJ)) $(patsubst %.c,$(B)/%.o,$(wildcard $(foreach p,demo train generate notebook,tools/$p/*.c) notebooks-c/*.c))
test-mine: $(TEST_MINE) ## ENGINE=mine: everything on a student's files of all modules, one broken at a time (LONG=1: all milestones; ROWS="12_attention")
	@python3 tests/tools/course/test_mine.py $(B)

test-contributing: $(OBJ) $(PLAIN) $(LIB_OBJ) $(SUPPORT_OBJ) ## every recipe of .github/CONTRIBUTING.md, run as it stands there (CONFIG=double); the cut of engine files at their marks
	@python3 tests/tools/course/test_answers.py
	@CONFIG=$(COURSE_CONFIG) MAKE="$(MAKE)" python3 tests/tools/course/test_variants.py
	@CONFIG=$(COURSE_CONFIG) MAKE="$(MAKE)" python3 tests/tools/course/test_names.py
	@python3 tests/tools/course/test_contributing.py $(B)

.PHONY: test-teaching test-contributing test-mine check-course mutants mutants-milestones new-mutant auto-mutants unnamed strangers twins engine-mutants

# For programs of many variants (variants.py): how FILE.c becomes FILE.o as a student's does, what to link it with, and tools.
ifdef FOLDER
course-reference: $(VARIANT_OBJ) $(CHECK_OBJ) $(COURSE_OBJ) $(IN_STEPS)
course-commands:
	@echo "$(CC) $(CPPFLAGS) -DKINDLING_ENGINE $(COURSE_INCLUDE) $(COURSE_CFLAGS) $(STUDENT_FLAGS) -c"
	@echo "$(COURSE_LINK)"
	@echo "$(CHECK_OBJ) $(COURSE_OBJ) $(IN_STEPS)"
	@echo "$(PROBE_CMOCKA) $(LDLIBS)"
	@echo "$(VARIANT_OBJ)"
	@echo "$(NM) $(OBJCOPY)"
endif
