/* test_op_rope.c - rotary positions: values from elsewhere in both conventions, what turning keeps,
 * gradients, bad input. */
#include "../layouts.h"
#include "../../fixtures/language.h"

static const double close = IS_DOUBLE ? 1e-13 : 2e-6;

static Tensor *wave(int ndim, const long *shape)
{
    Tensor *t = tensor_new(ndim, shape);
    for (long i = 0; i < tensor_numel(t); i++)
        t->data[i] = (real)sin(1.3 * (double)i);
    return t;
}

/* By both: the fused one and its twin. */
static void expect(Tensor *x, RopeOptions o, const real *values, double tolerance)
{
    Tensor *y = tensor_rope(x, o);
    assert_values(y, x->ndim, x->shape, tensor_numel(x), values, tolerance);
    assert_tensor_close(composed_rope(x, o), y, 0, IS_DOUBLE ? 1e-14 : 1e-6);
}

static void test_values(void **state)
{
    (void)state;
    IntTensor *places = int_tensor_from(SHAPE(3), 3, (int[]){7, 3, 11});
    expect(wave(SHAPE(3, 6)), (RopeOptions){0}, rope_interleaved_y, close);
    expect(wave(SHAPE(3, 6)), (RopeOptions){.pairs = ROPE_HALF}, rope_half_y, close);
    expect(wave(SHAPE(2, 4)), (RopeOptions){.pairs = ROPE_HALF, .start = 1000, .base = 500000},
           rope_later_y, close);
    expect(wave(SHAPE(3, 4)), (RopeOptions){.positions = places}, rope_places_y, close);
    expect(wave(SHAPE(2, 6)), (RopeOptions){.pairs = ROPE_HALF, .start = 3, .dims = 4}, rope_part_y,
           close);
    expect(wave(SHAPE(2, 4)), (RopeOptions){.pairs = ROPE_HALF, .start = 10, .factor = 4},
           rope_slower_y, close);
    expect(wave(SHAPE(1, 16)),
           (RopeOptions){.pairs = ROPE_HALF,
                         .start = 900,
                         .base = 500000,
                         .factor = 8,
                         .low_frequency_factor = 1,
                         .high_frequency_factor = 4,
                         .trained_context = 8192},
           rope_llama3_y, close);
}

/* q . k depends on how far apart they stand; position 0 does not turn; lengths stay. */
static void test_what_turning_keeps(void **state)
{
    (void)state;
    for (int pairs = ROPE_INTERLEAVED; pairs <= ROPE_HALF; pairs++) {
        Tensor *q = random_tensor(SHAPE(1, 8)), *k = random_tensor(SHAPE(1, 8));
        double first = 0;
        for (long start = 0; start < 40; start += 13) {
            RopeOptions at = {.pairs = (RopePairs)pairs, .start = start};
            RopeOptions later = {.pairs = (RopePairs)pairs, .start = start + 5};
            Tensor *turned = tensor_rope(q, at), *other = tensor_rope(k, later);
            double product =
                (double)tensor_item(tensor_sum(tensor_mul(turned, other), ALL_AXES, false));
            first = start == 0 ? product : first;
            assert_close(product, first, IS_DOUBLE ? 1e-12 : 1e-5);
            assert_close((double)tensor_item(tensor_norm(turned, 2, ALL_AXES, false)),
                         (double)tensor_item(tensor_norm(q, 2, ALL_AXES, false)),
                         IS_DOUBLE ? 1e-12 : 1e-5);
            if (start == 0)
                assert_tensor_identical(turned, q);
        }
    }
}

/* The same text in two pieces, and rows of a batch that stand elsewhere, have the same bits. */
static void test_pieces_and_places(void **state)
{
    (void)state;
    Tensor *x = random_tensor(SHAPE(2, 3, 5, 6)),
           *heads = tensor_transpose(x, 1, 2); /* (2, 5, 3, 6) */
    Tensor *y = tensor_rope(x, (RopeOptions){.start = 2});
    Tensor *later = tensor_rope(tensor_slice(x, 2, 3, 5, 1), (RopeOptions){.start = 5});
    assert_tensor_identical(later, tensor_slice(y, 2, 3, 5, 1));
    IntTensor *places = int_tensor_from(SHAPE(2, 5), 10, (int[]){2, 3, 4, 5, 6, 9, 0, 1, 7, 7});
    RopeOptions o = {.positions = places};
    Tensor *z = tensor_rope(x, o);
    assert_tensor_identical(tensor_select(z, 0, 0), tensor_select(y, 0, 0));
    Tensor *row = tensor_slice(tensor_slice(x, 0, 1, 2, 1), 2, 3, 4, 1);
    assert_tensor_identical(tensor_rope(row, (RopeOptions){.start = 7}),
                            tensor_slice(tensor_slice(z, 0, 1, 2, 1), 2, 3, 4, 1));
    assert_tensor_close(composed_rope(x, o), z, 0, 1e-6);
    /* A view is read where it lies. */
    Tensor *back = tensor_transpose(tensor_contiguous(heads), 1, 2);
    assert_tensor_identical(tensor_rope(back, o), z);
}

static Tensor *rope(Tensor *const in[], void *options)
{
    return tensor_rope(in[0], *(RopeOptions *)options);
}

static void test_gradients(void **state)
{
    (void)state;
    IntTensor *places = int_tensor_from(SHAPE(2, 3), 6, (int[]){5, 0, 2, 1, 1, 8});
    RopeOptions options[] = {{.start = 4},
                             {.pairs = ROPE_HALF, .start = 4},
                             {.pairs = ROPE_HALF, .dims = 2, .positions = places},
                             {.positions = places, .base = 100, .factor = 3}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        assert_gradcheck_layouts(rope, &options[i], random_leaf(SHAPE(2, 3, 4)));
        assert_gradcheck_layouts(rope, &options[i], random_leaf(SHAPE(2, 2, 3, 4)));
    }
    assert_gradcheck(rope, &options[0], random_leaf(SHAPE(2, 0, 4)));
    assert_gradcheck(rope, &options[0], random_leaf(SHAPE(2, 3, 0)));
    assert_gradcheck(rope, &options[1], random_leaf(SHAPE(0, 3, 2)));
    Tensor *x = random_leaf(SHAPE(3, 4));
    x->data[0] = (real)NAN; /* spoils its own pair, and no other number */
    Tensor *y = tensor_rope(x, (RopeOptions){.start = 1});
    for (long i = 0; i < 12; i++)
        assert_true(isnan(y->data[i]) == (i < 2));
}

/* Backward turns dy back: there and back is where it was. */
static void test_there_and_back(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(7, 6)), *seed;
    Tensor *y = tensor_rope(x, (RopeOptions){.start = 3});
    seed = tensor_detach(y);
    tensor_backward_from(y, seed, false);
    assert_tensor_close(x->grad, x, 0, IS_DOUBLE ? 1e-15 : 1e-6);
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *x = tensor_zeros(SHAPE(2, 3, 4)), *odd = tensor_zeros(SHAPE(2, 5));
    IntTensor *two = int_tensor_new(SHAPE(2)), *wrong = int_tensor_new(SHAPE(4, 3));
    IntTensor *before = int_tensor_from(SHAPE(3), 3, (int[]){0, -1, 2});
    static const struct {
        RopeOptions options;
        const char *message;
    } refused[] = {
        {{.pairs = (RopePairs)2}, "pairs is 2, expected ROPE_INTERLEAVED or ROPE_HALF"},
        {{.dims = 3}, "dims is 3, expected an even number up to D = 4"},
        {{.dims = 6}, "dims is 6, expected an even number up to D = 4"},
        {{.base = -1}, "base is -1, expected a number above 0"},
        {{.factor = NAN}, "factor is "},
        {{.start = -2}, "start is -2, expected a position, at least 0"},
        {{.trained_context = 8}, "expected 0 < low < high and a context"},
        {{.low_frequency_factor = 4, .high_frequency_factor = 1, .trained_context = 8},
         "low_frequency_factor 4, high_frequency_factor 1, trained_context 8"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_fails_with(refused[i].message, tensor_rope(x, refused[i].options));
    assert_fails_with("x has shape (4,), expected (..., T, D)",
                      tensor_rope(tensor_zeros(SHAPE(4)), (RopeOptions){0}));
    assert_fails_with("hint: .dims = 4 turns all but the last", tensor_rope(odd, (RopeOptions){0}));
    assert_fails_with("positions have 1 axes, the first with 2; x (2, 3, 4) needs (3,), or (B, 3)",
                      tensor_rope(x, (RopeOptions){.positions = two}));
    assert_fails_with("positions have 2 axes, the first with 4",
                      tensor_rope(x, (RopeOptions){.positions = wrong}));
    assert_fails_with("positions[1] is -1, expected at least 0",
                      tensor_rope(x, (RopeOptions){.positions = before}));
    assert_fails_with("start is 1, but there are positions, too",
                      tensor_rope(x, (RopeOptions){.positions = before, .start = 1}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values),
        UNIT_TEST(test_what_turning_keeps),
        UNIT_TEST(test_pieces_and_places),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_there_and_back),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("autograd/language/op_rope", tests);
}
