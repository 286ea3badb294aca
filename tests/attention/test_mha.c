/* test_mha.c - multi-head attention: against PyTorch, fused against separate, laws, gradients. */
#include "wave.h"
#include "../fixtures/attention.h"

static MultiHeadAttention *new_mha(long C, long H, bool in_one, bool no_bias, real dropout)
{
    MhaOptions o = {.embed_dim = C,
                    .num_heads = H,
                    .qkv_in_one = in_one,
                    .no_bias = no_bias,
                    .dropout = dropout,
                    .init = &test_rng,
                    .dropout_rng = &test_rng};
    return mha_new(o);
}

/* The layer that attention.py builds. */
static MultiHeadAttention *stored_mha(bool no_bias)
{
    MultiHeadAttention *a = new_mha(4, 2, true, no_bias, 0);
    wave_fill(a->qkv->weight, 0.1, 1);
    wave_fill(a->out->weight, 0.3, 1);
    if (!no_bias) {
        wave_fill(a->qkv->bias, 0.2, 1);
        wave_fill(a->out->bias, 0.4, 1);
    }
    return a;
}

static MultiHeadAttention *separate_twin(const MultiHeadAttention *a)
{
    MultiHeadAttention *twin = new_mha(a->embed_dim, a->num_heads, false, a->out->bias == NULL, 0);
    mha_copy(twin, a);
    return twin;
}

/* ---- against PyTorch --------------------------------------------------------------------------- */

static void check_stored(MultiHeadAttention *a)
{
    Tensor *x = tensor_requires_grad(wave(SHAPE(2, 3, 4), 0.5, 1));
    Tensor *memory = wave(SHAPE(2, 5, 4), 0.6, 1);
    Attention seen = mha_attend(a, x, NULL);
    assert_values(seen.output, SHAPE(2, 3, 4), 24, mha_self, STORED_TOLERANCE);
    assert_values(seen.weights, SHAPE(2, 2, 3, 3), 36, mha_self_weights, STORED_TOLERANCE);
    assert_values(mha_cross(a, x, memory, NULL), SHAPE(2, 3, 4), 24, mha_cross_out,
                  STORED_TOLERANCE);
    Tensor *y = mha_forward(a, x, mask_causal(3));
    assert_values(y, SHAPE(2, 3, 4), 24, mha_causal, STORED_TOLERANCE);
    tensor_backward_from(y, wave(SHAPE(2, 3, 4), 0.7, 1), false);
    assert_values(x->grad, SHAPE(2, 3, 4), 24, mha_causal_dx, STORED_TOLERANCE);
}

static void test_torch_in_one(void **state)
{
    (void)state;
    MultiHeadAttention *a = stored_mha(false);
    check_stored(a);
    assert_values(a->qkv->weight->grad, SHAPE(4, 12), 48, mha_causal_dqkv, STORED_TOLERANCE);
    module_free(&a->module);
}

static void test_torch_separate(void **state)
{
    (void)state;
    MultiHeadAttention *a = stored_mha(false), *twin = separate_twin(a);
    check_stored(twin);
    Tensor *grads[] = {twin->q->weight->grad, twin->k->weight->grad, twin->v->weight->grad};
    assert_values(tensor_concat(3, grads, 1), SHAPE(4, 12), 48, mha_causal_dqkv, STORED_TOLERANCE);
    module_free(&twin->module);
    module_free(&a->module);
}

static void test_torch_without_bias(void **state)
{
    (void)state;
    MultiHeadAttention *a = stored_mha(true), *twin = separate_twin(a);
    Tensor *x = wave(SHAPE(2, 3, 4), 0.5, 1);
    assert_null(a->qkv->bias);
    assert_null(twin->out->bias);
    assert_values(mha_forward(a, x, NULL), SHAPE(2, 3, 4), 24, mha_no_bias, STORED_TOLERANCE);
    assert_values(mha_forward(twin, x, NULL), SHAPE(2, 3, 4), 24, mha_no_bias, STORED_TOLERANCE);
    module_free(&twin->module);
    module_free(&a->module);
}

/* ---- one matrix or three ----------------------------------------------------------------------- */

static void test_copy_round_trip(void **state)
{
    (void)state;
    MultiHeadAttention *a = new_mha(6, 3, true, false, 0), *b = separate_twin(a);
    MultiHeadAttention *c = new_mha(6, 3, true, false, 0), *d = separate_twin(c);
    mha_copy(c, b);
    mha_copy(d, b);
    assert_tensor_identical(c->qkv->weight, a->qkv->weight);
    assert_tensor_identical(c->qkv->bias, a->qkv->bias);
    assert_tensor_identical(c->out->weight, a->out->weight);
    assert_tensor_identical(c->out->bias, a->out->bias);
    assert_tensor_identical(d->v->weight, b->v->weight);
    assert_tensor_identical(b->k->weight, tensor_slice(a->qkv->weight, 1, 6, 12, 1));
    MultiHeadAttention *all[] = {a, b, c, d};
    for (int i = 0; i < 4; i++)
        module_free(&all[i]->module);
}

static void test_cross_attention_slices_the_weight(void **state)
{
    (void)state;
    MultiHeadAttention *a = new_mha(6, 2, true, false, 0), *twin = separate_twin(a);
    wave_fill(a->qkv->bias, 1, 1);
    mha_copy(twin, a);
    Tensor *x = random_tensor(SHAPE(2, 3, 6)), *memory = random_tensor(SHAPE(2, 4, 6));
    Tensor *y = mha_cross(a, x, memory, NULL), *z = mha_cross(twin, x, memory, NULL);
    assert_tensor_close(y, z, 1e-5, 1e-6);
    Tensor *seed = random_tensor(SHAPE(2, 3, 6));
    tensor_backward_from(y, seed, false);
    tensor_backward_from(z, seed, false);
    Tensor *weights[] = {twin->q->weight->grad, twin->k->weight->grad, twin->v->weight->grad};
    Tensor *biases[] = {twin->q->bias->grad, twin->k->bias->grad, twin->v->bias->grad};
    assert_tensor_close(a->qkv->weight->grad, tensor_concat(3, weights, 1), 1e-4, 1e-5);
    assert_tensor_close(a->qkv->bias->grad, tensor_concat(3, biases, 0), 1e-4, 1e-5);
    module_free(&twin->module);
    module_free(&a->module);
}

static void test_parameters_by_name(void **state)
{
    (void)state;
    static const char *const in_one[] = {"qkv.weight", "qkv.bias", "out.weight", "out.bias"};
    static const char *const separate[] = {"q.weight", "q.bias", "k.weight",   "k.bias",
                                           "v.weight", "v.bias", "out.weight", "out.bias"};
    for (int which = 0; which < 2; which++) {
        MultiHeadAttention *a = new_mha(6, 2, which == 0, false, (real)0.5);
        ParameterList *list = parameters_of(&a->module);
        int n = which == 0 ? 4 : 8;
        assert_int_equal(list->count, n);
        for (int i = 0; i < n; i++)
            assert_non_null(parameters_find(list, which == 0 ? in_one[i] : separate[i]));
        assert_int_equal(parameters_numel(list), 4 * (6 * 6 + 6));
        assert_string_equal((which == 0 ? a->qkv : a->q)->weight->name,
                            which == 0 ? "W_QKV" : "W_Q");
        parameters_free(list);
        module_free(&a->module);
    }
}

/* ---- laws -------------------------------------------------------------------------------------- */

/* Changing tokens from `cut` on must not move an earlier output, not even in the last bit. */
static void test_causality_at_every_cut(void **state)
{
    (void)state;
    MultiHeadAttention *a = new_mha(8, 2, true, false, 0);
    Tensor *x = random_tensor(SHAPE(2, 6, 8)), *y = mha_forward(a, x, mask_causal(6));
    for (long cut = 1; cut < 6; cut++) {
        Tensor *changed = tensor_new_like(x);
        copy_kernel(changed, x);
        for (long b = 0; b < 2; b++)
            for (long i = cut * 8; i < 6 * 8; i++)
                changed->data[b * 48 + i] += 10;
        Tensor *z = mha_forward(a, changed, mask_causal(6));
        assert_tensor_identical(tensor_slice(z, 1, 0, cut, 1), tensor_slice(y, 1, 0, cut, 1));
        char why[512];
        assert_false(tensor_is_close(tensor_slice(z, 1, cut, 6, 1), tensor_slice(y, 1, cut, 6, 1),
                                     0, 1e-3, why, sizeof why));
    }
    module_free(&a->module);
}

/* Without positions, attention sees a set: permuted tokens give permuted outputs. */
static void test_permutation_equivariance(void **state)
{
    (void)state;
    static const int order[] = {3, 0, 4, 2, 1};
    MultiHeadAttention *a = new_mha(6, 3, false, false, 0);
    Tensor *x = random_tensor(SHAPE(2, 5, 6)), *y = mha_forward(a, x, NULL);
    Tensor *shuffled[5], *expected[5];
    for (int i = 0; i < 5; i++) {
        shuffled[i] = tensor_select(x, 1, order[i]);
        expected[i] = tensor_select(y, 1, order[i]);
    }
    assert_tensor_close(mha_forward(a, tensor_stack(5, shuffled, 1), NULL),
                        tensor_stack(5, expected, 1), 1e-5, 1e-6);
    module_free(&a->module);
}

static void test_padded_keys_do_not_matter(void **state)
{
    (void)state;
    MultiHeadAttention *a = new_mha(6, 2, true, false, 0);
    Tensor *x = random_tensor(SHAPE(1, 5, 6)), *start = tensor_slice(x, 1, 0, 3, 1);
    Tensor *mask = mask_padding(int_tensor_from(SHAPE(1), IDS(3)), 5);
    Tensor *y = tensor_slice(mha_forward(a, x, mask), 1, 0, 3, 1);
    assert_tensor_close(y, mha_forward(a, start, NULL), 1e-5, 1e-6);
    module_free(&a->module);
}

static void test_a_three_axes_mask_is_one_per_sequence(void **state)
{
    (void)state;
    MultiHeadAttention *a = new_mha(6, 2, true, false, 0);
    Tensor *x = random_tensor(SHAPE(2, 3, 6));
    Tensor *mask =
        tensor_from(SHAPE(2, 3, 3), VALUES(1, 0, 0, 1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 1, 1, 1));
    Tensor *weights = mha_attend(a, x, mask).weights;
    for (long b = 0; b < 2; b++)
        for (long h = 0; h < 2; h++)
            for (long i = 0; i < 9; i++)
                assert_true((weights->data[(b * 2 + h) * 9 + i] != 0) ==
                            (mask->data[b * 9 + i] == 1));
    module_free(&a->module);
}

/* ---- looking in ---------------------------------------------------------------------------------- */

/* softmax(q k^T / sqrt(D)) from the projections of a twin with three matrices. */
static Tensor *weights_by_hand(MultiHeadAttention *twin, Tensor *x, Tensor *mask)
{
    Tensor *q = split_heads(linear_forward(twin->q, x), twin->num_heads);
    Tensor *k = split_heads(linear_forward(twin->k, x), twin->num_heads);
    Tensor *scores = attention_scale(attention_scores(q, k), twin->head_dim);
    return composed_softmax(attention_mask(scores, mask), -1);
}

static void test_who_asks_gets_the_weights(void **state)
{
    (void)state;
    for (int n = 0; n < 8; n++) {
        MultiHeadAttention *a = new_mha(6, 2, true, n & 1, 0), *twin = separate_twin(a);
        MultiHeadAttention *asked = n & 2 ? a : twin;
        Tensor *x = random_leaf(SHAPE(2, 5, 6)),
               *mask = mask_padding(int_tensor_from(SHAPE(2), IDS(5, 3)), 5);
        asked->causal = n & 4;
        Attention seen = mha_attend(asked, x, mask);
        assert_tensor_identical(seen.output, mha_forward(asked, x, mask));
        Tensor *both = n & 4 ? mask_combine(mask_causal(5), mask) : mask;
        assert_tensor_close(seen.weights, weights_by_hand(twin, x, both), 1e-5, 1e-6);
        tensor_backward_from(seen.weights, random_tensor(SHAPE(2, 2, 5, 5)), false);
        Linear *keys = asked->qkv != NULL ? asked->qkv : asked->k;
        assert_non_null(x->grad);
        assert_non_null(keys->weight->grad);
        module_free(&twin->module);
        module_free(&a->module);
    }
}

/* Asking draws no number, and what dropout does to the weights comes after. */
static void test_weights_are_those_before_dropout(void **state)
{
    (void)state;
    MultiHeadAttention *a = new_mha(6, 2, true, false, (real)0.5);
    Tensor *x = random_tensor(SHAPE(2, 3, 6));
    Rng draws[2] = {rng_seed(9), rng_seed(9)};
    a->dropout->rng = &draws[0];
    Attention seen = mha_attend(a, x, NULL);
    a->dropout->rng = &draws[1];
    assert_tensor_identical(seen.output, mha_forward(a, x, NULL));
    assert_true(draws[0].state == draws[1].state);
    assert_tensor_close(tensor_sum(seen.weights, AXES(-1), false), tensor_ones(SHAPE(2, 2, 3)), 0,
                        1e-6);
    module_free(&a->module);
}

static void test_two_streams(void **state)
{
    (void)state;
    Rng init = rng_seed(1), drops = rng_seed(2), same = rng_seed(1);
    MhaOptions o = {.embed_dim = 4, .num_heads = 2, .init = &init};
    MultiHeadAttention *plain = mha_new(o);
    o.init = &same;
    o.dropout = (real)0.5;
    o.dropout_rng = &drops;
    MultiHeadAttention *a = mha_new(o);
    assert_tensor_identical(a->q->weight, plain->q->weight);
    uint64_t made = same.state, before = drops.state;
    mha_forward(a, random_tensor(SHAPE(1, 3, 4)), NULL);
    assert_true(same.state == made && drops.state != before);
    module_free(&plain->module);
    module_free(&a->module);
}

/* The flag and the mask are two words for one thing, in values and in gradients. */
static void test_the_flag_is_the_mask(void **state)
{
    (void)state;
    MultiHeadAttention *a = new_mha(6, 2, true, false, 0);
    Tensor *x = random_leaf(SHAPE(2, 5, 6)), *g = random_tensor(SHAPE(2, 5, 6));
    Tensor *masks[] = {NULL, mask_padding(int_tensor_from(SHAPE(2), IDS(5, 3)), 5)};
    for (int i = 0; i < 2; i++) {
        Tensor *y[2], *dx[2], *dw[2];
        for (int flag = 0; flag < 2; flag++) {
            a->causal = flag;
            Tensor *both =
                masks[i] == NULL ? mask_causal(5) : mask_combine(mask_causal(5), masks[i]);
            y[flag] = mha_forward(a, x, flag ? masks[i] : both);
            tensor_backward_from(y[flag], g, false);
            dx[flag] = tensor_new_like(x);
            copy_kernel(dx[flag], x->grad);
            dw[flag] = tensor_new_like(a->qkv->weight);
            copy_kernel(dw[flag], a->qkv->weight->grad);
            tensor_zero_grad(x);
            tensor_zero_grad(a->qkv->weight);
        }
        assert_tensor_close(y[1], y[0], 1e-6, 1e-6);
        assert_tensor_close(dx[1], dx[0], 1e-5, 1e-6);
        assert_tensor_close(dw[1], dw[0], 1e-5, 1e-6);
    }
    assert_fails_with("causal needs as many queries as keys, got Tq = 5 and Tk = 3",
                      mha_cross(a, x, random_tensor(SHAPE(2, 3, 6)), NULL));
    module_free(&a->module);
}

static void test_dropout_only_in_training(void **state)
{
    (void)state;
    MultiHeadAttention *a = new_mha(6, 2, true, false, (real)0.5);
    MultiHeadAttention *plain = new_mha(6, 2, true, false, 0);
    mha_copy(plain, a);
    Tensor *x = random_tensor(SHAPE(2, 4, 6)), *y = mha_forward(plain, x, NULL);
    char why[512];
    assert_false(tensor_is_close(mha_forward(a, x, NULL), y, 0, 1e-4, why, sizeof why));
    assert_false(tensor_is_close(mha_forward(a, x, NULL), mha_forward(a, x, NULL), 0, 1e-4, why,
                                 sizeof why));
    module_train(&a->module, false);
    uint64_t before = test_rng.state;
    assert_tensor_identical(mha_forward(a, x, NULL), y);
    assert_true(test_rng.state == before);
    module_free(&plain->module);
    module_free(&a->module);
}

/* ---- gradients --------------------------------------------------------------------------------- */

typedef struct {
    MultiHeadAttention *a;
    Tensor *mask;
    bool cross;
} Call;

/* in: x, memory if there is one, then the parameters, which gradcheck moves where they lie. */
static Tensor *call_mha(Tensor *const in[], void *context)
{
    Call *call = context;
    return mha_cross(call->a, in[0], call->cross ? in[1] : in[0], call->mask);
}

static void check_gradients(bool in_one, bool no_bias, bool cross, Tensor *mask)
{
    Call call = {new_mha(4, 2, in_one, no_bias, 0), mask, cross};
    ParameterList *list = parameters_of(&call.a->module);
    Tensor *in[10] = {random_leaf(SHAPE(2, 3, 4)), random_leaf(SHAPE(2, 5, 4))};
    int n = cross ? 2 : 1;
    for (long i = 0; i < list->count; i++) {
        wave_fill(list->tensor[i], (double)i, 0.5);
        in[n++] = list->tensor[i];
    }
    GradcheckResult result = gradcheck(call_mha, n, in, &call, NULL);
    if (!result.ok)
        print_error("in_one %d no_bias %d cross %d: %s\n", in_one, no_bias, cross, result.message);
    assert_true(result.ok);
    parameters_free(list);
    module_free(&call.a->module);
}

static void test_gradients(void **state)
{
    (void)state;
    for (int in_one = 0; in_one < 2; in_one++)
        for (int no_bias = 0; no_bias < 2; no_bias++)
            for (int cross = 0; cross < 2; cross++) {
                check_gradients(in_one, no_bias, cross, NULL);
                if (!cross)
                    check_gradients(in_one, no_bias, cross, mask_causal(3));
            }
}

/* ---- mistakes ---------------------------------------------------------------------------------- */

static void test_options_are_checked(void **state)
{
    (void)state;
    assert_fails_with(
        "mha_new: embed_dim (512) must be divisible by num_heads (7). hint: num_heads "
        "4 or 8 would do",
        new_mha(512, 7, true, false, 0));
    assert_fails_with("embed_dim (6) must be divisible by num_heads (8). hint: at most 6 heads fit",
                      new_mha(6, 8, true, false, 0));
    assert_fails_with("embed_dim (0) and num_heads (2) must be at least 1",
                      new_mha(0, 2, true, false, 0));
    assert_fails_with("num_heads (-2) must be at least 1", new_mha(4, -2, true, false, 0));
    assert_fails_with("mha_new: dropout is 1, expected 0 <= dropout < 1",
                      new_mha(4, 2, true, false, 1));
    assert_fails_with("dropout is nan", new_mha(4, 2, true, false, (real)fabs(NAN)));
    Rng rng = rng_seed(1);
    MhaOptions o = {.embed_dim = 4, .num_heads = 2};
    assert_fails_with("mha_new: options.init is NULL", mha_new(o));
    o.init = &rng;
    o.dropout = (real)0.5;
    assert_fails_with("mha_new: options.dropout_rng is NULL, but dropout 0.5 needs", mha_new(o));
}

static void test_inputs_are_checked(void **state)
{
    (void)state;
    MultiHeadAttention *a = new_mha(4, 2, true, false, 0);
    Tensor *x = tensor_zeros(SHAPE(2, 3, 4));
    assert_fails_with(
        "mha_forward: x has shape (2, 3, 5), expected (B, T, C) with C = embed_dim = 4",
        mha_forward(a, tensor_zeros(SHAPE(2, 3, 5)), NULL));
    assert_fails_with("x has shape (3, 4)", mha_forward(a, tensor_zeros(SHAPE(3, 4)), NULL));
    assert_fails_with("mha_cross: memory has shape (2, 3, 6)",
                      mha_cross(a, x, tensor_zeros(SHAPE(2, 3, 6)), NULL));
    assert_fails_with("mha_cross: x (2, 3, 4) and memory (1, 3, 4) differ in the batch size, 2 "
                      "against 1",
                      mha_cross(a, x, tensor_zeros(SHAPE(1, 3, 4)), NULL));
    assert_fails_with("mha_forward: a mask (4, 4) does not broadcast to scores (2, 2, 3, 3)",
                      mha_forward(a, x, mask_causal(4)));
    Tensor *memory = tensor_zeros(SHAPE(2, 5, 4));
    assert_fails_with("mha_cross: a mask (3, 3) does not broadcast to scores (2, 2, 3, 5)",
                      mha_cross(a, x, memory, mask_causal(3)));
    assert_fails_with("mha_cross: a mask (1, 1, 3, 3) does not broadcast to scores (2, 2, 3, 5)",
                      mha_cross_attend(a, x, memory, tensor_ones(SHAPE(1, 3, 3))));
    assert_fails_with("mha_cross: mask entry (0, 0) is 0.5;",
                      mha_cross(a, x, memory, tensor_mul_scalar(tensor_ones(SHAPE(3, 5)), 0.5)));
    a->causal = true;
    assert_fails_with("mha_cross: causal needs as many queries as keys, got Tq = 3 and Tk = 5",
                      mha_cross(a, x, memory, NULL));
    module_free(&a->module);
}

static void test_copy_is_checked(void **state)
{
    (void)state;
    MultiHeadAttention *a = new_mha(4, 2, true, false, 0), *b = new_mha(4, 1, true, false, 0);
    MultiHeadAttention *c = new_mha(4, 2, true, true, 0);
    assert_fails_with("mha_copy: embed_dim and num_heads differ: 4 and 1 into 4 and 2",
                      mha_copy(a, b));
    assert_fails_with("mha_copy: one of the two has biases", mha_copy(a, c));
    MultiHeadAttention *all[] = {a, b, c};
    for (int i = 0; i < 3; i++)
        module_free(&all[i]->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_torch_in_one),
        UNIT_TEST(test_torch_separate),
        UNIT_TEST(test_torch_without_bias),
        UNIT_TEST(test_copy_round_trip),
        UNIT_TEST(test_cross_attention_slices_the_weight),
        UNIT_TEST(test_parameters_by_name),
        UNIT_TEST(test_causality_at_every_cut),
        UNIT_TEST(test_permutation_equivariance),
        UNIT_TEST(test_padded_keys_do_not_matter),
        UNIT_TEST(test_a_three_axes_mask_is_one_per_sequence),
        UNIT_TEST(test_who_asks_gets_the_weights),
        UNIT_TEST(test_weights_are_those_before_dropout),
        UNIT_TEST(test_two_streams),
        UNIT_TEST(test_the_flag_is_the_mask),
        UNIT_TEST(test_dropout_only_in_training),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_options_are_checked),
        UNIT_TEST(test_inputs_are_checked),
        UNIT_TEST(test_copy_is_checked),
    };
    return run_tests("attention/mha", tests);
}
