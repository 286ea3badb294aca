/* test_null.c - NULL where a tensor, a module or a text must be is told in words, with the line. */
#include "test.h"
#include <stdio.h>

/* The statement, of one line or two, says this of an argument where it stands. */
#define assert_null_is_told(text, statement)                                                       \
    do {                                                                                           \
        kindling_set_error("%s", "");                                                              \
        assert_fails_with(text, statement);                                                        \
        assert_string_equal(last_failure, text);                                                   \
        assert_string_equal(last_failure_site.file, __FILE__);                                     \
        assert_in_range(last_failure_site.line - __LINE__, 0, 1);                                  \
    } while (0)

static void test_operations(void **state)
{
    (void)state;
    Tensor *x = tensor_ones(SHAPE(2, 2)), *parts[] = {x, NULL};
    assert_null_is_told("tensor_add: argument 2, b, is NULL", tensor_add(x, NULL));
    assert_null_is_told("tensor_add: argument 1, a, is NULL", tensor_add(NULL, x));
    assert_null_is_told("tensor_matmul: argument 1, a, is NULL", tensor_matmul(NULL, x));
    assert_null_is_told("tensor_sum: argument 1, a, is NULL", tensor_sum(NULL, ALL_AXES, false));
    assert_null_is_told("tensor_softmax: argument 1, a, is NULL", tensor_softmax(NULL, -1));
    assert_null_is_told("tensor_embedding: argument 2, ids, is NULL", tensor_embedding(x, NULL));
    assert_null_is_told("tensor_backward: argument 1, loss, is NULL", tensor_backward(NULL));
    assert_null_is_told("tensor_concat: argument 2, one of parts, is NULL",
                        tensor_concat(2, parts, 0));
    assert_null_is_told("tensor_stack: argument 2, one of parts, is NULL",
                        tensor_stack(2, parts, 0));
    assert_null_is_told("gradcheck: argument 3, one of in, is NULL",
                        gradcheck(NULL, 2, parts, NULL, NULL));
    assert_null_is_told("add_kernel: argument 1, out, is NULL", add_kernel(NULL, x, x));
    assert_null_is_told("tensor_item: argument 1, t, is NULL", (void)tensor_item(NULL));
    assert_null_is_told("scope_close: argument 1, scope, is NULL", scope_close(NULL));
    assert_null_is_told("tensor_masked_fill: argument 2, mask, is NULL",
                        tensor_masked_fill(x, NULL, 0));
}

/* Numbers and bytes: NULL is for none of them, and a result must have its place. */
static void test_null_with_a_length(void **state)
{
    (void)state;
    assert_null_is_told("tensor_concat: argument 2, parts, is NULL", tensor_concat(2, NULL, 0));
    assert_null_is_told("tensor_stack: argument 2, parts, is NULL", tensor_stack(2, NULL, 0));
    Bpe *b = bpe_new();
    int ids[4];
    assert_null_is_told("char_tokenizer_new: argument 1, utf8, is NULL",
                        char_tokenizer_new(NULL, 3));
    assert_null(char_tokenizer_new(NULL, 0)); /* an empty text, which is told otherwise */
    assert_null_is_told("bpe_encode: argument 2, text, is NULL", bpe_encode(b, NULL, 5, ids));
    assert_int_equal(bpe_encode(b, NULL, 0, ids), 0);
    assert_null_is_told("bpe_train: argument 1, text, is NULL", bpe_train(NULL, 5, 300));
    assert_null_is_told("bpe_encode: argument 4, ids, is NULL", bpe_encode(b, "a", 1, NULL));
    assert_null_is_told("tensor_zeros: argument 2, shape, is NULL", tensor_zeros(2, NULL));
    assert_int_equal(tensor_numel(tensor_zeros(0, NULL)), 1);
    assert_null_is_told("tensor_from: argument 4, values, is NULL", tensor_from(SHAPE(2), 2, NULL));
    assert_null_is_told("artefact_of: argument 2, bytes, is NULL", artefact_of(&(Gpt){0}, NULL));
    assert_null_is_told("entry_open: argument 1, artefact, is NULL", entry_open(NULL, 44));
    assert_null(entry_open(NULL, 0));
    assert_null_is_told("sample_median: argument 1, x, is NULL", (void)sample_median(NULL, 3));
    assert_null_is_told("tensor_sum: argument 3, axes, is NULL",
                        tensor_sum(tensor_ones(SHAPE(2)), 1, NULL, false));
    assert_null_is_told("text_dataset_new: argument 1, tokens, is NULL",
                        text_dataset_new(NULL, 30, 4));
    assert_null_is_told("conv2d_forward: argument 1, l, is NULL",
                        conv2d_forward(NULL, tensor_ones(SHAPE(2))));
    bpe_free(b);
}

static void test_layers_and_training(void **state)
{
    (void)state;
    Tensor *x = tensor_ones(SHAPE(2, 2));
    assert_null_is_told("linear_forward: argument 1, l, is NULL", linear_forward(NULL, x));
    assert_null_is_told("module_forward: argument 1, m, is NULL", module_forward(NULL, x));
    assert_null_is_told("optimizer_step: argument 1, o, is NULL", optimizer_step(NULL));
    assert_null_is_told("optimizer_group: argument 2, members, is NULL",
                        optimizer_group(&(Optimizer){0}, NULL, 1, 0));
    assert_null_is_told("loss_nll: argument 2, targets, is NULL",
                        loss_nll(x, NULL, -100, NULL, REDUCTION_SUM));
    assert_null_is_told("adam_new: argument 1, parameters, is NULL",
                        adam_new(NULL, (OptimizerOptions){.lr = 1}));
    assert_null_is_told("loader_next: argument 2, batch, is NULL",
                        loader_next(&(DataLoader){.dataset = NULL}, NULL));
    assert_null_is_told("flash_attention: argument 3, v, is NULL",
                        flash_attention(x, x, NULL, (FlashAttentionOptions){.causal = true}));
    assert_null_is_told("gpt_forward: argument 2, ids, is NULL",
                        gpt_forward(&(Gpt){0}, NULL, NULL));
    assert_null_is_told("trainer_run: argument 1, t, is NULL", trainer_run(NULL));
    assert_null_is_told("progress_start: argument 1, stream, is NULL",
                        progress_start(NULL, 1, false));
}

static void test_files_and_drawings(void **state)
{
    (void)state;
    Tensor *x = tensor_ones(SHAPE(2));
    assert_null_is_told("npy_save: argument 1, path, is NULL", npy_save(NULL, x));
    assert_null_is_told("npy_save: argument 2, t, is NULL", npy_save("x.npy", NULL));
    assert_null_is_told("npy_load: argument 1, path, is NULL", npy_load(NULL));
    assert_null_is_told("graph_dump: argument 2, root, is NULL", graph_dump(stdout, NULL, NULL));
    assert_null_is_told("char_decode: argument 1, t, is NULL", char_decode(NULL, NULL, 0));
    assert_null_is_told("checkpoint_load: argument 2, m, is NULL",
                        checkpoint_load("x", NULL, NULL, NULL));
}

static void test_tokenizers(void **state)
{
    (void)state;
    Bpe b = {0};
    int ids[1];
    assert_null_is_told("bpe_from_merges: argument 1, text, is NULL", bpe_from_merges(NULL, 0));
    assert_null_is_told("bpe_from_tiktoken: argument 1, text, is NULL",
                        bpe_from_tiktoken(NULL, 0, SPLIT_GPT2));
    assert_null_is_told("bpe_from_json: argument 1, text, is NULL", bpe_from_json(NULL, 0));
    assert_null_is_told("bpe_load: argument 1, path, is NULL", bpe_load(NULL));
    assert_null_is_told("bpe_text: argument 1, b, is NULL", bpe_text(NULL));
    assert_null_is_told("bpe_encode: argument 1, b, is NULL", bpe_encode(NULL, "a", 1, ids));
    assert_null_is_told("bpe_decode: argument 1, b, is NULL", bpe_decode(NULL, ids, 0, NULL, 0));
    assert_null_is_told("bpe_add_special: argument 2, text, is NULL", bpe_add_special(&b, NULL));
    assert_null_is_told("gpt2_piece: argument 1, text, is NULL", gpt2_piece(NULL, 0, 0));
    assert_null_is_told("gpt2_load: argument 1, path, is NULL", gpt2_load(NULL));
    assert_null_is_told("llama_load: argument 1, path, is NULL", llama_load(NULL));
    assert_null_is_told("sentence_piece_load: argument 1, path, is NULL",
                        sentence_piece_load(NULL));
}

static void test_no_random_numbers(void **state)
{
    (void)state;
    Tensor *x = tensor_ones(SHAPE(2));
    const real logits[] = {1, 2};
    assert_null_is_told("tensor_normal: argument 5, rng, is NULL",
                        tensor_normal(SHAPE(2), 0, 1, NULL));
    assert_null_is_told("rng_below: argument 1, rng, is NULL", rng_below(NULL, 3));
    assert_fails_with("tensor_dropout: rng is NULL", tensor_dropout(x, (real)0.5, true, NULL));
    assert_ptr_equal(tensor_dropout(x, (real)0.5, false, NULL), x);
    assert_fails_with("sample_token: rng is NULL",
                      sample_token(logits, 2, (SampleOptions){.temperature = 1}, NULL));
    assert_int_equal(sample_token(logits, 2, (SampleOptions){.top_k = 1}, NULL), 1);
}

/* A layer hands on what it was given; nobody but the engine's own function can notice. */
static void test_inside_a_layer(void **state)
{
    (void)state;
    Tensor *t = tensor_zeros(SHAPE(2));
    assert_fails_with("tensor_normal: argument 5, rng, is NULL",
                      (tensor_normal)(1, t->shape, 0, 1, NULL));
    assert_fails_with("tensor_uniform: argument 5, rng, is NULL",
                      (tensor_uniform)(1, t->shape, 0, 1, NULL));
}

static void test_the_hint_is_the_last_error(void **state)
{
    (void)state;
    Tensor *x = npy_load("build/there_is_no_such.npy");
    assert_null(x);
    assert_fails_with("tensor_exp: argument 1, a, is NULL. hint: the last error was "
                      "\"build/there_is_no_such.npy: ",
                      tensor_exp(x));
}

static void test_what_may_be_null(void **state)
{
    (void)state;
    Tensor *x = tensor_ones(SHAPE(2, 2));
    tensor_free(NULL);
    module_free(NULL);
    optimizer_free(NULL);
    assert_shape(tensor_linear(x, x, NULL), SHAPE(2, 2));
    assert_shape(tensor_layer_norm(x, NULL, NULL, 1), SHAPE(2, 2));
    assert_shape(attention_mask(x, NULL), SHAPE(2, 2));
    assert_null(tensor_named(x, NULL)->name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_operations),          UNIT_TEST(test_null_with_a_length),
        UNIT_TEST(test_layers_and_training), UNIT_TEST(test_files_and_drawings),
        UNIT_TEST(test_tokenizers),          UNIT_TEST(test_no_random_numbers),
        UNIT_TEST(test_inside_a_layer),      UNIT_TEST(test_the_hint_is_the_last_error),
        UNIT_TEST(test_what_may_be_null),
    };
    return run_tests("system/null", tests);
}
