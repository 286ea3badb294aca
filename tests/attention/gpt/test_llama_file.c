/* test_llama_file.c - Llamas as HuggingFace keeps them: logits are NumPy's; what does not fit is told. */
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

static void check_logits(const char *path, bool tied, const double *expected)
{
    Scope *scope = scope_open();
    Gpt *g = llama_load(path);
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
    if (!write_model("hub"))
        return;
    check_logits(scratch_folder, true, llama_hub);
    check_logits(scratch("model.safetensors"), true, llama_hub);
    write_model("hub-linear"); /* float16, names without "model.", head_dim */
    check_logits(scratch_folder, true, llama_hub_linear);
    write_model("hub-llama3"); /* two files of bfloat16, a head of its own */
    check_logits(scratch_folder, false, llama_hub_llama3);
}

/* ---- what does not fit ------------------------------------------------------------------------- */

static void check_refused(const char *words)
{
    assert_null(llama_load(scratch_folder));
    assert_error_has(words);
}

static void write_text(const char *name, const char *text)
{
    write_bytes(scratch(name), text, strlen(text));
}

/* A file's first occurrence of a word, and the same file with another of the same length. */
static void change(const char *name, const char *word, const char *by)
{
    size_t size, n = strlen(word);
    char *bytes = kindling_read_file(scratch(name), &size), *at = bytes;
    assert_int_equal(strlen(by), n);
    while (at + n <= bytes + size && memcmp(at, word, n) != 0)
        at++;
    assert_true(at + n <= bytes + size);
    memcpy(at, by, n);
    write_bytes(scratch(name), bytes, size);
    owned_free(bytes);
}

static void test_tensors(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"embed_tokens", "embed_tokenz", "no tensor is called model.embed_tokens.weight"},
        {"layers.1.mlp.up_proj", "layers.1.mlp.up_prox",
         "expected a tensor model.layers.1.mlp.up_proj.weight, found none"},
        {"[12, 16]", "[16, 12]",
         "gate_proj.weight is (16, 12), expected (12, 16), as intermediate_size in"},
        {"\"model.norm.weight\"", "\"model.morn.weight\"", "expected a tensor model.norm.weight"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases && write_model("hub"); i++) {
        change("model.safetensors", cases[i][0], cases[i][1]);
        check_refused(cases[i][2]);
    }
    if (!write_model("hub"))
        return;
    change("config.json", "\"num_hidden_layers\": 2", "\"num_hidden_layers\": 1");
    check_refused("num_hidden_layers is 1 has no place for the tensor model.layers.1.");
    write_model("hub");
    change("config.json", "\"num_hidden_layers\": 2", "\"num_hidden_layers\": 9");
    check_refused("expected a tensor model.layers.2.input_layernorm.weight, found none");
    write_model("hub");
    change("config.json", "true", "null");
    check_refused("expected true or false");
    write_model("hub");
    change("config.json", "true,", "false");
    check_refused("config.json: byte ");
    change("config.json", "\"tie_word_embeddings\": false", "\"tie_word_embeddings\":false,");
    check_refused("expected a tensor lm_head.weight, found none. hint: tie_word_embeddings");
    /* nothing is made of sizes that no tensor has */
    write_model("hub");
    change("config.json", "\"vocab_size\": 20", "\"vocab_size\":9e9");
    check_refused("config.json: byte ");
    write_model("hub");
    change("config.json", "\"bos_token_id\": 1,\n  \"eos_token_id\": 2,",
           "\"vocab_size\": 9000000000000000        ,");
    check_refused(
        "embed_tokens.weight is (20, 16), expected (9000000000000000, 16), as vocab_size in");
}

static void test_the_index(void **state)
{
    (void)state;
    static const char index[] = "model.safetensors.index.json";
    if (!write_model("hub-llama3"))
        return;
    change(index, "model-00002-of-00002", "model-00003-of-00002");
    check_refused("model-00003-of-00002.safetensors: cannot open");
    write_model("hub-llama3");
    change(index, "model-00001-of-00002", "../e-00001-of-00002x");
    check_refused("expected a file of this folder");
    write_model("hub-llama3");
    change(index, "\"model.norm.weight\"", "\"model.narm.weight\"");
    check_refused("expected \"model.narm.weight\" in model-0000");
    write_text(index, "{\"metadata\": {}}");
    check_refused("no weight_map with a tensor in it");
    write_text(index, "{\"weight_map\": [1]}");
    check_refused("index.json: byte 15: expected '{'");
    unlink(scratch(index));
    check_refused("expected model.safetensors or model.safetensors.index.json, found neither");
    write_text("pytorch_model.bin", "PK");
    check_refused("found pytorch_model.bin, which is not read. hint: in Python, model.save_pre");
    unlink(scratch("pytorch_model.bin"));
    write_text("llama-7b.Q4_0.gguf", "GGUF");
    check_refused("found llama-7b.Q4_0.gguf, which is not read. hint: the safetensors");
    unlink(scratch("llama-7b.Q4_0.gguf"));
}

static void test_without_a_config(void **state)
{
    (void)state;
    if (!write_model("hub"))
        return;
    unlink(scratch("config.json"));
    check_refused("config.json: cannot open");
    write_text("config.json", "{}");
    check_refused("config.json: hidden_size is 0, expected at least 1");
}

/* What LlamaConfig leaves out is its default. */
static void test_defaults(void **state)
{
    (void)state;
    if (!write_model("hub"))
        return;
    write_text("config.json",
               "{\"hidden_size\": 16, \"intermediate_size\": 12, \"num_hidden_layers\": 2, "
               "\"num_attention_heads\": 4, \"num_key_value_heads\": 2, \"vocab_size\": 20, "
               "\"tie_word_embeddings\": true}");
    Gpt *g = llama_load(scratch_folder);
    assert_non_null(g);
    assert_true(g->norm->eps == (real)1e-6 && g->blocks[1]->norm2->eps == (real)1e-6);
    assert_int_equal(g->options.context, 2048);
    assert_true(g->options.rope.pairs == ROPE_HALF && g->options.rope.base == 0);
    module_free(&g->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_logits_are_numpys), UNIT_TEST(test_tensors),
                                       UNIT_TEST(test_the_index), UNIT_TEST(test_without_a_config),
                                       UNIT_TEST(test_defaults)};
    return run_tests_in_scratch("attention/gpt/llama_file", tests);
}
