/* test_grouped_heads.c - attention whose keys and values have fewer heads than its queries: as if each
 * of theirs stood there several times, there and back, and from a cache of fewer bytes. */
#include "wave.h"

enum { C = 12, H = 6, HKV = 2, D = C / H };

static MultiHeadAttention *new_mha(long num_kv_heads, bool in_one, bool causal)
{
    return mha_new((MhaOptions){.embed_dim = C,
                                .num_heads = H,
                                .num_kv_heads = num_kv_heads,
                                .causal = causal,
                                .qkv_in_one = in_one,
                                .init = &test_rng});
}

/* Columns of head h become those of head h / (H / HKV). */
static void repeat_columns(Tensor *to, const Tensor *from)
{
    long rows = tensor_numel(from) / (HKV * D);
    for (long row = 0; row < rows; row++)
        for (long h = 0; h < H; h++)
            for (long d = 0; d < D; d++)
                to->data[(row * H + h) * D + d] = from->data[(row * HKV + h / (H / HKV)) * D + d];
}

/* As many heads everywhere, and the same numbers. */
static MultiHeadAttention *spread_out(const MultiHeadAttention *a)
{
    MultiHeadAttention *full = new_mha(0, false, a->causal);
    assert_int_equal(full->num_kv_heads, H);
    Linear *same[][2] = {{full->q, a->q}, {full->out, a->out}};
    Linear *repeated[][2] = {{full->k, a->k}, {full->v, a->v}};
    for (int i = 0; i < 2; i++) {
        copy_kernel(same[i][0]->weight, same[i][1]->weight);
        copy_kernel(same[i][0]->bias, same[i][1]->bias);
        repeat_columns(repeated[i][0]->weight, repeated[i][1]->weight);
        repeat_columns(repeated[i][0]->bias, repeated[i][1]->bias);
    }
    return full;
}

static void test_as_if_each_stood_there_several_times(void **state)
{
    (void)state;
    double close = IS_DOUBLE ? 1e-13 : 2e-6;
    for (int causal = 0; causal < 2; causal++) {
        MultiHeadAttention *a = new_mha(HKV, false, causal), *full = spread_out(a);
        MultiHeadAttention *in_one = new_mha(HKV, true, causal);
        mha_copy(in_one, a);
        assert_shape(a->k->weight, SHAPE(C, HKV * D));
        assert_shape(in_one->qkv->weight, SHAPE(C, C + 2 * HKV * D));
        Tensor *x = random_tensor(SHAPE(2, 5, C)),
               *mask = mask_padding(int_tensor_from(SHAPE(2), 2, (int[]){5, 3}), 5);
        Attention expected = mha_attend(full, x, mask), got = mha_attend(a, x, mask);
        assert_tensor_close(got.output, expected.output, close, close);
        assert_tensor_close(got.weights, expected.weights, close, close);
        got = mha_attend(in_one, x, mask);
        assert_tensor_close(got.output, expected.output, close, close);
        assert_tensor_close(got.weights, expected.weights, close, close);
        if (!causal) {
            Tensor *memory = random_tensor(SHAPE(2, 7, C));
            expected = mha_cross_attend(full, x, memory, NULL);
            assert_shape(expected.weights, SHAPE(2, H, 5, 7));
            got = mha_cross_attend(in_one, x, memory, NULL);
            assert_tensor_close(got.output, expected.output, close, close);
            assert_tensor_close(got.weights, expected.weights, close, close);
            assert_tensor_identical(mha_cross(in_one, x, memory, NULL), got.output);
        }
        module_free(&a->module);
        module_free(&full->module);
        module_free(&in_one->module);
    }
}

/* The weights of mha_cross are those that make its output. */
static void test_weights_of_cross(void **state)
{
    (void)state;
    MultiHeadAttention *a = new_mha(1, false, false);
    Tensor *x = random_tensor(SHAPE(2, 3, C)), *memory = random_tensor(SHAPE(2, 4, C));
    Attention seen = mha_cross_attend(a, x, memory, NULL);
    Tensor *v = tensor_unsqueeze(linear_forward(a->v, memory), 1); /* one head for all */
    Tensor *context = merge_heads(tensor_matmul(seen.weights, v));
    assert_tensor_close(linear_forward(a->out, context), seen.output, IS_DOUBLE ? 1e-13 : 2e-6,
                        2e-6);
    module_free(&a->module);
}

static Tensor *attend(Tensor *const in[], void *a)
{
    return mha_cross(a, in[0], in[1], NULL);
}

static Tensor *attend_self(Tensor *const in[], void *a)
{
    return mha_forward(a, in[0], NULL);
}

static void test_gradients(void **state)
{
    (void)state;
    for (int in_one = 0; in_one < 2; in_one++)
        for (int causal = 0; causal < 2; causal++) {
            MultiHeadAttention *a = new_mha(HKV, in_one, causal);
            Tensor *x = random_leaf(SHAPE(2, 3, C));
            if (in_one)
                assert_gradcheck(attend_self, a, x, a->qkv->weight, a->qkv->bias, a->out->weight);
            else
                assert_gradcheck(attend_self, a, x, a->q->weight, a->k->weight, a->v->weight,
                                 a->k->bias, a->v->bias);
            if (!causal)
                assert_gradcheck(attend, a, x, random_leaf(SHAPE(2, 2, C)));
            assert_gradcheck(attend_self, a, random_leaf(SHAPE(0, 3, C)));
            module_free(&a->module);
        }
}

/* Read in pieces of any size, from a cache a third as large: the bits of all at once. */
static void test_cached(void **state)
{
    enum { T = 7 };
    for (int in_one = 0; in_one < 2; in_one++)
        for (long piece = 1; piece <= T; piece++) {
            MultiHeadAttention *a = new_mha(HKV, in_one, true);
            grad_mode(false);
            Tensor *x = random_tensor(SHAPE(2, T, C)), *whole = mha_forward(a, x, NULL);
            KvCache *c = kv_cache_new(1, 2, a->num_kv_heads, T, a->head_dim);
            assert_int_equal(3 * kv_cache_bytes(c), kv_cache_bytes(kv_cache_new(1, 2, H, T, D)));
            for (long at = 0; at < T; at += piece) {
                long end = at + piece < T ? at + piece : T;
                Tensor *y = mha_cached(a, tensor_slice(x, 1, at, end, 1), c, 0);
#ifdef __SANITIZE_ADDRESS__ /* whose products of few rows have other bits */
                double close = IS_DOUBLE ? 1e-13 : 2e-6;
                assert_tensor_close(y, tensor_slice(whole, 1, at, end, 1), close, close);
#else
                assert_tensor_identical(y, tensor_slice(whole, 1, at, end, 1));
#endif
            }
            module_free(&a->module);
            scope_reset(*state);
        }
}

/* (2, HKV, Tk, D) with each head written H / HKV times. */
static Tensor *each_repeated(Tensor *x)
{
    Tensor *heads[H];
    for (long h = 0; h < H; h++)
        heads[h] = tensor_slice(x, 1, h / (H / HKV), h / (H / HKV) + 1, 1);
    return tensor_concat(H, heads, 1);
}

/* Each head has a mask of its own: 0 sees but the last keys, 1 none, the others every other key. */
static Tensor *mask_of_heads(long Tk)
{
    Tensor *mask = tensor_zeros(SHAPE(2, H, 1, Tk));
    for (long b = 0; b < 2; b++)
        for (long h = 0; h < H; h++)
            for (long j = 0; j < Tk; j++)
                mask->data[(b * H + h) * Tk + j] = h == 0 ? j + 3 > Tk : h > 1 && j % h == 0;
    return mask;
}

/* One query in each head, as while decoding: heads that share keys are made together, and have the
 * bits that each has by itself. Nothing may be read behind the last key. */
static void test_alone_together(void **state)
{
    (void)state;
    const long widths[] = {2, 5, 16, 24}, lengths[] = {1, 7, 16, 64, 130, 200};
    for (int i = 0; i < 4; i++)
        for (int n = 0; n < 6; n++)
            for (int kind = 0; kind < 8; kind++) {
                long width = widths[i], Tk = lengths[n];
                Tensor *q = random_tensor(SHAPE(2, H, 1, width));
                Tensor *k = random_tensor(SHAPE(2, HKV, Tk, width));
                Tensor *v = random_tensor(SHAPE(2, HKV, Tk, width));
                Rng rng = rng_seed(7);
                FlashAttentionOptions o = {.enable_gqa = true, .training = true, .rng = &rng};
                o.mask = kind & 1 ? mask_of_heads(Tk) : NULL;
                o.bias = kind & 2 ? random_tensor(SHAPE(2, H, 1, Tk)) : NULL;
                o.dropout = kind & 4 ? (real).25 : 0;
                Tensor *got = flash_attention(q, k, v, o);
                rng = rng_seed(7);
                assert_tensor_identical(got,
                                        flash_attention(q, each_repeated(k), each_repeated(v), o));
            }
}

/* Keys and values from the last to the first: behind the first row of the view nothing is left. */
static Tensor *backwards(Tensor *x)
{
    Tensor *view = tensor_slice(x, 2, 0, x->shape[2], 1);
    view->data += (x->shape[2] - 1) * x->stride[2];
    view->stride[2] = -x->stride[2];
    return view;
}

static void test_alone_backwards(void **state)
{
    (void)state;
    FlashAttentionOptions o = {.enable_gqa = true};
    Tensor *q = random_tensor(SHAPE(2, H, 1, 5));
    Tensor *k = backwards(random_tensor(SHAPE(2, HKV, 70, 5)));
    Tensor *v = backwards(random_tensor(SHAPE(2, HKV, 70, 5)));
    assert_tensor_identical(flash_attention(q, k, v, o),
                            flash_attention(q, tensor_contiguous(k), tensor_contiguous(v), o));
}

static void test_mistakes(void **state)
{
    (void)state;
    assert_fails_with("mha_new: num_kv_heads is 4, expected a number that divides num_heads (6)",
                      new_mha(4, false, false));
    assert_fails_with("num_kv_heads is 12, expected", new_mha(12, false, false));
    assert_fails_with("num_kv_heads is -1, expected", new_mha(-1, false, false));
    MultiHeadAttention *a = new_mha(HKV, false, true), *full = new_mha(0, false, true);
    assert_fails_with("mha_copy: num_kv_heads differ: 6 into 2", mha_copy(a, full));
    grad_mode(false);
    Tensor *x = random_tensor(SHAPE(2, 1, C));
    KvCache *c = kv_cache_new(1, 2, H, 4, D), *small = kv_cache_new(1, 2, HKV, 4, D);
    assert_fails_with(
        "kv_cache_append: k has shape (2, 2, 1, 2), but the cache takes (B, H, n, D) = "
        "(2, 6, n, 2)",
        mha_cached(a, x, c, 0));
    assert_fails_with("attention_cached: q has shape (2, 5, 1, 2), but the cache takes",
                      attention_cached(tensor_zeros(SHAPE(2, 5, 1, 2)), small, 0));
    assert_fails_with("attention_cached: q has shape (2, 6, 1, 3), but the cache takes",
                      attention_cached(tensor_zeros(SHAPE(2, 6, 1, 3)), small, 0));
    module_free(&a->module);
    module_free(&full->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_as_if_each_stood_there_several_times),
        UNIT_TEST(test_weights_of_cross),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_cached),
        UNIT_TEST(test_alone_together),
        UNIT_TEST(test_alone_backwards),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("attention/grouped_heads", tests);
}
