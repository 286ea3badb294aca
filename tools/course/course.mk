# The course: make 12 links the student's files beside the engine, and runs the module's tests on that.
#
# What a module asks for is weak in the engine (EXERCISE), so a student's function takes its place
# everywhere. The engine is that in steps (IN_STEPS): where it would take a shortcut past a student's
# file, the plain twin of the shortcut stands in for it.
# In double, where gradient checks are sharp, unless CONFIG is given.

MODULES := $(sort $(notdir $(wildcard modules/[0-9][0-9]_*)))
NUMBERS := $(foreach m,$(MODULES),$(firstword $(subst _, ,$(m))))
# Any other number that was typed: 1 for 01, or no module's, which run.sh will say.
DIGITS := 0 1 2 3 4 5 6 7 8 9
UNKNOWN := $(filter-out $(NUMBERS),$(filter $(DIGITS) $(foreach d,$(DIGITS),$(DIGITS:%=$d%)),$(MAKECMDGOALS)))
COURSE_CONFIG := $(if $(filter command environment,$(origin CONFIG)),$(CONFIG),double)
# The folders of release and of this configuration, for the scripts: build/double, build/double-clang.
COURSE := CC='$(CC)' CMOCKA='$(PROBE_CMOCKA)' COMPILER='$(COMPILER)' ARGS='$(ARGS)' TOOL='$(TOOL)' MAKE='$(MAKE)' CONFIG='$(COURSE_CONFIG)' ENGINE='$(ENGINE)' TEST='$(TEST)' INCLUDE='$(INCLUDE)' sh tools/course

# What the linker sends to tests/harness, beside malloc and its family (guards.c, overlap.c).
WATCHED := scope_alloc scope_recycle scope_close scope_reset memcpy

# All modules a student's: products are module 17's, and as long as that is not written, module 01's.
ifneq ($(and $(filter mine,$(ENGINE)),$(or $(shell grep -ls 'todo."17' modules/17_*/*.c),$(if $(wildcard modules/17_*),,none))),)
export KINDLING_GEMM ?= plain
endif

# What a compiler lets pass and no program survives: a forgotten return, a misspelled function. And a
# variable without a first value starts with nonsense that shows, not with a 0 that happens to fit. And memcpy stays a
# call, so that places which overlap are seen (tests/harness/overlap.c).
STUDENT_FLAGS := -Werror=return-type -Werror=implicit-function-declaration $(PROBE_PATTERN) -fno-builtin-memcpy

# What was typed, as one word of the shell.
typed = '$(subst ','\'',$(1))'

# A failed test, or a file of the student's that does not compile (status 1), is no failure of make, unless STRICT=1. What could not run (2 and above) is one, always.
OR_NOT := $(if $(STRICT),,|| [ $$? = 1 ])

## For students

12: ## (or any module's number) build with your files of module 12 and test them
$(NUMBERS) $(MODULES) $(UNKNOWN):
	@$(COURSE)/run.sh $@ $(OR_NOT)
watch-%: ## the same on every save
	@$(COURSE)/watch.sh $*
debug-%: ## TEST=mask_causal: that test in gdb, stopped at your function
	@$(COURSE)/debug.sh $* $(OR_NOT)
hint-%: ## one hint more each time
	@$(COURSE)/hint.sh $* $(OR_NOT)
use-%: ## TOOL=demo: run trace, demo, graph or train with your files inside
	@$(COURSE)/use.sh $* $(OR_NOT)
measure-%: ## run the module's measurement, with your files
	@$(COURSE)/measure.sh $* $(OR_NOT)
break-%: ## CASE=3: a known mistake in a training run; predict what it does (without CASE: the list)
	@CASE='$(CASE)' $(COURSE)/break.sh $* $(OR_NOT)
others-%: ## after 100 points: other right solutions beside yours, explained
	@$(COURSE)/others.sh $* $(OR_NOT)
progress: ## every module: points, what is open, the next command (JSON=1 for editors)
	@JSON='$(or $(JSON),$(filter --json,$(ARGS)))' $(COURSE)/progress.sh
reset-%: ## the starting files again; yours are saved first
	@$(COURSE)/reset.sh $*
undo-%: ## bring back what reset-12 saved
	@$(COURSE)/undo.sh $*
upgrade: ## FROM=../kindling-...: bring your files, answers, results, hints and backups from an older edition
	@$(COURSE)/upgrade.sh $(call typed,$(FROM))
undo-upgrade: ## take back what upgrade brought
	@$(COURSE)/undo_upgrade.sh
submit-%: ## your files of module 12 as one tarball with a checksum
	@$(COURSE)/submit.sh $*

SCRIPTED := $(NUMBERS) $(MODULES) $(UNKNOWN) $(foreach c,watch debug hint use measure break others reset undo submit,$c-%) progress upgrade undo-upgrade help
.PHONY: $(NUMBERS) $(MODULES) $(UNKNOWN) 12 progress upgrade undo-upgrade course-program course-names course-hints

# ---- one module's test program: make course-program FOLDER=modules/12_attention ------------------

ifdef FOLDER
NAME := $(notdir $(FOLDER))
# The student's files: those of this module, or of all (ENGINE=mine).
NOT_STUDENTS := %/measure.c
OWN := $(filter-out $(NOT_STUDENTS),$(wildcard $(FOLDER)/*.c))
ifeq ($(ENGINE),mine)
EVERYBODYS := $(filter-out $(NOT_STUDENTS),$(foreach m,$(notdir $(wildcard tests/course/[0-9][0-9]_*)),$(wildcard modules/$m/*.c)))
OWN += $(filter-out $(foreach f,$(notdir $(OWN)),%/$(f)),$(EVERYBODYS))
endif
# A failed test is asked again with model answers (tests/harness/results.c): in place of all files that the tests are
# about but ALONE, or in place of WITHOUT.
ifneq ($(ALONE)$(WITHOUT),)
TESTED := $(shell sed -n 's/.*\.file = "\([^"]*\)".*/\1/p' tests/course/$(NAME)/*.c)
OWN := $(filter-out $(foreach f,$(or $(WITHOUT),$(filter-out $(ALONE),$(TESTED))),%/$(f)),$(OWN))
endif

# make debug: as they are written, line by line.
STUDENT := student$(if $(DEBUG),-debug)
OWN_OBJ := $(OWN:%.c=$(B)/$(STUDENT)/%.o)
# A file with the mark is a copy of the engine's, perhaps a changed one: it takes the place of the whole file.
COPIES := $(if $(OWN),$(shell grep -lwe EXERCISE $(OWN)))
REFERENCE_OBJ := $(filter-out $(foreach f,$(notdir $(COPIES)),%/$(f:.c=.o)),$(IN_STEPS))
NAMES := $(B)/course/$(NAME).names
CHECK_OBJ := $(patsubst %.c,$(B)/course/%.o,$(wildcard tests/harness/*.c))
COURSE_OBJ := $(patsubst %.c,$(B)/course/%.o,$(wildcard tests/course/$(NAME)/*.c))
VARIANT_OBJ := $(patsubst %.c,$(B)/course/%.o,$(wildcard tests/harness/variants/*.c))
# The tests of answers.txt say what is right; a student edition has them as objects.
SHIPPED_TESTS := $(wildcard $(REFERENCE)/tests/course/$(NAME)/*.o)
PROGRAM ?= $(B)/course/$(NAME)$(if $(ENGINE),-$(ENGINE))

# What is made of a student's files goes by their content, never by their dates.
STAMPS := $(B)/$(STUDENT)
LINKED := $(PROGRAM)$(CASE:%=-break-%).files
OWN_HEADERS := $(sort $(foreach d,$(dir $(OWN)),$(wildcard $d*.h)))
MEASURED := $(wildcard $(FOLDER)/measure.c)
# Of the module's tests an instructor may hand out mended ones.
THEIR_TESTS := $(wildcard tests/course/$(NAME)/*.[ch])
$(shell sh tools/course/stamps.sh '$(STAMPS)' '$(LINKED)' $(OWN) $(OWN_HEADERS) $(MEASURED) $(THEIR_TESTS))
$(LINKED): ;
$(STAMPS)/%.sum: ;
$(OWN_OBJ): $(OWN_HEADERS:%=$(STAMPS)/%.sum)
$(COURSE_OBJ): $(B)/course/%.o: $(STAMPS)/%.c.sum $(patsubst %,$(STAMPS)/%.sum,$(filter %.h,$(THEIR_TESTS)))

COURSE_WARN := -Wall -Wextra -Wno-unused-parameter -Wno-unused-function -Wmissing-prototypes
# Quick to compile, and every call leaves a trace that leads to a line.
COURSE_CFLAGS = $(filter-out $(WARN),$(CFLAGS)) $(COURSE_WARN) $(COLOUR) -fno-optimize-sibling-calls -fstack-protector-strong \
                $(if $(filter release,$(CONFIG)),,-O1)
COURSE_INCLUDE := -Imodules $(INCLUDE)
QUIET := 2>&1

$(OWN_OBJ): $(STAMPS)/%.o: %.c $(STAMPS)/%.c.sum tools/course/library.txt $(wildcard modules/*/calls.txt) $(B)/flags
	@mkdir -p $(@D)
	@$(CC) $(CPPFLAGS) -DKINDLING_ENGINE $(COURSE_INCLUDE) $(COURSE_CFLAGS) $(STUDENT_FLAGS) $(if $(DEBUG),-O0 -g) -MMD -MP -c $< -o $@
	@sh tools/course/calls.sh $< $@
	@sh tools/course/defines.sh $< $@
$(CHECK_OBJ) $(COURSE_OBJ) $(VARIANT_OBJ): $(B)/course/%.o: %.c $(B)/flags | $(CALL_SITE)
	@mkdir -p $(@D)
	@$(CC) $(CPPFLAGS) -D_DEFAULT_SOURCE $(INCLUDE) -Itests -Itests/harness $(COURSE_CFLAGS) -MMD -MP -c $< -o $@
	@rm -f $(NAMES)

# Linked beside and moved: the program that is there may be running (make watch, two makes at once).
# Not position-independent: an address on the stack is an address in the file, and so a line.
COURSE_LINK = $(CC) $(LDFLAGS) -no-pie $(WRAP) $(WRAP_SCOPES)
WRAP_SCOPES := $(call wrap,$(WATCHED))
CPPFLAGS += $(call unwrapped,$(WATCHED))
$(PROGRAM): $(OWN_OBJ) $(CHECK_OBJ) $(COURSE_OBJ) $(SHIPPED_TESTS) $(REFERENCE_OBJ) $(LINKED)
	@mkdir -p $(@D)
	@$(COURSE_LINK) -o $@.$$$$ $(filter %.o,$^) $(PROBE_CMOCKA) $(LDLIBS) && mv $@.$$$$ $@
course-program: $(PROGRAM)

# What known mistakes give: recorded when the first test fails (tests/harness/names.c), until the tests are others; an edition has it.
SHIPPED_NAMES := $(wildcard $(REFERENCE)/tests/course/$(NAME)/names)
$(NAMES): $(or $(SHIPPED_NAMES),$(wildcard tests/course/$(NAME)/mistakes.txt tests/course/$(NAME)/strangers.txt tests/course/$(NAME)/plain/*.c) $(CHECK_OBJ) $(COURSE_OBJ) tools/course/authors/names.py)
	@$(if $(SHIPPED_NAMES),cp $< $@,python3 tools/course/authors/names.py $(NAME) $@)
course-names: $(NAMES)

# The tests alone, to ask them for their names and hints when the student's files do not compile.
$(B)/course/$(NAME)-hints: $(CHECK_OBJ) $(COURSE_OBJ) $(SHIPPED_TESTS)
	@$(COURSE_LINK) -Wl,--unresolved-symbols=ignore-all -o $@.$$$$ $^ $(PROBE_CMOCKA) $(LDLIBS) && mv $@.$$$$ $@
course-hints: $(B)/course/$(NAME)-hints

# The measurement: a program of its own, with the student's files.
MEASURE := $(B)/course/$(NAME)-measure
$(MEASURE).o: $(FOLDER)/measure.c $(MEASURED:%=$(STAMPS)/%.sum) $(B)/flags | $(CALL_SITE)
	@mkdir -p $(@D)
	@$(CC) $(CPPFLAGS) -D_DEFAULT_SOURCE $(INCLUDE) $(LIB_INCLUDE) $(COURSE_CFLAGS) -MMD -MP -c $< -o $@
$(MEASURE): $(MEASURE).o $(B)/tools/lib/predict/predict.o $(OWN_OBJ) $(REFERENCE_OBJ) $(LINKED)
	@$(CC) $(LDFLAGS) -o $@.$$$$ $(filter %.o,$^) $(LDLIBS) && mv $@.$$$$ $@
course-measure: $(MEASURE)
editor-course-objects: $(OWN_OBJ) $(CHECK_OBJ) $(COURSE_OBJ) $(MEASURE).o

# A known mistake among the model answers, in a training run (break.sh): its files lie in FOLDER, or are
# shipped as objects.
BROKEN := $(wildcard $(REFERENCE)/broken/$(NAME)/$(CASE)/*.o)
BREAK_PROGRAM := $(B)/course/$(NAME)-break-$(CASE)
$(BREAK_PROGRAM): $(patsubst %.c,$(B)/%.o,$(wildcard tools/break/*.c)) $(LIB_OBJ) $(OWN_OBJ) $(BROKEN) $(REFERENCE_OBJ) $(LINKED)
	@mkdir -p $(@D)
	@$(CC) $(LDFLAGS) -o $@.$$$$ $(filter %.o,$^) $(LDLIBS) && mv $@.$$$$ $@
course-break: $(BREAK_PROGRAM)

# A program of the engine, with the student's files.
TOOL_PROGRAM := $(B)/course/$(NAME)$(if $(ENGINE),-$(ENGINE))-$(TOOL)
TOOL_OBJ := $(patsubst %.c,$(B)/%.o,$(wildcard tools/$(TOOL)/*.c))
ifneq ($(and $(PROBE_MPI),$(filter train,$(TOOL))),)
TOOL_OBJ += $(MPI_OBJ)
$(TOOL_PROGRAM): private LDLIBS += $(PROBE_MPI_LDLIBS)
endif
$(TOOL_PROGRAM): $(TOOL_OBJ) $(LIB_OBJ) $(OWN_OBJ) $(REFERENCE_OBJ) $(LINKED)
	@mkdir -p $(@D)
	@$(CC) $(LDFLAGS) -o $@.$$$$ $(filter %.o,$^) $(LDLIBS) && mv $@.$$$$ $@
course-tool: $(TOOL_PROGRAM)
endif
