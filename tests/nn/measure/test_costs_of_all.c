/* test_costs_of_all.c - every operation costs about what those cost that it stands in for.
 *
 * A row has a tensor that the operation has made, and one made of simpler operations, or how many flops it is. The names of
 * operations are found in the sources, so that a new one without a row here fails.
 */
#include <stdio.h>
#include <unistd.h>
#include "op.h"
#include "test.h"

enum { ROWS = 6, C = 8, N = ROWS * C };

typedef struct {
    const char *name;
    Tensor *whole, *parts; /* parts NULL: flops */
    double flops;
} Row;

static Tensor *mean_of_rows(Tensor *t)
{
    return tensor_mean(t, 1, (int[]){-1}, true);
}

static Tensor *sum_of_rows(Tensor *t)
{
    return tensor_sum(t, 1, (int[]){-1}, true);
}

/* Less its largest, e to that. */
static Tensor *exp_of_rows(Tensor *t)
{
    return tensor_exp(tensor_sub(t, tensor_max(t, 1, (int[]){-1}, true)));
}

static Tensor *square_of_rest(Tensor *t)
{
    Tensor *rest = tensor_sub(t, mean_of_rows(t));
    return tensor_mul(rest, rest);
}

static Tensor *normalized(Tensor *t, Tensor *gamma, Tensor *beta)
{
    Tensor *rest = tensor_sub(t, mean_of_rows(t));
    Tensor *deviation = tensor_sqrt(mean_of_rows(tensor_mul(rest, rest)));
    return tensor_add(tensor_mul(tensor_div(rest, deviation), gamma), beta);
}

static void check(Row r)
{
    assert_non_null(r.whole->closure);
    assert_string_equal(r.whole->closure->op->name, r.name);
    double whole = flops_closure(r.whole->closure),
           parts = r.parts != NULL ? flops_forward(r.parts) : r.flops;
    if (!(whole >= parts / 2 && whole <= parts * 2))
        print_error("%s: %g flops, and %g of its parts\n", r.name, whole, parts);
    assert_true(whole >= parts / 2 && whole <= parts * 2);
}

static char seen[4000];

static void check_all(const Row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        check(rows[i]);
        snprintf(seen + strlen(seen), sizeof seen - strlen(seen), " %s ", rows[i].name);
    }
}
/* Each row has a line of its own, so that one more moves no other. */
#define CHECK_ALL(...)                                                                             \
    check_all((const Row[]){__VA_ARGS__}, sizeof(const Row[]){__VA_ARGS__} / sizeof(Row))

static Tensor *x, *y, *bias, *positive;

static void test_of_numbers(void **state)
{
    (void)state;
    x = random_leaf(SHAPE(ROWS, C)), y = random_leaf(SHAPE(ROWS, C)), bias = random_leaf(SHAPE(C));
    positive = tensor_requires_grad(tensor_full(SHAPE(ROWS, C), (real)0.5));
    Tensor *square = tensor_mul(x, x),
           *inner = tensor_add(x, tensor_mul_scalar(tensor_mul(square, x), 2));
    /* clang-format off */
    CHECK_ALL(
        {"add", tensor_add(x, y), NULL, N},
        {"sub", tensor_sub(x, y), NULL, N},
        {"mul", square, NULL, N},
        {"div", tensor_div(x, y), NULL, N},
        {"neg", tensor_neg(x), NULL, N},
        {"abs", tensor_abs(x), NULL, N},
        {"exp", tensor_exp(x), NULL, N},
        {"log", tensor_log(positive), NULL, N},
        {"sqrt", tensor_sqrt(positive), NULL, N},
        {"sin", tensor_sin(x), NULL, N},
        {"cos", tensor_cos(x), NULL, N},
        {"pow", tensor_pow(x, 2), NULL, N},
        {"clamp", tensor_clamp(x, 0, 1), NULL, N},
        {"relu", tensor_relu(x), NULL, N},
        {"leaky_relu", tensor_leaky_relu(x, 2), NULL, N},
        {"tanh", tensor_tanh(x), NULL, N},
        {"maximum", tensor_maximum(x, y), NULL, N},
        {"minimum", tensor_minimum(x, y), NULL, N},
        {"dropout", tensor_dropout(x, (real)0.5, true, &test_rng), NULL, N},
        {"sigmoid", tensor_sigmoid(x),
         tensor_div(y, tensor_add_scalar(tensor_exp(tensor_neg(x)), 1)), 0},
        {"silu", tensor_silu(x), tensor_mul(x, tensor_sigmoid(x)), 0},
        {"gelu", tensor_gelu_tanh(x),
         tensor_mul(tensor_mul_scalar(x, 2),
                    tensor_add_scalar(tensor_tanh(tensor_mul_scalar(inner, 2)), 1)), 0},
        {"bias_gelu", tensor_bias_gelu(x, bias), tensor_gelu_tanh(tensor_add(x, bias)), 0},
        {"logaddexp", own_operation(x, y),
         tensor_log(tensor_add(tensor_exp(x), tensor_exp(y))), 0});
    /* clang-format on */
}

static void test_of_rows(void **state)
{
    (void)state;
    x = random_leaf(SHAPE(ROWS, C)), bias = random_leaf(SHAPE(C));
    Tensor *e = exp_of_rows(x), *last = tensor_sum(x, 1, (int[]){-1}, true);
    /* clang-format off */
    CHECK_ALL(
        {"sum", last, NULL, N},
        {"mean", mean_of_rows(x), NULL, N},
        {"max", tensor_max(x, ALL_AXES, false), NULL, N},
        {"min", tensor_min(x, ALL_AXES, false), NULL, N},
        {"prod", tensor_prod(x, ALL_AXES, false), NULL, N},
        {"cumsum", tensor_cumsum(x, 1), NULL, N},
        {"norm", tensor_norm(x, 2, ALL_AXES, false),
         tensor_sqrt(tensor_sum(tensor_mul(x, x), ALL_AXES, false)), 0},
        {"var", tensor_var(x, 1, (int[]){-1}, 0, true), mean_of_rows(square_of_rest(x)), 0},
        {"std", tensor_std(x, 1, (int[]){-1}, 0, true),
         tensor_sqrt(mean_of_rows(square_of_rest(x))), 0},
        {"softmax", tensor_softmax(x, -1), tensor_div(e, sum_of_rows(e)), 0},
        {"logsumexp", tensor_logsumexp(x, -1, true),
         tensor_add(tensor_log(sum_of_rows(e)), last), 0},
        {"log_softmax", tensor_log_softmax(x, -1), tensor_sub(x, tensor_log(sum_of_rows(e))), 0},
        {"layer_norm", tensor_layer_norm(x, bias, bias, 1), normalized(x, bias, bias), 0},
        {"rms_norm", tensor_rms_norm(x, bias, 1), composed_rms_norm(x, bias, 1), 0},
        {"rope", tensor_rope(x, (RopeOptions){0}), composed_rope(x, (RopeOptions){0}), 0},
        {"swiglu", tensor_swiglu(x), composed_swiglu(x), 0});
    /* clang-format on */
}

static void test_of_losses(void **state)
{
    (void)state;
    x = random_leaf(SHAPE(ROWS, C)),
    positive = tensor_requires_grad(tensor_full(SHAPE(ROWS, C), (real)0.5));
    Tensor *target = tensor_zeros(SHAPE(ROWS, C)), *rest = tensor_sub(x, target);
    IntTensor *ids = int_tensor_new(SHAPE(ROWS));
    Tensor *both =
        tensor_add(tensor_mul(target, tensor_log(positive)),
                   tensor_mul(target, tensor_log(tensor_add_scalar(tensor_neg(positive), 1))));
    /* clang-format off */
    CHECK_ALL(
        {"mse_loss", tensor_mse_loss(x, target),
         tensor_mean(tensor_mul(rest, rest), ALL_AXES, false), 0},
        {"bce_loss", loss_bce(positive, target, REDUCTION_NONE), both, 0},
        {"bce_with_logits", tensor_bce_with_logits(x, target),
         tensor_sum(both, ALL_AXES, false), 0},
        {"cross_entropy", tensor_cross_entropy(x, ids, -100, 0), tensor_log_softmax(x, -1), 0},
        {"nll_loss", loss_nll(x, ids, -100, NULL, REDUCTION_NONE), NULL, ROWS});
    /* clang-format on */
}

static void test_of_products(void **state)
{
    (void)state;
    x = random_leaf(SHAPE(ROWS, C));
    Tensor *w = random_leaf(SHAPE(C, 4)), *image = random_leaf(SHAPE(2, 3, 6, 6)),
           *filter = random_leaf(SHAPE(4, 3, 3, 3));
    Tensor *channel = random_leaf(SHAPE(3));
    Tensor *q = random_leaf(SHAPE(1, 2, 5, 8)), *k = random_leaf(SHAPE(1, 2, 7, 8));
    Tensor *scores = tensor_matmul(q, tensor_transpose(k, -2, -1));
    /* clang-format off */
    CHECK_ALL(
        {"matmul", tensor_matmul(x, w), NULL, 2.0 * N * 4},
        {"linear", tensor_linear(x, w, NULL), tensor_matmul(x, w), 0},
        {"conv2d", tensor_conv2d(image, filter, NULL, (Window){.stride = {1, 1}}, 1),
         NULL, 2.0 * 2 * 4 * 4 * 4 * 27},
        {"max_pool2d", tensor_max_pool2d(image, (Window){.kernel = {2, 2}}), NULL, 2 * 3 * 36},
        {"avg_pool2d", tensor_avg_pool2d(image, (Window){.kernel = {2, 2}}, true),
         NULL, 2 * 3 * 36},
        {"batch_norm2d",
         tensor_batch_norm2d(image, channel, channel, NULL, NULL, true, (real)0.1, 1),
         NULL, 7 * 2 * 3 * 36},
        {"flash_attention", flash_attention(q, k, k, (FlashAttentionOptions){.causal = false}),
         tensor_matmul(tensor_softmax(scores, -1), k), 0});
    /* clang-format on */
}

/* What only moves numbers costs nothing, and a view less. */
static Tensor *as_it_is(Tensor *t, const void *context)
{
    (void)context;
    return t;
}

static void test_of_what_moves(void **state)
{
    (void)state;
    x = random_leaf(SHAPE(ROWS, C));
    Tensor *mask = tensor_zeros(SHAPE(ROWS, C));
    IntTensor *ids = int_tensor_new(SHAPE(2, C));
    /* clang-format off */
    CHECK_ALL(
        {"contiguous", tensor_contiguous(tensor_transpose(x, 0, 1)), NULL, 0},
        {"reshape", tensor_reshape(tensor_transpose(x, 0, 1), SHAPE(N)), NULL, 0},
        {"slice", tensor_slice(x, 0, 1, 3, 1), NULL, 0},
        {"concat", tensor_concat(INPUTS(x, x), 0), NULL, 0},
        {"pad", tensor_pad(x, SHAPE(1, 2), 0), NULL, 0},
        {"embedding", tensor_embedding(x, ids), NULL, 0},
        {"gather", tensor_gather(x, 0, ids), NULL, 0},
        {"where", tensor_where(mask, x, x), NULL, 0},
        {"masked_fill", tensor_masked_fill(x, mask, 0), NULL, 0},
        {"expand", tensor_expand(x, SHAPE(2, ROWS, C)), NULL, 0},
        {"transpose", tensor_transpose(x, 0, 1), NULL, 0},
        {"permute", tensor_permute(x, 2, (int[]){1, 0}), NULL, 0},
        {"unsqueeze", tensor_unsqueeze(x, 0), NULL, 0},
        {"squeeze", tensor_squeeze(tensor_unsqueeze(x, 0), 0), NULL, 0},
        {"recompute", tensor_recompute(x, as_it_is, NULL, NO_CAPTURE), NULL, 0},
        {"scatter_add", tensor_scatter_add(x, 0, ids, random_leaf(SHAPE(2, C))), NULL, N});
    /* clang-format on */
}

/* With a cache, a query sees all that came before it; queries in front of the first key see none. */
static void test_of_causal_attention(void **state)
{
    (void)state;
    static const struct {
        long Tq, Tk, offset;
        double pairs;
    } all[] = {
        {1, 1000, 999, 1000}, {4, 4, 0, 8},  {3, 8, 5, 6 + 7 + 8}, {3, 8, 0, 1 + 2 + 3},
        {3, 8, -2, 1},        {3, 8, -5, 0}, {3, 8, 100, 24},      {5, 3, 0, 1 + 2 + 3 + 3 + 3}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Tensor *q = random_leaf(SHAPE(2, 3, all[i].Tq, 4)),
               *k = random_leaf(SHAPE(2, 3, all[i].Tk, 4));
        Tensor *out = flash_attention(
            q, k, k, (FlashAttentionOptions){.causal = true, .causal_offset = all[i].offset});
        assert_close(flops_closure(out->closure), 4 * 2 * 3 * 4 * all[i].pairs, 1e-9);
        assert_close(flops_gradients(out->closure), 2.5 * 4 * 2 * 3 * 4 * all[i].pairs, 1e-9);
    }
}

static void test_no_operation_is_left_out(void **state)
{
    (void)state;
    if (access("autograd/closure.h", R_OK) != 0)
        skip_without("the top folder to start in"); /* not started at the top level */
    FILE *names = popen(
        "grep -Rh -A1 'Operation [a-z_0-9]* = {' --include='*.c' autograd attention nn tensor | "
        "sed -n 's/.*\\.name = \"\\([a-z_0-9]*\\)\".*/\\1/p' | sort -u",
        "r");
    assert_non_null(names);
    char name[64], padded[80];
    long count = 0;
    while (fscanf(names, "%63s", name) == 1) {
        snprintf(padded, sizeof padded, " %s ", name);
        count += strcmp(name, "detach") != 0 &&
                 strcmp(name, "no_grad") != 0; /* these pass no gradient, so cost nothing */
        if (strcmp(name, "detach") != 0 && strcmp(name, "no_grad") != 0 &&
            strstr(seen, padded) == NULL)
            print_error("%s: no row says what it costs\n", name);
        if (strcmp(name, "detach") != 0 && strcmp(name, "no_grad") != 0)
            assert_non_null(strstr(seen, padded));
    }
    assert_int_equal(pclose(names), 0);
    assert_true(count > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_of_numbers),
        UNIT_TEST(test_of_rows),
        UNIT_TEST(test_of_losses),
        UNIT_TEST(test_of_products),
        UNIT_TEST(test_of_what_moves),
        UNIT_TEST(test_of_causal_attention),
        UNIT_TEST(test_no_operation_is_left_out),
    };
    return run_tests("nn/measure/costs_of_all", tests);
}
