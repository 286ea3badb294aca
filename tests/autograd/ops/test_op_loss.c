/* test_op_loss.c - cross-entropy, mean squared error, binary cross-entropy. */
#include "../layouts.h"

#define CLOSE (IS_DOUBLE ? 1e-9 : 1e-6)

typedef struct {
    const IntTensor *targets;
    int ignore_index;
    real smoothing;
} Labels;

static Tensor *cross_entropy(Tensor *const in[], void *context)
{
    const Labels *l = context;
    return tensor_cross_entropy(in[0], l->targets, l->ignore_index, l->smoothing);
}

/* The logits are used once more: the loss finds a gradient there, or makes the first. */
static Tensor *logits_used_again(Tensor *const in[], void *context)
{
    Tensor *logits = tensor_mul_scalar(in[0], 2);
    Tensor *loss = cross_entropy((Tensor *[]){logits}, context);
    Tensor *other = tensor_mean(tensor_mul(logits, logits), ALL_AXES, false);
    return tensor_add(tensor_add(other, tensor_mul(loss, loss)),
                      cross_entropy((Tensor *[]){logits}, context));
}

/* torch.nn.functional.cross_entropy, float64. */
static void test_cross_entropy_from_torch(void **state)
{
    (void)state;
    static const real gradients[2][12] = {
        {(real)-.2468345132, (real).2351281709, (real).0117063423, (real).0097621026,
         (real).00029479, (real)-.0100568926, 0, 0, 0, (real).1111111111, (real)-.2222222222,
         (real).1111111111},
        {(real)-.224612291, (real).2240170598, (real).0005952312, (real)-.0013490085,
         (real)-.0108163212, (real).0121653296, 0, 0, 0, (real).1, (real)-.2, (real).1}};
    static const double losses[2] = {0.8260865616, 0.9538643394};
    IntTensor *targets = int_tensor_from(SHAPE(4), IDS(0, 2, -100, 1));
    for (int i = 0; i < 2; i++) {
        Tensor *x = tensor_requires_grad(
            tensor_from(SHAPE(4, 3), VALUES(1, 2, -1, 0.5, -3, 4, 0, 0, 1, 2, 2, 2)));
        Tensor *loss = tensor_cross_entropy(x, targets, -100, i ? (real)0.1 : 0);
        assert_close((double)tensor_item(loss), losses[i], CLOSE);
        tensor_backward(loss);
        assert_values(x->grad, SHAPE(4, 3), 12, gradients[i], CLOSE);
    }
}

static void test_cross_entropy_gradients(void **state)
{
    (void)state;
    IntTensor *flat = int_tensor_from(SHAPE(4), IDS(0, 2, 1, 2));
    IntTensor *deep = int_tensor_from(SHAPE(2, 2), IDS(1, -100, 2, 2)),
              *one = int_tensor_from(SCALAR, IDS(1));
    for (int i = 0; i < 2; i++) {
        real smoothing = i ? (real)0.2 : 0;
        Labels a = {flat, NO_IGNORE_INDEX, smoothing}, b = {deep, -100, smoothing};
        Labels c = {one, -100, smoothing}, d = {flat, 2, smoothing};
        assert_gradcheck_layouts(cross_entropy, &a, random_leaf(SHAPE(4, 3)));
        assert_gradcheck_layouts(cross_entropy, &b, random_leaf(SHAPE(2, 2, 3)));
        assert_gradcheck(cross_entropy, &c, random_leaf(SHAPE(3)));
        assert_gradcheck(cross_entropy, &d, random_leaf(SHAPE(4, 3)));
        assert_gradcheck_layouts(logits_used_again, &a, random_leaf(SHAPE(4, 3)));
        assert_gradcheck_layouts(logits_used_again, &b, random_leaf(SHAPE(2, 2, 3)));
    }
}

static void test_cross_entropy_of_nothing(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3));
    Tensor *loss =
        tensor_cross_entropy(x, int_tensor_from(SHAPE(2), IDS(-100, -100)), -100, (real)0.1);
    assert_values(loss, SCALAR, VALUES(0), 0);
    tensor_backward(loss);
    assert_tensor_identical(x->grad, tensor_zeros(SHAPE(2, 3)));
    Tensor *none = random_leaf(SHAPE(0, 3));
    loss = tensor_cross_entropy(none, int_tensor_new(SHAPE(0)), -100, 0);
    assert_values(loss, SCALAR, VALUES(0), 0);
    tensor_backward(loss);
    Tensor *huge = tensor_from(SHAPE(2, 2), VALUES(1e4, -1e4, 0, 1e4));
    assert_values(tensor_cross_entropy(huge, int_tensor_from(SHAPE(2), IDS(0, 0)), -100, 0), SCALAR,
                  VALUES(5000), 1e-2);
}

static void test_fused_and_composed_agree(void **state)
{
    (void)state;
    double close = IS_DOUBLE ? 1e-12 : 1e-5;
    IntTensor *targets = int_tensor_new(SHAPE(4, 5));
    for (int i = 0; i < 20; i++)
        targets->data[i] = i % 6 == 0 ? -100 : i % 7;
    for (int i = 0; i < 2; i++) {
        Tensor *a = random_leaf(SHAPE(4, 5, 7)), *b = tensor_requires_grad(tensor_keep(a));
        Tensor *fused = tensor_cross_entropy(a, targets, -100, i ? (real)0.3 : 0);
        Tensor *composed = composed_cross_entropy(b, targets, -100, i ? (real)0.3 : 0);
        assert_tensor_close(fused, composed, close, close);
        tensor_backward(fused);
        tensor_backward(composed);
        assert_tensor_close(a->grad, b->grad, close, close);
        tensor_free(b);
    }
}

static void test_cross_entropy_mistakes(void **state)
{
    (void)state;
    Tensor *x = tensor_zeros(SHAPE(2, 3));
    IntTensor *two = int_tensor_new(SHAPE(2)), *wrong = int_tensor_from(SHAPE(2), IDS(0, 3));
    assert_fails_with(
        "tensor_cross_entropy: logits of shape (2, 3) need targets of the same shape without "
        "the last axis, got (3,)",
        tensor_cross_entropy(x, int_tensor_new(SHAPE(3)), -100, 0));
    assert_fails_with("got ()",
                      tensor_cross_entropy(tensor_scalar(1), int_tensor_new(SCALAR), -100, 0));
    assert_fails_with("tensor_cross_entropy: target 3 at position 1 is outside [0, 3)",
                      tensor_cross_entropy(x, wrong, -100, 0));
    assert_fails_with("label smoothing is 1;", tensor_cross_entropy(x, two, -100, 1));
    assert_fails_with("label smoothing is -0.1", tensor_cross_entropy(x, two, -100, (real)-0.1));
    assert_fails_with("target 0 at position 0 is outside [0, 0)",
                      tensor_cross_entropy(tensor_zeros(SHAPE(2, 0)), two, -100, 0));
    assert_fails_with("composed_cross_entropy: axis -1 is outside a tensor of shape ()",
                      composed_cross_entropy(tensor_scalar(1), two, -100, 0));
    assert_true(grad_mode_is_on());
}

/* ---- losses between numbers ---------------------------------------------------------------- */

static Tensor *mse(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_mse_loss(in[0], in[1]);
}

static Tensor *bce(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_bce_with_logits(in[0], in[1]);
}

static Tensor *scaled_bce(Tensor *const in[], void *context)
{
    (void)context;
    Tensor *loss = tensor_bce_with_logits(in[0], in[1]);
    return tensor_mul(loss, tensor_mse_loss(in[1], in[0]));
}

static void test_mse(void **state)
{
    (void)state;
    Tensor *p = tensor_requires_grad(tensor_from(SHAPE(2), VALUES(1, 5))),
           *t = tensor_from(SHAPE(2), VALUES(3, 4));
    Tensor *loss = tensor_mse_loss(p, t);
    assert_values(loss, SCALAR, VALUES(2.5), 0);
    tensor_backward(loss);
    assert_values(p->grad, SHAPE(2), VALUES(-2, 1), 0);
    assert_gradcheck_layouts(mse, NULL, random_leaf(SHAPE(3, 4)), random_leaf(SHAPE(3, 4)));
    assert_gradcheck(mse, NULL, random_tensor(SHAPE(3)), random_leaf(SHAPE(3)));
}

/* torch.nn.functional.binary_cross_entropy_with_logits, float64. */
static void test_bce(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(4), VALUES(1, -2, 50, -50)));
    Tensor *t = tensor_requires_grad(tensor_from(SHAPE(4), VALUES(1, 0.25, 0, 0)));
    Tensor *loss = tensor_bce_with_logits(x, t);
    assert_close((double)tensor_item(loss), 12.7350474246403, 10 * CLOSE);
    tensor_backward(loss);
    assert_values(x->grad, SHAPE(4),
                  VALUES((real)-0.06723535534249878, (real)-0.03269926949447061, 0.25, 0), CLOSE);
    assert_values(t->grad, SHAPE(4), VALUES(-0.25, 0.5, -12.5, 12.5), CLOSE);
    Tensor *far = tensor_from(SHAPE(2), VALUES(1000, -1000)), *ones = tensor_ones(SHAPE(2));
    assert_values(tensor_bce_with_logits(far, ones), SCALAR, VALUES(500), 1e-3);
    assert_gradcheck_layouts(bce, NULL, random_leaf(SHAPE(3, 4)), positive_leaf(SHAPE(3, 4)));
    assert_gradcheck_layouts(scaled_bce, NULL, random_leaf(SHAPE(3, 4)),
                             positive_leaf(SHAPE(3, 4)));
    assert_gradcheck(bce, NULL, random_leaf(SHAPE(3)), tensor_ones(SHAPE(3)));
    assert_gradcheck(bce, NULL, random_tensor(SHAPE(3)), random_leaf(SHAPE(3)));
}

static void test_loss_mistakes(void **state)
{
    (void)state;
    Tensor *a = tensor_zeros(SHAPE(2, 1)), *b = tensor_zeros(SHAPE(2)),
           *none = tensor_zeros(SHAPE(0));
    assert_fails_with(
        "tensor_mse_loss: prediction (2, 1) and target (2,) must have the same shape. hint:",
        tensor_mse_loss(a, b));
    assert_fails_with("tensor_bce_with_logits: prediction (2,) and target (2, 1)",
                      tensor_bce_with_logits(b, a));
    assert_fails_with("tensor_mse_loss: shape (0,) has no elements", tensor_mse_loss(none, none));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_cross_entropy_from_torch),
        UNIT_TEST(test_cross_entropy_gradients),
        UNIT_TEST(test_cross_entropy_of_nothing),
        UNIT_TEST(test_fused_and_composed_agree),
        UNIT_TEST(test_cross_entropy_mistakes),
        UNIT_TEST(test_mse),
        UNIT_TEST(test_bce),
        UNIT_TEST(test_loss_mistakes),
    };
    return run_tests("autograd/ops/op_loss", tests);
}
