/* test_mha_lookup.c - keys and values of widths of their own, and a bias on the scores: against the formula
 * step by step, and what is refused.
 *
 * test_plain_lookup.c is this program once more, with attention/plain/attention_output.c inside.
 */
#include "flash_problem.h"

enum { B = 2, C = 8, H = 4, D = C / H, TQ = 3, TK = 5, KDIM = 6, VDIM = 3 };

#define CLOSE (IS_DOUBLE ? 1e-12 : 1e-5)

static MhaOptions options(void)
{
    return (MhaOptions){
        .embed_dim = C, .num_heads = H, .init = &test_rng, .dropout_rng = &test_rng};
}

static MultiHeadAttention *of_widths(long kdim, long vdim, long num_kv_heads)
{
    MhaOptions o = options();
    o.kdim = kdim;
    o.vdim = vdim;
    o.num_kv_heads = num_kv_heads;
    return mha_new(o);
}

static MhaLookup random_inputs(long kdim, long vdim)
{
    return (MhaLookup){.query = random_leaf(SHAPE(B, TQ, C)),
                       .key = random_leaf(SHAPE(B, TK, kdim)),
                       .value = random_leaf(SHAPE(B, TK, vdim))};
}

/* ---- the formula, head by head, of nothing but products ------------------------------------------------ */

static Tensor *columns(const Linear *l, Tensor *x, long head)
{
    Tensor *W = tensor_slice(l->weight, 1, head * D, (head + 1) * D, 1);
    Tensor *y = tensor_matmul(x, W);
    return l->bias == NULL ? y
                           : tensor_add(y, tensor_slice(l->bias, 0, head * D, (head + 1) * D, 1));
}

/* The part of a bias (..., Tq, Tk) that belongs to one head, for scores (B, Tq, Tk). */
static Tensor *bias_of(Tensor *bias, long h)
{
    return tensor_select(tensor_expand(bias, SHAPE(B, H, TQ, TK)), 1, h);
}

static Attention by_hand(MultiHeadAttention *a, MhaLookup of)
{
    Tensor *out[H], *weights[H];
    for (long h = 0; h < H; h++) {
        long shared = h / (H / a->num_kv_heads);
        Tensor *q = columns(a->q, of.query, h), *k = columns(a->k, of.key, shared);
        Tensor *scores = tensor_mul_scalar(tensor_matmul(q, tensor_transpose(k, 1, 2)),
                                           (real)(1 / sqrt((double)D)));
        if (of.bias != NULL)
            scores = tensor_add(scores, bias_of(of.bias, h));
        if (of.mask != NULL)
            scores = tensor_masked_fill(scores, mask_invert(of.mask), (real)-INFINITY);
        weights[h] = composed_softmax(scores, -1);
        out[h] = tensor_matmul(weights[h], columns(a->v, of.value, shared));
    }
    return (Attention){linear_forward(a->out, tensor_concat(H, out, -1)),
                       tensor_stack(H, weights, 1)};
}

/* Gradients of everything that has one, from the same seed, beside each other. */
static void compare(MultiHeadAttention *a, MhaLookup of)
{
    ParameterList *list = parameters_of(&a->module);
    Tensor *leaves[16] = {of.query, of.key, of.value};
    int n = 3;
    if (of.bias != NULL)
        leaves[n++] = of.bias;
    for (long i = 0; i < list->count; i++)
        leaves[n++] = list->tensor[i];
    Tensor *seed = random_tensor(SHAPE(B, TQ, C)), *grads[2][16];
    for (int way = 0; way < 2; way++) {
        for (int i = 0; i < n; i++)
            tensor_zero_grad(leaves[i]);
        Attention twin = by_hand(a, of), seen = mha_lookup_attend(a, of);
        assert_tensor_close(seen.output, twin.output, CLOSE, CLOSE);
        assert_tensor_close(seen.weights, twin.weights, CLOSE, CLOSE);
        assert_tensor_identical(mha_lookup(a, of), seen.output);
        tensor_backward_from(way == 0 ? twin.output : seen.output, seed, false);
        for (int i = 0; i < n; i++) {
            assert_non_null(leaves[i]->grad);
            grads[way][i] = tensor_new_like(leaves[i]);
            copy_kernel(grads[way][i], leaves[i]->grad);
        }
    }
    for (int i = 0; i < n; i++)
        assert_tensor_close(grads[1][i], grads[0][i], 10 * CLOSE, 10 * CLOSE);
    parameters_free(list);
}

static void test_every_form_of_a_bias(void **state)
{
    (void)state;
    for (int shared = 0; shared < 2; shared++) {
        MultiHeadAttention *a = of_widths(KDIM, VDIM, shared ? 2 : 0);
        assert_shape(a->k->weight, SHAPE(KDIM, (shared ? 2 : H) * D));
        assert_shape(a->v->weight, SHAPE(VDIM, (shared ? 2 : H) * D));
        MhaLookup of = random_inputs(KDIM, VDIM);
        Tensor *biases[] = {NULL,
                            random_leaf(SHAPE(TQ, TK)),
                            random_leaf(SHAPE(H, TQ, TK)),
                            random_leaf(SHAPE(B, 1, TQ, TK)),
                            random_leaf(SHAPE(B, H, 1, TK)),
                            random_leaf(SHAPE(TK))};
        Tensor *mask = tensor_ones(SHAPE(TQ, TK));
        mask->data[1] = mask->data[2 * TK] = 0;
        for (int i = 0; i < 6; i++)
            for (int masked = 0; masked < 2; masked++) {
                of.bias = biases[i];
                of.mask = masked ? mask : NULL;
                compare(a, of);
            }
        module_free(&a->module);
    }
}

/* What mha_cross is where widths are the same, and how it takes memory of another width. */
static void test_cross(void **state)
{
    (void)state;
    for (int in_one = 0; in_one < 2; in_one++) {
        MhaOptions o = options();
        o.qkv_in_one = in_one;
        o.kdim = o.vdim = C;
        MultiHeadAttention *a = mha_new(o);
        Tensor *x = random_tensor(SHAPE(B, TQ, C)), *memory = random_tensor(SHAPE(B, TK, C));
        MhaLookup of = {x, memory, memory, random_mask(SHAPE(B, TQ, TK), 0.7), NULL};
        Attention cross = mha_cross_attend(a, x, memory, of.mask), seen = mha_lookup_attend(a, of);
        assert_tensor_close(seen.output, cross.output, CLOSE, CLOSE);
        assert_tensor_close(seen.weights, cross.weights, CLOSE, CLOSE);
        module_free(&a->module);
    }
    MultiHeadAttention *a = of_widths(KDIM, KDIM, 2);
    Tensor *x = random_tensor(SHAPE(B, TQ, C)), *memory = random_tensor(SHAPE(B, TK, KDIM));
    Attention cross = mha_cross_attend(a, x, memory, NULL);
    Attention twin = by_hand(a, (MhaLookup){x, memory, memory, NULL, NULL});
    assert_tensor_close(cross.output, twin.output, CLOSE, CLOSE);
    assert_tensor_close(cross.weights, twin.weights, CLOSE, CLOSE);
    MultiHeadAttention *other = of_widths(KDIM, KDIM, 2);
    mha_copy(other, a);
    assert_tensor_identical(mha_cross(other, x, memory, NULL), cross.output);
    module_free(&a->module);
    module_free(&other->module);
}

/* A bias of -infinity is a mask, and the flag and turned heads go with a bias. */
static void test_with_the_other_options(void **state)
{
    (void)state;
    MhaOptions o = options();
    o.causal = o.rotary = true;
    MultiHeadAttention *a = mha_new(o);
    Tensor *x = random_tensor(SHAPE(B, TQ, C)), *hides = tensor_zeros(SHAPE(TQ, TQ));
    for (long i = 0; i < TQ; i++)
        for (long j = i + 1; j < TQ; j++)
            hides->data[i * TQ + j] = (real)-INFINITY;
    Tensor *expected = mha_forward(a, x, NULL);
    assert_tensor_close(mha_lookup(a, (MhaLookup){x, x, x, NULL, tensor_zeros(SHAPE(1))}), expected,
                        CLOSE, CLOSE);
    a->causal = false;
    assert_tensor_close(mha_lookup(a, (MhaLookup){x, x, x, NULL, hides}), expected, CLOSE, CLOSE);
    module_free(&a->module);
}

static void test_dropout(void **state)
{
    (void)state;
    MhaOptions o = options();
    o.dropout = (real)0.5;
    MultiHeadAttention *a = mha_new(o);
    Tensor *x = random_tensor(SHAPE(B, TQ, C)), *memory = random_tensor(SHAPE(B, TK, C));
    MhaLookup of = {x, memory, memory, NULL, tensor_zeros(SHAPE(TQ, TK))};
    Rng draws[2] = {rng_seed(9), rng_seed(9)};
    a->dropout->rng = &draws[0];
    Tensor *cross = mha_cross(a, x, memory, NULL);
    a->dropout->rng = &draws[1];
    Attention seen = mha_lookup_attend(a, of);
    assert_tensor_close(seen.output, cross, CLOSE, CLOSE);
    assert_true(draws[0].state == draws[1].state);
    assert_tensor_close(tensor_sum(seen.weights, AXES(-1), false), tensor_ones(SHAPE(B, H, TQ)), 0,
                        1e-6);
    module_train(&a->module, false);
    mha_lookup(a, of);
    assert_true(draws[0].state == draws[1].state);
    module_free(&a->module);
}

/* ---- gradients ----------------------------------------------------------------------------------------- */

static Tensor *look_up(Tensor *const in[], void *a)
{
    return mha_lookup(a, (MhaLookup){in[0], in[1], in[2], NULL, in[3]});
}

static Tensor *look_up_twin(Tensor *const in[], void *a)
{
    return by_hand(a, (MhaLookup){in[0], in[1], in[2], NULL, in[3]}).output;
}

static void test_gradients(void **state)
{
    (void)state;
    MultiHeadAttention *a = of_widths(KDIM, VDIM, 2);
    MhaLookup of = random_inputs(KDIM, VDIM);
    Tensor *bias = random_leaf(SHAPE(H, TQ, TK));
    assert_gradcheck(look_up, a, of.query, of.key, of.value, bias, a->k->weight, a->v->weight,
                     a->k->bias, a->v->bias);
    assert_gradcheck(look_up_twin, a, of.query, of.key, of.value, bias, a->k->weight);
    assert_gradcheck(look_up, a, random_leaf(SHAPE(0, TQ, C)), random_leaf(SHAPE(0, TK, KDIM)),
                     random_leaf(SHAPE(0, TK, VDIM)), random_leaf(SHAPE(H, TQ, TK)));
    module_free(&a->module);
}

/* No key: zeros, and what the last layer makes of them. */
static void test_no_key(void **state)
{
    (void)state;
    MultiHeadAttention *a = of_widths(KDIM, VDIM, 0);
    MhaLookup of = {random_tensor(SHAPE(1, 2, C)), tensor_zeros(SHAPE(1, 0, KDIM)),
                    tensor_zeros(SHAPE(1, 0, VDIM)), NULL, tensor_zeros(SHAPE(2, 0))};
    Tensor *expected = linear_forward(a->out, tensor_zeros(SHAPE(1, 2, C)));
    assert_tensor_close(mha_lookup(a, of), expected, 0, 0);
    module_free(&a->module);
}

/* ---- mistakes ------------------------------------------------------------------------------------------ */

static void test_widths_that_do_not_fit(void **state)
{
    (void)state;
    MhaOptions o = options();
    o.kdim = KDIM;
    o.qkv_in_one = true;
    assert_fails_with("mha_new: qkv_in_one is one matrix for queries, keys and values, which have "
                      "embed_dim = 8, kdim = 6 and vdim = 8 channels. hint: leave qkv_in_one away",
                      mha_new(o));
    o.kdim = 0;
    o.vdim = VDIM;
    assert_fails_with("kdim = 8 and vdim = 3 channels. hint: leave", mha_new(o));
    assert_fails_with("mha_new: kdim is -1 and vdim 0, expected at least 1, or 0 for embed_dim",
                      of_widths(-1, 0, 0));
    assert_fails_with("kdim is 0 and vdim -2", of_widths(0, -2, 0));
    o.qkv_in_one = false;
    assert_fails_with("block_new: tokens of embed_dim = 8 channels are to be keys and values, but "
                      "those of this layer have kdim = 8 and vdim = 3",
                      block_new(o));
    MultiHeadAttention *a = of_widths(KDIM, KDIM, 0), *apart = of_widths(KDIM, VDIM, 0);
    MultiHeadAttention *plain = of_widths(0, 0, 0);
    Tensor *x = tensor_zeros(SHAPE(B, TQ, C)), *memory = tensor_zeros(SHAPE(B, TK, KDIM));
    assert_fails_with("mha_forward: tokens of embed_dim = 8 channels", mha_forward(a, x, NULL));
    assert_fails_with("mha_cross: memory has shape (2, 3, 7), expected (B, T, C) with C = kdim = 6",
                      mha_cross(a, x, tensor_zeros(SHAPE(B, TQ, 7)), NULL));
    assert_fails_with("mha_cross: memory is keys and values, but those have kdim = 6 and vdim = 3 "
                      "channels. hint: mha_lookup takes them as two tensors",
                      mha_cross(apart, x, memory, NULL));
    assert_fails_with("mha_copy: kdim and vdim differ: 6 and 3 into 6 and 6", mha_copy(a, apart));
    assert_fails_with("kdim and vdim differ: 8 and 8 into 6 and 3", mha_copy(apart, plain));
    KvCache *c = kv_cache_new(1, B, H, TQ, D);
    a->causal = true;
    grad_mode(false);
    assert_fails_with("mha_cached: tokens of embed_dim = 8 channels are to be keys",
                      mha_cached(a, x, c, 0));
    MultiHeadAttention *all[] = {a, apart, plain};
    for (int i = 0; i < 3; i++)
        module_free(&all[i]->module);
}

static void test_inputs_that_do_not_fit(void **state)
{
    (void)state;
    MultiHeadAttention *a = of_widths(KDIM, VDIM, 0);
    MhaLookup good = random_inputs(KDIM, VDIM), of = good;
    of.value = NULL;
    assert_fails_with("mha_lookup: value is NULL, expected query, key and value",
                      mha_lookup(a, of));
    of.key = NULL;
    assert_fails_with("key is NULL", mha_lookup_attend(a, of));
    assert_fails_with("query is NULL", mha_lookup(a, (MhaLookup){0}));
    of = good;
    of.key = of.value;
    assert_fails_with("mha_lookup: key has shape (2, 5, 3), expected (B, T, C) with C = kdim = 6",
                      mha_lookup(a, of));
    of = good;
    of.value = of.key;
    assert_fails_with("value has shape (2, 5, 6), expected (B, T, C) with C = vdim = 3",
                      mha_lookup(a, of));
    of.value = tensor_zeros(SHAPE(B, TK + 1, VDIM));
    assert_fails_with("key (2, 5, 6) and value (2, 6, 3) differ in Tk, 5 against 6. hint: every "
                      "key needs its value",
                      mha_lookup(a, of));
    of.value = tensor_zeros(SHAPE(1, TK, VDIM));
    assert_fails_with("query (2, 3, 8), key (2, 5, 6) and value (1, 5, 3) differ in the batch",
                      mha_lookup(a, of));
    of = good;
    of.query = tensor_zeros(SHAPE(TQ, C));
    assert_fails_with("query has shape (3, 8)", mha_lookup(a, of));
    a->causal = true;
    assert_fails_with("mha_lookup: causal needs as many queries as keys", mha_lookup(a, good));
    module_free(&a->module);
}

static void test_biases_that_do_not_fit(void **state)
{
    (void)state;
    MultiHeadAttention *a = of_widths(KDIM, VDIM, 0);
    MhaLookup of = random_inputs(KDIM, VDIM);
    of.bias = tensor_zeros(SHAPE(TK, TQ));
    assert_fails_with("mha_lookup: a bias (5, 3) does not broadcast to scores (2, 4, 3, 5). hint: "
                      "the last two axes are queries and keys",
                      mha_lookup(a, of));
    of.bias = tensor_zeros(SHAPE(B * H, TQ, TK));
    assert_fails_with("hint: tensor_reshape makes (B, H, Tq, Tk) of (B H, Tq, Tk)",
                      mha_lookup(a, of));
    of.bias = tensor_zeros(SHAPE(B, TQ, TK));
    assert_fails_with("hint: three axes are (H, Tq, Tk); tensor_unsqueeze(bias, 1)",
                      mha_lookup_attend(a, of));
    of.bias = NULL;
    of.mask = tensor_full(SHAPE(TQ, TK), (real)0.5);
    assert_fails_with("mha_lookup: mask entry (0, 0) is 0.5", mha_lookup(a, of));
    of.mask = tensor_ones(SHAPE(TQ, TQ));
    assert_fails_with("a mask (3, 3) does not broadcast to scores (2, 4, 3, 5)", mha_lookup(a, of));
    of.mask = tensor_requires_grad(tensor_ones(SHAPE(TQ, TK)));
    assert_fails_with("the mask requires a gradient, but a choice has none. hint: as .bias",
                      mha_lookup(a, of));
    module_free(&a->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_every_form_of_a_bias),
        UNIT_TEST(test_cross),
        UNIT_TEST(test_with_the_other_options),
        UNIT_TEST(test_dropout),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_no_key),
        UNIT_TEST(test_widths_that_do_not_fit),
        UNIT_TEST(test_inputs_that_do_not_fit),
        UNIT_TEST(test_biases_that_do_not_fit),
    };
    return run_tests("attention/mha_lookup", tests);
}
