/* test_fail.c - mistakes are told in full, with the line that made them, and end the program. */
#include "test.h"
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* Run a mistake in a child without a handler; text is its stderr. Returns the wait status. */
static int die(void (*mistake)(void), char *text, size_t size)
{
    int ends[2], status = 0;
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], 2);
        kindling_on_fail(NULL);
        mistake();
        _exit(0);
    }
    close(ends[1]);
    size_t used = 0;
    for (ssize_t got; used + 1 < size && (got = read(ends[0], text + used, size - used - 1)) > 0;)
        used += (size_t)got;
    text[used] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    return status;
}

static int line_of_mistake;

static void add_what_does_not_fit(void)
{
    line_of_mistake = __LINE__ + 1;
    tensor_add(tensor_zeros(SHAPE(2, 3)), tensor_zeros(SHAPE(4)));
}

static void test_default_handler_prints_and_aborts(void **state)
{
    (void)state;
    char text[1024], place[128];
    int status = die(add_what_does_not_fit, text, sizeof text);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
    assert_non_null(strstr(text, "tensor_add: cannot broadcast (2, 3) with (4,)"));
    expected_failure = NULL;
    assert_fails_with("tensor_add", add_what_does_not_fit());
    snprintf(place, sizeof place, "test_fail.c:%d: tensor_add", line_of_mistake);
    assert_non_null(strstr(text, place));
}

static void quiet_handler(const char *message, CallSite where)
{
    (void)message, (void)where;
}

static void fail_with_a_handler_that_returns(void)
{
    kindling_on_fail(quiet_handler);
    fail("number %d", 7);
}

static void test_a_handler_that_returns_does_not_go_on(void **state)
{
    (void)state;
    char text[1024];
    int status = die(fail_with_a_handler_that_returns, text, sizeof text);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_non_null(strstr(text, "number 7\n"));
}

static void test_on_fail_returns_the_handler_before(void **state)
{
    (void)state;
    FailHandler before = kindling_on_fail(quiet_handler);
    assert_ptr_not_equal(before, NULL);
    assert_ptr_equal(kindling_on_fail(before), quiet_handler);
    assert_ptr_equal(kindling_on_fail(NULL), before);
    assert_ptr_equal(kindling_on_fail(before), NULL);
}

static void test_the_call_site_is_the_users(void **state)
{
    (void)state;
    Tensor *a = tensor_zeros(SHAPE(2, 3)), *b = tensor_ones(SHAPE(2));
    int line = __LINE__ + 1;
    assert_fails_with("tensor_matmul", tensor_matmul(a, b));
    assert_non_null(strstr(last_failure_site.file, "test_fail.c"));
    assert_int_equal(last_failure_site.line, line);
}

static void test_long_messages_are_cut_not_overrun(void **state)
{
    (void)state;
    static char long_text[3000];
    memset(long_text, 'x', sizeof long_text - 1);
    assert_fails_with("xxx", fail("%s", long_text));
    assert_int_equal(strlen(last_failure), 1023);
    kindling_set_error("%s", long_text);
    assert_int_equal(strlen(kindling_error()), 1023);
}

static void test_errors_are_remembered(void **state)
{
    (void)state;
    kindling_set_error("%s: byte %d", "a.npy", 12);
    assert_string_equal(kindling_error(), "a.npy: byte 12");
    kindling_set_error("%s. hint: b", kindling_error());
    assert_string_equal(kindling_error(), "a.npy: byte 12. hint: b");
    kindling_set_error("b");
    assert_string_equal(kindling_error(), "b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_default_handler_prints_and_aborts),
        UNIT_TEST(test_a_handler_that_returns_does_not_go_on),
        UNIT_TEST(test_on_fail_returns_the_handler_before),
        UNIT_TEST(test_the_call_site_is_the_users),
        UNIT_TEST(test_long_messages_are_cut_not_overrun),
        UNIT_TEST(test_errors_are_remembered),
    };
    return run_tests("tensor/memory/fail", tests);
}
