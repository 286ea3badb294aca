/* test.h - what every test program includes: cmocka, the engine, and checks that NaN cannot pass.
 *
 * cmocka's own float comparison accepts NaN, so numbers are compared only with the checks below:
 * shapes first, then every element with !(difference <= tolerance).
 */
#ifndef TEST_H
#define TEST_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#undef fail      /* the engine has a function of this name, too */
#undef run_tests /* an older interface of cmocka */
/* cmocka's print hexadecimal numbers. */
#undef assert_int_equal
#undef assert_int_not_equal
#define assert_int_equal(actual, expected) check_int(actual, expected, true, #actual)
#define assert_int_not_equal(actual, other) check_int(actual, other, false, #actual)
#define check_int(actual, other, equal, what)                                                      \
    check_integers((intmax_t)(actual), (intmax_t)(other), equal, what, __FILE__, __LINE__)
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "kindling.h"
#include "engine.h"

#ifdef KINDLING_DOUBLE
#define IS_DOUBLE 1
#else
#define IS_DOUBLE 0
#endif

/* Sizes for tests of what overflows, also where a long has 32 bits. LARGE_SIZE fits a tensor, but its square wraps
 * to 0 (2^40, 2^20); HUGE_SIZE fits none, and 8 of it wrap to 0 (2^61, 2^29). AS_TEXT(HUGE_SIZE) is a string. */
#if LONG_MAX > 0x7fffffff
#define LARGE_SIZE 1099511627776
#define HUGE_SIZE 2305843009213693952
#define WRAPS_TO_6 11, 1676976733973595602
#else
#define LARGE_SIZE 1048576
#define HUGE_SIZE 536870912
#define WRAPS_TO_6 83, 51746594
#endif
#define AS_TEXT(...) AS_TEXT_(__VA_ARGS__)
#define AS_TEXT_(...) #__VA_ARGS__

/* skip(), and the end of all tests says for want of what: skip_without("gdb"). */
#define skip_without(what) (print_message("skipped without %s\n", what), skip())

/* |actual - expected| <= atol + rtol |expected| for every element; equal infinities are equal. */
#define assert_tensor_close(actual, expected, rtol, atol)                                          \
    check_tensor_close(actual, expected, rtol, atol, #actual, __FILE__, __LINE__)
/* assert_values(t, SHAPE(2, 2), VALUES(1, 2, 3, 4), 1e-6): shape, then values, absolute tolerance. */
#define assert_values(t, ...) check_values(t, #t, __FILE__, __LINE__, __VA_ARGS__)
#define assert_shape(t, ...) check_shape(t, #t, __FILE__, __LINE__, __VA_ARGS__)
#define assert_close(actual, expected, tolerance)                                                  \
    check_close(actual, expected, tolerance, #actual, __FILE__, __LINE__)
/* Same shape and the same bits. */
#define assert_tensor_identical(actual, expected)                                                  \
    check_tensor_identical(actual, expected, #actual, __FILE__, __LINE__)

void check_tensor_close(const Tensor *actual, const Tensor *expected, double rtol, double atol,
                        const char *what, const char *file, int line);
void check_values(const Tensor *t, const char *what, const char *file, int line, int ndim,
                  const long *shape, long count, const real *values, double tolerance);
void check_shape(const Tensor *t, const char *what, const char *file, int line, int ndim,
                 const long *shape);
void check_integers(intmax_t actual, intmax_t other, bool equal, const char *what, const char *file,
                    int line);
void check_close(double actual, double expected, double tolerance, const char *what,
                 const char *file, int line);
void check_tensor_identical(const Tensor *actual, const Tensor *expected, const char *what,
                            const char *file, int line);
/* Would check_tensor_close pass? Fills why when not. The tests of the checks use it. */
bool tensor_is_close(const Tensor *actual, const Tensor *expected, double rtol, double atol,
                     char *why, size_t size);

/* The statement must call fail() with a message that contains text. */
#define assert_fails_with(text, statement)                                                         \
    do {                                                                                           \
        jmp_buf *before_ = expected_failure;                                                       \
        Scope *scope_ = scope_current();                                                           \
        jmp_buf here_;                                                                             \
        expected_failure = &here_;                                                                 \
        if (setjmp(here_) == 0) {                                                                  \
            statement;                                                                             \
            expected_failure = before_;                                                            \
            did_not_fail(#statement, text, __FILE__, __LINE__);                                    \
        }                                                                                          \
        expected_failure = before_;                                                                \
        scopes_left_by_failure |= scope_current() != scope_;                                       \
        check_failure_text(text, __FILE__, __LINE__);                                              \
    } while (0)
extern jmp_buf *expected_failure;
extern bool scopes_left_by_failure; /* who fails closes nothing: the test's own scope does */
extern char last_failure[1024];
extern CallSite last_failure_site;
void did_not_fail(const char *what, const char *text, const char *file, int line);
void check_failure_text(const char *text, const char *file, int line);

/* gradcheck in the tolerances of this build (1e-6 in double). f takes the inputs and a context. */
#define assert_gradcheck(f, context, ...)                                                          \
    check_gradcheck(f, context, #f, __FILE__, __LINE__, INPUTS(__VA_ARGS__))
void check_gradcheck(Tensor *(*f)(Tensor *const in[], void *context), void *context,
                     const char *what, const char *file, int line, int n, Tensor *const in[]);

/* A random leaf with a gradient wanted; numbers from N(0, 1) of a fixed seed, different per call
 * within one test. */
Tensor *random_leaf(int ndim, const long *shape);
Tensor *random_tensor(int ndim, const long *shape);
extern Rng test_rng; /* reset to the same seed before every test */

/* Allocations since the program started, counted by wrapping malloc and its family. fail_after(n)
 * makes the n-th allocation from now (1: the next) return NULL, once; 0 turns that off. */
extern _Atomic long allocation_count, allocations_alive;
extern _Atomic long
    allocations_in_parallel; /* of them by threads that compute together: none may */
void fail_after(long n);
void fail_from(long n); /* the n-th and all that follow, until fail_after(0) */
/* The same for fseek and ftell: the n-th from now fails with EIO. And for all that is called about files
 * (system_calls.c); which it was, or NULL: none yet. */
void fail_seek_after(long n);
void fail_call_after(long n);
extern const char *failed_call;
/* Runs work with its first allocation failing, then with its second, ... until none fails. work
 * returns whether it succeeded; when an allocation failed it must say so, by its result or fail(),
 * and nothing may be left allocated. Returns how many allocations work makes. */
long survive_all(void **state, bool (*work)(void));

/* What random suites draw. A size is 0 or 1, each one time in six, or 2 .. most, for each axis by itself. What is
 * drawn is counted: run_tests prints how many tensors were empty, had an axis of size 1, were views, or full (no
 * axis below 2), and fails where less than 1 in 8 are of one kind: such a suite looks at less than it says. */
long random_size(Rng *rng, long most);
void count_draw(const Tensor *t);
typedef struct {
    long all, empty, single, view, full;
} Draws;
bool draws_are_varied(Draws d);

/* Each test runs inside a scope of its own, with the engine's fail() wired to the test. A test that passes and leaves
 * another scope open fails. */
int test_setup(void **state);
int test_teardown(void **state);
#define UNIT_TEST(f) cmocka_unit_test_setup_teardown(f, test_setup, test_teardown)
/* main's last line: return run_tests("tensor/shape", tests); 0 only if every test passed. */
#define run_tests(name, tests) tests_ended(cmocka_run_group_tests_name(name, tests, NULL, NULL))
int tests_ended(int failures);

#endif
