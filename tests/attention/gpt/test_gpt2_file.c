/* test_gpt2_file.c - a GPT-2 that another program wrote: its logits are PyTorch's. */
#include <stdio.h>
#include "scratch.h"
#include "test.h"
#include "../../fixtures/gpt2.h"

/* The files are written by tests/fixtures/gpt2.py; false: there is no Python. */
static bool write_model(const char *options)
{
    char command[4300];
    snprintf(command, sizeof command, "python3 -B tests/fixtures/gpt2.py %s %s", scratch_folder,
             options);
    if (system("python3 --version >/dev/null 2>&1") == 0) {
        assert_int_equal(system(command), 0);
        return true;
    }
    print_message("         (without python3)\n");
    return false;
}

static void check_logits(const char *path, const double *expected)
{
    Scope *scope = scope_open();
    Gpt *g = gpt2_load(path);
    if (g == NULL)
        print_error("%s\n", kindling_error());
    assert_non_null(g);
    assert_int_equal(g->options.num_layers, 2);
    assert_int_equal(g->options.num_heads, 3);
    Tensor *logits = gpt_forward(g, int_tensor_from(SHAPE(2, 6), 12, gpt2_ids), NULL);
    assert_shape(logits, SHAPE(2, 6, 13));
    for (int i = 0; i < 2 * 6 * 13; i++)
        assert_close(logits->data[i], expected[i], IS_DOUBLE ? 1e-12 : 2e-5);
    module_free(&g->module);
    scope_close(scope);
}

static void test_logits_are_pytorchs(void **state)
{
    (void)state;
    if (!write_model(""))
        return;
    check_logits(scratch_folder, gpt2_logits);
    check_logits(scratch("model.safetensors"), gpt2_logits);
}

static void test_names_with_a_prefix(void **state)
{
    (void)state;
    if (write_model("prefix"))
        check_logits(scratch_folder, gpt2_logits);
}

static void test_a_head_of_its_own(void **state)
{
    (void)state;
    if (write_model("prefix head"))
        check_logits(scratch_folder, gpt2_logits_of_head);
}

static void check_refused(const char *path, const char *words)
{
    assert_null(gpt2_load(path));
    if (strstr(kindling_error(), words) == NULL)
        print_error("got: %s\n", kindling_error());
    assert_non_null(strstr(kindling_error(), words));
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    fputs(text, file);
    fclose(file);
}

static void test_the_number_of_heads(void **state)
{
    (void)state;
    if (!write_model(""))
        return;
    remove(scratch("config.json"));
    check_refused(scratch_folder, "12 channels, 0 heads"); /* 12 / 64 */
    write_text(scratch("config.json"), "{\"n_head\": 5}");
    check_refused(scratch_folder, "hint: config.json beside the file");
    write_text(scratch("config.json"), "{\"n_head\": \"three\"}");
    check_refused(scratch_folder, "config.json: byte 11: expected a whole number");
    write_text(scratch("config.json"), "{\"n_head\": 3, \"activation_function\": \"relu\"}");
    check_refused(scratch_folder, "expected \"gelu_new\"");
    write_text(scratch("config.json"), "[3]");
    check_refused(scratch_folder, "expected '{'");
}

static void save(int n, const char *const names[], Tensor *const tensors[])
{
    assert_int_equal(safetensors_save(scratch("model.safetensors"), n, names, tensors, 0, NULL), 0);
}

static void test_what_is_no_gpt2(void **state)
{
    (void)state;
    check_refused("tests/fixtures/nothing", "tests/fixtures/nothing");
    Tensor *wte = tensor_zeros(SHAPE(13, 12)), *wpe = tensor_zeros(SHAPE(8, 12));
    Tensor *norm = tensor_zeros(SHAPE(12)), *flat = tensor_zeros(SHAPE(12));
    write_text(scratch("config.json"), "{\"n_head\": 3}");
    save(1, (const char *const[]){"wpe.weight"}, (Tensor *const[]){wpe});
    check_refused(scratch_folder, "no tensor is called wte.weight or transformer.wte.weight");
    save(1, (const char *const[]){"wte.weight"}, (Tensor *const[]){wte});
    check_refused(scratch_folder, "wpe.weight");
    save(2, (const char *const[]){"wte.weight", "wpe.weight"}, (Tensor *const[]){flat, wpe});
    check_refused(scratch_folder, "wte.weight is (12,), expected 2 axes");
    save(2, (const char *const[]){"wte.weight", "wpe.weight"}, (Tensor *const[]){wte, wpe});
    check_refused(scratch_folder, "0 layers");
    save(3, (const char *const[]){"wte.weight", "wpe.weight", "h.0.ln_1.weight"},
         (Tensor *const[]){wte, wpe, norm});
    check_refused(scratch_folder, "ln_f.weight");
    save(5,
         (const char *const[]){"wte.weight", "wpe.weight", "h.0.ln_1.weight", "ln_f.weight",
                               "ln_f.bias"},
         (Tensor *const[]){wte, wpe, norm, tensor_zeros(SHAPE(11)), norm});
    check_refused(scratch_folder, "ln_f.weight is (11,), expected (12,)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_logits_are_pytorchs), UNIT_TEST(test_names_with_a_prefix),
        UNIT_TEST(test_a_head_of_its_own),   UNIT_TEST(test_the_number_of_heads),
        UNIT_TEST(test_what_is_no_gpt2),
    };
    return run_tests_in_scratch("attention/gpt2_file", tests);
}
