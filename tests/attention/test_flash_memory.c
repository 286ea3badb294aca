/* test_flash_memory.c - attention in tiles: where its numbers lie, what it keeps, who computes them. */
#include "flash_problem.h"

/* ---- strides and sharing ------------------------------------------------------------------------- */

static void test_strided_inputs(void **state)
{
    (void)state;
    Tensor *q = random_leaf(SHAPE(2, 40, 3, 8)), *k = random_leaf(SHAPE(2, 3, 8, 50));
    Tensor *v = random_leaf(SHAPE(1, 1, 100, 16));
    Tensor *seed = random_tensor(SHAPE(2, 3, 40, 8));
    Results r[2];
    for (int i = 0; i < 2; i++) {
        Tensor *a = tensor_transpose(q, 1, 2); /* (2, 3, 40, 8), heads inside a row */
        Tensor *b = tensor_transpose(k, 2, 3); /* (2, 3, 50, 8), last axis not next to each other */
        Tensor *c = tensor_slice(tensor_slice(v, 2, 99, SLICE_END, -2), 3, 5, 13, 1);
        c = tensor_expand(c, SHAPE(2, 3, 50, 8)); /* backwards, offset and repeated */
        Tensor *out = i == 0 ? flash_attention(a, b, c, (FlashAttentionOptions){0})
                             : scaled_dot_product_attention(a, b, c, NULL).output;
        Problem leaves = {.q = q, .k = k, .v = v, .seed = seed};
        r[i] = collect(&leaves, out);
    }
    assert_results_close(r[0], r[1], 2 * TOLERANCE);
}

static void test_strided_mask(void **state)
{
    (void)state;
    Problem p = problem(2, 2, 30, 70, 4);
    p.options.mask = tensor_transpose(random_mask(SHAPE(2, 1, 70, 30), 0.5), 2, 3);
    check_against_plain(p);
}

static void test_the_same_tensor_three_times(void **state)
{
    (void)state;
    for (long T = 3; T < 200; T += 95) {
        Tensor *x = random_leaf(SHAPE(2, T, 6)), *g = random_tensor(SHAPE(2, T, 6));
        tensor_backward_from(flash_attention(x, x, x, (FlashAttentionOptions){0}), g, false);
        Tensor *dx = copied(x->grad);
        x->grad = NULL;
        tensor_backward_from(self_attention(x, NULL).output, g, false);
        assert_tensor_close(dx, x->grad, 3 * TOLERANCE, 3 * TOLERANCE);
    }
}

/* q and k are views of one tensor whose gradients overlap, each in another order. */
static void test_views_of_one_tensor(void **state)
{
    (void)state;
    for (int filled = 0; filled < 2; filled++) {
        Tensor *x = random_leaf(SHAPE(3, 3, 40, 40)), *g = random_tensor(SHAPE(3, 3, 40, 40));
        Tensor *dx[2];
        for (int i = 0; i < 2; i++) {
            if (filled)
                tensor_backward_from(tensor_mul_scalar(x, 2), g, false);
            Tensor *k = tensor_transpose(x, 0, 1), *v = tensor_transpose(x, 2, 3);
            Tensor *out = i == 0 ? flash_attention(x, k, v, (FlashAttentionOptions){.scale = 0.1})
                                 : attention_context(attention_weights(tensor_mul_scalar(
                                                         attention_scores(x, k), (real)0.1)),
                                                     v);
            tensor_backward_from(out, g, false);
            dx[i] = copied(x->grad);
            x->grad = NULL;
        }
        assert_tensor_close(dx[0], dx[1], 3 * TOLERANCE, 3 * TOLERANCE);
    }
}

/* The queries have unit stride, their gradient, a view of x's, has not. */
static void test_strided_gradient(void **state)
{
    (void)state;
    Tensor *columns = tensor_transpose(random_tensor(SHAPE(2, 7, 5)), 1, 2);
    Tensor *x = tensor_requires_grad(tensor_detach(columns)); /* (2, 5, 7) */
    Tensor *k = random_tensor(SHAPE(2, 9, 5)), *g = random_tensor(SHAPE(2, 7, 5));
    Tensor *q = tensor_transpose(x, 1, 2);
    tensor_backward_from(flash_attention(q, k, k, (FlashAttentionOptions){0}), g, false);
    Tensor *dx = copied(x->grad);
    x->grad = NULL;
    q = tensor_transpose(x, 1, 2);
    tensor_backward_from(scaled_dot_product_attention(q, k, k, NULL).output, g, false);
    assert_tensor_close(dx, x->grad, TOLERANCE, TOLERANCE);
}

/* Gradients are added to what is there: twice the same use gives twice the gradient. */
static void test_gradients_accumulate(void **state)
{
    (void)state;
    Problem p = problem(1, 2, 35, 35, 5);
    p.options.causal = true;
    Results once = flash(&p);
    Tensor *a = flash_attention(p.q, p.k, p.v, p.options);
    Tensor *b = flash_attention(p.q, p.k, p.v, p.options);
    Results twice = collect(&p, tensor_add(a, b));
    assert_tensor_close(twice.dq, tensor_add(once.dq, once.dq), 1e-6, 1e-7);
    assert_tensor_close(twice.dk, tensor_add(once.dk, once.dk), 1e-6, 1e-7);
    assert_tensor_close(twice.dv, tensor_add(once.dv, once.dv), 1e-6, 1e-7);
}

static void test_only_wanted_gradients(void **state)
{
    (void)state;
    Problem p = problem(1, 2, 35, 40, 5);
    Results all = flash(&p);
    for (int i = 0; i < 3; i++) {
        Tensor *leaf[] = {p.q, p.k, p.v}, *expected[] = {all.dq, all.dk, all.dv};
        for (int j = 0; j < 3; j++)
            leaf[j]->requires_grad = i == j;
        tensor_backward_from(flash_attention(p.q, p.k, p.v, p.options), p.seed, false);
        for (int j = 0; j < 3; j++)
            if (i != j)
                assert_null(leaf[j]->grad);
        assert_tensor_identical(leaf[i]->grad, expected[i]);
        leaf[i]->grad = NULL;
    }
}

/* ---- heads side by side ---------------------------------------------------------------------------- */

static void test_heads_of_one_projection(void **state)
{
    (void)state;
    const long lengths[] = {1, 70, 300}, heads[] = {1, 3}, dims[] = {5, 16};
    for (int n = 0; n < 12; n++) {
        long T = lengths[n % 3], H = heads[n / 3 % 2], C = H * dims[n / 6];
        Tensor *qkv = random_leaf(SHAPE(2, T, 3 * C)), *g = random_tensor(SHAPE(2, T, C));
        FlashAttentionOptions o = {.causal = n % 2 == 0, .mask = random_padding(2, T)};
        Tensor *mask = o.causal ? mask_combine(o.mask, mask_causal(T)) : o.mask;
        Tensor *part[3], *grad[2], *out[2];
        tensor_split(qkv, 3, (long[]){C, C, C}, -1, part);
        for (int i = 0; i < 3; i++)
            part[i] = split_heads(part[i], H);
        out[0] = scaled_dot_product_attention(part[0], part[1], part[2], mask).output;
        out[1] = flash_of_qkv(qkv, H, o);
        for (int way = 0; way < 2; way++) {
            out[way] = merge_heads(out[way]);
            tensor_backward_from(out[way], g, false);
            grad[way] = copied(qkv->grad);
            qkv->grad = NULL;
        }
        assert_tensor_close(out[1], out[0], TOLERANCE, TOLERANCE);
        assert_tensor_close(grad[1], grad[0], TOLERANCE, TOLERANCE);
    }
}

/* Heads come in and go out where they lie: neither splitting nor merging copies a number. */
static void test_heads_are_not_copied(void **state)
{
    (void)state;
    Tensor *qkv = random_tensor(SHAPE(2, 50, 24));
    Scope *scope = scope_open();
    Tensor *out = flash_of_qkv(qkv, 2, (FlashAttentionOptions){.causal = true});
    Tensor *merged = merge_heads(out);
    assert_ptr_equal(merged->data, out->data);
    assert_true(tensor_is_contiguous(merged));
    assert_true(scope_bytes(scope) <
                2 * 50 * (8 + 8) * sizeof(real) + 8000); /* not the 24 of qkv */
    scope_close(scope);
}

/* ---- threads ------------------------------------------------------------------------------------------ */

/* One, two and three heads, so that heads are dealt out whole as well as shared. */
static void test_threads_agree_and_repeat(void **state)
{
    (void)state;
    int before = kindling_threads();
    for (long H = 1; H <= 3; H++) {
        Problem p = problem(1, H, 330, 330, 8);
        p.options.causal = H != 2;
        kindling_set_threads(1);
        Results one = flash(&p);
        assert_results_identical(one, flash(&p));
        for (int threads = 2; threads <= 3; threads++) {
            kindling_set_threads(threads);
            Results many = flash(&p);
            assert_results_identical(many, flash(&p));
            assert_results_close(many, one, TOLERANCE);
        }
        kindling_set_threads(before);
        check_against_plain(p);
    }
}

/* ---- memory ------------------------------------------------------------------------------------------- */

/* Bytes that the scope of the step holds beyond inputs and their gradients, at most. */
static double extra_bytes(long T)
{
    Scope *scope = scope_open();
    Problem p = problem(1, 1, T, T, 4);
    real beta;
    grad_buffer(p.q, &beta), grad_buffer(p.k, &beta), grad_buffer(p.v, &beta);
    size_t before = scope_bytes(scope);
    p.options.causal = true;
    tensor_backward_from(flash_attention(p.q, p.k, p.v, p.options), p.seed, false);
    double extra = (double)(scope_peak(scope) - before);
    scope_close(scope);
    return extra;
}

static void test_what_is_kept_grows_with_T_only(void **state)
{
    (void)state;
    double small = extra_bytes(512), large = extra_bytes(2048);
    assert_true(large < 4.5 * small);
    assert_true(large < 2048 * 64 * sizeof(real)); /* a square of weights has 2048 a row */
}

static void test_no_allocation_in_the_steady_state(void **state)
{
    (void)state;
    Tensor *qkv = random_tensor(SHAPE(2, 70, 30));
    long before = 0;
    for (int i = 0; i < 10; i++) {
        Scope *scope = scope_open();
        Tensor *x = tensor_requires_grad(copied(qkv));
        Tensor *out = flash_of_qkv(x, 2, (FlashAttentionOptions){.causal = true});
        tensor_backward_from(out, out, false);
        scope_close(scope);
        if (i == 2)
            before = allocation_count;
    }
    assert_int_equal(allocation_count - before, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_strided_inputs),
        UNIT_TEST(test_strided_mask),
        UNIT_TEST(test_the_same_tensor_three_times),
        UNIT_TEST(test_views_of_one_tensor),
        UNIT_TEST(test_strided_gradient),
        UNIT_TEST(test_gradients_accumulate),
        UNIT_TEST(test_only_wanted_gradients),
        UNIT_TEST(test_heads_of_one_projection),
        UNIT_TEST(test_heads_are_not_copied),
        UNIT_TEST(test_threads_agree_and_repeat),
        UNIT_TEST(test_what_is_kept_grows_with_T_only),
        UNIT_TEST(test_no_allocation_in_the_steady_state),
    };
    return run_tests("attention/flash_memory", tests);
}
