# Fuzzing. tests/fuzz/target_<what>.c gives bytes to a reader; tests/fuzz/corpus/<what>/ has some of them, which
# test_corpus gives to it in every `make test`. With clang, libFuzzer looks for more: tests/fuzz/README.md.

FUZZ_TARGETS := $(patsubst tests/fuzz/target_%.c,%,$(wildcard tests/fuzz/target_*.c))
FUZZ_OBJ := $(FUZZ_TARGETS:%=$(B)/tests/fuzz/target_%.o) $(patsubst %.c,$(B)/%.o,$(wildcard tests/fuzz/fuzz*.c tests/fuzz/api_*.c))
$(B)/tests/fuzz/test_corpus: $(FUZZ_OBJ)
# The list of all targets, one X(name) a line.
$(B)/fuzz/targets.h: $(FUZZ_TARGETS:%=tests/fuzz/target_%.c)
	@mkdir -p $(@D)
	@printf 'X(%s)\n' $(FUZZ_TARGETS) > $@
$(B)/tests/fuzz/test_corpus.o: $(B)/fuzz/targets.h
$(B)/tests/fuzz/test_corpus.o: CPPFLAGS += -I$(B)/fuzz

# With coverage and UBSan, clang takes minutes for these two, whose loops are unrolled many times.
ifeq ($(CONFIG),fuzz)
$(B)/tensor/isa/gemm_native.o $(B)/attention/flash/flash_native.o: CFLAGS += -fno-sanitize=undefined
endif

# One program per target, for libFuzzer.
FUZZ_BIN := $(FUZZ_TARGETS:%=$(B)/fuzz/%)
$(FUZZ_TARGETS:%=$(B)/fuzz/%.o): $(B)/fuzz/%.o: tests/fuzz/libfuzzer.c tests/fuzz/fuzz.h $(B)/flags | $(CALL_SITE)
	@mkdir -p $(@D)
	@$(CC) $(CPPFLAGS) $(INCLUDE) $(CFLAGS) -DTARGET=fuzz_$* -c $< -o $@
$(FUZZ_BIN): $(B)/fuzz/%: $(B)/fuzz/%.o $(FUZZ_OBJ) $(LIB_OBJ) $(OBJ)
	@echo "  ld  $@"
	@$(CC) $(LDFLAGS) -fsanitize=fuzzer -o $@ $(call linked,$^) $(LDLIBS)

fuzz-run: $(if $(TARGET),$(B)/fuzz/$(TARGET),$(FUZZ_BIN))
	@SECONDS_EACH=$(SECONDS) sh tests/fuzz/fuzz.sh $^
fuzz-programs: $(FUZZ_BIN)
.PHONY: fuzz-run fuzz-programs
