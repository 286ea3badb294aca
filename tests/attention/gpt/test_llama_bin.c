/* test_llama_bin.c - Llamas of llama2.c: logits are NumPy's, and every file that is none is told. */
#include <stdio.h>
#include "scratch.h"
#include "test.h"
#include "../../fixtures/llama_files.h"

/* Written by tests/fixtures/llama_files.py; false: there is no Python. */
static bool write_model(const char *kind)
{
    char command[4300];
    snprintf(command, sizeof command, "python3 -B tests/fixtures/llama_files.py %s %s",
             scratch_folder, kind);
    if (system("python3 --version >/dev/null 2>&1") == 0) {
        assert_int_equal(system(command), 0);
        return true;
    }
    print_message("         (without python3)\n");
    return false;
}

static void check_logits(const char *kind, bool tied, const double *expected)
{
    if (!write_model(kind))
        return;
    Scope *scope = scope_open();
    assert_true(llama_is_bin(scratch("model.bin")));
    Gpt *g = llama_load(scratch("model.bin"));
    if (g == NULL)
        print_error("%s\n", kindling_error());
    assert_non_null(g);
    assert_int_equal(g->options.num_kv_heads, 2);
    assert_int_equal(g->options.context, 32);
    assert_true((g->head == NULL) == tied);
    Tensor *logits = gpt_forward(g, int_tensor_from(SHAPE(1, 6), 6, llama_file_ids), NULL);
    assert_shape(logits, SHAPE(1, 6, 20));
    for (int i = 0; i < 6 * 20; i++)
        assert_close(logits->data[i], expected[i], IS_DOUBLE ? 1e-10 : 3e-5);
    module_free(&g->module);
    scope_close(scope);
}

static void test_logits_are_numpys(void **state)
{
    (void)state;
    check_logits("bin0", true, llama_bin0);
    check_logits("bin1", true, llama_bin0);
    check_logits("bin0-untied", false, llama_bin0_untied);
    check_logits("bin1-untied", false, llama_bin0_untied);
}

/* ---- what is no such file ---------------------------------------------------------------------- */

static char *bytes_of(const char *kind, size_t *size)
{
    return write_model(kind) ? kindling_read_file(scratch("model.bin"), size) : NULL;
}

static void check_refused(const void *bytes, size_t size, const char *words)
{
    write_bytes(scratch("model.bin"), bytes, size);
    assert_false(llama_is_bin(scratch("model.bin")));
    assert_null(llama_load(scratch("model.bin")));
    assert_error_has("model.bin: ");
    assert_error_has(words);
}

/* Each size in turn has another value. */
static void test_sizes(void **state)
{
    (void)state;
    static const struct {
        int at, value;
        const char *words;
    } wrong[] = {{0, 0, "dim is 0, expected at least 1"},
                 {0, -16, "dim is -16, expected at least 1"},
                 {0, 24, "bytes, but 2 layers, 24 channels (12 hidden)"},
                 {0, 12, "expected the second to divide the first into an even count each"},
                 {1, 0, "hidden_dim is 0"},
                 {1, 13, "16 channels (13 hidden)"},
                 {2, 0, "n_layers is 0"},
                 {2, 0x7fffffff, "but 2147483647 layers"},
                 {3, 3, "dim is 16, n_heads 3"},
                 {3, 0, "n_heads is 0"},
                 {4, 3, "n_heads 4, n_kv_heads 3"},
                 {4, 1, "hint: is it a model of llama2.c, and all of it?"},
                 {5, 0, "vocab_size is 0"},
                 {5, -0x7fffffff - 1, "2147483648 tokens"},
                 {5, -20, "20 tokens"}, /* a head that is not there */
                 {6, 0, "max_seq_len is 0"},
                 {6, 0x7fffffff, "2147483647 positions"}};
    size_t size;
    char *bytes = bytes_of("bin0", &size);
    for (size_t i = 0; bytes != NULL && i < sizeof wrong / sizeof *wrong; i++) {
        char kept[4], *at = bytes + 4 * wrong[i].at;
        memcpy(kept, at, 4);
        for (int b = 0; b < 4; b++)
            at[b] = (char)((unsigned)wrong[i].value >> 8 * b);
        check_refused(bytes, size, wrong[i].words);
        memcpy(at, kept, 4);
    }
    owned_free(bytes);
}

static void test_every_length(void **state)
{
    (void)state;
    for (int version = 0; version < 2; version++) {
        size_t size;
        char *bytes = bytes_of(version == 0 ? "bin0" : "bin1", &size);
        if (bytes == NULL)
            return;
        for (size_t n = 0; n < 300; n++)
            check_refused(bytes, n, "");
        check_refused(bytes, 5, "5 bytes, expected a header of 28");
        check_refused(bytes, size - 1, "is it a model of llama2.c, and all of it?");
        char *longer = owned_alloc(size + 4);
        memcpy(longer, bytes, size);
        check_refused(longer, size + 4, "is it a model of llama2.c, and all of it?");
        owned_free(longer);
        owned_free(bytes);
    }
}

static void test_other_versions(void **state)
{
    (void)state;
    size_t size;
    char *bytes = bytes_of("bin1", &size);
    if (bytes == NULL)
        return;
    bytes[4] = 2;
    check_refused(bytes, size,
                  "version 2 of llama2.c's files, whose weights are codes, expected 0");
    bytes[4] = 7;
    check_refused(bytes, size, "version 7 of llama2.c's files, expected 0 or 1. hint: export.py");
    owned_free(bytes);
}

static void test_other_files(void **state)
{
    (void)state;
    static const char zip[64] = "PK\3\4", gguf[64] = "GGUF";
    check_refused(zip, sizeof zip, "expected a model of llama2.c (.bin), found a zip archive");
    check_refused(gguf, sizeof gguf, "found a GGUF file of llama.cpp");
    assert_null(llama_load(scratch("nothing.bin")));
    assert_error_has("nothing.bin: cannot open");
    assert_false(llama_is_bin(scratch_folder));
    assert_error_has("expected a file, found a directory");
}

/* ---- real weights, where there are some -------------------------------------------------------- */

/* KINDLING_STORIES=/path/to/stories260K.bin: what llama2.c's run.c writes without a prompt, by
 * temperature 0, as ids of tok512.bin. */
static void test_a_story(void **state)
{
    (void)state;
    static const int story[] = {1, 403, 407, 261, 378, 432, 383, 286, 261, 376};
    const char *path = getenv("KINDLING_STORIES");
    if (path == NULL)
        skip_without("KINDLING_STORIES=/path/to/stories260K.bin");
    enum { N = sizeof story / sizeof *story };
    Gpt *g = llama_load(path);
    assert_non_null(g);
    int ids[N] = {1};
    gpt_generate(g, ids, 1, N - 1, (SampleOptions){0}, NULL);
    assert_memory_equal(ids, story, sizeof story);
    module_free(&g->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_logits_are_numpys), UNIT_TEST(test_sizes),
        UNIT_TEST(test_every_length),      UNIT_TEST(test_other_versions),
        UNIT_TEST(test_other_files),       UNIT_TEST(test_a_story),
    };
    return run_tests_in_scratch("attention/gpt/llama_bin", tests);
}
