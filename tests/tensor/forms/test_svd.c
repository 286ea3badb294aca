/* test_svd.c - singular values: known ones, orthonormal columns, and the best matrix of each rank. */
#include "test.h"

#define CLOSE (IS_DOUBLE ? 1e-12 : 2e-6)

static void assert_orthonormal(const Tensor *columns, long count)
{
    for (long i = 0; i < count; i++)
        for (long j = 0; j <= i; j++) {
            double sum = 0;
            for (long k = 0; k < columns->shape[0]; k++)
                sum +=
                    (double)tensor_get(columns, AT(k, i)) * (double)tensor_get(columns, AT(k, j));
            assert_close(sum, i == j, CLOSE);
        }
}

/* |a - u diag(s) v^T| with the first `rank` of s. */
static double distance(const Tensor *a, const Svd *d, long rank)
{
    double sum = 0;
    for (long i = 0; i < a->shape[0]; i++)
        for (long j = 0; j < a->shape[1]; j++) {
            double left = (double)tensor_get(a, AT(i, j));
            for (long k = 0; k < rank; k++)
                left -= (double)tensor_get(d->u, AT(i, k)) * (double)d->s->data[k] *
                        (double)tensor_get(d->v, AT(j, k));
            sum += left * left;
        }
    return sqrt(sum);
}

static void assert_svd_of(const Tensor *a, long rank)
{
    Svd d = svd_of(a);
    long m = a->shape[0], n = a->shape[1], r = m < n ? m : n;
    assert_shape(d.u, SHAPE(m, r));
    assert_shape(d.s, SHAPE(r));
    assert_shape(d.v, SHAPE(n, r));
    for (long k = 0; k < r; k++)
        assert_true(d.s->data[k] >= 0 && (k == 0 || d.s->data[k] <= d.s->data[k - 1]));
    assert_orthonormal(d.u, rank);
    assert_orthonormal(d.v, rank);
    for (long k = 0; k <= r; k++) /* Eckart and Young */
        assert_close(distance(a, &d, k), low_rank_error(d.s, k),
                     CLOSE * (1 + low_rank_error(d.s, 0)));
}

static void test_shapes_of_all_kinds(void **state)
{
    (void)state;
    const long shape[][2] = {{1, 1}, {5, 3},   {3, 5}, {8, 8}, {1, 6},
                             {6, 1}, {40, 17}, {0, 3}, {3, 0}};
    Rng rng = rng_seed(16);
    for (size_t i = 0; i < sizeof shape / sizeof *shape; i++) {
        Scope *scope = scope_open();
        Tensor *a = tensor_normal(2, shape[i], 0, 1, &rng);
        long r = a->shape[0] < a->shape[1] ? a->shape[0] : a->shape[1];
        assert_svd_of(a, r);
        assert_svd_of(tensor_transpose(a, 0, 1), r);
        scope_close(scope);
    }
}

static void test_known_values(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    Svd two = svd_of(tensor_from(SHAPE(2, 2), VALUES(3, 0, 4, 5)));
    assert_values(two.s, SHAPE(2), VALUES((real)6.708203932499369, (real)2.23606797749979),
                  IS_DOUBLE ? 1e-14 : 1e-6);
    Svd turned = svd_of(tensor_from(SHAPE(2, 3), VALUES(0, -2, 0, 0, 0, 3)));
    assert_values(turned.s, SHAPE(2), VALUES(3, 2), 0);
    Tensor *hilbert = tensor_zeros(SHAPE(6, 6));
    for (long i = 0; i < 36; i++)
        hilbert->data[i] = (real)(1.0 / (double)(i / 6 + i % 6 + 1));
    Svd h = svd_of(hilbert); /* from NumPy; the smallest is 1.4e-5 times less than the fourth */
    if (IS_DOUBLE)
        assert_values(h.s, SHAPE(6),
                      VALUES((real)1.6188998589243391, (real)0.24236087057520955,
                             (real)0.01632152131987582, (real)0.00061574835418265789,
                             (real)1.2570757122626194e-05, (real)1.0827994845655496e-07),
                      1e-15);
    scope_close(scope);
}

static void test_ranks_that_are_too_low(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    Rng rng = rng_seed(3);
    Tensor *two = tensor_matmul(tensor_normal(SHAPE(9, 2), 0, 1, &rng),
                                tensor_normal(SHAPE(2, 7), 0, 1, &rng));
    assert_svd_of(two, 2);
    assert_true(svd_of(two).s->data[2] < (IS_DOUBLE ? 1e-14 : 1e-5));
    assert_svd_of(tensor_zeros(SHAPE(4, 3)), 0);
    Tensor *same = tensor_zeros(SHAPE(4, 4));
    tensor_fill(same, 1);
    assert_svd_of(same, 1);
    assert_svd_of(tensor_eye(5), 5);
    Tensor *far = tensor_from(SHAPE(2, 2), VALUES((real)1e15, 1, 1, (real)1e-15));
    Svd d = svd_of(far);
    assert_true(isfinite(d.s->data[0]) && isfinite(d.s->data[1]));
    scope_close(scope);
}

/* Turns leave rounding of columns that depend on each other: how small is measured by the column,
 * or they never end. */
static void test_columns_that_depend_on_each_other(void **state)
{
    (void)state;
    for (long m = 1; m <= 9; m++)
        for (long n = 1; n <= 9; n++) {
            Scope *scope = scope_open();
            assert_svd_of(tensor_ones(SHAPE(m, n)), 1);
            scope_close(scope);
        }
    Rng rng = rng_seed(1);
    for (long every = 2; every <= 32; every *= 2) { /* rows, or columns, that were pruned */
        Scope *scope = scope_open();
        Tensor *w = tensor_uniform(SHAPE(64, 16), -1, 1, &rng);
        for (long i = 0; i < 64 * 16; i++)
            w->data[i] = i / 16 % every == 0 ? w->data[i] : 0;
        long left = 64 / every;
        assert_svd_of(w, left < 16 ? left : 16);
        assert_svd_of(tensor_transpose(w, 0, 1), left < 16 ? left : 16);
        scope_close(scope);
    }
}

static void test_what_is_refused(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    assert_fails_with("svd_of: a is (3,)", svd_of(tensor_zeros(SHAPE(3))));
    assert_fails_with("number (1, 0) of a is nan",
                      svd_of(tensor_from(SHAPE(2, 1), VALUES(1, NAN))));
    assert_fails_with("low_rank_error: s is (1, 1)", low_rank_error(tensor_zeros(SHAPE(1, 1)), 0));
    scope_close(scope);
}

/* Columns that are orthogonal stay where they are, long or short; others are, after the turn. */
static void test_turns(void **state)
{
    (void)state;
    SvdRotation none = svd_rotation(4, 1, 0), both = svd_rotation(0, 0, 0);
    assert_true(none.cosine == 1 && none.sine == 0 && both.cosine == 1 && both.sine == 0);
    const double squares[][3] = {{4, 1, 1}, {1, 4, -1}, {2, 2, 0.5}};
    for (int i = 0; i < 3; i++) {
        const double *of = squares[i]; /* |x|^2, |y|^2, x . y */
        SvdRotation turn = svd_rotation(of[0], of[1], of[2]);
        double c = turn.cosine, s = turn.sine;
        assert_close(c * c + s * s, 1, 1e-15);
        assert_close(c * s * (of[0] - of[1]) + (c * c - s * s) * of[2], 0, 1e-14);
        assert_true(fabs(s) <= c + 1e-15); /* 45 degrees at most */
    }
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_shapes_of_all_kinds),
        UNIT_TEST(test_known_values),
        UNIT_TEST(test_ranks_that_are_too_low),
        UNIT_TEST(test_columns_that_depend_on_each_other),
        UNIT_TEST(test_what_is_refused),
        UNIT_TEST(test_turns),
    };
    return run_tests("tensor/forms/svd", group);
}
