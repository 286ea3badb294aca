/* test_kv_cache.c - keys and values stay where they were written, and attention sees what it may. */
#include "test.h"

enum { L = 2, B = 2, H = 3, CAPACITY = 7, D = 5 };

static KvCache *small(void)
{
    return kv_cache_new(L, B, H, CAPACITY, D);
}

/* ---- memory ---------------------------------------------------------------------------------------- */

static void test_new(void **state)
{
    (void)state;
    KvCache *c = small();
    assert_shape(c->keys, SHAPE(L, B, H, CAPACITY, D));
    assert_shape(c->values, SHAPE(L, B, H, CAPACITY, D));
    assert_int_equal(kv_cache_bytes(c), 2 * L * B * H * CAPACITY * D * sizeof(real));
    const long *stride = c->keys->stride; /* a head's numbers are neighbours, and begin a line */
    assert_true(stride[4] == 1 && stride[3] == D && (uintptr_t)c->keys->data % 64 == 0);
    for (int d = 0; d < 3; d++)
        assert_int_equal(stride[d] * (long)sizeof(real) % 64, 0);
    for (long l = 0; l < L; l++) {
        assert_shape(kv_cache_keys(c, l), SHAPE(B, H, 0, D));
        for (long b = 0; b < B; b++)
            assert_int_equal(kv_cache_length(c, l, b), 0);
    }
    /* GPT-2 with a context of 1024: 12 layers of 12 heads of 64, in float */
    Scope *scope = scope_open();
    KvCache *gpt2 = kv_cache_new(12, 1, 12, 1024, 64);
    assert_int_equal(kv_cache_bytes(gpt2), 75497472 * (sizeof(real) / 4));
    scope_close(scope);
}

/* Lesson 13 says what a token costs in four models, in numbers of 16 bits. */
static void test_a_token_in_the_table_of_lesson_13(void **state)
{
    (void)state;
    const struct {
        long layers, heads, width;
    } model[] = {{6, 8, 64}, {12, 12, 64}, {32, 32, 128}, {32, 8, 128}};
    char *lesson = kindling_read_file("modules/13_transformers/README.md", NULL);
    assert_non_null(lesson);
    const char *at = strstr(lesson, "| cache, bytes a token");
    assert_non_null(at);
    at = strchr(at + 1, '|');
    for (int i = 0; i < 4; i++, at = strchr(at + 1, '|')) {
        long said = 0;
        for (const char *c = at + 2; *c != '<'; c++)
            said = *c == ',' ? said : 10 * said + (*c - '0');
        Scope *scope = scope_open();
        KvCache *one = kv_cache_new(model[i].layers, 1, model[i].heads, 1, model[i].width);
        assert_int_equal(kv_cache_bytes(one) / sizeof(real) * 2, said);
        scope_close(scope);
    }
    owned_free(lesson);
}

/* Pieces of 1, 3 and 2 tokens; what was written before is still there, and where it was. */
static void test_append(void **state)
{
    (void)state;
    const long pieces[] = {1, 3, 2};
    KvCache *c = small();
    Tensor *k = random_tensor(SHAPE(B, H, 6, D)), *v = random_tensor(SHAPE(B, H, 6, D));
    for (long p = 0, at = 0; p < 3; at += pieces[p++]) {
        Tensor *dk = tensor_slice(k, 2, at, at + pieces[p], 1);
        kv_cache_append(c, 1, dk, tensor_slice(v, 2, at, at + pieces[p], 1));
        Tensor *keys = kv_cache_keys(c, 1), *values = kv_cache_values(c, 1);
        assert_tensor_identical(tensor_contiguous(keys),
                                tensor_contiguous(tensor_slice(k, 2, 0, at + pieces[p], 1)));
        assert_tensor_identical(tensor_contiguous(values),
                                tensor_contiguous(tensor_slice(v, 2, 0, at + pieces[p], 1)));
        assert_ptr_equal(keys->data, c->keys->data + c->keys->stride[0]); /* a view */
        assert_ptr_equal(values->data, c->values->data + c->values->stride[0]);
    }
    assert_int_equal(kv_cache_length(c, 1, 0), 6);
    assert_int_equal(kv_cache_length(c, 0, 0), 0); /* the other layer has a length of its own */
}

static void test_truncate(void **state)
{
    (void)state;
    KvCache *c = small();
    Tensor *k = random_tensor(SHAPE(B, H, 4, D)), *again = random_tensor(SHAPE(B, H, 2, D));
    for (long l = 0; l < L; l++)
        kv_cache_append(c, l, k, k);
    kv_cache_truncate(kv_cache_row(c, 1), 1);
    kv_cache_truncate(c, 3);
    kv_cache_truncate(c, 5); /* nothing is that long */
    for (long l = 0; l < L; l++) {
        assert_int_equal(kv_cache_length(c, l, 0), 3);
        assert_int_equal(kv_cache_length(c, l, 1), 1);
    }
    kv_cache_append(c, 0, again, k = random_tensor(SHAPE(B, H, 2, D)));
    Tensor *keys = kv_cache_keys(c, 0);
    assert_shape(keys, SHAPE(B, H, 5, D));
    for (long b = 0; b < B; b++) {
        long at = b == 0 ? 3 : 1; /* each row behind what it has */
        Tensor *row = tensor_select(tensor_slice(keys, 2, at, at + 2, 1), 0, b);
        assert_tensor_identical(tensor_contiguous(row),
                                tensor_contiguous(tensor_select(again, 0, b)));
    }
}

/* A row of the cache is a cache, and what goes into it is in the other one. */
static void test_row(void **state)
{
    (void)state;
    KvCache *c = small(), *one = kv_cache_row(c, 1);
    Tensor *k = random_tensor(SHAPE(1, H, 2, D));
    kv_cache_append(one, 0, k, k);
    assert_shape(kv_cache_keys(one, 0), SHAPE(1, H, 2, D));
    assert_int_equal(kv_cache_length(c, 0, 0), 0);
    assert_int_equal(kv_cache_length(c, 0, 1), 2);
    assert_int_equal(kv_cache_length(c, 1, 1), 0);
    assert_tensor_identical(tensor_contiguous(tensor_slice(kv_cache_keys(c, 0), 0, 1, 2, 1)), k);
}

/* ---- attention --------------------------------------------------------------------------------------- */

static Tensor *dense(Tensor *t)
{
    return tensor_contiguous(t);
}

/* In any pieces, the rows of causal attention over all. */
static void test_attention(void **state)
{
    (void)state;
    enum { T = 7 };
    Tensor *q = random_tensor(SHAPE(B, H, T, D)), *k = random_tensor(SHAPE(B, H, T, D));
    Tensor *v = random_tensor(SHAPE(B, H, T, D));
    Tensor *all = attention_output(q, k, v, NULL, true, NULL);
    for (long piece = 1; piece <= T; piece++) {
        KvCache *c = small();
        for (long at = 0; at < T; at += piece) {
            long end = at + piece < T ? at + piece : T;
            kv_cache_append(c, 0, tensor_slice(k, 2, at, end, 1), tensor_slice(v, 2, at, end, 1));
            Tensor *got = attention_cached(tensor_slice(q, 2, at, end, 1), c, 0);
            assert_tensor_identical(dense(got), dense(tensor_slice(all, 2, at, end, 1)));
        }
    }
}

/* A shorter row sees its own keys only, whatever lies behind them. */
static void test_rows_of_different_lengths(void **state)
{
    (void)state;
    KvCache *c = small();
    Tensor *old = random_tensor(SHAPE(B, H, 6, D));
    kv_cache_append(c, 0, old, old);
    kv_cache_truncate(kv_cache_row(c, 0), 2);
    kv_cache_truncate(kv_cache_row(c, 1), 4);
    Tensor *k = random_tensor(SHAPE(B, H, 2, D)), *q = random_tensor(SHAPE(B, H, 2, D));
    kv_cache_append(c, 0, k, k);
    Tensor *got = attention_cached(q, c, 0);
    for (long b = 0; b < B; b++) {
        Tensor *alone = attention_cached(tensor_slice(q, 0, b, b + 1, 1), kv_cache_row(c, b), 0);
        assert_tensor_identical(dense(tensor_slice(got, 0, b, b + 1, 1)), dense(alone));
    }
}

/* ---- mistakes ------------------------------------------------------------------------------------------ */

static void test_mistakes(void **state)
{
    (void)state;
    KvCache *c = small();
    Tensor *k = random_tensor(SHAPE(B, H, 4, D)), *wide = random_tensor(SHAPE(B, H, 4, D + 1));
    Tensor *unsplit = random_tensor(SHAPE(B, 4, H, D)), *leaf = random_leaf(SHAPE(B, H, 1, D));
    kv_cache_append(c, 0, k, k);
    assert_fails_with("kv_cache_new: capacity is 0, expected at least 1",
                      kv_cache_new(1, 1, 1, 0, 1));
    assert_fails_with("kv_cache_new: layers is -1", kv_cache_new(-1, 1, 1, 1, 1));
    assert_fails_with("numbers are more than memory has", kv_cache_new(1, 1, 1, 9, LONG_MAX));
#if LONG_MAX > INT32_MAX
    assert_fails_with("kv_cache_new: capacity is 2147483648", kv_cache_new(1, 1, 1, 1L << 31, 1));
#endif
    assert_fails_with("kv_cache_append: row 0 of layer 0 has 4 tokens, and 4 more do not fit a "
                      "capacity of 7",
                      kv_cache_append(c, 0, k, k));
    assert_fails_with("kv_cache_append: there is no layer 2 in a cache of 2",
                      kv_cache_append(c, 2, k, k));
    assert_fails_with("kv_cache_keys: there is no layer 2", kv_cache_keys(c, 2));
    assert_fails_with("kv_cache_values: there is no layer 2", kv_cache_values(c, 2));
    assert_fails_with("kv_cache_append: k has shape (2, 3, 4, 6)", kv_cache_append(c, 0, wide, k));
    assert_fails_with("hint: split_heads", kv_cache_append(c, 1, k, unsplit));
    assert_fails_with("kv_cache_append: k (2, 3, 4, 5) and v (2, 3, 1, 5) must have one shape",
                      kv_cache_append(c, 1, k, tensor_detach(leaf)));
    assert_fails_with("kv_cache_append: v requires a gradient",
                      kv_cache_append(c, 1, tensor_detach(leaf), leaf));
    assert_fails_with(
        "attention_cached: q (2, 3, 4, 5) asks for 4 tokens, but row 0 of layer 1 has 0",
        attention_cached(k, c, 1));
    assert_fails_with("kv_cache_truncate: length is -1", kv_cache_truncate(c, -1));
    assert_fails_with("kv_cache_row: there is no row 2", kv_cache_row(c, 2));
    assert_fails_with("kv_cache_length: there is no row -1", kv_cache_length(c, 0, -1));
    assert_fails_with("kv_cache_keys: there is no layer -1", kv_cache_keys(c, -1));
    assert_int_equal(kv_cache_length(c, 0, 0), 4); /* nothing was changed */
    assert_int_equal(kv_cache_length(c, 1, 0), 0);
    assert_true(grad_mode_is_on());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_new),       UNIT_TEST(test_append),
        UNIT_TEST(test_truncate),  UNIT_TEST(test_row),
        UNIT_TEST(test_attention), UNIT_TEST(test_rows_of_different_lengths),
        UNIT_TEST(test_mistakes),  UNIT_TEST(test_a_token_in_the_table_of_lesson_13),
    };
    return run_tests("attention/kv_cache", tests);
}
