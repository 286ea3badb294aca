/* test_reduce.c - sums, means, products, maxima and minima over any axes, held against loops in double. */
#include "../brute.h"

typedef struct {
    double sum, max, min, product;
    long count;
} Answer;

/* Reduce over the axes in a set of bits; the answers have size 1 along them. */
static void brute_reduce(const Tensor *a, unsigned axes, Answer *answers)
{
    long kept[TENSOR_MAX_AXES], stride[TENSOR_MAX_AXES], index[TENSOR_MAX_AXES] = {0};
    for (int d = 0; d < a->ndim; d++)
        kept[d] = axes >> d & 1 ? 1 : a->shape[d];
    strides_row_major(a->ndim, kept, stride);
    for (long i = 0; i < shape_numel(a->ndim, kept); i++)
        answers[i] = (Answer){.max = -INFINITY, .min = INFINITY, .product = 1};
    if (tensor_numel(a) > 0)
        do {
            long place = 0;
            for (int d = 0; d < a->ndim; d++)
                place += axes >> d & 1 ? 0 : index[d] * stride[d];
            answers[place].sum += number_at(a, index);
            answers[place].max = fmax(answers[place].max, number_at(a, index));
            answers[place].min = fmin(answers[place].min, number_at(a, index));
            answers[place].product *= number_at(a, index);
            answers[place].count++;
        } while (next_index(a->ndim, a->shape, index));
}

static void check_reductions(Tensor *a, unsigned set, bool keepdims)
{
    int axes[TENSOR_MAX_AXES], n = 0;
    long shape[TENSOR_MAX_AXES];
    int ndim = 0;
    for (int d = 0; d < a->ndim; d++) {
        bool reduced = set >> d & 1;
        if (reduced)
            axes[n++] = rng_below(&test_rng, 2) ? d : d - a->ndim;
        if (!reduced || keepdims)
            shape[ndim++] = reduced ? 1 : a->shape[d];
    }
    static Answer answers[4 * 4 * 4 * 4];
    brute_reduce(a, set, answers);
    Tensor *sum = tensor_sum(a, n, axes, keepdims), *mean = tensor_mean(a, n, axes, keepdims);
    assert_shape(sum, ndim, shape);
    assert_shape(mean, ndim, shape);
    Tensor *product = tensor_prod(a, n, axes, keepdims);
    assert_shape(product, ndim, shape);
    for (long i = 0; i < tensor_numel(product); i++)
        assert_close((double)product->data[i], answers[i].product,
                     1e-6 * fabs(answers[i].product) + 1e-40);
    for (long i = 0; i < tensor_numel(sum); i++) {
        assert_close((double)sum->data[i], answers[i].sum, 1e-5);
        if (answers[i].count > 0)
            assert_close((double)mean->data[i], answers[i].sum / (double)answers[i].count, 1e-5);
        else
            assert_true(mean->data[i] != mean->data[i]);
    }
    if (tensor_numel(a) == 0)
        return;
    Tensor *max = tensor_max(a, n, axes, keepdims);
    assert_shape(max, ndim, shape);
    Tensor *min = tensor_min(a, n, axes, keepdims);
    assert_shape(min, ndim, shape);
    for (long i = 0; i < tensor_numel(max); i++) {
        assert_true((double)max->data[i] == answers[i].max);
        assert_true((double)min->data[i] == answers[i].min);
    }
}

static void test_every_set_of_axes(void **state)
{
    for (int trial = 0; trial < 300; trial++) {
        long shape[TENSOR_MAX_AXES];
        int ndim = random_shape(4, shape);
        Tensor *a = any_tensor(ndim, shape);
        for (unsigned set = 1; set < 1u << ndim; set++)
            check_reductions(a, set, set % 2);
        scope_reset(*state);
    }
}

static void test_all_axes(void **state)
{
    (void)state;
    Tensor *a = numbered(SHAPE(2, 3));
    assert_values(tensor_sum(a, ALL_AXES, false), SCALAR, VALUES(15), 0);
    assert_values(tensor_sum(a, ALL_AXES, true), SHAPE(1, 1), VALUES(15), 0);
    assert_values(tensor_mean(a, ALL_AXES, false), SCALAR, VALUES(2.5), 1e-6);
    assert_values(tensor_max(a, ALL_AXES, true), SHAPE(1, 1), VALUES(5), 0);
    assert_values(tensor_sum(tensor_scalar(4), ALL_AXES, false), SCALAR, VALUES(4), 0);
    assert_values(tensor_max(tensor_scalar(4), ALL_AXES, false), SCALAR, VALUES(4), 0);
}

static void test_nothing_to_reduce(void **state)
{
    (void)state;
    Tensor *none = tensor_zeros(SHAPE(0, 3));
    assert_values(tensor_sum(none, AXES(0), false), SHAPE(3), VALUES(0, 0, 0), 0);
    assert_shape(tensor_sum(none, AXES(1), false), SHAPE(0));
    assert_shape(tensor_mean(none, AXES(1), true), SHAPE(0, 1));
    assert_true(isnan(tensor_item(tensor_mean(none, ALL_AXES, false))));
    assert_shape(tensor_max(none, AXES(1), false), SHAPE(0));
    assert_fails_with("tensor_max: shape (0, 3) has no elements", tensor_max(none, AXES(0), false));
    assert_fails_with("tensor_argmax: axis 0 of (0, 3) has no elements",
                      tensor_argmax(none, 0, false));
    IntTensor *small = int_tensor_new(SHAPE(1));
    assert_fails_with("cannot write positions along axis 0 of (2, 3) into a shape of (1,)",
                      argmax_kernel(small, tensor_ones(SHAPE(2, 3)), 0));
    assert_int_equal(int_tensor_numel(tensor_argmax(none, 1, false)), 0);
    IntTensor *of_none = tensor_argmax(tensor_zeros(SHAPE(2, 3, 0)), 1, false);
    assert_true(of_none->ndim == 2 && of_none->shape[0] == 2 && of_none->shape[1] == 0);
}

static void test_nan_wins(void **state)
{
    (void)state;
    for (int place = 0; place < 4; place++) {
        Tensor *a = tensor_from(SHAPE(2, 4), VALUES(1, 2, 3, 4, 5, 6, 7, 8));
        tensor_set(a, AT(0, place), (real)NAN);
        Tensor *max = tensor_max(a, AXES(1), false);
        assert_true(isnan(max->data[0]) && max->data[1] == 8);
        Tensor *min = tensor_min(a, AXES(1), false);
        assert_true(isnan(min->data[0]) && min->data[1] == 5);
        assert_true(isnan(tensor_sum(a, AXES(1), false)->data[0]));
        assert_true(isnan(tensor_item(tensor_max(tensor_transpose(a, 0, 1), ALL_AXES, false))));
        assert_int_equal(tensor_argmax(a, 1, false)->data[0], place);
    }
    Tensor *low = tensor_full(SHAPE(3), (real)-INFINITY);
    assert_values(tensor_max(low, ALL_AXES, false), SCALAR, VALUES((real)-INFINITY), 0);
}

static void test_argmax(void **state)
{
    (void)state;
    Tensor *a = tensor_from(SHAPE(2, 3), VALUES(1, 5, 5, 7, 0, 6));
    IntTensor *columns = tensor_argmax(a, 0, false), *rows = tensor_argmax(a, -1, false);
    assert_int_equal(rows->ndim, 1);
    assert_int_equal(rows->data[0], 1); /* the first of two */
    assert_int_equal(rows->data[1], 0);
    assert_int_equal(columns->data[0], 1);
    assert_int_equal(columns->data[1], 0);
    assert_int_equal(columns->data[2], 1);
    assert_int_equal(tensor_argmax(tensor_full(SHAPE(4), (real)-INFINITY), 0, false)->data[0], 0);
    assert_fails_with("tensor_argmax: axis 2", tensor_argmax(a, 2, false));
}

static void test_argmax_of_any_layout(void **state)
{
    for (int trial = 0; trial < 300; trial++) {
        long shape[TENSOR_MAX_AXES];
        int ndim = 1 + random_shape(3, shape + 1);
        shape[0] = 3;
        Tensor *a = any_tensor(ndim, shape);
        int axis = (int)rng_below(&test_rng, ndim);
        if (tensor_numel(a) == 0)
            continue;
        IntTensor *best = tensor_argmax(a, axis, false);
        Tensor *max = tensor_max(a, AXES(axis), true);
        long index[TENSOR_MAX_AXES] = {0}, i = 0;
        do {
            double largest = number_at(max, index);
            long at[TENSOR_MAX_AXES];
            memcpy(at, index, sizeof at);
            for (at[axis] = 0; number_at(a, at) != largest; at[axis]++) {
            }
            assert_int_equal(best->data[i++], at[axis]);
        } while (next_index(ndim, max->shape, index));
        assert_int_equal(i, int_tensor_numel(best));
        scope_reset(*state);
    }
}

/* A million terms: added one by one in float, 0.1 would come out as 100958. */
static void test_long_sums_are_accurate(void **state)
{
    (void)state;
    Tensor *a = tensor_full(SHAPE(1000000), (real)0.1);
    double exact = 1e6 * (double)(real)0.1;
    assert_close((double)tensor_item(tensor_sum(a, ALL_AXES, false)) / exact, 1, 1e-5);
    Tensor *column = tensor_select(tensor_full(SHAPE(1000000, 2), (real)0.1), 1, 1);
    assert_close((double)tensor_item(tensor_sum(column, ALL_AXES, false)) / exact, 1, 1e-5);
    Rng rng = rng_seed(3);
    Tensor *u = tensor_uniform(SHAPE(1000000), 0, 1, &rng);
    double sum = 0;
    for (long i = 0; i < 1000000; i++)
        sum += (double)u->data[i];
    assert_close((double)tensor_item(tensor_sum(u, ALL_AXES, false)) / sum, 1, 1e-6);
}

static void test_threads_change_no_bit(void **state)
{
    static const long shapes[][3] = {{300, 200, 3}, {2, 300, 300}, {3, 300, 300}, {100000, 2, 1},
                                     {5, 7, 2000},  {600, 257, 1}, {900, 33, 1}};
    int before = kindling_threads();
    for (int s = 0; s < 7; s++)
        for (int turned = 0; turned < 3; turned++)
            for (int axis = 0; axis < 3; axis++) {
                Tensor *a = random_tensor(3, shapes[s]);
                if (turned)
                    a = tensor_transpose(a, 0, turned);
                kindling_set_threads(1);
                Tensor *one = tensor_sum(a, AXES(axis), false),
                       *two_axes = tensor_sum(a, AXES(0, 2), true);
                kindling_set_threads(2);
                assert_tensor_identical(tensor_sum(a, AXES(axis), false), one);
                assert_tensor_identical(tensor_sum(a, AXES(0, 2), true), two_axes);
                kindling_set_threads(before);
                scope_reset(*state);
            }
}

static void test_sum_to_adds_to_what_is_there(void **state)
{
    (void)state;
    Tensor *a = numbered(SHAPE(2, 3)), *out = tensor_full(SHAPE(3), 10);
    sum_kernel(out, a, 1);
    assert_values(out, SHAPE(3), VALUES(13, 15, 17), 0);
    sum_kernel(out, a, 2);
    assert_values(out, SHAPE(3), VALUES(29, 35, 41), 0);
    tensor_fill(out, (real)NAN);
    sum_kernel(out, a, 0);
    assert_values(out, SHAPE(3), VALUES(3, 5, 7), 0);
    Tensor *wide = tensor_zeros(SHAPE(2, 2)), *column = tensor_slice(wide, 1, 1, 2, 1);
    sum_kernel(column, a, 1);
    assert_values(wide, SHAPE(2, 2), VALUES(0, 3, 0, 12), 0);
    assert_fails_with("sum_kernel: cannot reduce (2, 3) to (2,)",
                      sum_kernel(tensor_zeros(SHAPE(2)), a, 0));
    assert_fails_with("max_kernel: cannot reduce (2, 3) to (1, 2, 3)",
                      max_kernel(tensor_zeros(SHAPE(1, 2, 3)), a));
}

static void test_axis_mistakes(void **state)
{
    (void)state;
    Tensor *a = numbered(SHAPE(2, 3));
    assert_fails_with("tensor_sum: axis 2 is outside a tensor of shape (2, 3)",
                      tensor_sum(a, AXES(2), false));
    assert_fails_with("tensor_mean: axis 1 is named twice", tensor_mean(a, AXES(1, -1), false));
    assert_fails_with("tensor_max: axis -3", tensor_max(a, AXES(-3), false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_every_set_of_axes),
        UNIT_TEST(test_all_axes),
        UNIT_TEST(test_nothing_to_reduce),
        UNIT_TEST(test_nan_wins),
        UNIT_TEST(test_argmax),
        UNIT_TEST(test_argmax_of_any_layout),
        UNIT_TEST(test_long_sums_are_accurate),
        UNIT_TEST(test_threads_change_no_bit),
        UNIT_TEST(test_sum_to_adds_to_what_is_there),
        UNIT_TEST(test_axis_mistakes),
    };
    return run_tests("tensor/kernels/reduce", tests);
}
