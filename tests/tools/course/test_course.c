/* test_course.c - do the checks of the course say the right thing? The parts of tests/harness that judge and
 * choose, in a program of their own: give_up() comes back here. */
#include "../../harness/registry.c"
#include "../../harness/elements.c"
#include "../../harness/sealed.c"
#include "../../harness/inputs.c"
#include "../../harness/inputs_text.c"
#include "../../harness/disguise.c"
#include "../../harness/explain.c"
#include "../../harness/plain.c"
#include "../../harness/mistakes.c"
#include "../../harness/digest.c"
#include "../../harness/compare.c"
#include "../../harness/flow.c"
#include "../../harness/gradients.c"
#include "../../harness/frames.c"
#include "../../harness/where.c"
#include "../../harness/overlap.c"
#undef check_shape
#include "test.h"
#include <float.h>

Verdict *verdict;
const char *student_folder = "modules/12_attention";
static jmp_buf given_up;

_Noreturn void give_up(Outcome outcome)
{
    verdict->outcome = outcome;
    longjmp(given_up, 1);
}

_Noreturn void give_up_round(void)
{
    give_up(FAILED);
}

static bool cases;        /* columns are calls of their own */
static long wrong_column; /* the last one that was told */
static const char *meant; /* what wrong numbers mean here */

bool columns_are_cases(void)
{
    return cases;
}

void column_is_wrong(long column)
{
    wrong_column = column;
}

const char *what_it_means(bool has_nan)
{
    return has_nan ? NULL : meant;
}

void check_called(const char *text)
{
    snprintf(verdict->called, sizeof verdict->called, "%s", text);
}

void *harness_alloc(size_t bytes)
{
    return scope_alloc(scope_current(), bytes + 1);
}

/* Here nothing is wrapped. */
void *__real_memcpy(void *to, const void *from, size_t bytes)
{
    return memmove(to, from, bytes);
}

/* The verdict of a check. */
#define JUDGED(statement)                                                                          \
    do {                                                                                           \
        memset(verdict, 0, sizeof *verdict);                                                       \
        if (setjmp(given_up) == 0) {                                                               \
            statement;                                                                             \
        }                                                                                          \
    } while (0)

static void test_an_output_is_no_input_handed_back(void **state)
{
    (void)state;
    inputs_start(1);
    Tensor *x = draw("x", SHAPE(4)), *out = output("out", SHAPE(4));
    for (int i = 0; i < 4; i++)
        out->data[i] = (real)i;
    assert_null(inputs_equal_to(out));
    memcpy(out->data, x->data, 4 * sizeof(real));
    assert_string_equal(inputs_equal_to(out), "x");
    assert_string_equal(inputs_equal_to(x), "x");
}

/* A loop draws inputs of the same names again: a report shows those of its call. */
static void test_the_last_inputs_of_a_name_are_shown(void **state)
{
    (void)state;
    char text[256];
    inputs_start(1);
    for (int i = 0; i < 100; i++) {
        given("n", "%d", i);
        given("long_n", "%d", 2 * i);
        inputs_describe("f(n, long_n)", text, sizeof text);
    }
    assert_string_equal(text, "f(n, long_n) with n = 99, long_n = 198");
}

static void test_writing_outside_is_no_change_of_an_input(void **state)
{
    (void)state;
    inputs_start(1);
    Tensor *out = output("out", SHAPE(4));
    out->data[4] = 1;
    JUDGED(inputs_check());
    assert_non_null(strstr(verdict->likely, "one step too far"));
}

/* Numbers and ids, the first as the last; and what is allowed to change may. */
static void test_any_number_of_an_input_that_changed_is_seen(void **state)
{
    (void)state;
    for (volatile long i = 0; i < 4; i++) { /* JUDGED comes back by longjmp */
        inputs_start(1);
        draw("x", SHAPE(4))->data[i] = 100;
        JUDGED(inputs_check());
        assert_non_null(strstr(verdict->likely, "must leave it as it was"));
        inputs_start(1);
        draw_ids("ids", SHAPE(4), 0, 9)->data[i] = 100;
        assert_string_equal(inputs_changed(), "ids");
    }
    inputs_start(1);
    output("out", SHAPE(4))->data[3] = 100;
    assert_null(inputs_changed());
}

/* A view with steps: its numbers are those that are drawn, and what lies between them is nobody's. */
static void test_a_spread_view(void **state)
{
    (void)state;
    inputs_start(1);
    Tensor *t = draw_spread("t", SHAPE(2, 3));
    assert_int_equal(t->stride[0], 6);
    assert_int_equal(t->stride[1], 2);
    for (long i = 0; i < 6; i++)
        assert_true(isfinite(element(t, i)) && isnan(t->data[2 * i + 1]));
    assert_null(inputs_changed());
    t->data[1] = 0;
    assert_string_equal(inputs_changed(), "t");
}

static void test_memcpy_between_places_that_overlap(void **state)
{
    (void)state;
    char text[] = "abcdef";
    for (volatile int apart = 1; apart <= 2; apart++) { /* JUDGED comes back by longjmp */
        JUDGED(__wrap_memcpy(text, text + apart, 3));
        assert_non_null(strstr(verdict->likely, "memmove"));
        JUDGED(__wrap_memcpy(text + apart, text, 3));
        assert_non_null(strstr(verdict->likely, "memmove"));
    }
    assert_string_equal(text, "abcdef");
    JUDGED(__wrap_memcpy(text, text + 3, 3)); /* side by side, the same, nothing */
    JUDGED(__wrap_memcpy(text, text, 3));
    JUDGED(__wrap_memcpy(text, text + 1, 0));
    assert_string_equal(verdict->likely, "");
    assert_string_equal(text, "defdef");
}

static void test_of_several_mistakes_none_is_preferred(void **state)
{
    (void)state;
    mistakes_forget();
    check_mistake_number(7, "this");
    check_mistake_number(7, "that");
    check_mistake_number(8, "no");
    JUDGED(check_long_is("n", 7, 8, "rule"));
    assert_string_equal(verdict->likely, "either this; or that");
    JUDGED(check_number_is("n", 7, 8, 1e-6, "rule"));
    assert_string_equal(verdict->likely, "either this; or that");
}

static void test_mistakes_belong_to_the_next_call(void **state)
{
    (void)state;
    mistakes_forget();
    check_mistake_number(1, "first");
    check_mistake_number(2, "first, too");
    mistakes_of_next_call();
    JUDGED(check_long_is("n", 1, 8, "rule"));
    assert_string_equal(verdict->likely, "first");
    check_mistake_number(1, "second");
    JUDGED(check_long_is("n", 2, 8, "rule")); /* its call is still the last one */
    assert_string_equal(verdict->likely, "first, too");
    mistakes_of_next_call();
    JUDGED(check_long_is("n", 1, 8, "rule"));
    assert_string_equal(verdict->likely, "second");
    mistakes_of_next_call();
    JUDGED(check_long_is("n", 1, 8, "rule"));
    assert_string_equal(verdict->likely, "");
    mistakes_forget();
}

/* A row of what is said about one wrong number where 1 and 2 were expected. */
static const char *said_of(real first, real second)
{
    inputs_start(1), mistakes_forget();
    JUDGED(check_tensor(values(SHAPE(2), VALUES(first, second)), values(SHAPE(2), VALUES(1, 2)),
                        "rule"));
    return verdict->likely;
}

static void test_only_what_was_never_set_is_called_so(void **state)
{
    (void)state;
    union {
        unsigned char bytes[sizeof(real)];
        real x;
    } unset, fresh;
    memset(unset.bytes, 0xfe, sizeof unset);
    memset(fresh.bytes, 0xff, sizeof fresh);
    assert_non_null(strstr(said_of(unset.x, 2), "an uninitialised variable"));
    assert_non_null(strstr(said_of(unset.x + 3, 2), "an uninitialised variable"));
    assert_non_null(strstr(said_of(unset.x / 7, 2), "an uninitialised variable"));
    static const double on_purpose[] = {-FLT_MAX, FLT_MAX, -1e38, -1e9, -2e38, 1e30};
#ifdef KINDLING_DOUBLE
    assert_string_equal(said_of(-1e300, 2), "");
    assert_string_equal(said_of(-DBL_MAX, 2), "");
#endif
    for (size_t i = 0; i < sizeof on_purpose / sizeof *on_purpose; i++)
        assert_string_equal(said_of((real)on_purpose[i], 2), "");
    const char *product = said_of(unset.x * (real)0.77, 2); /* in float others are as large */
    assert_true(IS_DOUBLE ? strstr(product, "either of an uninitialised variable") != NULL
                          : product[0] == '\0');
    assert_non_null(strstr(said_of(fresh.x, 2), "1 of 2 numbers are NaN, the others are right: "
                                                "either these were never written"));
    assert_non_null(strstr(verdict->likely, "tensor_zeros"));
    assert_non_null(strstr(said_of(fresh.x, 3), "1 of 2 numbers are NaN: either these were never"));
    assert_non_null(strstr(said_of((real)NAN, 2), "1 of 2 numbers are NaN: 0/0"));
    assert_non_null(strstr(said_of((real)NAN, fresh.x), "every number is NaN: 0/0"));
    assert_non_null(strstr(said_of(fresh.x, fresh.x), "every number is NaN: either nothing was "));
    assert_string_equal(said_of(0, 0), "the result is all zeros");
}

/* What is said of six numbers in three rows, where 1.5, 2.5, ... 6.5 were expected; of each round one. */
static const char *said_of_rows(real a, real b, real c, real d, real e, real f)
{
    inputs_start(1), mistakes_forget();
    JUDGED(check_tensor(values(SHAPE(3, 2), VALUES(a, b, c, d, e, f)),
                        values(SHAPE(3, 2), VALUES(1.5, 2.5, 3.5, 4.5, 5.5, 6.5)), "rule"));
    return verdict->likely;
}

static const char *said_of_columns(double x, double y)
{
    inputs_start(1), mistakes_forget();
    JUDGED(check_tensor(values(SHAPE(2, 3), VALUES((real)x, (real)(2 * x), (real)(3 * x), (real)y,
                                                   (real)(2 * y), (real)(4 * y))),
                        values(SHAPE(2, 3), VALUES(1, 2, 3, 1, 2, 4)), "rule"));
    return verdict->likely;
}

static void test_the_right_numbers_in_another_dress_are_known(void **state)
{
    (void)state;
    assert_non_null(
        strstr(said_of_rows(1, 2, 3, 4, 5, 6), "without their digits behind the point"));
    assert_non_null(strstr(said_of_rows(1, 2, 3, 4, 5, 7), "all of these are whole numbers"));
    assert_string_equal(said_of_rows(1, 0, 0, 1, 1, 0), "");
    assert_string_equal(said_of_rows((real)1e7, 2, 3, 4, 5, 7),
                        ""); /* so large ones are always whole */
    assert_string_equal(said_of_rows(1, 2, 3, 4, 5.5, 7), "");
    assert_string_equal(said_of_rows(1.5, 2.5, 0, 1, 0, 1),
                        "along axis 0 only the first is right, of 3");
    assert_string_equal(said_of_rows(0, 1, 0, 1, 5.5, 6.5),
                        "along axis 0 only the last is right, of 3");
    assert_string_equal(said_of_rows(0, 1, 3.5, 4.5, 7, 1), "");
    assert_string_equal(said_of_rows(1.5, 2.5, 3.5, 4.5, 7, 1), "");
    assert_string_equal(said_of_columns(3, 5), "each row is right but for a factor of its own");
    assert_string_equal(said_of_columns(1, 5), "along axis 0 only the first is right, of 2");
    assert_string_equal(said_of_columns(5, 5),
                        "every number is 5 times what it should be"); /* no factor of its own */
    assert_string_equal(said_of_columns(3.18e6, 3.18e6),
                        "every number is 3.18e+06 times what it should be");
    inputs_start(1), mistakes_forget();
    JUDGED(check_tensor(values(SHAPE(5), VALUES(9, 1, 7, 3, 2)),
                        values(SHAPE(5), VALUES(1, 7, 3, 2, 8)), "rule"));
    assert_string_equal(verdict->likely, "along axis 0 everything stands one place too late");
    JUDGED(check_tensor(values(SHAPE(5), VALUES(7, 3, 2, 8, 8)),
                        values(SHAPE(5), VALUES(1, 7, 3, 2, 8)), "rule"));
    assert_string_equal(verdict->likely, "along axis 0 everything stands one place too early");
    inputs_start(1), mistakes_forget();
    JUDGED(check_tensor(values(SHAPE(5), VALUES(1, 2, 3, 4, 5)),
                        values(SHAPE(5), VALUES(2, 3, 4, 5, 6)), "rule"));
    assert_string_equal(verdict->likely, "every number is too small by 1"); /* moved or not */
}

static void test_a_test_may_say_what_wrong_numbers_mean(void **state)
{
    (void)state;
    meant = "rounding";
    assert_string_equal(said_of_columns(5, 5), "rounding");
    assert_null(strstr(said_of_columns((real)NAN, 5), "rounding"));
    meant = NULL;
    wrong_column = -1;
    cases = true; /* that all are 5 times what they should be says nothing of five calls */
    assert_string_equal(said_of_columns(5, 5), "");
    assert_int_equal(wrong_column, 0);
    assert_string_equal(said_of_rows(1, 2.5, 3.5, 4.5, 5.5, 7), "");
    cases = false;
    assert_string_equal(said_of_columns(5, 5), "every number is 5 times what it should be");
}

/* What is said of two matrices of 2 x 3 that hold these of the right numbers; -1: another one. */
static const char *said_in_order(const int *order)
{
    real right[12], got[12];
    for (int i = 0; i < 12; i++)
        right[i] = (real)(0.5 + i * i);
    for (int i = 0; i < 12; i++)
        got[i] = order[i] < 0 ? (real)-1.5 : right[order[i]];
    inputs_start(1), mistakes_forget();
    JUDGED(
        check_tensor(values(SHAPE(2, 2, 3), 12, got), values(SHAPE(2, 2, 3), 12, right), "rule"));
    return verdict->likely;
}

static void test_axes_of_any_size_are_looked_at(void **state)
{
    (void)state;
    assert_non_null(strstr(said_in_order((int[]){0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11}),
                           "axes 1 and 2 swapped, read in the shape that is expected"));
    assert_string_equal(said_in_order((int[]){0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 11, 8}), "");
    assert_string_equal(said_in_order((int[]){-1, 0, 1, -1, 3, 4, -1, 6, 7, -1, 9, 10}),
                        "along axis 2 everything stands one place too late");
    assert_string_equal(said_in_order((int[]){1, 2, 2, 4, 5, 5, 7, 8, 8, 10, 11, 11}),
                        "along axis 2 everything stands one place too early");
    assert_string_equal(said_in_order((int[]){-1, -1, -1, -1, -1, -1, 6, 7, 8, 9, 10, 11}),
                        "along axis 0 only the last is right, of 2");
    inputs_start(1), mistakes_forget();
    JUDGED(check_tensor(values(SHAPE(2, 3), VALUES(1, 0, 2, 0, 0, 0)),
                        values(SHAPE(2, 3), VALUES(1, 2, 0, 0, 0, 0)), "rule"));
    assert_string_equal(verdict->likely, ""); /* two numbers change places by chance */
    assert_string_equal(said_in_order((int[]){-1, -1, -1, -1, -1, 5, 6, 7, 8, 9, 10, 11}), "");
}

static void test_a_factor_is_told_where_it_says_something(void **state)
{
    (void)state;
    assert_string_equal(said_of(2, 4), "every number is 2 times what it should be");
    assert_string_equal(said_of((real)0.9, (real)1.8),
                        "every number is 0.9 times what it should be");
    assert_string_equal(said_of((real)(1 / sqrt(3)), (real)(2 / sqrt(3))),
                        "every number is 0.57735 times what it should be");
    assert_string_equal(said_of((real)0.139209, (real)(2 * 0.139209)),
                        "every number is the same number of times what it should be: a factor is "
                        "missing, or is one too many, or is not the right one");
    inputs_start(1), mistakes_forget();
    JUDGED(check_tensor(values(SHAPE(3), VALUES(0, (real)0.139209, 0)),
                        values(SHAPE(3), VALUES(0, 1, 0)), "rule"));
    assert_string_equal(verdict->likely, ""); /* one number has no factor of its own */
    assert_string_equal(said_of((real)1.25, (real)2.25), "every number is too large by 0.25");
    assert_string_equal(said_of((real)0.7162539, (real)1.7162539),
                        "every number is too small by the same number");
}

static Tensor *first_learns(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_mul(in[0], tensor_detach(in[1]));
}

static Tensor *none_learns(Tensor *const in[], void *context)
{
    return tensor_detach(first_learns(in, context));
}

static void test_a_gradient_that_does_not_come_has_several_causes(void **state)
{
    (void)state;
    inputs_start(1), mistakes_forget();
    Tensor *a = leaf(draw("a", SHAPE(2))), *b = leaf(draw("b", SHAPE(2)));
    JUDGED(check_gradients(first_learns, NULL, "rule", INPUTS(a, b)));
    assert_string_equal(verdict->called, "its gradients for a, b");
    assert_string_equal(verdict->got, "gradient of b is NULL");
    assert_non_null(strstr(verdict->likely, "either the result does not depend on this input"));
    assert_non_null(strstr(verdict->likely, "tensor_detach"));
    JUDGED(check_gradients(none_learns, NULL, "rule", INPUTS(a, b)));
    assert_non_null(strstr(verdict->likely, "the graph is cut: either"));
}

static void test_a_way_that_is_not_what_it_should_be(void **state)
{
    (void)state;
    mistakes_forget();
    Tensor *t = blank(SHAPE(3)), view = *t;
    JUDGED(check_view_of("y", blank(SHAPE(3)), t, true, "rule"));
    assert_string_equal(verdict->got, "y has numbers of its own");
    JUDGED(check_view_of("y", &view, t, false, "rule"));
    assert_string_equal(verdict->likely, "");
}

static void test_too_many_mistakes_are_not_lost_silently(void **state)
{
    (void)state;
    mistakes_forget();
    for (int i = 0; i < MAX_MISTAKES; i++)
        check_mistake_number(i, "known");
    JUDGED(check_mistake_number(-1, "one more"));
    assert_int_equal(verdict->outcome, FAILED);
    assert_non_null(strstr(verdict->title, "MAX_MISTAKES"));
    mistakes_forget();
}

static void test_numbers_and_truths_are_readable(void **state)
{
    (void)state;
    JUDGED(check_number_is("bytes", 16777217, 1050624, 1e-3, "rule"));
    assert_string_equal(verdict->got, "bytes is 16777217");
    JUDGED(check_number_is("bytes", 123456789012, 5, 1e-3, "rule"));
    assert_string_equal(verdict->got, "bytes is 123456789012");
    JUDGED(check_number_is("sum", 14399.54640001, 14399.54640002, 1e-14, "rule"));
    assert_string_not_equal(verdict->got + strlen("sum is "), verdict->expected);
    JUDGED(check_long_is("p == NULL", 0, 1, "rule"));
    assert_string_equal(verdict->got, "p == NULL is false");
    JUDGED(check_long_is("n", 0, 1, "rule"));
    assert_string_equal(verdict->got, "n is 0");
    JUDGED(check_long_is("CALL(f(x))", 0, 1, "rule"));
    assert_string_equal(verdict->got, "f(x) is 0");
    JUDGED(check_long_is("CALL(f(x)) == CALL(g(x))", 0, 1, "rule"));
    assert_string_equal(verdict->got, "f(x) == g(x) is false");
}

static void test_a_call_is_shown_with_its_own_inputs(void **state)
{
    (void)state;
    char text[256];
    inputs_start(1);
    given("x", "1"), given("x_2", "2"), given("t", "3"), given("x", "4");
    inputs_describe("f({x, t}, &x_2)", text, sizeof text);
    assert_string_equal(text, "f({x, t}, &x_2) with x_2 = 2, t = 3, x = 4");
    inputs_describe("extra(xt, t_x)", text, sizeof text);
    assert_string_equal(text, "extra(xt, t_x)");
}

static void test_a_name_chooses_what_it_names(void **state)
{
    (void)state;
    static CheckTest list[] = {
        {.name = "first", .exercise = "12.1 scores", .file = "a.c", .source = "t.c"},
        {.name = "tenth", .exercise = "12.10 scores_too", .file = "a.c", .source = "t.c"},
        {.name = "scores_of_bytes",
         .exercise = "12.q scores_bytes",
         .file = "answers.txt",
         .source = "t.c"},
        {.name = "a_question",
         .exercise = "12.q scores_left",
         .file = "answers.txt",
         .source = "t.c"},
    };
    for (int i = 0; i < 4; i++)
        check_register(&list[i]);
    static const struct {
        const char *text;
        int which; /* a bit for each test */
    } cases[] = {{"12.1", 1},  {"12.10", 2}, {"12.1 scores", 1},     {"scores", 1},
                 {"score", 3}, {"12.q", 12}, {"bytes", 4},           {"first", 1},
                 {"", 15},     {"12.3", 0},  {"scores_of_bytes", 4}, {"nobody", 0}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int i = 0; i < 4; i++)
            assert_int_equal(matches(&list[i], cases[c].text), cases[c].which >> i & 1);
}

static void test_the_file_of_another_module_is_found(void **state)
{
    (void)state;
    char path[512];
    assert_true(file_of_exercise("12.2 mask_causal is not written yet", path, sizeof path));
    assert_string_equal(path, "modules/12_attention/mask.c");
    assert_false(file_of_exercise("12.3 no_such_function is not written yet", path, sizeof path));
}

int main(void)
{
    static Verdict room;
    verdict = &room;
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_an_output_is_no_input_handed_back),
        UNIT_TEST(test_the_last_inputs_of_a_name_are_shown),
        UNIT_TEST(test_writing_outside_is_no_change_of_an_input),
        UNIT_TEST(test_any_number_of_an_input_that_changed_is_seen),
        UNIT_TEST(test_a_spread_view),
        UNIT_TEST(test_memcpy_between_places_that_overlap),
        UNIT_TEST(test_of_several_mistakes_none_is_preferred),
        UNIT_TEST(test_mistakes_belong_to_the_next_call),
        UNIT_TEST(test_only_what_was_never_set_is_called_so),
        UNIT_TEST(test_the_right_numbers_in_another_dress_are_known),
        UNIT_TEST(test_a_test_may_say_what_wrong_numbers_mean),
        UNIT_TEST(test_axes_of_any_size_are_looked_at),
        UNIT_TEST(test_a_factor_is_told_where_it_says_something),
        UNIT_TEST(test_a_gradient_that_does_not_come_has_several_causes),
        UNIT_TEST(test_a_way_that_is_not_what_it_should_be),
        UNIT_TEST(test_too_many_mistakes_are_not_lost_silently),
        UNIT_TEST(test_numbers_and_truths_are_readable),
        UNIT_TEST(test_a_call_is_shown_with_its_own_inputs),
        UNIT_TEST(test_a_name_chooses_what_it_names),
        UNIT_TEST(test_the_file_of_another_module_is_found),
    };
    return run_tests("tools/course/course", group);
}
