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
        alarm(60); /* it would wait for threads that it has not */
        _exit(tensor_get(product(), AT(1, 1)) == tensor_get(before, AT(1, 1)) ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(kindling_threads() <= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_out_of_memory_on_two_threads),
        UNIT_TEST(test_a_child_computes),
    };
    setenv("KINDLING_GEMM", "builtin", 1);
    return run_tests_in_scratch("system/parallel", tests);
}
