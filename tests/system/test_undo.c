/* test_undo.c - a constructor that refuses its options has taken nothing, and a failure gives back what is
 * half made, nothing less and nothing more. */
#include "held.h"

static const GptOptions small = {
    .vocabulary = 3, .context = 4, .embed_dim = 4, .num_heads = 2, .num_layers = 2};

/* ---- what constructors refuse ----------------------------------------------------------------------- */

#define REFUSES(text, make)                                                                        \
    do {                                                                                           \
        kindling_release_thread();                                                                 \
        Held held_ = held();                                                                       \
        assert_fails_with(text, make);                                                             \
        assert_nothing_more(held_);                                                                \
    } while (0)

static void test_bad_options_take_nothing(void **state)
{
    const long huge = LARGE_SIZE;
    Rng rng = rng_seed(1);
    MhaOptions wide = {.embed_dim = huge, .num_heads = 1, .init = &rng};
    GptOptions much = small, odd = small, deep = small;
    much.vocabulary = much.embed_dim = huge;
    odd.embed_dim = 5;
    deep.num_layers = LONG_MAX;
    Gpt *model = gpt_new(small);
    ParameterList *parameters = parameters_of(&model->module);
    Tensor *x = tensor_keep(tensor_ones(SHAPE(5, 2)));
    Dataset *rows = tensor_dataset_new(x, NULL, NULL);
    REFUSES("widths are 0 and -3", linear_new(0, -3, true, &rng));
    REFUSES("tensor_new", linear_new(huge, huge, true, &rng));
    REFUSES("width 2 is -1", mlp_new(SHAPE(2, 3, -1), ACT_RELU, &rng));
    REFUSES("tensor_new", mlp_new(SHAPE(2, 3, HUGE_SIZE), ACT_RELU, &rng));
    REFUSES("channels is 0", layer_norm_new(0));
    REFUSES("tensor_new", embedding_new(huge, huge, &rng));
    REFUSES("tensor_new", positions_sinusoidal_new(huge, huge));
    REFUSES("tensor_new", positions_learned_new(huge, huge, &rng));
    REFUSES("tensor_new", mha_new(wide));
    REFUSES("tensor_new", block_new(wide));
    REFUSES("tensor_new", gpt_new(much));
    REFUSES("must be divisible", gpt_new(odd));
    REFUSES("gpt_new: shape (", gpt_new(deep));
    REFUSES("layer 0, Gpt, does not take one", sequential_new(1, (Module *[]){&model->module}));
    REFUSES("lr is 0", adamw_new(parameters, (OptimizerOptions){.lr = 0}));
    REFUSES("batch_size is 0", loader_new(rows, 0, true, false, 1));
    dataset_free(rows);
    tensor_free(x);
    parameters_free(parameters);
    module_free(&model->module);
    *state = scope_open();
}

/* ---- the list itself -------------------------------------------------------------------------------- */

static void nested(void)
{
    UNDO_ON_FAIL;
    module_free(relu_new());
}

/* What a finished constructor made stays, whatever fails afterwards. */
static void test_what_is_finished_stays(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Linear *l = linear_new(2, 2, true, &rng);
    nested();
    assert_fails_with("linear_new", linear_new(-1, 1, true, &rng));
    assert_fails_with("tensor_new", linear_new(LARGE_SIZE, LARGE_SIZE, true, &rng));
    assert_int_equal(l->weight->shape[0], 2);
    module_free(&l->module);
}

static void test_an_inner_constructor_does_not_let_go(void **state)
{
    kindling_release_thread();
    Held before = held();
    Rng rng = rng_seed(1);
    Module *volatile made = NULL;
    jmp_buf here;
    expected_failure = &here;
    if (setjmp(here) == 0) {
        UNDO_ON_FAIL;
        made = &linear_new(2, 2, true, &rng)->module;
        nested();
        layer_norm_new(0);
    }
    expected_failure = NULL;
    assert_non_null(made);
    assert_nothing_more(before);
    *state = scope_open();
}

/* Half a file, and the text of a whole one. */
static void write_half(const char *path)
{
    UNDO_ON_FAIL;
    AtomicFile *file = atomic_open(path);
    fputs("half of it", atomic_stream(file));
    assert_non_null(kindling_read_file("/proc/self/status", NULL));
    layer_norm_new(0);
}

static void test_files_are_closed_and_half_ones_are_gone(void **state)
{
    REFUSES("channels is 0", write_half(scratch("a.txt")));
    assert_int_equal(scratch_count(), 0);
    *state = scope_open();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_bad_options_take_nothing),
        UNIT_TEST(test_what_is_finished_stays),
        UNIT_TEST(test_an_inner_constructor_does_not_let_go),
        UNIT_TEST(test_files_are_closed_and_half_ones_are_gone),
    };
    return run_tests_in_scratch("system/undo", tests);
}
