# notebook.mk - notebooks in plain C: run them, weave them into pages, open them in Jupyter.
#
# ENGINE=mine links the files of all the student's modules beside the engine, as course.mk does for
# tests; ENGINE=12 those of module 12.

NOTEBOOKS := $(wildcard notebooks-c/*.c)
MILESTONES := $(wildcard $(patsubst %,notebooks-c/%_*.c,$(or $(YEARS),[12][0-9][0-9][0-9])))
NOTEBOOK_BIN := $(NOTEBOOKS:notebooks-c/%.c=$(B)/notebooks/%)
MILESTONE_BIN = $(filter $(addprefix %/,$(notdir $(basename $(MILESTONES)))),$(NOTEBOOK_BIN))
NOTEBOOK_LIB := $(patsubst %.c,$(B)/%.o,$(filter-out tools/notebook/main.c tools/notebook/host.c,$(wildcard tools/notebook/*.c)))
NOTEBOOK_COMMON := $(filter $(addsuffix .o,$(addprefix %/,files program_run colour_map heatmap heatmap_heads heatmap_terminal label)),$(LIB_OBJ))

NOTEBOOK_ENGINE := $(OBJ)
# course.mk knows the student's objects once it has a FOLDER; for "all modules" any of them will do.
ifneq ($(ENGINE),)
NOTEBOOK_ENGINE := $(OWN_OBJ) $(REFERENCE_OBJ) $(LINKED)
NOTEBOOK_BIN := $(NOTEBOOKS:notebooks-c/%.c=$(B)/notebooks-$(ENGINE)/%)
WITH_MINE := FOLDER=$(firstword $(wildcard modules/$(ENGINE:mine=[0-9][0-9])_*))
endif

$(B)/tools/notebook/%.o $(B)/notebooks-c/%.o $(B)/tests/tools/notebook/%.o: CPPFLAGS += -Itools/notebook
# The host of the Jupyter kernel lends these functions to cells that are loaded later.
$(B)/tools/notebook/%.o: CFLAGS += -fvisibility=default
$(NOTEBOOK_BIN): $(NOTEBOOK_ENGINE)
	@mkdir -p $(@D)
	@echo "  ld  $@"
	@$(CC) $(LDFLAGS) -o $@ $(call linked,$(filter %.o,$^)) $(LDLIBS)
# These draw the graph of attention, step by step.
$(filter %/12_attention,$(NOTEBOOK_BIN)) $(B)/notebooks/host: $(ATTENTION_STEPS)
$(foreach b,$(NOTEBOOK_BIN),$(eval $(b): $(B)/notebooks-c/$(notdir $(b)).o \
    $(B)/tools/notebook/main.o $(NOTEBOOK_LIB) $(NOTEBOOK_COMMON)))
$(filter $(B)/tests/tools/notebook/%,$(TEST_BIN)): $(NOTEBOOK_LIB)

# A milestone with a part knocked out: the files in FOLDER, the notebook may be among them, take the places of
# theirs (tools/course/authors/mutants.sh). It goes in steps, so that a change of any of them is heard.
ifdef FOLDER
KNOCKED := $(patsubst %.c,$(B)/%.o,$(wildcard $(FOLDER)/*.c))
$(KNOCKED): CPPFLAGS += $(INCLUDE) $(LIB_INCLUDE) -Itools/notebook
$(filter-out %/$(NAME).o,$(KNOCKED)): CPPFLAGS += -DKINDLING_ENGINE
course-milestone: $(PROGRAM)-milestone
$(PROGRAM)-milestone: $(or $(filter %/$(NAME).o,$(KNOCKED)),$(B)/notebooks-c/$(NAME).o) $(filter-out %/$(NAME).o,$(KNOCKED)) \
        $(B)/tools/notebook/main.o $(NOTEBOOK_LIB) $(NOTEBOOK_COMMON) $(REFERENCE_OBJ)
	@$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
endif

## Notebooks

notebook: ## the notebooks there are
	@for f in $(NOTEBOOKS); do printf '  make notebook-%-18s %s\n' "$$(basename $$f .c)" \
	    "$$(sed -n 's|^// # ||p' $$f | head -1)"; done
notebook-%: ## run a notebook, by number or name (ENGINE=mine: on your modules; ENGINE=12: on that one)
	@b='$(firstword $(filter $(dir $(firstword $(NOTEBOOK_BIN)))$*_%,$(NOTEBOOK_BIN)) $(foreach b,$(NOTEBOOK_BIN),$(if $(findstring $*,$(notdir $(b))),$(b))))'; \
	test -n "$$b" || { echo "no notebook is called $*; make notebook lists them"; exit 1; }; \
	$(MAKE) --no-print-directory "$$b" $(WITH_MINE) && "$$b" $(if $(WITH_MINE),$(OR_NOT))

data-cifar: ## what to put where, so that milestone 1998 reads photographs, or (data-mnist) people's digits
	@sh tools/notebook/data.sh cifar $(call typed,$(CIFAR))
data-mnist:
	@sh tools/notebook/data.sh mnist $(call typed,$(MNIST))

milestones: $(if $(WITH_MINE),,$(MILESTONE_BIN)) ## 1958 to 2023: train them all, and fail where history is not repeated (YEARS="1958 2017": those; ENGINE=mine: by your modules)
	@$(if $(WITH_MINE),$(MAKE) --no-print-directory $(MILESTONE_BIN) $(WITH_MINE))
	@sh tools/notebook/milestones.sh $(MILESTONE_BIN)

notebooks: $(NOTEBOOK_BIN) ## run them all and weave offline pages and .ipynb files (needs python3, pandoc, KaTeX)
	@python3 tools/notebook/weave.py --bin $(dir $(firstword $(NOTEBOOK_BIN))) --out build/site $(NOTEBOOKS)

jupyter: $(B)/notebooks/host ## open them in Jupyter with cells in C (needs jupyter-notebook, python3-ipykernel)
	@python3 tools/notebook/jupyter.py --host $< --cc '$(CC)' --flags '$(CELL_FLAGS)' $(ARGS) $(NOTEBOOKS)
CELL_FLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L -fPIC $(CFLAGS_$(CONFIG)) $(PROBE_CFLAGS)
$(B)/notebooks/host: $(B)/tools/notebook/host.o $(NOTEBOOK_LIB) $(NOTEBOOK_COMMON) $(NOTEBOOK_ENGINE)
	@mkdir -p $(@D)
	@$(CC) $(LDFLAGS) -rdynamic -o $@ $(call linked,$(filter %.o,$^)) $(LDLIBS) -ldl

.PHONY: notebook notebooks milestones jupyter data-cifar data-mnist

$(B)/tests/tools/notebook/98_trouble: $(B)/tests/tools/notebook/98_trouble.o $(B)/tools/notebook/main.o $(NOTEBOOK_LIB) $(NOTEBOOK_COMMON) $(OBJ)
	@$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
test-notebooks: $(B)/tests/tools/notebook/98_trouble ## a notebook full of trouble, run and woven (needs python3)
	@python3 tests/tools/notebook/test_weave.py $<
test-notebooks-mine: $(NOTEBOOK_BIN) ## notebooks on a student's files, solved, unsolved and wrong (needs python3)
	@python3 tests/tools/notebook/test_mine.py $(B)
test-jupyter: $(B)/notebooks/host ## the kernel's parts; a notebook in Jupyter in a headless Chromium (skipped where one is missing)
	@python3 tests/tools/notebook/test_kernel.py $< '$(CC)' '$(CELL_FLAGS)'
	@python3 tests/tools/notebook/test_jupyter.py $< '$(CC)' '$(CELL_FLAGS)'

.PHONY: test-notebooks test-notebooks-mine test-jupyter
