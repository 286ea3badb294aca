/* test_recompute.c - parts of a graph that are made again on the way back: the same bits, less memory. */
#include "test.h"

typedef struct {
    Tensor *weight, *other;
    Rng *rng;
    bool nested;
} Part;

static Tensor *second(Tensor *x, const void *context)
{
    const Part *p = context;
    return tensor_tanh(tensor_matmul(x, p->weight));
}

/* x + dropout(tanh(x W)) W: x is read twice, and W, too. */
static Tensor *part(Tensor *x, const void *context)
{
    const Part *p = context;
    Tensor *h = p->nested ? tensor_recompute(x, second, NULL, CAPTURE(Part, .weight = p->weight))
                          : second(x, context);
    if (p->rng != NULL)
        h = tensor_dropout(h, (real)0.4, true, p->rng);
    return tensor_add(x, tensor_matmul(h, p->weight));
}

typedef enum { KEPT, AGAIN, AGAIN_NESTED } How;

static Tensor *through(Tensor *x, Part p, How how)
{
    p.nested = how == AGAIN_NESTED;
    return how == KEPT ? part(x, &p) : tensor_recompute(x, part, p.rng, sizeof p, &p);
}

/* Three parts and a draw behind them; the gradients of x and of W, side by side. */
static Tensor *gradients(How how, bool x_wants, Tensor **loss)
{
    Rng draws = rng_seed(5);
    Tensor *W = tensor_requires_grad(tensor_normal(SHAPE(6, 6), 0, 1, &draws));
    Tensor *x = tensor_normal(SHAPE(4, 6), 0, 1, &draws);
    if (x_wants)
        tensor_requires_grad(x);
    Part p = {.weight = W, .rng = &draws};
    Tensor *y = x;
    for (int i = 0; i < 3; i++)
        y = through(y, p, how);
    y = tensor_add(tensor_dropout(y, (real)0.5, true, &draws), x);
    *loss = tensor_mean(tensor_mul(y, y), ALL_AXES, false);
    tensor_backward(*loss);
    Tensor *after = tensor_full(SHAPE(1, 6), (real)rng_uniform(&draws)); /* where the stream stands */
    return x_wants ? tensor_concat(3, (Tensor *[]){W->grad, x->grad, after}, 0)
                   : tensor_concat(2, (Tensor *[]){W->grad, after}, 0);
}

static void test_the_same_bits(void **state)
{
    (void)state;
    for (int x_wants = 0; x_wants < 2; x_wants++) {
        Tensor *loss, *again_loss, *kept = gradients(KEPT, x_wants, &loss);
        for (How how = AGAIN; how <= AGAIN_NESTED; how++) {
            Tensor *made = gradients(how, x_wants, &again_loss);
            assert_tensor_identical(again_loss, loss);
            assert_tensor_identical(made, kept);
        }
    }
}

static Tensor *call_part(Tensor *const in[], void *context)
{
    (void)context;
    Part p = {.weight = in[1]};
    Tensor *y = through(in[0], p, AGAIN_NESTED);
    return tensor_mul(y, in[0]); /* x is read outside, too, and later */
}

static void test_gradcheck(void **state)
{
    (void)state;
    if (!IS_DOUBLE)
        skip_without("double");
    Tensor *in[] = {random_leaf(SHAPE(3, 4)), random_leaf(SHAPE(4, 4))};
    GradcheckResult result = gradcheck(call_part, 2, in, NULL, NULL);
    if (!result.ok)
        print_error("%s\n", result.message);
    assert_true(result.ok);
    Tensor *empty[] = {random_leaf(SHAPE(0, 4)), in[1]};
    assert_true(gradcheck(call_part, 2, empty, NULL, NULL).ok);
}

static Tensor *turned(Tensor *x, const void *context)
{
    (void)context;
    return tensor_transpose(x, 0, 1);
}

/* What f gives may be a view, or x itself; and without recording nothing is kept. */
static void test_views_and_no_graph(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3)), *seed = random_tensor(SHAPE(3, 2));
    tensor_backward_from(tensor_recompute(x, turned, NULL, NO_CAPTURE), seed, false);
    assert_tensor_identical(x->grad, tensor_contiguous(tensor_transpose(seed, 0, 1)));
    bool was = grad_mode(false);
    assert_null(tensor_closure(tensor_recompute(x, turned, NULL, NO_CAPTURE)));
    grad_mode(was);
    Tensor *constant = random_tensor(SHAPE(2, 3));
    assert_false(tensor_recompute(constant, turned, NULL, NO_CAPTURE)->requires_grad);
}

/* ---- memory ------------------------------------------------------------------------------------ */

enum { ROWS = 500, WIDTH = 20, STEPS = 10 };

static const Scope *around;
static size_t most; /* bytes that were there at the end of a part */

static Tensor *many_steps(Tensor *x, const void *context)
{
    (void)context;
    for (int i = 0; i < STEPS; i++)
        x = tensor_tanh(x);
    const Scope *here = scope_current();
    size_t bytes = (around != NULL ? scope_bytes(around) : 0) + (here != around ? scope_bytes(here) : 0);
    most = bytes > most ? bytes : most;
    return x;
}

/* Of a forward and a backward pass through n parts, in tensors of x's size. */
static double peak_of(int n, bool kept)
{
    Scope *scope = scope_open();
    around = scope;
    most = 0;
    Tensor *x = random_leaf(SHAPE(ROWS, WIDTH)), *y = x;
    for (int i = 0; i < n; i++)
        y = kept ? many_steps(y, NULL) : tensor_recompute(y, many_steps, NULL, NO_CAPTURE);
    tensor_backward(tensor_sum(y, ALL_AXES, false));
    scope_close(scope);
    around = NULL;
    return (double)most / (ROWS * WIDTH * sizeof(real));
}

/* x, n results, and the steps of one part. */
static void test_memory_of_one_part(void **state)
{
    (void)state;
    for (int n = 4; n <= 16; n *= 2) {
        assert_true(peak_of(n, true) > n * STEPS);
        assert_true(peak_of(n, false) < n + STEPS + 3);
    }
}

static void test_nothing_is_left(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    Tensor *x = random_leaf(SHAPE(ROWS, WIDTH));
    Tensor *y = tensor_recompute(x, many_steps, NULL, NO_CAPTURE);
    Tensor *seed = tensor_ones(SHAPE(ROWS, WIDTH));
    tensor_backward_from(y, seed, true);
    size_t before = scope_bytes(scope);
    for (int i = 0; i < 5; i++)
        tensor_backward_from(y, seed, true);
    assert_int_equal(scope_bytes(scope), before);
    scope_close(scope);
}

/* ---- what cannot be made again ----------------------------------------------------------------- */

static Tensor *times_other(Tensor *x, const void *context)
{
    return tensor_mul(x, ((const Part *)context)->other);
}

static Tensor *thinned(Tensor *x, const void *context)
{
    return tensor_dropout(x, (real)0.5, true, ((const Part *)context)->rng);
}

static Tensor *longer_each_time(Tensor *x, const void *context)
{
    long *calls = *(long *const *)context;
    return tensor_concat(2, (Tensor *[]){x, tensor_zeros(SHAPE((*calls)++, 3))}, 0);
}

static void test_refusals(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(8, 3));
    Tensor *outside = tensor_named(tensor_exp(x), "outside");
    Tensor *y = tensor_recompute(x, times_other, NULL, CAPTURE(Part, .other = outside));
    Tensor *loss = tensor_sum(y, ALL_AXES, false);
    assert_fails_with("f reads a tensor of shape (8, 3) that exp", tensor_backward(loss));

    Rng draws = rng_seed(1);
    y = tensor_recompute(x, thinned, NULL, CAPTURE(Part, .rng = &draws));
    loss = tensor_sum(y, ALL_AXES, false);
    assert_fails_with("dropout must draw from the rng that recompute was given", tensor_backward(loss));

    long calls = 0;
    y = tensor_recompute(x, longer_each_time, NULL, sizeof(long *), &(long *){&calls});
    loss = tensor_sum(y, ALL_AXES, false);
    assert_fails_with("f gave (8, 3) the first time and (9, 3) the second", tensor_backward(loss));

    Tensor *other = random_tensor(SHAPE(8, 3));
    y = tensor_recompute(x, times_other, NULL, CAPTURE(Part, .other = other));
    loss = tensor_sum(y, ALL_AXES, false);
    tensor_fill(other, 7);
    assert_fails_with("all that f reads must stay until the walk back", tensor_backward(loss));

    y = tensor_recompute(x, times_other, NULL, CAPTURE(Part, .other = other));
    loss = tensor_sum(y, ALL_AXES, false);
    tensor_fill(x, 1);
    assert_fails_with("was written by tensor_fill", tensor_backward(loss));
}

/* ---- a GPT, block by block --------------------------------------------------------------------- */

static GptOptions model(bool llama)
{
    return (GptOptions){.vocabulary = 11,
                        .context = 8,
                        .embed_dim = 16,
                        .num_heads = 4,
                        .num_layers = 3,
                        .causal = true,
                        .tied = true,
                        .qkv_in_one = true,
                        .dropout = (real)0.3,
                        .positions = llama ? POSITIONS_ROTARY : POSITIONS_LEARNED,
                        .norm = llama ? NORM_RMS : NORM_LAYER,
                        .mlp = llama ? MLP_SWIGLU : MLP_GELU,
                        .seed = 4};
}

/* Three steps: its losses, and where all weights are. */
static Tensor *trained(GptOptions o, Tensor **losses)
{
    Gpt *g = gpt_new(o);
    ParameterList *list = parameters_of(&g->module);
    Optimizer *adamw = adamw_new(list, (OptimizerOptions){.lr = (real)0.01});
    Rng rng = rng_seed(9);
    IntTensor *ids = int_tensor_new(SHAPE(2, 8));
    *losses = tensor_new(SHAPE(3));
    for (int step = 0; step < 3; step++) {
        for (long i = 0; i < 16; i++)
            ids->data[i] = (int)rng_below(&rng, o.vocabulary);
        Tensor *loss = gpt_loss(g, ids, ids);
        (*losses)->data[step] = tensor_item(loss);
        tensor_backward(loss);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
    }
    Tensor *all = tensor_new(SHAPE(parameters_numel(list)));
    long at = 0;
    for (long i = 0; i < list->count; i++) {
        long n = tensor_numel(list->tensor[i]);
        memcpy(all->data + at, list->tensor[i]->data, (size_t)n * sizeof(real));
        at += n;
    }
    optimizer_free(adamw);
    parameters_free(list);
    module_free(&g->module);
    return all;
}

static void test_a_gpt_by_blocks(void **state)
{
    (void)state;
    for (int llama = 0; llama < 2; llama++) {
        GptOptions o = model(llama);
        Tensor *losses, *again_losses, *kept = trained(o, &losses);
        o.recompute = true;
        Tensor *made = trained(o, &again_losses);
        assert_tensor_identical(again_losses, losses);
        assert_tensor_identical(made, kept);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_the_same_bits),
                                       UNIT_TEST(test_gradcheck),
                                       UNIT_TEST(test_views_and_no_graph),
                                       UNIT_TEST(test_memory_of_one_part),
                                       UNIT_TEST(test_nothing_is_left),
                                       UNIT_TEST(test_refusals),
                                       UNIT_TEST(test_a_gpt_by_blocks)};
    return run_tests("autograd/recompute", tests);
}
