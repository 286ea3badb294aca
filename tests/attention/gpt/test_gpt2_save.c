/* test_gpt2_save.c - a GPT written as HuggingFace keeps one: read by another program, read back, refused. */
#include "scratch.h"
#include "small_gpt.h"

static Gpt *wave_gpt(GptOptions o)
{
    Gpt *g = gpt_new(o);
    ParameterList *list = parameters_of(&g->module);
    wave_parameters(list);
    parameters_free(list);
    return g;
}

/* With and without biases, tied or not, in one matrix or three. */
static GptOptions of_kind(int kind)
{
    GptOptions o = small();
    o.no_bias = kind & 1;
    o.tied = kind & 2;
    o.qkv_in_one = kind & 4;
    o.norm_eps = kind & 1 ? 1e-3 : 0;
    return o;
}

static void save(const Gpt *g)
{
    int status = gpt2_save(g, scratch_folder);
    if (status != 0)
        print_error("%s\n", kindling_error());
    assert_int_equal(status, 0);
}

/* tests/fixtures/gpt2_read.py knows nothing of ours. */
static void test_another_program_reads_it(void **state)
{
    (void)state;
    if (system("python3 --version >/dev/null 2>&1") != 0)
        skip_without("python3");
    for (int kind = 0; kind < 8; kind += 3) {
        Gpt *g = wave_gpt(of_kind(kind));
        save(g);
        Tensor *ours = gpt_forward(g, int_tensor_from(SHAPE(1, 6), IDS(0, 3, 6, 2, 5, 1)), NULL);
        char command[700];
        snprintf(command, sizeof command, "python3 -B tests/fixtures/gpt2_read.py %s '0 3 6 2 5 1'",
                 scratch_folder);
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
    for (int kind = 0; kind < 8; kind++) {
        Gpt *g = wave_gpt(of_kind(kind)), *back;
        save(g);
        back = gpt2_load(scratch_folder);
        if (back == NULL)
            print_error("%s\n", kindling_error());
        assert_non_null(back);
        assert_int_equal(back->options.num_heads, 2);
        assert_true((back->head == NULL) == (g->head == NULL));
        assert_tensor_close(gpt_forward(back, two_sequences(), NULL),
                            gpt_forward(g, two_sequences(), NULL), 1e-5, 1e-6);
        save(back); /* now the numbers are where they belong: the same file */
        Gpt *third = gpt2_load(scratch_folder);
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

static void test_the_folder_is_made(void **state)
{
    (void)state;
    Gpt *g = gpt_new(small());
    char folder[512];
    snprintf(folder, sizeof folder, "%s", scratch("made"));
    assert_int_equal(gpt2_save(g, folder), 0);
    assert_int_equal(unlink(scratch("made/model.safetensors")), 0);
    assert_int_equal(unlink(scratch("made/config.json")), 0);
    assert_int_equal(rmdir(folder), 0); /* nothing else is in it */
    module_free(&g->module);
}

static void check_refused(GptOptions o, const char *why)
{
    Gpt *g = gpt_new(o);
    assert_int_equal(gpt2_save(g, scratch("refused")), -1);
    assert_error_has(why);
    struct stat about;
    assert_true(stat(scratch("refused"), &about) != 0); /* nothing was begun */
    module_free(&g->module);
}

static void test_what_gpt2_cannot_say(void **state)
{
    (void)state;
    GptOptions o = small();
    o.positions = POSITIONS_SINUSOIDAL;
    check_refused(
        o, "gpt2_save: the model has positions of sines, which no GPT-2 has. hint: module_save");
    o.positions = POSITIONS_NONE;
    check_refused(o, "no positions");
    o.positions = POSITIONS_ROTARY;
    check_refused(o, "rotary positions");
    o = small();
    o.causal = false;
    check_refused(o, "not causal");
    o = small();
    o.norm = NORM_RMS;
    check_refused(o, "RMS norms");
    o = small();
    o.mlp = MLP_SWIGLU;
    check_refused(o, "a SwiGLU");
    o = small();
    o.num_kv_heads = 1;
    check_refused(o, "share keys and values");
    o = small();
    o.mlp_dim = 16;
    check_refused(o, "hidden channels that are not 4 x embed_dim");
}

static void test_where_nothing_can_be_written(void **state)
{
    (void)state;
    Gpt *g = gpt_new(small());
    write_bytes(scratch("file"), "x", 1);
    assert_int_equal(gpt2_save(g, scratch("file")), -1);
    assert_error_has("file/model.safetensors");
    char long_name[5000];
    memset(long_name, 'd', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    assert_int_equal(gpt2_save(g, long_name), -1);
    assert_error_has("4999 bytes, expected at most 4000");
    module_free(&g->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_another_program_reads_it),     UNIT_TEST(test_there_and_back),
        UNIT_TEST(test_the_folder_is_made),           UNIT_TEST(test_what_gpt2_cannot_say),
        UNIT_TEST(test_where_nothing_can_be_written),
    };
    return run_tests_in_scratch("attention/gpt2_save", tests);
}
