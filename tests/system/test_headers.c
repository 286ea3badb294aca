/* test_headers.c - the headers and what is built from them agree. Run from the top level. */
#include "test.h"
#include <stdio.h>
#include <unistd.h>

static char *output_of(const char *command)
{
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t size = 1 << 20;
    char *text = test_malloc(size);
    text[fread(text, 1, size - 1, pipe)] = '\0';
    assert_int_equal(pclose(pipe), 0);
    return text;
}

/* Every prototype of a public header, found in another way than call_sites.sh finds them. */
static void test_every_public_function_notes_its_line(void **state)
{
    (void)state;
    if (access("tensor/tensor.h", R_OK) != 0)
        skip_without("the top folder to start in"); /* not started at the top level */
    char *silent =
        output_of("for name in $(sed -n 's/^[A-Za-z][A-Za-z0-9_ ]*[ "
                  "*]\\([a-z][a-z0-9_]*\\)(.*/\\1/p' $(grep -l "
                  "'visibility push' */*.h */*/*.h) | "
                  "grep -vxE 'kindling_(fail_null|set_error|set_call_site)'); do "
                  "grep -q \"^#define $name(\\(\\.\\.\\.\\)\\?) kindling_at_$name(__FILE__, \" "
                  "build/include/call_site.h || echo $name; done");
    assert_string_equal(silent, "");
    test_free(silent);
    char *many =
        output_of("grep -c '^#define [a-z_0-9]*(.*) kindling_at_' build/include/call_site.h");
    assert_true(atoi(many) > 300);
    test_free(many);
}

/* Who frees it is said of all that a function gives, and a constructor gives back what it took: owned.py */
static void test_what_is_owned_says_who_frees_it(void **state)
{
    (void)state;
    if (access("tests/system/owned.py", R_OK) != 0 || system("python3 -c 0 2> /dev/null") != 0)
        skip_without("the top folder to start in");
    char *wrong = output_of("python3 tests/system/owned.py || true");
    assert_string_equal(wrong, "\n");
    test_free(wrong);
}

/* What a program of the version before says still compiles, with a warning that names the new way. */
static void test_deprecated_names_warn(void **state)
{
    (void)state;
    if (access("nn/optim/optimizer.h", R_OK) != 0 || system("cc --version > /dev/null 2>&1") != 0)
        skip_without("cc, or the top folder to start in");
    char *said = output_of("printf '#include \"nn/optim/optimizer.h\"\\ndouble beta = "
                           "OPTIMIZER_ZERO;\\n' | cc -std=c11 -Itensor -fsyntax-only -x c - 2>&1");
    assert_non_null(strstr(said, "OPTIMIZER_ZERO is deprecated: o->beta1 = 0"));
    test_free(said);
}

static void test_failures_name_the_callers_line(void **state)
{
    (void)state;
    Tensor *a = tensor_zeros(SHAPE(2, 3)), *b = tensor_zeros(SHAPE(2, 4));
    const int line = __LINE__ + 1;
    assert_fails_with("tensor_add: cannot broadcast (2, 3) with (2, 4)", tensor_add(a, b));
    assert_string_equal(last_failure_site.file, __FILE__);
    assert_int_equal(last_failure_site.line, line);
    assert_fails_with("flash_attention", flash_attention(a, b, b, (FlashAttentionOptions){0}));
    assert_int_equal(last_failure_site.line, line + 3);
    assert_fails_with("rng_below", rng_below(&(Rng){1}, 0));
    assert_int_equal(last_failure_site.line, line + 5);
    assert_fails_with("tensor_free", tensor_free(a));
    assert_int_equal(last_failure_site.line, line + 7);
}

static Tensor *doubled(Tensor *x)
{
    return tensor_add(x, x);
}

static const char *shape_of_doubled(Tensor *x)
{
    return tensor_shape_text(doubled(x));
}

/* What a program's own function calls, while arguments are made, is not what failed. */
static void test_a_call_in_an_argument_is_not_blamed(void **state)
{
    (void)state;
    Tensor *a = tensor_zeros(SHAPE(2, 3)), *b = tensor_zeros(SHAPE(2, 4));
    const int line = __LINE__ + 1;
    assert_fails_with("tensor_add: cannot broadcast", tensor_add(doubled(a), b));
    assert_int_equal(last_failure_site.line, line);
    assert_fails_with("tensor_add: argument 2, b, is NULL", tensor_add(doubled(a), NULL));
    assert_int_equal(last_failure_site.line, line + 2);
    assert_fails_with("tensor_concat: argument 2, one of parts, is NULL",
                      tensor_concat(INPUTS(doubled(a), NULL), 0));
    assert_in_range(last_failure_site.line, line + 4, line + 5);
    assert_fails_with("mine: (2, 3)", kindling_fail("mine: %s", shape_of_doubled(a)));
    assert_int_equal(last_failure_site.line, line + 7);
}

/* A callback runs inside of a call: its own calls leave that one's line as it was. */
static void test_a_call_in_a_callback_is_not_blamed(void **state)
{
    (void)state;
    Tensor *a = tensor_zeros(SHAPE(2, 3)), *b = tensor_zeros(SHAPE(2, 4));
    kindling_set_call_site("caller.c", 12);
    doubled(a);
    tensor_zero_grad(a);
    assert_fails_with("tensor_add: cannot broadcast", (tensor_add)(a, b));
    assert_string_equal(last_failure_site.file, "caller.c");
    assert_int_equal(last_failure_site.line, 12);
    kindling_set_call_site(NULL, 0);
}

/* A name without its "(" is the library's function: in a table, behind "&", between brackets. */
static void test_functions_have_addresses(void **state)
{
    (void)state;
    Tensor *(*const table[])(Tensor *, Tensor *) = {tensor_add, &tensor_mul, (tensor_sub)};
    Tensor *three = tensor_scalar(3), *two = tensor_scalar(2);
    const real want[] = {5, 6, 1};
    for (int i = 0; i < 3; i++)
        assert_true(tensor_item(table[i](three, two)) == want[i]);
    void (*stop)(const char *format, ...) = kindling_fail;
    assert_fails_with("number 7", stop("number %d", 7));
}

/* What is bound from another language says where it stands, or that nobody knows. */
static void test_a_call_site_can_be_set(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_ones(SHAPE(2)));
    kindling_set_call_site("train.py", 7);
    Tensor *y = (tensor_exp)(x), *loss = tensor_sum(y, ALL_AXES, false);
    assert_string_equal(y->closure->origin.where.file, "train.py");
    assert_int_equal(y->closure->origin.where.line, 7);
    tensor_backward(loss);
    assert_fails_with("made by exp at train.py:7, was released", tensor_backward_from(y, x, false));
    kindling_set_call_site(NULL, 0);
    Tensor *z = (tensor_exp)(x);
    tensor_backward_from(z, x, false);
    assert_fails_with("made by exp, was released", tensor_backward_from(z, x, false));
}

static void test_the_version_is_one(void **state)
{
    (void)state;
    int major = 0, minor = 0, patch = -1;
    assert_string_equal(kindling_version(), KINDLING_VERSION);
    assert_int_equal(kindling_precision(), IS_DOUBLE ? 8 : 4);
    assert_int_equal(sscanf(KINDLING_VERSION, "%d.%d.%d", &major, &minor, &patch), 3);
    assert_int_equal(KINDLING_VERSION_NUMBER, 10000 * major + 100 * minor + patch);
    if (access("tools/CHANGELOG.md", R_OK) != 0)
        skip_without("the top folder to start in"); /* not started at the top level */
    char *newest = output_of("grep '^## ' tools/CHANGELOG.md | head -n 1");
    assert_string_equal(newest, "## " KINDLING_VERSION "\n");
    test_free(newest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_what_is_owned_says_who_frees_it),
        UNIT_TEST(test_every_public_function_notes_its_line),
        UNIT_TEST(test_deprecated_names_warn),
        UNIT_TEST(test_failures_name_the_callers_line),
        UNIT_TEST(test_a_call_in_an_argument_is_not_blamed),
        UNIT_TEST(test_a_call_in_a_callback_is_not_blamed),
        UNIT_TEST(test_functions_have_addresses),
        UNIT_TEST(test_a_call_site_can_be_set),
        UNIT_TEST(test_the_version_is_one),
    };
    return run_tests("system/headers", tests);
}
