/* test_tiles.c - one tile after another, there and back, against attention in steps and its gradients. */
#include <math.h>
#include "cache_model.h"
#include "test.h"

#define TOLERANCE (IS_DOUBLE ? 1e-12 : 2e-5)

/* ---- merging ------------------------------------------------------------------------------------- */

static void test_a_row_in_two_parts_by_hand(void **state)
{
    (void)state;
    real first[] = {1, 0}, second[] = {4, 8};
    HalfSoftmax all = {0, 1, first}, part = {(real)log(4), 1, second}, none = {0, 0, second};
    attention_merge(&all, &part, 2);
    /* scores 0 and log 4: 1/4 of the first, all of the second */
    assert_close(all.max, log(4), TOLERANCE);
    assert_close(all.sum, 1.25, TOLERANCE);
    assert_close(first[0], 4.25, TOLERANCE);
    assert_close(first[1], 8, TOLERANCE);
    none.max = (real)-INFINITY;
    attention_merge(&all, &none, 2);
    assert_close(all.sum, 1.25, TOLERANCE);
    real zeros[] = {0, 0};
    HalfSoftmax nothing = {(real)-INFINITY, 0, zeros};
    attention_merge(&nothing, &none, 2);
    assert_true(nothing.max == (real)-INFINITY && nothing.sum == 0 && zeros[0] == 0);
    attention_merge(&nothing, &all, 2);
    assert_close(nothing.sum, 1.25, 0);
    assert_close(zeros[0], 4.25, TOLERANCE);
}

/* ---- tiles --------------------------------------------------------------------------------------- */

typedef struct {
    Tensor *q, *k, *v, *dout;
    TiledHead head;
} Problem;

static Problem problem(long Tq, long Tk, long D, long tile)
{
    Problem p = {random_leaf(SHAPE(1, Tq, D)),
                 random_leaf(SHAPE(1, Tk, D)),
                 random_leaf(SHAPE(1, Tk, D)),
                 random_tensor(SHAPE(1, Tq, D)),
                 {0}};
    p.head = (TiledHead){.Tq = Tq,
                         .Tk = Tk,
                         .D = D,
                         .tile = tile,
                         .q = p.q->data,
                         .k = p.k->data,
                         .v = p.v->data,
                         .dout = p.dout->data};
    p.head.out = tensor_full(SHAPE(1, Tq, D), 42)->data;
    p.head.lse = tensor_full(SHAPE(Tq), 42)->data;
    p.head.dq = tensor_zeros(SHAPE(1, Tq, D))->data;
    p.head.dk = tensor_zeros(SHAPE(1, Tk, D))->data;
    p.head.dv = tensor_zeros(SHAPE(1, Tk, D))->data;
    return p;
}

static void assert_numbers_close(const real *actual, const Tensor *expected)
{
    for (long i = 0, n = tensor_numel(expected); i < n; i++)
        assert_close(actual[i], tensor_contiguous((Tensor *)expected)->data[i], TOLERANCE);
}

static void check(Problem p)
{
    TiledHead h = p.head;
    for (long first = 0; first < h.Tq; first += h.tile)
        attention_tile_forward(h, first);
    for (long first = 0; first < h.Tq; first += h.tile)
        attention_tile_backward(h, first);
    FlashAttentionOptions o = {.causal = h.causal, .causal_offset = h.offset};
    Attention composed = composed_attention(p.q, p.k, p.v, o);
    tensor_backward_from(composed.output, p.dout, false);
    assert_numbers_close(h.out, composed.output);
    assert_numbers_close(h.dq, p.q->grad);
    assert_numbers_close(h.dk, p.k->grad);
    assert_numbers_close(h.dv, p.v->grad);
    for (long i = 0; i < h.Tq; i++) { /* the weight of a key is e^(score - lse) */
        double seen = 0;
        for (long j = 0; j < h.Tk; j++)
            seen += (double)composed.weights->data[i * h.Tk + j];
        assert_true((h.lse[i] == (real)-INFINITY) == (seen == 0));
    }
}

static void test_every_size_of_tile(void **state)
{
    (void)state;
    const long sizes[] = {1, 2, 7, 8, 9, 33}, tiles[] = {1, 3, 8, 64};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            for (int t = 0; t < 4; t++) {
                Scope *scope = scope_open();
                check(problem(sizes[i], sizes[j], 1 + (i + j) % 5, tiles[t]));
                scope_close(scope);
            }
}

static void test_causal_with_any_offset(void **state)
{
    (void)state;
    for (long offset = -9; offset <= 9; offset += 3) /* below 0: queries without a key */
        for (long tile = 1; tile <= 16; tile += 5) {
            Scope *scope = scope_open();
            Problem p = problem(11, 13, 4, tile);
            p.head.causal = true;
            p.head.offset = offset;
            check(p);
            scope_close(scope);
        }
}

static void test_nothing_to_see(void **state)
{
    (void)state;
    Problem p = problem(5, 1, 3, 2);
    p.head.Tk = 0;
    for (long first = 0; first < 5; first += 2) {
        attention_tile_forward(p.head, first);
        attention_tile_backward(p.head, first);
    }
    for (long i = 0; i < 15; i++)
        assert_true(p.head.out[i] == 0 && p.head.dq[i] == 0);
    assert_true(p.head.lse[4] == (real)-INFINITY && p.head.dk[0] == 0 && p.head.dv[0] == 0);
}

static void test_scores_of_thousands(void **state)
{
    (void)state;
    Problem p = problem(6, 9, 4, 4);
    for (long i = 0; i < 24; i++)
        p.q->data[i] *= 2000;
    for (long first = 0; first < 6; first += 4)
        attention_tile_forward(p.head, first);
    assert_numbers_close(p.head.out, scaled_dot_product_attention(p.q, p.k, p.v, NULL).output);
}

static void test_gradients_are_added(void **state)
{
    (void)state;
    Problem p = problem(4, 6, 2, 4), q = p;
    attention_tile_forward(p.head, 0);
    attention_tile_backward(p.head, 0);
    real once = p.head.dk[3], there = p.head.dq[1];
    attention_tile_backward(q.head, 0);
    assert_close(p.head.dk[3], 2 * once, TOLERANCE);
    assert_close(p.head.dq[1], 2 * there, TOLERANCE);
}

/* ---- memory and traffic -------------------------------------------------------------------------- */

static void test_memory_grows_with_the_tile_alone(void **state)
{
    (void)state;
    Problem p = problem(300, 300, 4, 8);
    Scope *scope = scope_open();
    attention_tile_forward(p.head, 0);
    attention_tile_backward(p.head, 0);
    assert_true(scope_peak(scope) < 4096);
    scope_close(scope);
}

static void test_keys_are_carried_once_for_a_tile_of_queries(void **state)
{
    (void)state;
    enum { T = 48, D = 8, TILE = 12 };
    Problem p = problem(T, T, D, TILE);
    CacheModel cache =
        cache_model_new(5 * TILE, D); /* lines of a row; old keys leave while new ones come */
    cache_model_watch(&cache, p.head.q, T * D);
    cache_model_watch(&cache, p.head.k, T * D);
    cache_model_watch(&cache, p.head.v, T * D);
    cache_model_open(&cache);
    attention_tile_forward(p.head, TILE);
    cache_model_open(NULL);
    assert_int_equal(cache.array[0].misses, TILE);
    assert_int_equal(cache.array[1].misses, T);
    assert_int_equal(cache.array[2].misses, T);
    cache.misses = 0;
    cache_model_open(&cache);
    attention_tile_backward(p.head, TILE);
    cache_model_open(NULL);
    assert_true(cache.misses <= 2 * T + TILE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_a_row_in_two_parts_by_hand),
        UNIT_TEST(test_every_size_of_tile),
        UNIT_TEST(test_causal_with_any_offset),
        UNIT_TEST(test_nothing_to_see),
        UNIT_TEST(test_scores_of_thousands),
        UNIT_TEST(test_gradients_are_added),
        UNIT_TEST(test_memory_grows_with_the_tile_alone),
        UNIT_TEST(test_keys_are_carried_once_for_a_tile_of_queries),
    };
    return run_tests("attention/tiles", tests);
}
