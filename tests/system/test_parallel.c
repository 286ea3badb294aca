/* test_parallel.c - steps of training on two threads, with each allocation failing: out of memory is told by
 * the thread that called, for no thread takes memory while several compute. And a child of a program that
 * computed on several threads computes, too. */
#include "steps.h"
#include "torture.h"
#include <signal.h>
#include <sys/wait.h>

static void test_out_of_memory_on_two_threads(void **state)
{
    bool (*const all[])(void) = {step_of_images, step_of_text, operations};
    kindling_set_threads(2);
    make_fixtures();
    allocations_in_parallel = 0;
    for (int i = 0; i < 3; i++) {
        all[i](); /* gradients and moments are there to stay */
        torture(all[i], fail_after, 4);
        torture(all[i], fail_from, 4);
    }
    assert_int_equal(allocations_in_parallel, 0);
    free_fixtures();
    *state = scope_open();
}

/* ---- fork --------------------------------------------------------------------------------------------- */

static Tensor *product(void)
{
    Tensor *x = tensor_full(SHAPE(300, 300), (real)0.1);
    return tensor_exp(tensor_matmul(x, x));
}

static void test_a_child_computes(void **state)
{
    (void)state;
    kindling_set_threads(2);
    Tensor *before = product();
    pid_t child = fork();
    if (child == 0) {
        alarm(600); /* it would wait for threads that it has not */
        _exit(tensor_get(product(), AT(1, 1)) == tensor_get(before, AT(1, 1)) ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(kindling_threads() <= 2);
}

/* ---- who does what -------------------------------------------------------------------------------------- */

enum { ITEMS = 20 };
typedef struct {
    int times[ITEMS], calls;
} Asked;

static void ask(long begin, long end, void *context)
{
    Asked *a = context;
    a->calls++;
    for (long i = begin; i < end; i++)
        a->times[i]++;
}

static void assert_asked_once(const Asked *a)
{
    for (int i = 0; i < ITEMS; i++)
        assert_int_equal(a->times[i], 1);
}

static void test_one_thread_in_pieces(void **state)
{
    (void)state;
    kindling_set_threads(1);
    for (int pieces = -1; pieces <= ITEMS + 5; pieces++) {
        Asked a = {{0}, 0};
        parallel_in_pieces(pieces);
        parallel_for(ITEMS, WORTH_A_THREAD, ask, &a);
        parallel_for(0, WORTH_A_THREAD, ask, &a); /* nothing, in no piece */
        parallel_in_pieces(1);
        assert_asked_once(&a);
        assert_int_equal(a.calls, pieces < 1 ? 1 : pieces < ITEMS ? pieces : ITEMS);
    }
}

static void ask_again(long begin, long end, void *context)
{
    Asked *a = context;
    for (long i = begin; i < end; i++)
        parallel_for(ITEMS, WORTH_A_THREAD, ask, &a[i]);
}

/* Inside of a loop on several threads there are no more: one call does all of it. */
static void test_a_loop_in_a_loop(void **state)
{
    (void)state;
    Asked a[4] = {{{0}, 0}};
    kindling_set_threads(2);
    parallel_for(4, WORTH_A_THREAD, ask_again, a);
    for (int i = 0; i < 4; i++) {
        assert_asked_once(&a[i]);
        assert_int_equal(a[i].calls, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_out_of_memory_on_two_threads),
        UNIT_TEST(test_a_child_computes),
        UNIT_TEST(test_one_thread_in_pieces),
        UNIT_TEST(test_a_loop_in_a_loop),
    };
    setenv("KINDLING_GEMM", "builtin", 1);
    return run_tests_in_scratch("system/parallel", tests);
}
