# cup.mk - the Kindling cup: a board of speeds beside the grade. Entries run in the box, as when they are graded, but built as
# they ship: floats, all optimizations, on one thread, with our own products.
#
# There are two programs of an entry: closed (the files of module 20 that pack, unpack and read), and open (one file, open.c).

cup: ## SUBMISSIONS=dir: module 20's board: entries of a class raced against the baseline (TEXT, ROUNDS, EPOCH, OUT)
	@$(GRADER) batch.cup --submissions $(call q,$(SUBMISSIONS)) --out $(call q,$(or $(OUT),grades)) $(if $(TEXT),--text $(call q,$(TEXT))) \
	    $(if $(ROUNDS),--rounds $(call q,$(ROUNDS))) $(if $(EPOCH),--epoch $(call q,$(EPOCH))) $(ARGS)
.PHONY: cup

ifdef GRADE
CUP_FILES := $(addprefix modules/$(GRADE)/,artefact_pack.c artefact_unpack.c entry.c)
# The engine's files that an entry replaces, by division.
CUP_CLOSED := $(filter %/artefact_pack.o %/artefact_unpack.o %/cup/entry.o,$(OBJ))
CUP_OPEN := $(filter %/cup/entry.o %/cup/entry_open.o,$(OBJ))
CUP_CFLAGS := $(filter-out $(WARN) -g,$(CFLAGS))
CUP_WHOLES := $(SUITE)/closed/whole.o $(SUITE)/open/whole.o

$(SUITE)/judge.o $(SUITE)/board.o: $(SUITE)/%.o: tools/cup/%.c tools/cup/task.h $(B)/flags | $(CALL_SITE)
	@mkdir -p $(@D)
	@$(CC) $(CPPFLAGS) $(INCLUDE) $(CUP_CFLAGS) $(GRADE_WARN) -MMD -MP -c $< -o $@
$(SUITE)/closed/whole.o: $(SUITE)/judge.o $(filter-out $(CUP_CLOSED),$(OBJ)) $(LIBRARY)
$(SUITE)/open/whole.o: $(SUITE)/judge.o $(filter-out $(CUP_OPEN),$(OBJ)) $(LIBRARY)
$(CUP_WHOLES): tools/grading/cup.mk
	@mkdir -p $(@D)
	@$(CC) -nostdlib -r -Wl,-S,-x $(addprefix -Wl$(COMMA)-u$(COMMA),$(shell sed '/^#/d' $(LIBRARY))) -o $@ $(START) $(filter %.o,$^) $(LIBRARIES) $(END)
$(SUITE)/board: $(SUITE)/board.o $(OBJ)
	@$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

cup-suite: $(CUP_WHOLES) $(SUITE)/board $(CUP_CLOSED) $(CUP_OPEN)
	@echo "modules $(GRADE)"
	@echo "files $(CUP_FILES)"
	@echo "closed $(CUP_CLOSED)"
	@echo "open $(CUP_OPEN)"
	@echo "wholes $(CUP_WHOLES)"
	@echo "cc $(CC)"
	@echo "compile_flags $(CPPFLAGS) -DKINDLING_ENGINE $(GRADE_INCLUDE) $(CUP_CFLAGS) $(STUDENT_FLAGS)"
	@echo "link_flags -nostdlib -fno-lto -fno-use-linker-plugin -Wl,-s -lgcc"
.PHONY: cup-suite
endif
