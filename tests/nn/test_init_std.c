/* test_init_std.c - numbers keep their size: by the mean over a normal distribution, and measured. */
#include "layer_parts.h"
#include "test.h"

/* The mean of act(s z)^2 over normal z, by the midpoint rule. */
static double mean_square(Module *act, double s)
{
    enum { N = 4000 };
    Tensor *z = tensor_zeros(SHAPE(N));
    for (long i = 0; i < N; i++)
        z->data[i] = (real)(s * (-8 + 16 * ((double)i + 0.5) / N));
    const Tensor *y = module_forward(act, z);
    double sum = 0;
    for (long i = 0; i < N; i++) {
        double at = -8 + 16 * ((double)i + 0.5) / N;
        sum += (double)y->data[i] * (double)y->data[i] * exp(-at * at / 2) * 16 / N / 2.50662827;
    }
    return sum;
}

static void test_what_comes_out_has_size_one(void **state)
{
    (void)state;
    const Activation kept[] = {ACT_RELU, ACT_GELU, ACT_SILU};
    for (size_t k = 0; k < sizeof kept / sizeof *kept; k++) {
        Module *act = activation_new(kept[k]);
        assert_close(mean_square(act, sqrt(300) * init_std(300, 7, &kept[k])), 1, 1e-4);
        module_free(act);
    }
    assert_close(init_std(16, 3, NULL), 0.25, 1e-12);
    assert_close(init_std(0, 3, NULL), 0, 0);
    assert_fails_with("widths are -1 and 2", init_std(-1, 2, NULL));
    assert_fails_with("widths are 1 and -2", init_std(1, -2, NULL));
}

/* After 50 layers: tanh and sigmoid have a size that they come back to. */
static void test_fifty_layers(void **state)
{
    (void)state;
    const Activation bounded[] = {ACT_TANH, ACT_SIGMOID};
    const double size[] = {0.65, 0.55};
    for (int k = 0; k < 2; k++) {
        Module *act = activation_new(bounded[k]);
        Tensor *x = tensor_normal(SHAPE(8, 100), 0, 1, &test_rng);
        double square = 0;
        for (int layer = 0; layer < 50; layer++) {
            long in = x->shape[1], out = 300 - in;
            double std = init_std(in, out, &bounded[k]);
            x = tensor_matmul(x, tensor_normal(SHAPE(in, out), 0, (real)std, &test_rng));
            x = module_forward(act, x);
        }
        for (long i = 0; i < 800; i++)
            square += (double)x->data[i] * (double)x->data[i] / 800;
        assert_close(sqrt(square), size[k], 0.1);
        module_free(act);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_what_comes_out_has_size_one),
        UNIT_TEST(test_fifty_layers),
    };
    return run_tests("nn/init_std", tests);
}
