/* test_checks.c - do the checks of the tests themselves find wrong answers? */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#include "scratch.h"
#include "test.h"

static bool close_to(const Tensor *actual, const Tensor *expected, double rtol, double atol)
{
    char why[512] = "";
    bool close = tensor_is_close(actual, expected, rtol, atol, why, sizeof why);
    assert_true(close == (why[0] == '\0'));
    return close;
}

static Tensor *vector3(real a, real b, real c)
{
    return tensor_from(SHAPE(3), VALUES(a, b, c));
}

static void test_right_answers_pass(void **state)
{
    (void)state;
    Tensor *t = random_tensor(SHAPE(3, 4));
    assert_true(close_to(t, t, 0, 0));
    assert_true(close_to(tensor_zeros(SHAPE(0, 2)), tensor_zeros(SHAPE(0, 2)), 0, 0));
    assert_true(close_to(tensor_scalar(2), tensor_scalar(2), 0, 0));
    assert_true(close_to(vector3(0, 1, 2), vector3((real)-0.0, 1, 2), 0, 0));
}

static void test_nan_never_passes(void **state)
{
    (void)state;
    real nan = (real)NAN;
    assert_false(close_to(vector3(1, nan, 3), vector3(1, 2, 3), 1e9, 1e9));
    assert_false(close_to(vector3(1, 2, 3), vector3(1, nan, 3), 1e9, 1e9));
    assert_false(close_to(vector3(1, nan, 3), vector3(1, nan, 3), 1e9, 1e9));
    assert_false(close_to(vector3(1, 2, 3), vector3(1, 2, 4), NAN, NAN));
}

static void test_infinities(void **state)
{
    (void)state;
    real inf = (real)INFINITY;
    assert_true(close_to(vector3(inf, -inf, 0), vector3(inf, -inf, 0), 0, 0));
    assert_false(close_to(vector3(inf, 0, 0), vector3(-inf, 0, 0), 1, 1e9));
    assert_false(close_to(vector3(inf, 0, 0), vector3(1, 0, 0), 1e-3, 1e9));
    assert_false(close_to(vector3(1, 0, 0), vector3(inf, 0, 0), 0, 1e9));
}

/* rtol |inf| is inf, and inf <= inf: a finite number must still not pass for an infinite one. */
static void test_a_relative_tolerance_does_not_stretch_to_infinity(void **state)
{
    (void)state;
    real inf = (real)INFINITY;
    assert_false(close_to(vector3(1, 0, 0), vector3(inf, 0, 0), 1e-5, 1e-8));
    assert_false(close_to(vector3(-inf, 0, 0), vector3(inf, 0, 0), 1e-5, 1e-8));
}

static void test_plausible_wrong_answers(void **state)
{
    (void)state;
    Tensor *t = random_tensor(SHAPE(20)), *wrong = tensor_new_like(t);
    assert_false(close_to(tensor_zeros(SHAPE(20)), t, 1e-3, 1e-3));
    neg_kernel(wrong, t);
    assert_false(close_to(wrong, t, 1e-3, 1e-3));
    scale_kernel(wrong, t, (real)1.01);
    assert_false(close_to(wrong, t, 1e-3, 1e-5));
    shift_kernel(wrong, t, (real)0.01);
    assert_false(close_to(wrong, t, 1e-3, 1e-5));
}

static void test_one_wrong_element_in_ten_thousand(void **state)
{
    (void)state;
    Tensor *t = random_tensor(SHAPE(100, 100)), *wrong = tensor_new_like(t);
    static const long places[] = {0, 5037, 9999};
    for (int i = 0; i < 3; i++) {
        copy_kernel(wrong, t);
        wrong->data[places[i]] += (real)0.01;
        char why[512];
        assert_false(tensor_is_close(wrong, t, 1e-5, 1e-5, why, sizeof why));
        char place[32];
        snprintf(place, sizeof place, "[%ld, %ld]", places[i] / 100, places[i] % 100);
        assert_non_null(strstr(why, place));
        assert_non_null(strstr(why, "1 of 10000 elements"));
    }
}

static void test_shapes_come_first(void **state)
{
    (void)state;
    assert_false(close_to(tensor_zeros(SHAPE(2, 3)), tensor_zeros(SHAPE(3, 2)), 1, 1));
    assert_false(close_to(tensor_zeros(SHAPE(6)), tensor_zeros(SHAPE(2, 3)), 1, 1));
    assert_false(close_to(tensor_zeros(SHAPE(1)), tensor_scalar(0), 1, 1));
    assert_false(close_to(tensor_zeros(SHAPE(0)), tensor_zeros(SHAPE(1)), 1, 1));
    assert_false(close_to(tensor_zeros(SHAPE(0, 2)), tensor_zeros(SHAPE(0, 3)), 1, 1));
    assert_false(close_to(NULL, tensor_scalar(0), 1, 1));
    assert_false(close_to(tensor_scalar(0), NULL, 1, 1));
}

static void test_tolerances_are_what_they_say(void **state)
{
    (void)state;
    assert_true(close_to(tensor_scalar(101), tensor_scalar(100), 0.0101, 0));
    assert_false(close_to(tensor_scalar(101), tensor_scalar(100), 0.0099, 0));
    assert_true(close_to(tensor_scalar(1), tensor_scalar(0), 0, 1));
    assert_false(close_to(tensor_scalar(1), tensor_scalar(0), 10, 0.99));
    assert_false(close_to(tensor_scalar(1), tensor_scalar(-1), 1, 0));
}

static void test_views_are_compared_by_index(void **state)
{
    (void)state;
    Tensor *t = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4)), view;
    transpose_view(&view, t, 0, 1);
    assert_true(close_to(&view, tensor_from(SHAPE(2, 2), VALUES(1, 3, 2, 4)), 0, 0));
    assert_false(close_to(&view, t, 0, 0));
}

/* ---- the checks that end a test ------------------------------------------------------------- */

/* Each of these has to fail. */
static void refuse_nan_number(void **state)
{
    (void)state;
    assert_close(NAN, 1.0, 1e9);
}

static void refuse_nan_expected(void **state)
{
    (void)state;
    assert_close(1.0, NAN, 1e9);
}

static void refuse_infinite_number(void **state)
{
    (void)state;
    assert_close(INFINITY, -INFINITY, 1.0);
}

static void refuse_values(void **state)
{
    (void)state;
    assert_values(vector3(1, 2, 3), SHAPE(3), VALUES(1, 2, 4), 1e-3);
}

static void refuse_values_of_other_shape(void **state)
{
    (void)state;
    assert_values(vector3(1, 2, 3), SHAPE(1, 3), VALUES(1, 2, 3), 1e-3);
}

static void refuse_shape(void **state)
{
    (void)state;
    assert_shape(vector3(1, 2, 3), SHAPE(4));
}

static void refuse_null(void **state)
{
    (void)state;
    assert_shape(NULL, SHAPE(4));
}

static void refuse_negative_zero(void **state)
{
    (void)state;
    assert_tensor_identical(tensor_scalar((real)-0.0), tensor_scalar(0));
}

static void refuse_silence(void **state)
{
    (void)state;
    assert_fails_with("anything", (void)tensor_scalar(1));
}

static void refuse_other_message(void **state)
{
    (void)state;
    assert_fails_with("anything", fail("something else"));
}

static void refuse_unexpected_failure(void **state)
{
    (void)state;
    fail("nobody waits for this");
}

/* What a program ends with that runs this, in a process that keeps quiet. */
static int status_of(int (*program)(void))
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL)
            _exit(99);
        _exit(program());
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* All of them; cmocka returns how many failed. */
static const struct CMUnitTest refusals[] = {UNIT_TEST(refuse_nan_number),
                                             UNIT_TEST(refuse_nan_expected),
                                             UNIT_TEST(refuse_infinite_number),
                                             UNIT_TEST(refuse_values),
                                             UNIT_TEST(refuse_values_of_other_shape),
                                             UNIT_TEST(refuse_shape),
                                             UNIT_TEST(refuse_null),
                                             UNIT_TEST(refuse_negative_zero),
                                             UNIT_TEST(refuse_silence),
                                             UNIT_TEST(refuse_other_message),
                                             UNIT_TEST(refuse_unexpected_failure)};

static int all_refusals(void)
{
    return cmocka_run_group_tests_name("refusals", refusals, NULL, NULL);
}

static void test_checks_end_the_test(void **state)
{
    (void)state;
    assert_int_equal(status_of(all_refusals), sizeof refusals / sizeof refusals[0]);
}

static void leave_a_file(void **state)
{
    (void)state;
    write_bytes(scratch("left"), "left", 4);
}

static void leave_a_folder(void **state)
{
    (void)state;
    assert_int_equal(mkdir(scratch("left"), 0700), 0);
}

static int fails_at_the_end(void **state)
{
    (void)state;
    return -1;
}

static int scratch_with_a_file(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(leave_a_file)};
    return run_tests_in_scratch("a file", tests);
}

static int scratch_with_a_folder(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(leave_a_folder)};
    int status = run_tests_in_scratch("a folder", tests);
    return rmdir(scratch("left")) == 0 && rmdir(scratch_folder) == 0 ? status : 99;
}

static int test_with_an_end_that_fails(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(leave_a_file, fails_at_the_end)};
    return run_tests_in_scratch("an end", tests);
}

/* The end of a test, and of all of them, counts: a folder that stays is no success. */
static void test_what_fails_at_the_end_fails(void **state)
{
    (void)state;
    assert_int_equal(status_of(scratch_with_a_file), 0);
    assert_int_equal(status_of(scratch_with_a_folder), 1);
    assert_int_equal(status_of(test_with_an_end_that_fails), 1);
}

static void test_right_numbers_end_no_test(void **state)
{
    (void)state;
    assert_close(1.0, 1.0005, 1e-3);
    assert_close(INFINITY, INFINITY, 0);
    assert_values(vector3(1, 2, 3), SHAPE(3), VALUES(1, 2, 3), 0);
    assert_shape(vector3(1, 2, 3), SHAPE(3));
    assert_tensor_identical(vector3(1, (real)NAN, 3), vector3(1, (real)NAN, 3));
    assert_fails_with("something", fail("something else"));
}

static void test_allocations_are_counted_and_can_fail(void **state)
{
    (void)state;
    long alive = allocations_alive, count = allocation_count;
    void *block = malloc(10);
    assert_non_null(block);
    assert_int_equal(allocations_alive, alive + 1);
    assert_int_equal(allocation_count, count + 1);
    free(block);
    assert_int_equal(allocations_alive, alive);
    fail_after(2);
    void *first = malloc(1), *second = malloc(1), *third = malloc(1);
    fail_after(0);
    assert_non_null(first);
    assert_null(second);
    assert_non_null(third);
    free(first);
    free(third);
    assert_int_equal(allocations_alive, alive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_right_answers_pass),
        UNIT_TEST(test_nan_never_passes),
        UNIT_TEST(test_infinities),
        UNIT_TEST(test_a_relative_tolerance_does_not_stretch_to_infinity),
        UNIT_TEST(test_plausible_wrong_answers),
        UNIT_TEST(test_one_wrong_element_in_ten_thousand),
        UNIT_TEST(test_shapes_come_first),
        UNIT_TEST(test_tolerances_are_what_they_say),
        UNIT_TEST(test_views_are_compared_by_index),
        UNIT_TEST(test_checks_end_the_test),
        UNIT_TEST(test_what_fails_at_the_end_fails),
        UNIT_TEST(test_right_numbers_end_no_test),
        UNIT_TEST(test_allocations_are_counted_and_can_fail),
    };
    return run_tests("tools/course/checks", tests);
}
