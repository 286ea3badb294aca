/* test_flash_strange.c - a key that is not finite spoils those who see it, and nobody else: in both twins, both ways. */
#include "flash_problem.h"

typedef Tensor *(*Attend)(Tensor *q, Tensor *k, Tensor *v, FlashAttentionOptions o);

static Tensor *steps(Tensor *q, Tensor *k, Tensor *v, FlashAttentionOptions o)
{
    return composed_attention(q, k, v, o).output;
}

static const Attend twins[] = {flash_attention, steps};

static Results results_of(Attend attend, const Problem *p)
{
    return collect(p, attend(p->q, p->k, p->v, p->options));
}

/* Row j of all heads of a sequence becomes x: (B, H, T, D). */
static void set_row(Tensor *t, long b, long j, real x)
{
    for (long h = 0; h < t->shape[1]; h++)
        for (long d = 0; d < t->shape[3]; d++)
            tensor_set(t, AT(b, h, j, d), x);
}

static const real strange[] = {(real)NAN, (real)INFINITY, (real)-INFINITY};

/* Keys of padding: what is in them does not matter to a single bit. */
static void check_padding(Attend attend, Problem p, bool in_values)
{
    for (int i = 0; i < 3; i++) {
        Results want, got;
        for (int pass = 0; pass < 2; pass++) {
            for (long j = 3; j < p.k->shape[2]; j++) {
                set_row(p.k, 1, j, pass == 0 ? 1 : strange[i]);
                if (in_values)
                    set_row(p.v, 1, j, pass == 0 ? 1 : strange[i]);
            }
            *(pass == 0 ? &want : &got) = results_of(attend, &p);
        }
        assert_results_close(got, want, attend == steps ? TOLERANCE : 0);
    }
}

static void test_strange_padding(void **state)
{
    (void)state;
    for (int twin = 0; twin < 2; twin++)
        for (int in_values = 0; in_values < 2; in_values++) {
            Problem p = problem(2, 3, 5, 70, 6);
            p.options.mask = mask_padding(int_tensor_from(SHAPE(2), IDS(70, 3)), 70);
            check_padding(twins[twin], p, in_values);
            p.options.dropout = (real)0.2; /* not in training: none */
            check_padding(twins[twin], p, in_values);
            p = problem(2, 4, 5, 70, 8);
            p.k = random_leaf(SHAPE(2, 2, 70, 8));
            p.v = random_leaf(SHAPE(2, 2, 70, 8));
            p.options = (FlashAttentionOptions){
                .enable_gqa = true,
                .mask = mask_padding(int_tensor_from(SHAPE(2), IDS(70, 3)), 70)};
            check_padding(twins[twin], p, in_values);
        }
}

static void check_rows(const Tensor *got, const Tensor *want, long from, long to)
{
    assert_tensor_close(tensor_slice((Tensor *)got, 2, from, to, 1),
                        tensor_slice((Tensor *)want, 2, from, to, 1), TOLERANCE, TOLERANCE);
}

static bool has_nan(const Tensor *t, long row)
{
    return isnan(tensor_item(tensor_sum(tensor_select((Tensor *)t, 2, row), ALL_AXES, false)));
}

/* Causal, or with a bias that says the same: the last key is seen by the last query alone, whom it spoils. */
static void test_a_strange_key_in_the_future(void **state)
{
    (void)state;
    enum { T = 70 };
    Tensor *bias =
        tensor_masked_fill(tensor_zeros(SHAPE(T, T)), mask_invert(mask_causal(T)), (real)-INFINITY);
    for (int twin = 0; twin < 2; twin++)
        for (int kind = 0; kind < 4; kind++) {
            Problem p = problem(2, 2, T, T, 4);
            p.options.causal = kind < 3;
            if (kind == 2)
                p.options.mask = random_padding(2, T);
            if (kind == 3 && twin == 0)
                p.options.bias = bias;
            if (kind == 3 && twin == 1)
                continue; /* there is no mask, and its products are plain */
            if (kind == 2)
                tensor_fill(p.options.mask, 1);
            Results want = results_of(twins[twin], &p);
            if (kind < 3) /* a score that is NaN stays NaN, whatever is added to it */
                set_row(p.k, 1, T - 1, (real)NAN);
            if (kind > 0)
                set_row(p.v, 1, T - 1, (real)NAN);
            Results got = results_of(twins[twin], &p);
            check_rows(got.output, want.output, 0, T - 1);
            check_rows(got.dq, want.dq, 0, T - 1);
            if (kind != 2)
                assert_true(has_nan(got.output, T - 1) && has_nan(got.dq, T - 1));
        }
}

/* Without a mask, and for who sees it, NaN is not hidden; an infinite value comes through as such. */
static void test_what_is_seen_is_not_hidden(void **state)
{
    (void)state;
    for (int twin = 0; twin < 2; twin++) {
        Problem p = problem(1, 1, 4, 4, 3);
        set_row(p.v, 0, 1, (real)INFINITY);
        p.options.causal = true;
        Results got = results_of(twins[twin], &p);
        assert_true(isfinite(tensor_get(got.output, AT(0, 0, 0, 0))));
        for (long i = 1; i < 4; i++)
            assert_true(isinf(tensor_get(got.output, AT(0, 0, i, 0))));
        p.options.causal = false;
        set_row(p.k, 0, 1, (real)NAN);
        assert_true(has_nan(results_of(twins[twin], &p).output, 0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_strange_padding),
        UNIT_TEST(test_a_strange_key_in_the_future),
        UNIT_TEST(test_what_is_seen_is_not_hidden),
    };
    return run_tests("attention/flash_strange", tests);
}
