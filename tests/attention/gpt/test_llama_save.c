/* test_llama_save.c - a Llama written as HuggingFace keeps one: read by another program, read back, refused. */
#include "scratch.h"
#include "small_gpt.h"

enum { KINDS = 8 };

/* Tied or not, in one matrix or three, neighbours or halves; shared heads; frequencies as they are,
 * all slower, or in part. */
static GptOptions of_kind(int kind)
{
    GptOptions o = small();
    o.positions = POSITIONS_ROTARY;
    o.norm = NORM_RMS;
    o.mlp = MLP_SWIGLU;
    o.no_bias = true;
    o.tied = kind & 1;
    o.qkv_in_one = kind & 2;
    o.rope.pairs = kind & 4 ? ROPE_HALF : ROPE_INTERLEAVED;
    o.num_kv_heads = kind % 3 == 0 ? 0 : 1;
    o.mlp_dim = kind % 3 == 1 ? 12 : 0;
    if (kind % 3 == 1) {
        o.rope.factor = 4;
        o.rope.base = 500;
        o.norm_eps = 1e-3;
    } else if (kind % 3 == 2) {
        o.rope.factor = 8;
        o.rope.low_frequency_factor = 0.05;
        o.rope.high_frequency_factor = 2;
        o.rope.trained_context = 4;
        o.rope.dims = 4;
    }
    return o;
}

static Gpt *wave_llama(int kind)
{
    Gpt *g = gpt_new(of_kind(kind));
    ParameterList *list = parameters_of(&g->module);
    wave_parameters(list);
    parameters_free(list);
    return g;
}

static void save(const Gpt *g)
{
    int status = llama_save(g, scratch_folder);
    if (status != 0)
        print_error("%s\n", kindling_error());
    assert_int_equal(status, 0);
}

/* tests/fixtures/llama_read.py knows nothing of ours. */
static void test_another_program_reads_it(void **state)
{
    (void)state;
    if (system("python3 --version >/dev/null 2>&1") != 0)
        skip_without("python3");
    for (int kind = 0; kind < KINDS; kind++) {
        Gpt *g = wave_llama(kind);
        save(g);
        Tensor *ours = gpt_forward(g, int_tensor_from(SHAPE(1, 6), IDS(0, 3, 6, 2, 5, 1)), NULL);
        char command[700];
        snprintf(command, sizeof command,
                 "python3 -B tests/fixtures/llama_read.py %s '0 3 6 2 5 1'", scratch_folder);
        FILE *theirs = popen(command, "r");
        for (long i = 0; i < 6 * 7; i++) {
            double logit;
            assert_int_equal(fscanf(theirs, "%lf", &logit), 1);
            assert_close(ours->data[i], logit, IS_DOUBLE ? 1e-12 : 2e-5);
        }
        assert_int_equal(pclose(theirs), 0);
        module_free(&g->module);
    }
}

static void test_there_and_back(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        Gpt *g = wave_llama(kind);
        save(g);
        Gpt *back = llama_load(scratch_folder);
        if (back == NULL)
            print_error("%s\n", kindling_error());
        assert_non_null(back);
        assert_int_equal(back->options.context, 6);
        assert_true((back->head == NULL) == (g->head == NULL));
        assert_tensor_close(gpt_forward(back, two_sequences(), NULL),
                            gpt_forward(g, two_sequences(), NULL), 1e-5, 1e-6);
        save(back); /* halves turn in it: the same numbers in the same places */
        Gpt *third = llama_load(scratch_folder);
        ParameterList *a = parameters_of(&back->module), *b = parameters_of(&third->module);
        for (long i = 0; i < a->count; i++)
            assert_tensor_identical(a->tensor[i], b->tensor[i]);
        parameters_free(a);
        parameters_free(b);
        module_free(&third->module);
        module_free(&back->module);
        module_free(&g->module);
    }
}

static void check_refused(GptOptions o, const char *why)
{
    Gpt *g = gpt_new(o);
    assert_int_equal(llama_save(g, scratch("refused")), -1);
    assert_error_has(why);
    struct stat about;
    assert_true(stat(scratch("refused"), &about) != 0); /* nothing was begun */
    module_free(&g->module);
}

static void test_what_llama_cannot_say(void **state)
{
    (void)state;
    GptOptions o = of_kind(0);
    o.positions = POSITIONS_SINUSOIDAL;
    check_refused(o, "llama_save: the model has positions that are added, which no Llama has. "
                     "hint: module_save");
    o.positions = POSITIONS_NONE;
    check_refused(o, "no positions");
    o = of_kind(0);
    o.rope.dims = 2;
    check_refused(o, "only a part turns");
    o = of_kind(0);
    o.rope.factor = 0.5;
    check_refused(o, "a factor below 1");
    o = of_kind(0);
    o.causal = false;
    check_refused(o, "not causal");
    o = of_kind(0);
    o.norm = NORM_LAYER;
    check_refused(o, "layer norms");
    o = of_kind(0);
    o.mlp = MLP_GELU;
    check_refused(o, "an MLP without a gate");
    o = of_kind(0);
    o.no_bias = false;
    check_refused(o, "biases");
}

static void test_where_nothing_can_be_written(void **state)
{
    (void)state;
    Gpt *g = wave_llama(0);
    write_bytes(scratch("file"), "x", 1);
    assert_int_equal(llama_save(g, scratch("file")), -1);
    assert_error_has("file/model.safetensors");
    char long_name[5000];
    memset(long_name, 'd', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    assert_int_equal(llama_save(g, long_name), -1);
    assert_error_has("llama_save: the path has 4999 bytes, expected at most 4000");
    module_free(&g->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_another_program_reads_it),
        UNIT_TEST(test_there_and_back),
        UNIT_TEST(test_what_llama_cannot_say),
        UNIT_TEST(test_where_nothing_can_be_written),
    };
    return run_tests_in_scratch("attention/llama_save", tests);
}
