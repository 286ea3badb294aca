/* test_runner.c - what makes a test program fail, besides its checks. Each group runs in a child that says nothing. */
#include <sys/wait.h>
#include <unistd.h>
#include <stdio.h>
#include "test.h"

static void closes_its_scope(void **state)
{
    (void)state;
    scope_close(scope_open());
}

static void leaves_a_scope_open(void **state)
{
    (void)state;
    scope_open();
}

static void draw(long size)
{
    count_draw(tensor_zeros(SHAPE(2, size)));
}

static void draws_all_kinds(void **state)
{
    (void)state;
    for (long size = 0; size < 4; size++)
        draw(size);
    count_draw(tensor_transpose(tensor_zeros(SHAPE(2, 3)), 0, 1));
}

static void draws_nothing_empty(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++)
        draw(1 + i % 2);
    count_draw(tensor_transpose(tensor_zeros(SHAPE(2, 3)), 0, 1));
}

/* The exit status of a program with this test alone. */
static int status_of(struct CMUnitTest test)
{
    const struct CMUnitTest tests[] = {test};
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL)
            _exit(99);
        _exit(run_tests("one", tests));
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void test_a_scope_that_is_left_open(void **state)
{
    (void)state;
    assert_int_equal(status_of((struct CMUnitTest)UNIT_TEST(closes_its_scope)), 0);
    assert_int_equal(status_of((struct CMUnitTest)UNIT_TEST(leaves_a_scope_open)), 1);
}

static void test_draws_of_one_kind(void **state)
{
    (void)state;
    assert_int_equal(status_of((struct CMUnitTest)UNIT_TEST(draws_all_kinds)), 0);
    assert_int_equal(status_of((struct CMUnitTest)UNIT_TEST(draws_nothing_empty)), 1);
    const Draws enough = {.all = 16, .empty = 2, .single = 2, .view = 2, .full = 2};
    assert_true(draws_are_varied(enough));
    for (int i = 0; i < 4; i++) {
        Draws few = enough;
        *(long *[]){&few.empty, &few.single, &few.view, &few.full}[i] = 1;
        assert_false(draws_are_varied(few));
    }
}

static void test_sizes(void **state)
{
    (void)state;
    long seen[5] = {0};
    for (int i = 0; i < 6000; i++)
        seen[random_size(&test_rng, 4)]++;
    for (int size = 0; size < 5; size++)
        assert_in_range(seen[size], 900, size < 2 ? 1100 : 1500);
}

static void compares_numbers(void **state)
{
    (void)state;
    assert_int_equal(UINT8_MAX, -1 + 256L);
    assert_int_not_equal(-1, UINT32_MAX);
    assert_int_equal(8 * 80, 512);
}

/* Of a test that fails, whole numbers are printed as one reads them. */
static void test_numbers_are_decimal(void **state)
{
    (void)state;
    char said[512] = "";
    FILE *errors = tmpfile();
    assert_non_null(errors);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (dup2(fileno(errors), 2) < 0 || freopen("/dev/null", "w", stdout) == NULL)
            _exit(99);
        const struct CMUnitTest tests[] = {UNIT_TEST(compares_numbers)};
        _exit(run_tests("one", tests));
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 1);
    rewind(errors);
    said[fread(said, 1, sizeof said - 1, errors)] = '\0';
    fclose(errors);
    assert_non_null(strstr(said, "8 * 80 is 640, expected 512\n"));
    assert_null(strstr(said, "0x"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_a_scope_that_is_left_open),
        UNIT_TEST(test_draws_of_one_kind),
        UNIT_TEST(test_sizes),
        UNIT_TEST(test_numbers_are_decimal),
    };
    return run_tests("system/runner", tests);
}
