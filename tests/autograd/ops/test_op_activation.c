/* test_op_activation.c - values and slopes from PyTorch, gradients. */
#include "../layouts.h"

#define ACTIVATION(name)                                                                           \
    static Tensor *name##_of(Tensor *const in[], void *context)                                    \
    {                                                                                              \
        (void)context;                                                                             \
        return tensor_##name(in[0]);                                                               \
    }
ACTIVATION(relu)
ACTIVATION(sigmoid)
ACTIVATION(tanh)
ACTIVATION(gelu)
ACTIVATION(gelu_tanh)
ACTIVATION(silu)

static Tensor *leaky_relu_of(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_leaky_relu(in[0], (real)0.1);
}

typedef struct {
    Function f;
    real y[5], slope[5]; /* at -2, -0.5, 0, 0.5, 3; torch.nn.functional, float64 */
} Row;

static const Row table[] = {
    {relu_of, {0, 0, 0, (real).5, 3}, {0, 0, 0, 1, 1}},
    {leaky_relu_of, {(real)-.2, (real)-.05, 0, (real).5, 3}, {(real).1, (real).1, (real).1, 1, 1}},
    {sigmoid_of,
     {(real).119202922, (real).3775406688, (real).5, (real).6224593312, (real).9525741268},
     {(real).1049935854, (real).2350037122, (real).25, (real).2350037122, (real).0451766597}},
    {tanh_of,
     {(real)-.9640275801, (real)-.4621171573, 0, (real).4621171573, (real).9950547537},
     {(real).0706508249, (real).786447733, 1, (real).786447733, (real).0098660372}},
    {gelu_of,
     {(real)-.0455002639, (real)-.1542687694, 0, (real).3457312306, (real)2.9959503059},
     {(real)-.0852318011, (real).1325048753, (real).5, (real).8674951247, (real)1.0119456472}},
    {gelu_tanh_of,
     {(real)-.0454023059, (real)-.1542859902, 0, (real).3457140098, (real)2.9963626079},
     {(real)-.0860992566, (real).1326300965, (real).5, (real).8673699035, (real)1.0115841666}},
    {silu_of,
     {(real)-.238405844, (real)-.1887703344, 0, (real).3112296656, (real)2.8577223805},
     {(real)-.0907842488, (real).2600388127, (real).5, (real).7399611873, (real)1.088104106}},
};

#define ROWS (sizeof table / sizeof *table)

static void test_values_and_slopes(void **state)
{
    (void)state;
    double close = IS_DOUBLE ? 1e-9 : 1e-6;
    for (size_t i = 0; i < ROWS; i++) {
        Tensor *x = tensor_requires_grad(tensor_from(SHAPE(5), VALUES(-2, -0.5, 0, 0.5, 3)));
        Tensor *y = table[i].f((Tensor *[]){x}, NULL);
        assert_values(y, SHAPE(5), 5, table[i].y, close);
        tensor_backward_from(y, tensor_ones(SHAPE(5)), false);
        assert_values(x->grad, SHAPE(5), 5, table[i].slope, close);
    }
}

static void test_gradients(void **state)
{
    (void)state;
    const double kink[] = {0};
    Tensor *x = leaf_away_from(SHAPE(3, 4), 1, kink);
    for (size_t i = 0; i < ROWS; i++) {
        assert_gradcheck_layouts(table[i].f, NULL, x);
        assert_gradcheck(table[i].f, NULL, random_leaf(SHAPE(0)));
        assert_gradcheck(table[i].f, NULL, tensor_requires_grad(tensor_scalar((real)-0.7)));
    }
}

static Tensor *used_twice(Tensor *const in[], void *context)
{
    const Row *row = context;
    return tensor_mul(row->f(in, NULL), row->f((Tensor *[]){tensor_mul_scalar(in[0], 2)}, NULL));
}

static void test_gradients_of_an_input_used_twice(void **state)
{
    (void)state;
    const double kink[] = {0};
    for (size_t i = 0; i < ROWS; i++)
        assert_gradcheck(used_twice, (void *)&table[i], leaf_away_from(SHAPE(2, 3), 1, kink));
}

/* Far out nothing overflows: values and slopes are those of the straight lines they approach. */
static void test_far_out(void **state)
{
    (void)state;
    static const real right[] = {1000, 1000, 1, 1, 1000, 1000, 1000},
                      left[] = {0, -100, 0, -1, 0, 0, 0};
    for (size_t i = 0; i < ROWS; i++) {
        Tensor *x = tensor_requires_grad(tensor_from(SHAPE(2), VALUES(-1000, 1000)));
        Tensor *y = table[i].f((Tensor *[]){x}, NULL);
        assert_values(y, SHAPE(2), VALUES(left[i], right[i]), 1e-4);
        tensor_backward_from(y, tensor_ones(SHAPE(2)), false);
        bool flat = table[i].f == sigmoid_of || table[i].f == tanh_of;
        real leaky = table[i].f == leaky_relu_of ? (real)0.1 : 0;
        assert_values(x->grad, SHAPE(2), VALUES(leaky, flat ? 0 : 1), 1e-6);
    }
}

static Tensor *bias_gelu_of(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_bias_gelu(in[0], tensor_requires_grad(tensor_zeros(SHAPE(1))));
}

/* One number: where does it come out, and with which slope? */
static void assert_at(Function f, real x, double y, double slope)
{
    Tensor *in = tensor_requires_grad(tensor_full(SHAPE(1), x)), *out = f(&in, NULL);
    assert_close(out->data[0], y, 0);
    tensor_backward_from(out, tensor_ones(SHAPE(1)), false);
    assert_close(in->grad->data[0], slope, 0);
}

/* Where squares and cubes are infinite, each is its straight line, to the last bit; and at
 * infinity, where PyTorch's is one, too. */
static void test_as_far_as_numbers_go(void **state)
{
    (void)state;
    static const real far[] = {(real)1e5,  (real)1e13, (real)1e15,
                               (real)1e20, (real)1e30, (real)(IS_DOUBLE ? 1e308 : 3e38)};
    static const Function bent[] = {relu_of, gelu_of, gelu_tanh_of, bias_gelu_of, silu_of};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        const double x = (double)far[i];
        for (size_t k = 0; k < sizeof bent / sizeof *bent; k++) {
            assert_at(bent[k], far[i], x, 1);
            assert_at(bent[k], -far[i], 0, 0);
        }
        assert_at(leaky_relu_of, -far[i], (double)((real)0.1 * -far[i]), (double)(real)0.1);
    }
    const real infinite = (real)INFINITY;
    assert_at(relu_of, infinite, (double)INFINITY, 1);
    assert_at(relu_of, -infinite, 0, 0);
    assert_at(leaky_relu_of, infinite, (double)INFINITY, 1);
    assert_at(leaky_relu_of, -infinite, -(double)INFINITY, (double)(real)0.1);
    assert_at(sigmoid_of, infinite, 1, 0);
    assert_at(sigmoid_of, -infinite, 0, 0);
    assert_at(tanh_of, infinite, 1, 0);
    assert_at(tanh_of, -infinite, -1, 0);
}

/* A network that has broken shows it on the way back, too. */
static void test_nan_comes_back(void **state)
{
    (void)state;
    static const Function f[] = {sigmoid_of, tanh_of, gelu_of, gelu_tanh_of, bias_gelu_of, silu_of};
    for (size_t i = 0; i < sizeof f / sizeof *f; i++) {
        Tensor *x = tensor_requires_grad(tensor_full(SHAPE(1), (real)NAN));
        Tensor *y = f[i](&x, NULL);
        tensor_backward_from(y, tensor_ones(SHAPE(1)), false);
        assert_true(isnan(x->grad->data[0]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values_and_slopes),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_gradients_of_an_input_used_twice),
        UNIT_TEST(test_far_out),
        UNIT_TEST(test_as_far_as_numbers_go),
        UNIT_TEST(test_nan_comes_back),
    };
    return run_tests("autograd/ops/op_activation", tests);
}
