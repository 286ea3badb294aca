/* test_swiglu_layer.c - a gated perceptron: plain loops in double, gradients, names, bad input. */
#include "test.h"

static Tensor *apply(Tensor *const in[], void *module)
{
    return module_forward(module, in[0]);
}

/* Element (i, j) of the weight, the gate's columns before those of what it lets through. */
static double at(const Tensor *weight, long i, long j)
{
    return (double)weight->data[i * weight->shape[1] + j];
}

static void test_values(void **state)
{
    enum { C = 3, H = 4 };
    (void)state;
    SwiGlu *s = swiglu_new(C, H, false, &test_rng);
    assert_shape(s->gate_up->weight, SHAPE(C, 2 * H));
    assert_shape(s->down->weight, SHAPE(H, C));
    Tensor *x = random_tensor(SHAPE(2, C)), *y = swiglu_forward(s, x);
    for (long row = 0; row < 2; row++)
        for (long c = 0; c < C; c++) {
            double sum = 0;
            for (long h = 0; h < H; h++) {
                double gate = 0, up = 0;
                for (long i = 0; i < C; i++) {
                    gate += (double)x->data[row * C + i] * at(s->gate_up->weight, i, h);
                    up += (double)x->data[row * C + i] * at(s->gate_up->weight, i, H + h);
                }
                sum += gate / (1 + exp(-gate)) * up * at(s->down->weight, h, c);
            }
            assert_close(y->data[row * C + c], sum, IS_DOUBLE ? 1e-13 : 1e-6);
        }
    ParameterList *list = parameters_of(&s->module);
    assert_int_equal(list->count, 2);
    assert_non_null(parameters_find(list, "gate_up.weight"));
    assert_non_null(parameters_find(list, "down.weight"));
    parameters_free(list);
    module_free(&s->module);
}

static void test_gradients(void **state)
{
    (void)state;
    SwiGlu *s = swiglu_new(3, 2, true, &test_rng);
    assert_gradcheck(apply, s, random_leaf(SHAPE(2, 2, 3)), s->gate_up->weight, s->gate_up->bias,
                     s->down->weight, s->down->bias);
    module_free(&s->module);
}

static void test_mistakes(void **state)
{
    (void)state;
    assert_fails_with("swiglu_new: channels is 0 and hidden 4", swiglu_new(0, 4, true, &test_rng));
    assert_fails_with("hidden -1, expected at least 1", swiglu_new(4, -1, true, &test_rng));
    SwiGlu *s = swiglu_new(3, 2, true, &test_rng);
    assert_fails_with("x is (2, 4) but this layer takes (..., 3)",
                      swiglu_forward(s, tensor_zeros(SHAPE(2, 4))));
    module_free(&s->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("nn/swiglu_layer", tests);
}
