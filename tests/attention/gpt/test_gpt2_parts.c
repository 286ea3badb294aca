/* test_gpt2_parts.c - a GPT-2 file with one tensor missing, then with one of another shape: each is named. */
#include "scratch.h"
#include "test.h"

enum { V = 5, T = 3, C = 4, PARTS = 16, MOST = PARTS + 1 };

static const struct {
    const char *name;
    int ndim;
    long shape[2];
} parts[MOST] = {
    {"wte.weight", 2, {V, C}},
    {"wpe.weight", 2, {T, C}},
    {"ln_f.weight", 1, {C, 0}},
    {"ln_f.bias", 1, {C, 0}},
    {"h.0.ln_1.weight", 1, {C, 0}},
    {"h.0.ln_1.bias", 1, {C, 0}},
    {"h.0.attn.c_attn.weight", 2, {C, 3 * C}},
    {"h.0.attn.c_attn.bias", 1, {3 * C, 0}},
    {"h.0.attn.c_proj.weight", 2, {C, C}},
    {"h.0.attn.c_proj.bias", 1, {C, 0}},
    {"h.0.ln_2.weight", 1, {C, 0}},
    {"h.0.ln_2.bias", 1, {C, 0}},
    {"h.0.mlp.c_fc.weight", 2, {C, 4 * C}},
    {"h.0.mlp.c_fc.bias", 1, {4 * C, 0}},
    {"h.0.mlp.c_proj.weight", 2, {4 * C, C}},
    {"h.0.mlp.c_proj.bias", 1, {C, 0}},
    {"lm_head.weight", 2, {V, C}},
};

/* The first n parts, without number `missing`, and number `larger` with one more in its first axis. */
static void write_model(int n, int missing, int larger)
{
    const char *names[MOST];
    Tensor *tensors[MOST];
    int count = 0;
    for (int i = 0; i < n; i++) {
        if (i == missing)
            continue;
        long shape[2] = {parts[i].shape[0] + (i == larger), parts[i].shape[1]};
        names[count] = parts[i].name;
        tensors[count++] = tensor_full(parts[i].ndim, shape, (real)(0.1 * i));
    }
    assert_int_equal(safetensors_save(scratch("model.safetensors"), count, names, tensors, 0, NULL),
                     0);
}

static void write_config(const char *text)
{
    write_bytes(scratch("config.json"), text, strlen(text));
}

static void check_refused(const char *name)
{
    kindling_set_error("%s", "");
    assert_null(gpt2_load(scratch_folder));
    if (strstr(kindling_error(), name) == NULL)
        print_error("got \"%s\", expected a word of %s\n", kindling_error(), name);
    assert_non_null(strstr(kindling_error(), name));
}

static void test_one_part_is_missing_or_wrong(void **state)
{
    (void)state;
    write_config("{\"n_head\": 2}");
    write_model(PARTS, -1, -1);
    Gpt *g = gpt2_load(scratch_folder);
    assert_non_null(g);
    assert_true(g->options.tied);
    module_free(&g->module);
    for (int i = 0; i < PARTS; i++) {
        Scope *scope = scope_open();
        write_model(PARTS, i, -1);
        check_refused(i == 4 ? "0 layers"
                             : parts[i].name); /* (ln_1 is what layers are counted by) */
        if (i > 1) {                           /* one token or position more is another model */
            write_model(PARTS, -1, i);
            check_refused(parts[i].name);
        }
        scope_close(scope);
    }
}

static void test_the_head(void **state)
{
    (void)state;
    write_config("{\"n_head\": 2}");
    write_model(MOST, -1, -1);
    Gpt *g = gpt2_load(scratch_folder);
    assert_non_null(g);
    assert_false(g->options.tied); /* its numbers are others */
    assert_close(tensor_get(g->head->weight, AT(C - 1, V - 1)), 1.6, 1e-6);
    module_free(&g->module);
    write_model(MOST, -1, MOST - 1);
    check_refused("lm_head.weight is (6, 4), expected (5, 4)");
    const char *names[] = {"wte.weight",     "wpe.weight",  "h.0.ln_1.weight",
                           "lm_head.weight", "ln_f.weight", "ln_f.bias"};
    Tensor *c = tensor_ones(SHAPE(C)), *wte = tensor_ones(SHAPE(V, C)),
           *wpe = tensor_ones(SHAPE(T, C));
    Tensor *heads[] = {tensor_ones(SHAPE(V * C + 1)), tensor_ones(SHAPE(C + 1, V)),
                       tensor_ones(SHAPE(V, C + 1))};
    for (int i = 0; i < 3; i++) {
        Tensor *tensors[] = {wte, wpe, c, heads[i], c, c};
        assert_int_equal(safetensors_save(scratch("model.safetensors"), 6, names, tensors, 0, NULL),
                         0);
        check_refused("lm_head.weight is (");
    }
    Tensor *same[] = {wte, wpe, c, tensor_ones(SHAPE(V, C)), c, c};
    assert_int_equal(safetensors_save(scratch("model.safetensors"), 6, names, same, 0, NULL), 0);
    check_refused("h.0.ln_1.bias"); /* equal numbers are no head of their own */
}

static void test_the_config(void **state)
{
    (void)state;
    write_model(PARTS, -1, -1);
    write_config("{\"n_head\": 2, \"other\": [1, {}]} x");
    check_refused("config.json: byte 32: expected only spaces");
    write_config("{\"n_head\": 2, \"other\": \"\xff\"}");
    check_refused("expected UTF-8");
    write_config("{\"n_head\": 0}");
    check_refused("4 channels, 0 heads");
    unlink(scratch("config.json"));
    assert_int_equal(mkdir(scratch("config.json"), 0700), 0);
    check_refused("config.json");
    rmdir(scratch("config.json"));
    char path[6000];
    memset(path, 'a', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    assert_null(gpt2_load(path));
    assert_non_null(strstr(kindling_error(), "the path has 5999 bytes"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_one_part_is_missing_or_wrong),
        UNIT_TEST(test_the_head),
        UNIT_TEST(test_the_config),
    };
    return run_tests_in_scratch("attention/gpt2_parts", tests);
}
