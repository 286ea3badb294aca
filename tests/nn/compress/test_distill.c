/* test_distill.c - low rank, and what a student learns from its teacher. */
#include "test.h"

#define CLOSE (IS_DOUBLE ? 1e-12 : 2e-6)

static void test_ranks(void **state)
{
    (void)state;
    assert_int_equal(low_rank_limit(768, 3072), 614);
    assert_int_equal(low_rank_limit(4, 4), 1); /* 2 * 8 is 16, which saves nothing */
    assert_int_equal(low_rank_limit(1, 5), 0);
    assert_int_equal(low_rank_limit(0, 5), 0);
    for (long m = 1; m < 30; m++)
        for (long n = 1; n < 30; n++) {
            long r = low_rank_limit(m, n);
            assert_true(r * (m + n) < m * n && (r + 1) * (m + n) >= m * n);
        }
}

static void test_thin_layers(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    Rng rng = rng_seed(4);
    for (int bias = 0; bias < 2; bias++) {
        Linear *l = linear_new(9, 6, bias, &rng);
        Tensor *x = tensor_normal(SHAPE(2, 5, 9), 0, 1, &rng);
        for (long rank = 1; rank <= 6; rank++) {
            Module *thin = linear_low_rank(l, rank);
            Linear *first = (Linear *)thin->children[0].module,
                   *second = (Linear *)thin->children[1].module;
            assert_true(first->bias == NULL && (second->bias != NULL) == (bias != 0));
            Svd d = svd_of(l->weight);
            Tensor *off = tensor_sub(tensor_matmul(first->weight, second->weight), l->weight);
            double norm =
                sqrt((double)tensor_item(tensor_sum(tensor_mul(off, off), ALL_AXES, false)));
            assert_close(norm, low_rank_error(d.s, rank), 10 * CLOSE);
            if (rank == 6)
                assert_tensor_close(module_forward(thin, x), linear_forward(l, x), 0, 10 * CLOSE);
            module_free(thin);
        }
        assert_fails_with("rank is 7, expected 1 to 6", linear_low_rank(l, 7));
        assert_fails_with("rank is 0", linear_low_rank(l, 0));
        module_free(&l->module);
    }
    scope_close(scope);
}

static void test_soft_loss(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    Rng rng = rng_seed(8);
    Tensor *teacher = tensor_requires_grad(tensor_normal(SHAPE(2, 3, 5), 0, 3, &rng));
    Tensor *student = tensor_requires_grad(tensor_normal(SHAPE(2, 3, 5), 0, 3, &rng));
    const real T = 4;
    Tensor *loss = distillation_soft_loss(student, teacher, T);
    double want = 0;
    Tensor *p = tensor_softmax(tensor_mul_scalar(teacher, 1 / T), -1),
           *q = tensor_softmax(tensor_mul_scalar(student, 1 / T), -1);
    for (long i = 0; i < 30; i++)
        want += 16 * (double)p->data[i] * log((double)p->data[i] / (double)q->data[i]) / 6;
    assert_close((double)tensor_item(loss), want, 10 * CLOSE);
    tensor_backward(loss);
    assert_null(teacher->grad);
    assert_tensor_close(student->grad, tensor_mul_scalar(tensor_sub(q, p), T / 6), 0, CLOSE);
    assert_close((double)tensor_item(distillation_soft_loss(student, student, T)), 0, CLOSE);
    scope_close(scope);
}

typedef struct {
    Tensor *teacher;
    const IntTensor *labels;
} Task;

static Tensor *both(Tensor *const in[], void *context)
{
    Task *t = context;
    return distillation_loss(in[0], t->teacher, t->labels, 3, (real)0.7);
}

static void test_gradient(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    Rng rng = rng_seed(6);
    Task task = {tensor_normal(SHAPE(4, 5), 0, 2, &rng),
                 int_tensor_from(SHAPE(4), IDS(0, 4, 2, 2))};
    Tensor *student = tensor_requires_grad(tensor_normal(SHAPE(4, 5), 0, 1, &rng));
    GradcheckResult r = gradcheck(both, INPUTS(student), &task, NULL);
    if (!r.ok)
        print_error("%s\n", r.message);
    assert_true(r.ok);
    scope_close(scope);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    Tensor *a = tensor_zeros(SHAPE(2, 3)), *b = tensor_zeros(SHAPE(3, 3));
    assert_fails_with("the student's logits are (2, 3) and the teacher's (3, 3)",
                      distillation_soft_loss(a, b, 1));
    assert_fails_with("temperature is 0", distillation_soft_loss(a, a, 0));
    assert_fails_with("temperature is inf", distillation_soft_loss(a, a, (real)INFINITY));
    Tensor *one = tensor_full(0, NULL, 1);
    assert_fails_with("the student's logits are ()", distillation_soft_loss(one, one, 1));
    assert_fails_with("alpha is -1", distillation_loss(a, a, int_tensor_new(SHAPE(2)), 1, -1));
    assert_fails_with("low_rank_error: s is (2, 3) and rank 0", low_rank_error(a, 0));
    assert_fails_with("low_rank_error: s is (3,) and rank -1",
                      low_rank_error(tensor_zeros(SHAPE(3)), -1));
    assert_fails_with(
        "expected at least one row",
        distillation_soft_loss(tensor_zeros(SHAPE(0, 3)), tensor_zeros(SHAPE(0, 3)), 1));
    assert_fails_with("alpha is 2", distillation_loss(a, a, int_tensor_new(SHAPE(2)), 1, 2));
    scope_close(scope);
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_ranks),    UNIT_TEST(test_thin_layers),     UNIT_TEST(test_soft_loss),
        UNIT_TEST(test_gradient), UNIT_TEST(test_what_is_refused),
    };
    return run_tests("nn/compress/distill", group);
}
