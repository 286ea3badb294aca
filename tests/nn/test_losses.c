/* test_losses.c - losses with reductions and weights: against PyTorch, by differences, what they refuse. */
#include "../autograd/layouts.h"
#include "../attention/wave.h"
#include "../fixtures/losses.h"

#define CLOSE (IS_DOUBLE ? 1e-10 : 3e-6)
#define COUNT(list) (sizeof(list) / sizeof *(list))

/* The walk back as losses.py takes it. */
static void walk_back(Tensor *loss)
{
    tensor_backward_from(loss, loss->ndim > 0 ? wave(loss->ndim, loss->shape, 3, 1) : NULL, false);
}

/* ---- targets that are classes, against PyTorch ------------------------------------------------------ */

static IntTensor *six_targets(void)
{
    return int_tensor_from(SHAPE(2, 3), IDS(0, 3, -100, 2, 2, 1));
}

static Tensor *four_weights(void)
{
    return tensor_from(SHAPE(4), VALUES(0.5, 2, 0, 3));
}

static void test_classes_from_torch(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(class_cases); i++) {
        const ClassCase *c = &class_cases[i];
        Tensor *x = tensor_requires_grad(wave(SHAPE(2, 3, 4), 0, 3));
        Tensor *weight = c->weighted ? four_weights() : NULL;
        Tensor *loss =
            c->log_softmax_first
                ? loss_nll(tensor_log_softmax(x, -1), six_targets(), -100, weight, c->reduction)
                : loss_cross_entropy(x, six_targets(), -100, c->smoothing, weight, c->reduction);
        if (c->reduction == REDUCTION_NONE)
            assert_values(loss, SHAPE(2, 3), c->numbers, c->loss, CLOSE);
        else
            assert_values(loss, SCALAR, c->numbers, c->loss, 5 * CLOSE);
        walk_back(loss);
        assert_values(x->grad, SHAPE(2, 3, 4), 24, c->gradient, CLOSE);
    }
}

/* ---- targets that are numbers, against PyTorch -------------------------------------------------------- */

static Tensor *number_loss(NumberLoss kind, Tensor *p, Tensor *t, Reduction reduction)
{
    Tensor *weight = kind == BCE_WEIGHTED ? tensor_from(SHAPE(2), VALUES(0.5, 3)) : NULL;
    return kind == MSE   ? loss_mse(p, t, reduction)
           : kind == BCE ? loss_bce(p, t, reduction)
                         : loss_bce_with_logits(p, t, weight, reduction);
}

static Tensor *between_0_and_1(double phase)
{
    return tensor_add_scalar(wave(SHAPE(3, 2), phase, 0.5), (real)0.5);
}

static void test_numbers_from_torch(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(number_cases); i++) {
        const NumberCase *c = &number_cases[i];
        Tensor *p = c->kind >= BCE_LOGITS ? wave(SHAPE(3, 2), 0, 4) : between_0_and_1(0);
        Tensor *t = tensor_requires_grad(between_0_and_1(1));
        Tensor *loss = number_loss(c->kind, tensor_requires_grad(p), t, c->reduction);
        if (c->reduction == REDUCTION_NONE)
            assert_values(loss, SHAPE(3, 2), c->numbers, c->loss, CLOSE);
        else
            assert_values(loss, SCALAR, c->numbers, c->loss, 5 * CLOSE);
        walk_back(loss);
        assert_values(p->grad, SHAPE(3, 2), 6, c->dp, 5 * CLOSE);
        assert_values(t->grad, SHAPE(3, 2), 6, c->dt, 5 * CLOSE);
    }
}

/* The logarithm ends at -100, and the slope divides by 1e-12 at least. */
static void test_probabilities_of_0_and_1(void **state)
{
    (void)state;
    Tensor *p =
        tensor_requires_grad(tensor_from(SHAPE(6), VALUES(0, 1, 0, 1, (real)1e-300, (real)0.3)));
    Tensor *t = tensor_requires_grad(tensor_from(SHAPE(6), VALUES(0, 1, 1, 0, 1, (real)0.4)));
    Tensor *loss = loss_bce(p, t, REDUCTION_NONE);
    assert_values(loss, SHAPE(6), 6, bce_edges, CLOSE);
    tensor_backward(tensor_sum(loss, ALL_AXES, false));
    /* PyTorch's 1e-12 is a float, whatever its tensors are. */
    assert_tensor_close(p->grad, tensor_from(SHAPE(6), 6, bce_edges_dp), 1e-7, CLOSE);
    assert_values(tensor_slice(t->grad, 0, 0, 2, 1), SHAPE(2), VALUES(100, -100), 0);
}

/* Far from 0 the sigmoid is 0 or 1, and the loss a straight line. */
static void test_large_logits(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(4), VALUES(1000, 1000, -1000, -1000)));
    Tensor *t = tensor_from(SHAPE(4), VALUES(0, 1, 0, 1));
    Tensor *loss = loss_bce_with_logits(x, t, tensor_scalar(2), REDUCTION_NONE);
    assert_values(loss, SHAPE(4), VALUES(1000, 0, 0, 2000), 0);
    tensor_backward(tensor_sum(loss, ALL_AXES, false));
    assert_values(x->grad, SHAPE(4), VALUES(1, 0, 0, -2), 0);
}

/* ---- the plain calls, and nothing to count --------------------------------------------------------------- */

static void test_means_are_those_of_the_plain_calls(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3, 4)), *y = random_leaf(SHAPE(2, 3, 4));
    IntTensor *targets = six_targets();
    assert_tensor_identical(loss_cross_entropy(x, targets, -100, (real)0.1, NULL, REDUCTION_MEAN),
                            tensor_cross_entropy(x, targets, -100, (real)0.1));
    assert_tensor_identical(loss_mse(x, y, REDUCTION_MEAN), tensor_mse_loss(x, y));
    assert_tensor_identical(loss_bce_with_logits(x, y, NULL, REDUCTION_MEAN),
                            tensor_bce_with_logits(x, y));
    /* and weights of 1 change nothing but the way there */
    assert_tensor_close(
        loss_cross_entropy(x, targets, -100, (real)0.1, tensor_ones(SHAPE(4)), REDUCTION_MEAN),
        tensor_cross_entropy(x, targets, -100, (real)0.1), CLOSE, CLOSE);
}

static void test_nothing_counts(void **state)
{
    (void)state;
    IntTensor *ignored = int_tensor_from(SHAPE(2), IDS(-100, -100)),
              *weightless = int_tensor_from(SHAPE(2), IDS(2, 2)), *none = int_tensor_new(SHAPE(0));
    for (int i = 0; i < 2; i++) {
        Tensor *x = random_leaf(SHAPE(2, 4));
        Tensor *loss = loss_cross_entropy(x, i ? weightless : ignored, -100, 0, four_weights(),
                                          REDUCTION_MEAN);
        assert_values(loss, SCALAR, VALUES(0), 0);
        tensor_backward(loss);
        assert_tensor_identical(x->grad, tensor_zeros(SHAPE(2, 4)));
    }
    Tensor *x = random_leaf(SHAPE(0, 4)), *empty = random_leaf(SHAPE(0, 3));
    assert_values(loss_nll(x, none, -100, NULL, REDUCTION_MEAN), SCALAR, VALUES(0), 0);
    assert_shape(loss_nll(x, none, -100, NULL, REDUCTION_NONE), SHAPE(0));
    assert_shape(loss_bce(empty, empty, REDUCTION_NONE), SHAPE(0, 3));
    assert_values(loss_mse(empty, empty, REDUCTION_SUM), SCALAR, VALUES(0), 0);
}

/* 0 may be ignored, and NO_IGNORE_INDEX counts all. A class that cannot be is infinitely surprising, unless
 * nobody asks for it. */
static void test_which_targets_count(void **state)
{
    (void)state;
    Tensor *log_p = tensor_from(SHAPE(3, 2), VALUES(-1, (real)-INFINITY, -3, -4, -5, -6));
    IntTensor *targets = int_tensor_from(SHAPE(3), IDS(0, 1, 0));
    assert_values(loss_nll(log_p, targets, 0, NULL, REDUCTION_NONE), SHAPE(3), VALUES(0, 4, 0), 0);
    assert_values(loss_nll(log_p, targets, 0, NULL, REDUCTION_MEAN), SCALAR, VALUES(4), 0);
    assert_values(loss_nll(log_p, targets, NO_IGNORE_INDEX, NULL, REDUCTION_MEAN), SCALAR,
                  VALUES((real)(10.0 / 3)), 1e-6);
    Tensor *one = tensor_from(SHAPE(2), VALUES(-1, -2));
    assert_values(loss_nll(one, int_tensor_from(SCALAR, IDS(1)), -100, NULL, REDUCTION_NONE),
                  SCALAR, VALUES(2), 0);
}

/* Sums in one order: the same bits on any number of threads. */
static void test_threads_change_no_bit(void **state)
{
    (void)state;
    int before = kindling_threads();
    enum { N = 3000, V = 40 };
    Tensor *x = random_tensor(SHAPE(N, V)), *weight = tensor_uniform(SHAPE(V), 0, 2, &test_rng);
    Tensor *p = tensor_uniform(SHAPE(N, V), 0, 1, &test_rng);
    IntTensor *targets = int_tensor_new(SHAPE(N));
    for (int i = 0; i < N; i++)
        targets->data[i] = (int)rng_below(&test_rng, V);
    Tensor *loss[4], *dx[4];
    for (int threads = 1; threads <= 4; threads += 3) {
        kindling_set_threads(threads);
        Tensor *leaf = tensor_requires_grad(tensor_mul_scalar(x, 1));
        Tensor *both =
            tensor_add(loss_cross_entropy(leaf, targets, 3, (real)0.1, weight, REDUCTION_MEAN),
                       loss_bce_with_logits(leaf, p, tensor_scalar(2), REDUCTION_MEAN));
        tensor_backward(both);
        loss[threads - 1] = both;
        dx[threads - 1] = leaf->grad;
    }
    kindling_set_threads(before);
    assert_tensor_identical(loss[3], loss[0]);
    assert_tensor_identical(dx[3], dx[0]);
}

/* ---- gradients by differences ------------------------------------------------------------------------------ */

typedef struct {
    Reduction reduction;
    real smoothing;
    Tensor *weight;
    NumberLoss kind;
} Asked;

static Tensor *cross_entropy(Tensor *const in[], void *context)
{
    const Asked *a = context;
    return loss_cross_entropy(in[0], six_targets(), -100, a->smoothing, a->weight, a->reduction);
}

static Tensor *nll(Tensor *const in[], void *context)
{
    const Asked *a = context;
    IntTensor *targets = int_tensor_from(SHAPE(2, 3), IDS(0, 3, 1, 2, 2, 1));
    return loss_nll(in[0], targets, 2, a->weight, a->reduction);
}

static Tensor *numbers(Tensor *const in[], void *context)
{
    const Asked *a = context;
    return number_loss(a->kind, in[0], in[1], a->reduction);
}

static Tensor *inner_leaf(void)
{
    return tensor_requires_grad(tensor_uniform(SHAPE(3, 2), (real)0.2, (real)0.8, &test_rng));
}

static void test_gradients(void **state)
{
    (void)state;
    for (Reduction r = REDUCTION_MEAN; r <= REDUCTION_NONE; r++) {
        for (int i = 0; i < 4; i++) {
            Asked a = {r, i % 2 ? (real)0.2 : 0, i / 2 ? four_weights() : NULL, MSE};
            assert_gradcheck_layouts(cross_entropy, &a, random_leaf(SHAPE(2, 3, 4)));
            assert_gradcheck_layouts(nll, &a, random_leaf(SHAPE(2, 3, 4)));
        }
        for (NumberLoss kind = MSE; kind <= BCE_WEIGHTED; kind++) {
            Asked a = {.reduction = r, .kind = kind};
            assert_gradcheck_layouts(numbers, &a, inner_leaf(), inner_leaf());
        }
    }
}

/* ---- mistakes --------------------------------------------------------------------------------------------- */

static void test_mistakes_with_classes(void **state)
{
    (void)state;
    Tensor *x = tensor_zeros(SHAPE(2, 3));
    IntTensor *two = int_tensor_new(SHAPE(2)), *wrong = int_tensor_from(SHAPE(2), IDS(0, 3));
    assert_fails_with("loss_nll: log-probabilities of shape (2, 3) need targets of the same shape "
                      "without the last axis, got (3,)",
                      loss_nll(x, int_tensor_new(SHAPE(3)), -100, NULL, REDUCTION_SUM));
    assert_fails_with(
        "loss_cross_entropy: logits of shape (2, 3) need targets",
        loss_cross_entropy(x, int_tensor_new(SHAPE(3)), -100, 0, NULL, REDUCTION_SUM));
    assert_fails_with("loss_nll: target 3 at position 1 is outside [0, 3)",
                      loss_nll(x, wrong, -100, NULL, REDUCTION_NONE));
    assert_fails_with("loss_cross_entropy: target 3 at position 1 is outside [0, 3)",
                      loss_cross_entropy(x, wrong, -100, 0, NULL, REDUCTION_MEAN));
    assert_fails_with(
        "loss_nll: target -1 at position 0 is outside [0, 3)",
        loss_nll(x, int_tensor_from(SHAPE(2), IDS(-1, 0)), -100, NULL, REDUCTION_SUM));
    assert_fails_with("loss_nll: log-probabilities of shape () need targets",
                      loss_nll(tensor_zeros(SCALAR), two, -100, NULL, REDUCTION_SUM));
    assert_fails_with("loss_nll: weight has shape (3, 1), expected one number for each of 3",
                      loss_nll(x, two, -100, tensor_ones(SHAPE(3, 1)), REDUCTION_MEAN));
    assert_fails_with("loss_cross_entropy: label smoothing is -0.5",
                      loss_cross_entropy(x, two, -100, (real)-0.5, NULL, REDUCTION_SUM));
    assert_fails_with("loss_cross_entropy: label smoothing is 1;",
                      loss_cross_entropy(x, two, -100, 1, NULL, REDUCTION_SUM));
    assert_fails_with("loss_nll: weight has shape (2,), expected one number for each of 3 classes, "
                      "(3,)",
                      loss_nll(x, two, -100, tensor_ones(SHAPE(2)), REDUCTION_MEAN));
    assert_fails_with("loss_cross_entropy: weight requires a gradient",
                      loss_cross_entropy(x, two, -100, 0, random_leaf(SHAPE(3)), REDUCTION_MEAN));
    assert_fails_with("loss_nll: reduction is 7, expected REDUCTION_MEAN",
                      loss_nll(x, two, -100, NULL, (Reduction)7));
}

static void test_mistakes_with_numbers(void **state)
{
    (void)state;
    Tensor *a = tensor_zeros(SHAPE(2, 1)), *b = tensor_zeros(SHAPE(2)),
           *none = tensor_zeros(SHAPE(0));
    assert_fails_with("loss_mse: prediction (2, 1) and target (2,) must have the same shape. hint:",
                      loss_mse(a, b, REDUCTION_NONE));
    assert_fails_with("loss_bce: prediction (2, 1) and target (2,)",
                      loss_bce(a, b, REDUCTION_NONE));
    assert_fails_with("loss_bce: shape (0,) has no elements to average over",
                      loss_bce(none, none, REDUCTION_MEAN));
    Tensor *logits = tensor_from(SHAPE(1, 2), VALUES((real)0.5, (real)1.25));
    Tensor *halves = tensor_full(SHAPE(1, 2), (real)0.5);
    assert_fails_with("loss_bce: element 1 of the prediction (1, 2) is 1.25, expected a number "
                      "from 0 to 1. hint: loss_bce_with_logits is for logits",
                      loss_bce(logits, halves, REDUCTION_SUM));
    assert_fails_with("loss_bce: element 1 of the target (1, 2) is 1.25",
                      loss_bce(halves, logits, REDUCTION_SUM));
    halves->data[0] = (real)NAN;
    assert_fails_with("loss_bce: element 0 of the prediction",
                      loss_bce(halves, halves, REDUCTION_SUM));
    assert_fails_with("pos_weight (3,) does not broadcast to logits (1, 2)",
                      loss_bce_with_logits(logits, logits, tensor_ones(SHAPE(3)), REDUCTION_SUM));
    assert_fails_with("loss_bce_with_logits: pos_weight requires a gradient",
                      loss_bce_with_logits(logits, logits, random_leaf(SHAPE(2)), REDUCTION_SUM));
    assert_fails_with("loss_mse: reduction is 3", loss_mse(logits, logits, (Reduction)3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_classes_from_torch),
        UNIT_TEST(test_numbers_from_torch),
        UNIT_TEST(test_probabilities_of_0_and_1),
        UNIT_TEST(test_large_logits),
        UNIT_TEST(test_means_are_those_of_the_plain_calls),
        UNIT_TEST(test_nothing_counts),
        UNIT_TEST(test_which_targets_count),
        UNIT_TEST(test_threads_change_no_bit),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_mistakes_with_classes),
        UNIT_TEST(test_mistakes_with_numbers),
    };
    return run_tests("nn/losses", tests);
}
