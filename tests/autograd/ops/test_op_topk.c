/* test_op_topk.c - the k best of each line, and what is picked by number. */
#include "../like_torch.h"

#define AS_TORCH_PLACES(got, name)                                                                 \
    do {                                                                                           \
        const IntTensor *places = got;                                                             \
        assert_int_equal(int_tensor_numel(places),                                                 \
                         sizeof name##_indices / sizeof *name##_indices);                          \
        for (long i = 0; i < int_tensor_numel(places); i++)                                        \
            assert_int_equal(places->data[i], name##_indices[i]);                                  \
    } while (0)

#define AS_TORCH(call, name)                                                                       \
    do {                                                                                           \
        TopK best = call;                                                                          \
        torch_backward(best.values);                                                               \
        assert_like_torch(best.values, name##_y);                                                  \
        assert_like_torch(x->grad, name##_da);                                                     \
        AS_TORCH_PLACES(best.indices, name);                                                       \
        tensor_zero_grad(x);                                                                       \
    } while (0)

static void test_values_of_torch(void **state)
{
    (void)state;
    Tensor *x = wave(SHAPE(3, 5, 4), 0, 1, 0);
    AS_TORCH(tensor_topk(x, 3, 1, true), topk_largest);
    AS_TORCH(tensor_topk(x, 2, -1, false), topk_smallest);
    AS_TORCH(tensor_sort(x, 1, false), sort_up);
    AS_TORCH(tensor_sort(x, -1, true), sort_down);
    AS_TORCH_PLACES(tensor_argmin(x, 1, false), argmin);
    real inf = (real)INFINITY, nan = (real)NAN;
    x = tensor_requires_grad(tensor_from(
        SHAPE(4, 4), VALUES(2, nan, 4, 1, 1, 3, 0, -2, -1, -inf, 3, inf, nan, 7, 5, 6)));
    AS_TORCH(tensor_topk(x, 3, 1, true), edge_topk_largest);
    AS_TORCH(tensor_topk(x, 3, 1, false), edge_topk_smallest);
    AS_TORCH(tensor_sort(x, 1, false), edge_sort_up);
    AS_TORCH(tensor_sort(x, -2, true), edge_sort_down);
    AS_TORCH_PLACES(tensor_argmin(x, 1, false), edge_argmin);
    AS_TORCH_PLACES(tensor_argmin(x, 0, true), edge_argmin_kept);
}

enum { ALL = -1 }; /* sorted */

typedef struct {
    long k;
    int axis;
    bool largest;
} Case;

static Tensor *topk_of(Tensor *const in[], void *context)
{
    const Case *c = context;
    if (c->k == ALL)
        return tensor_sort(in[0], c->axis, c->largest).values;
    return tensor_topk(in[0], c->k, c->axis, c->largest).values;
}

static void test_gradients(void **state)
{
    (void)state;
    Tensor *x = distinct_leaf(SHAPE(3, 5, 2));
    for (int axis = 0; axis < 3; axis++)
        for (long k = ALL; k <= x->shape[axis]; k++)
            for (int layout = 0; layout < EXPANDED; layout++) { /* repeated rows would be ties */
                Case c = {k, k % 2 ? axis : axis - 3, (k + axis) % 2};
                LayoutCase in = {topk_of, &c, 1, layout};
                assert_gradcheck(in_layout, &in, x);
            }
    Case two = {2, 1, true};
    assert_gradcheck(topk_of, &two, random_leaf(SHAPE(0, 3)));
}

/* The same by choosing k times among what is left. */
static void check_line(const Tensor *x, const IntTensor *got, bool largest)
{
    bool taken[64] = {false};
    long n = x->shape[0];
    for (long j = 0; j < int_tensor_numel(got); j++) {
        long best = -1;
        for (long i = 0; i < n; i++) {
            double a = (double)x->data[i], b = best < 0 ? 0 : (double)x->data[best];
            bool better = best < 0 || (largest ? a > b || (isnan(a) && !isnan(b))
                                               : a < b || (isnan(b) && !isnan(a)));
            if (!taken[i] && better)
                best = i;
        }
        taken[best] = true;
        assert_int_equal(got->data[j], best);
    }
}

/* The first NaN, else the first of the smallest. */
static void check_smallest(const Tensor *x, long got)
{
    long place = 0;
    for (long i = x->shape[0] - 1; i >= 0; i--)
        if (isnan(x->data[i]) || (!isnan(x->data[place]) && x->data[i] <= x->data[place]))
            place = i;
    assert_int_equal(got, place);
}

static void test_many_lines_with_ties_and_nan(void **state)
{
    for (int trial = 0; trial < 2000; trial++) {
        long n = 1 + rng_below(&test_rng, 20), k = rng_below(&test_rng, n + 1);
        Tensor *x = tensor_new(SHAPE(n));
        for (long i = 0; i < n; i++) {
            long value = rng_below(&test_rng, 8);
            x->data[i] = value == 7 ? (real)NAN : value == 6 ? (real)-INFINITY : (real)value;
        }
        bool largest = trial % 2;
        check_line(x, tensor_topk(x, k, 0, largest).indices, largest);
        if (k > 0 && largest)
            assert_int_equal(tensor_topk(x, k, 0, true).indices->data[0],
                             tensor_argmax(x, 0, false)->data[0]);
        check_line(x, tensor_sort(x, 0, largest).indices, largest);
        check_smallest(x, tensor_argmin(x, 0, false)->data[0]);
        scope_reset(*state);
    }
}

/* A place of argmax is an index for gather, which finds the largest there. */
static void test_argmax_keeps_its_axis(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(3, 4, 2));
    for (int axis = -3; axis < 3; axis++) {
        IntTensor *kept = tensor_argmax(x, axis, true), *flat = tensor_argmax(x, axis, false);
        assert_int_equal(kept->ndim, 3);
        assert_int_equal(flat->ndim, 2);
        assert_memory_equal(kept->data, flat->data,
                            (size_t)int_tensor_numel(flat) * sizeof *flat->data);
        assert_tensor_identical(tensor_gather(x, axis, kept), tensor_max(x, AXES(axis), true));
        kept = tensor_argmin(tensor_neg(x), axis, true); /* the other way round */
        assert_memory_equal(kept->data, flat->data,
                            (size_t)int_tensor_numel(flat) * sizeof *flat->data);
        assert_int_equal(kept->ndim, 3);
    }
}

static Tensor *select_of(Tensor *const in[], void *context)
{
    int axis = *(int *)context;
    IntTensor *index = int_tensor_from(SHAPE(4), IDS(1, 0, 1, 1));
    return tensor_index_select(tensor_mul(in[0], in[0]), axis, index);
}

static void test_index_select(void **state)
{
    (void)state;
    Tensor *x = wave(SHAPE(2, 3, 4), 0, 1, 0);
    Tensor *y = tensor_index_select(x, 1, int_tensor_from(SHAPE(5), IDS(2, 0, 2, 1, 2)));
    assert_shape(y, SHAPE(2, 5, 4));
    torch_backward(y);
    assert_like_torch(y, select_y);
    assert_like_torch(x->grad, select_da);
    for (int axis = -3; axis < 3; axis++)
        assert_gradcheck_layouts(select_of, &axis, random_leaf(SHAPE(2, 3, 4)));
    int first = 0;
    assert_gradcheck(select_of, &first, random_leaf(SHAPE(2)));
    assert_gradcheck(select_of, &first, random_leaf(SHAPE(2, 0)));
    assert_shape(tensor_index_select(x, 2, int_tensor_new(SHAPE(0))), SHAPE(2, 3, 0));
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *x = tensor_zeros(SHAPE(2, 3));
    assert_fails_with("tensor_topk: k is 4, expected 0 to 3, the size of axis 1 of (2, 3)",
                      tensor_topk(x, 4, -1, true));
    assert_fails_with("tensor_topk: k is -1", tensor_topk(x, -1, 0, true));
    assert_fails_with("tensor_topk: axis 2", tensor_topk(x, 1, 2, true));
    assert_fails_with("tensor_sort: axis 2", tensor_sort(x, 2, false));
    assert_fails_with("tensor_argmin: axis -3", tensor_argmin(x, -3, false));
    assert_fails_with("tensor_argmin: axis 1 of (2, 0) has no elements",
                      tensor_argmin(tensor_zeros(SHAPE(2, 0)), 1, false));
    assert_fails_with(
        "tensor_argmin: cannot write positions along axis 1 of (2, 3) into a shape of (3,)",
        argmin_kernel(int_tensor_new(SHAPE(3)), x, 1));
    assert_fails_with(
        "tensor_topk: cannot write places along axis 1 of (2, 3) into a shape of (3,)",
        topk_kernel(int_tensor_new(SHAPE(3)), x, 1, true));
    assert_fails_with("tensor_index_select: index 3 at position 1 is outside [0, 3)",
                      tensor_index_select(x, 1, int_tensor_from(SHAPE(2), IDS(0, 3))));
    assert_fails_with("tensor_index_select: the index has shape (1, 1), expected one axis",
                      tensor_index_select(x, 1, int_tensor_new(SHAPE(1, 1))));
    assert_fails_with("tensor_index_select: axis 2",
                      tensor_index_select(x, 2, int_tensor_new(SHAPE(1))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values_of_torch),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_many_lines_with_ties_and_nan),
        UNIT_TEST(test_argmax_keeps_its_axis),
        UNIT_TEST(test_index_select),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("autograd/ops/op_topk", tests);
}
