# grading.mk - graded suites: what is graded is built here, the rest is the package kindling_grading.
#
# A suite is built in a folder of its own, in double, without BLAS and threads, linked statically, with
# the flags that `make 12` gives to a student's files. It has two programs: the recorder, to which each
# student's objects are linked, and the trusted program, which knows what is right. With hidden tests there
# is a second recorder for these: the one of visible tests holds nothing of them.

GRADER := python3 -B tools/grading
# A word of the command line for the shell, such as the name O'Brien.
q = '$(subst ','\'',$(1))'

## For instructors

$(call needs,grade regrade lint-entropy bench-grade test-grading attack release verify-release similarity gradebook feedback cup,python3,grading)

GRADE_OPTIONS = --module $(call q,$(MODULE)) --submissions $(call q,$(SUBMISSIONS)) --out $(call q,$(or $(OUT),grades)) --jobs $(call q,$(or $(JOBS),2)) \
                $(if $(HIDDEN),--hidden $(call q,$(HIDDEN))) $(if $(CUMULATIVE),--cumulative) $(if $(EPOCH),--epoch $(call q,$(EPOCH)))

REMIND = $(if $(POLICY),$(GRADER) reports.forget --remind --policy $(call q,$(POLICY)) --out $(call q,$(or $(OUT),grades)))

grade: ## SUBMISSIONS=dir MODULE=12: grade a folder of submissions (JOBS, OUT, HIDDEN, CUMULATIVE, EPOCH)
	@$(REMIND)
	@$(GRADER) batch.grade $(GRADE_OPTIONS) $(ARGS)
regrade: ## the same again for STATUS=infra-error, compile-error, ... or all (STUDENT=name: only theirs); EXERCISE=12.5 WHY="...": that one alone
	@$(REMIND)
ifdef EXERCISE
	@$(GRADER) reports.regrade $(GRADE_OPTIONS) --exercise $(call q,$(EXERCISE)) --why $(call q,$(WHY)) $(if $(STUDENT),--student $(call q,$(STUDENT))) \
	    $(if $(POLICY),--policy $(call q,$(POLICY))) $(if $(ROSTER),--roster $(call q,$(ROSTER))) $(if $(GROUPS),--groups $(call q,$(GROUPS))) $(ARGS)
else
	@$(GRADER) batch.grade $(GRADE_OPTIONS) --again $(call q,$(or $(STATUS),infra-error)) $(if $(STUDENT),--student $(call q,$(STUDENT))) $(ARGS)
endif
lint-entropy: ## MODULE=12: can a test be passed by guessing, or by doing nothing?
	@$(GRADER) batch.lint_entropy $(if $(MODULE),--module $(call q,$(MODULE))) $(if $(HIDDEN),--hidden $(call q,$(HIDDEN))) $(ARGS)
grade-course: ## in the box, as a user without rights: do the model answers of every module earn 100, the starting files 0? (MODULE=12, JOBS)
	@$(GRADER) batch.every_module --build $(if $(MODULE),--module $(call q,$(MODULE)))
	@sh tools/build/ordinary_user.sh build/grading -- $(GRADER) batch.every_module --jobs $(call q,$(or $(JOBS),2)) $(if $(MODULE),--module $(call q,$(MODULE)))
bench-grade: ## MODULE=12: how long 500 mixed submissions take (N=500, JOBS, HIDDEN)
	@$(GRADER) batch.bench_grade --module $(call q,$(or $(MODULE),12)) --count $(call q,$(or $(N),500)) --jobs $(call q,$(or $(JOBS),2)) $(if $(HIDDEN),--hidden $(call q,$(HIDDEN))) $(ARGS)
test-grading: ## the tests of the grader (ONLY="test_cup": that file)
	@env -u MAKEFLAGS -u MFLAGS python3 tests/tools/grading/run.py $(ONLY) # which has jobs of its own

.PHONY: grade regrade grade-course lint-entropy bench-grade test-grading

# ---- one suite: make grading-suite GRADE=12_attention, called by build/commands.py ---------------

ifdef GRADE
# Where the parts of this suite lie; B is build/grading/engine, shared by all suites.
SUITE ?= build/grading/$(GRADE)$(if $(CUMULATIVE),-cumulative)
MODULE_NAMES := $(notdir $(sort $(wildcard modules/[0-9][0-9]_*)))
# Those up to and including GRADE, or GRADE alone.
GRADED := $(if $(CUMULATIVE),$(shell printf '%s\n' $(MODULE_NAMES) | awk '{ print } $$0 == "$(GRADE)" { exit }'),$(GRADE))
GRADED_SRC := $(filter-out %/measure.c,$(foreach m,$(GRADED),$(wildcard modules/$(m)/*.c)))
# The engine's files in which the answers stand: of these a program has what is given, and no answer. The answers are
# compiled by themselves, for their names. (tools/course/authors/answers.py cuts.)
CUT := python3 -B tools/course/authors/answers.py
GRADED_IN := $(shell $(CUT) files $(GRADED))
GRADED_OBJ := $(GRADED_SRC:modules/%.c=$(SUITE)/answers/%.o)
GIVEN_OBJ := $(GRADED_IN:%.c=$(SUITE)/given/%.o)
UNGRADED_OBJ := $(filter-out $(GRADED_IN:%.c=$(B)/%.o),$(IN_STEPS)) $(filter $(patsubst $(B)/%,$(SUITE)/given/%,$(IN_STEPS)),$(GIVEN_OBJ))
GRADE_WARN := -Wall -Wextra -Wno-unused-parameter -Wno-unused-function
# As for make 12, but nobody will look for a line in these programs.
GRADE_CFLAGS := $(filter-out $(WARN) -g,$(CFLAGS)) -fno-optimize-sibling-calls -fstack-protector-strong -O1
GRADE_INCLUDE := -Imodules $(INCLUDE)
# A section for each function and variable of what is not a student's: build/scattered.py.
SCATTERED := -ffunction-sections -fdata-sections
CFLAGS += $(if $(filter double,$(CONFIG)),$(SCATTERED)) # what the cup is built of is as it ships
GRADE_SCOPES := $(WATCHED:%=-Wl,--wrap=%)
GRADE_WRAP := $(WRAP) $(GRADE_SCOPES)

SHARED := round registry elements inputs inputs_text sealed guards memory overlap leaks flow
RECORDER_OBJ := $(SHARED:%=$(B)/recorder/tests/harness/%.o) $(patsubst %,$(B)/recorder/tests/harness/record/%.o,main transcript)
VISIBLE := $(wildcard tests/course/$(GRADE)/*.c)
HIDDEN_FILES := $(wildcard $(addsuffix /$(GRADE)/*.c,$(HIDDEN)))
TEST_FILES := $(VISIBLE) $(HIDDEN_FILES)
# What is right and which mistakes are known has no place in the box.
boxed = $(patsubst %.c,$(SUITE)/boxed/%.o,$(filter-out %_want.c,$(1)))
BOXED_OBJ := $(call boxed,$(TEST_FILES))
TRUSTED_OBJ := $(TEST_FILES:%.c=$(SUITE)/trusted/%.o)
WHOLES := $(SUITE)/whole.o $(if $(HIDDEN_FILES),$(SUITE)/whole_hidden.o)
# Tests go by number in the box: file and line. TEST_LIST is newer than what was made for other files.
TEST_LIST := $(SUITE)/tests.list
$(shell mkdir -p $(SUITE); printf '%s\n' $(TEST_FILES) > $(TEST_LIST).new; cmp -s $(TEST_LIST).new $(TEST_LIST) || mv $(TEST_LIST).new $(TEST_LIST))
NUMBERED = -DCHECK_FILE=$(shell grep -nxF '$<' $(TEST_LIST) | cut -d: -f1)
NAMELESS := -Wno-builtin-macro-redefined -D__FILE__='""'
GRADE_CC = $(CC) $(CPPFLAGS) -D_DEFAULT_SOURCE $(INCLUDE) -Itests -Itests/harness -Itests/course/$(GRADE) $(GRADE_CFLAGS) $(SCATTERED) $(GRADE_WARN) -MMD -MP -c

$(SUITE)/answers/%.c: modules/%.c $(GRADED_IN) tools/course/authors/answers.py
	@mkdir -p $(@D)
	@$(CUT) answer $(subst /, ,$*).c > $@.new && mv $@.new $@
$(SUITE)/given/%.c: %.c tools/course/authors/answers.py
	@mkdir -p $(@D)
	@$(CUT) given $< $(GRADED) > $@.new && mv $@.new $@
$(GRADED_OBJ) $(GIVEN_OBJ): %.o: %.c $(B)/flags | $(CALL_SITE) $(INSIDE)
	@$(CC) $(CPPFLAGS) -DKINDLING_ENGINE $(INCLUDE) $(if $(findstring /given/nn/,$@)$(findstring /given/attention/,$@),-include $(INSIDE)) $(CFLAGS) -fmacro-prefix-map=$(SUITE)/given/= -w -MMD -MP -c $< -o $@
$(B)/recorder/%.o: %.c $(B)/flags | $(CALL_SITE)
	@mkdir -p $(@D)
	@$(GRADE_CC) $(NAMELESS) $< -o $@
$(BOXED_OBJ): $(SUITE)/boxed/%.o: %.c $(TEST_LIST) $(B)/flags | $(CALL_SITE)
	@mkdir -p $(@D)
	@$(GRADE_CC) -DCHECK_RECORD $(NUMBERED) $(NAMELESS) -Wno-unused $< -o $@
$(TRUSTED_OBJ): $(SUITE)/trusted/%.o: %.c $(TEST_LIST) $(B)/flags | $(CALL_SITE)
	@mkdir -p $(@D)
	@$(GRADE_CC) $(NUMBERED) $< -o $@

# Everything that no student replaces, with what it and students' files need of the C library, linked once into
# one object, so that a student's program links in a moment, and with nothing else: build/symbols.py makes
# rest.o of whole.o, where only the functions that an exercise may call are global. No oracle is in it (plain.c).
# Of the engine it has the files of what an exercise may call, and those that these and the tests need (build/callable.py).
$(WHOLES) $(SUITE)/reference: tools/grading/grading.mk
COMMA := ,
START = $(foreach file,crt1.o crti.o crtbeginT.o,$(shell $(CC) -print-file-name=$(file)))
END = $(foreach file,crtend.o crtn.o,$(shell $(CC) -print-file-name=$(file)))
LIBRARIES := -Wl,--start-group -lm -lpthread -lc -lgcc -lgcc_eh -Wl,--end-group
LIBRARY := tools/course/library.txt
$(SUITE)/whole.o: $(call boxed,$(VISIBLE))
$(SUITE)/whole_hidden.o: $(BOXED_OBJ)
$(SUITE)/engine.a: $(UNGRADED_OBJ)
	@rm -f $@; ar qcsD $@ $^
$(SUITE)/callable: $(SUITE)/engine.a $(GRADED_OBJ) $(shell find $(ROOMS) -name "*.h") $(GRADED:%=modules/%/calls.txt)
	@$(GRADER) build.callable $< $(GRADED_OBJ) $(GRADED) > $@.new && mv $@.new $@
WHOLE = $(CC) -nostdlib -r $(GRADE_WRAP) -Wl,-S,-x $(addprefix -Wl$(COMMA)-u$(COMMA),$(shell sed '/^#/d' $(LIBRARY))) @$(SUITE)/callable \
    $(START) $(filter %.o,$^) $(SUITE)/engine.a $(LIBRARIES) $(END)
$(WHOLES): $(LIBRARY) $(RECORDER_OBJ) $(B)/recorder/tests/harness/record/values.o $(SUITE)/callable
	@$(WHOLE) -Wl,-Map,$@.map -o $@.new
	@$(GRADER) build.scattered $@.map $(GRADED) > $@.ld
	@$(WHOLE) -Wl,-T,$@.ld -o $@.new && mv $@.new $@
$(SUITE)/reference: $(RECORDER_OBJ) $(B)/recorder/tests/harness/plain.o $(B)/recorder/tests/harness/record/expected.o $(TRUSTED_OBJ) $(IN_STEPS)
	@$(CC) -static $(GRADE_WRAP) -Wl,-s -o $@ $(filter %.o,$^) $(LDLIBS)

# And what only grading-mistakes is linked with: of all that is compiled here a result says which sources it was (build/suite.py).
VARIANTS_OBJ := $(B)/recorder/tests/harness/variants/variants.o
grading-suite: $(WHOLES) $(SUITE)/reference $(GRADED_OBJ) $(VARIANTS_OBJ)
	@echo "modules $(GRADED)"
	@echo "files $(GRADED_SRC)"
	@echo "objects $(GRADED_OBJ)"
	@echo "wholes $(WHOLES)"
	@echo "cc $(CC)"
	@echo "compile_flags $(CPPFLAGS) -DKINDLING_ENGINE $(GRADE_INCLUDE) $(filter-out $(WARN),$(GRADE_CFLAGS)) $(STUDENT_FLAGS)"
	@echo "link_flags -nostdlib -fno-lto -fno-use-linker-plugin -Wl,-s $(GRADE_WRAP) -lgcc"

# The suite's program of known mistakes (build/mistakes.py): the recorder, the whole engine, and each row of mistakes.txt in
# place of the answer that it is an edit of.
MISTAKES_OBJ := $(RECORDER_OBJ) $(B)/recorder/tests/harness/record/values.o $(VARIANTS_OBJ) $(call boxed,$(VISIBLE)) $(IN_STEPS)
grading-mistakes: $(MISTAKES_OBJ)
	@echo "objects $(MISTAKES_OBJ)"
	@echo "link $(CC) -static $(GRADE_WRAP) -Wl,-s"
	@echo "libraries $(LDLIBS)"
	@echo "tools $(NM) $(OBJCOPY)"
.PHONY: grading-suite grading-mistakes

-include $(shell find $(SUITE) -name '*.d' 2>/dev/null)
endif
