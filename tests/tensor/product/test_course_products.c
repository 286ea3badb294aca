/* test_course_products.c - products in steps, and in three loops: alpha, beta, bias, tasks, rows alone; and what the course
 * chooses (tensor/plain/gemm_rule.c). */
#include "gemm_library.h"
#include "gemm_task.h"
#include "test.h"

static Tensor *copied(Tensor *t)
{
    Tensor *copy = tensor_new_like(t);
    copy_kernel(copy, t);
    return copy;
}

static Tensor *product(long m, long n, long k, real alpha, real beta, bool bias, bool as_task)
{
    Tensor *a = random_tensor(SHAPE(k, m)), *b = random_tensor(SHAPE(k, n)),
           *c = random_tensor(SHAPE(m, n)), *more = random_tensor(SHAPE(n));
    Tensor *want = copied(c);
    Gemm g = {
        .m = m, .n = n, .k = k, .alpha = alpha, .beta = beta, .bias = bias ? more->data : NULL};
    g.a = (Matrix){a->data, 1, m};
    g.b = (Matrix){b->data, n, 1};
    g.c = (Matrix){c->data, n, 1};
    if (beta == 0)
        memset(c->data, 0xff, (size_t)(m * n) * sizeof(real));
    if (as_task) {
        GemmTask t = gemm_task(&g);
        t.scratch = scope_alloc(scope_current(), gemm_task_scratch(&t));
        gemm_task_run(&t);
    } else {
        gemm(&g);
    }
    gemm_plain(m, n, k, alpha, g.a, g.b, beta, want->data, n);
    for (long i = 0; bias && i < m; i++)
        for (long j = 0; j < n; j++)
            want->data[i * n + j] += more->data[j];
    assert_tensor_close(c, want, 1e-4, 1e-4);
    return c;
}

static void test_the_rule(void **state)
{
    (void)state;
    assert_string_equal(gemm_backend(), "in steps");
    assert_true(gemm_choose("plain"));
    assert_string_equal(gemm_backend(), "gemm_plain of module 01");
    assert_true(gemm_choose("builtin"));
    assert_memory_equal(gemm_backend(), "built-in", 8);
    assert_true(gemm_choose(NULL));
    assert_string_equal(gemm_backend(), "in steps");
}

static void products(void)
{
    const real alphas[] = {0, 1, (real)-1.5}, betas[] = {0, 1, (real)0.5};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int task = 0; task < 2; task++) {
                product(7, 33, 19, alphas[i], betas[j], j == 1, task);
                product(40, 3, 300, alphas[i], betas[j], j != 1, task);
                product(5, 5, 0, alphas[i], betas[j], true, task);
            }
    product(200, 100, 100, 1, 0, true, false);
    product(0, 5, 5, 1, 0, true, false);
}

static void rows_stand_alone(void)
{
    Tensor *x = random_tensor(SHAPE(30, 300)), *w = random_tensor(SHAPE(300, 50));
    Tensor *all = tensor_matmul(x, w);
    for (long m = 1; m < 9; m++) {
        Tensor *some = tensor_matmul(tensor_slice(x, 0, 5, 5 + m, 1), w);
        assert_tensor_identical(some, tensor_contiguous(tensor_slice(all, 0, 5, 5 + m, 1)));
    }
}

/* Of small products, too: no size goes another way. */
static void test_both(void **state)
{
    (void)state;
    static const char *const names[] = {"steps", "plain"};
    for (int i = 0; i < 2; i++) {
        assert_true(gemm_choose(names[i]));
        products();
        rows_stand_alone();
    }
    assert_true(gemm_choose(NULL));
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *x = random_tensor(SHAPE(4, 4));
    Gemm g = {.m = 2, .n = 2, .k = 2, .alpha = 1};
    g.a = g.b = g.c = (Matrix){x->data, 4, 2};
    assert_fails_with("the columns of C are 2 elements apart", gemm(&g));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_the_rule),
        UNIT_TEST(test_both),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("tensor/product/course_products", tests);
}
