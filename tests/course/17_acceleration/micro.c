/* micro.c - 17.4: a micro-tile with vectors. */
#include "draws.h"
#include "vector.h"
#include "want.h"

/* The last step reads B where C begins: that is the same if C is read before its sum, and written after it. */
static Tensor *draw_behind_b(long *k, Tensor **a_of)
{
    *k = draw_long("k", 3, 8);
    long last = *k - 1;
    Tensor *a = *a_of = draw_whole("a", *k, STEP_MR);
    for (long i = 1; i < STEP_MR; i++) /* row 0 of C alone makes use of that step */
        a->data[last * STEP_MR + i] = 0;
    resealed(a);
    Tensor *b_then_c = draw_whole("b_then_c", last + STEP_MR, STEP_NR);
    given("B and C", "rows 0 to %ld of b_then_c, and rows %ld to %ld", last, last,
          last + STEP_MR - 1);
    may_change(b_then_c);
    return b_then_c;
}

TEST(a_tile_of_vectors, .points = 2, .exercise = "17.4 vector_tile", .file = "vector_tile.c")
{
    long k = draw_long("k", 34, 60), gap = draw_long("gap", 1, 5);
    Tensor *a = draw_whole("a", k, STEP_MR), *b = draw_whole("b", k, STEP_NR);
    Tensor *c = draw_c(STEP_MR, STEP_NR, gap);
    const real *a_panel = a->data, *b_panel = b->data;
    real *at_c = c->data;
    long c_row = STEP_NR + gap;

    Tensor *want = EXPECT(tile_want(a, b, c, 0, 0));
    CALL(vector_tile(k, a_panel, b_panel, at_c, c_row));
    check_tensor(c, want, "number (i, j) gets the k products of a[p][i] and b[p][j]");
}

TEST(one_step_of_vectors_and_none, .points = 1, .exercise = "17.4 vector_tile",
     .file = "vector_tile.c")
{
    long one = 1, none = 0, gap = draw_long("gap", 1, 5);
    Tensor *a = draw_whole("a", one, STEP_MR), *b = draw_whole("b", one, STEP_NR);
    Tensor *c = draw_c(STEP_MR, STEP_NR, gap);
    const real *a_panel = a->data, *b_panel = b->data;
    real *at_c = c->data;
    long c_row = STEP_NR + gap;

    Tensor *want = EXPECT(tile_want(a, b, c, 0, 0));
    CALL(vector_tile(one, a_panel, b_panel, at_c, c_row));
    check_tensor(c, want, "one product each");
    Tensor *c2 = draw_c(STEP_MR, STEP_NR, gap), *want2 = EXPECT(copy_of(c2));
    real *second = c2->data;
    CALL(vector_tile(none, a_panel, b_panel, second, c_row));
    check_tensor(c2, want2, "with k = 0 there is nothing to add: C stays as it is");
}

TEST(vectors_in_the_middle, .points = 1, .exercise = "17.4 vector_tile", .file = "vector_tile.c")
{
    long k = draw_long("k", 3, 9), row = draw_long("row", 1, 4), column = draw_long("column", 1, 7);
    long c_row = column + STEP_NR + draw_long("behind", 1, 5);
    Tensor *a = draw("a", SHAPE(k, STEP_MR)), *b = draw("b", SHAPE(k, STEP_NR));
    Tensor *c = draw_c(row + STEP_MR + 2, c_row, 0);
    real *at_tile = c->data + row * c_row + column;
    const real *a_panel = a->data, *b_panel = b->data;

    Tensor *want = EXPECT(tile_want(a, b, c, row, column));
    CALL(vector_tile(k, a_panel, b_panel, at_tile, c_row));
    check_tensor(
        c, want,
        "what is around the micro-tile stays, and no address need be a multiple of anything");
}

TEST(vectors_stay_until_the_end, .points = 1, .exercise = "17.4 vector_tile",
     .file = "vector_tile.c")
{
    long k;
    Tensor *a, *b_then_c = draw_behind_b(&k, &a);
    const real *a_panel = a->data, *b_panel = b_then_c->data;
    real *at_c = b_then_c->data + (k - 1) * STEP_NR;

    Tensor *want = EXPECT(tile_behind_b_want(a, b_then_c));
    CALL(vector_tile(k, a_panel, b_panel, at_c, STEP_NR));
    check_tensor(b_then_c, want,
                 "C is written once, after the last step, which reads B where C begins");
    long k2 = draw_long("k2", 4, 8);
    Tensor *rows = draw_whole("rows", STEP_MR, k2), *b2 = draw_whole("b", k2, STEP_NR);
    Tensor *c2 = draw_c_with(STEP_MR, STEP_NR, 0, 0);
    make_order_count(rows, b2, c2, 2);
    const real *rows_panel = panel_of(rows)->data, *b_next = b2->data;
    real *at_c2 = c2->data;
    Tensor *want2 = EXPECT(left_to_right_want(rows, b2, c2));
    CALL(vector_tile(k2, rows_panel, b_next, at_c2, STEP_NR));
    check_tensor(c2, want2, "first what stands in C, then p = 0, 1, 2: no step changes a bit");
    meet_zero(rows, b2);
    const real *with_zeros = panel_of(rows)->data;
    Tensor *want_nan = EXPECT(nan_places_want(rows, b2, c2));
    CALL(vector_tile(k2, with_zeros, b_next, at_c2, STEP_NR));
    Tensor *is_nan = is_nan_of(c2);
    check_tensor_within(is_nan, want_nan, 0, "no product is left out: 0 times NaN is NaN");
}

/* B is all that is looked at, and a line of this cache is one step of its panel. */
typedef struct {
    long products, loads,
        steps; /* of vectors: multiplied, and loaded of B; how often a step was come to */
} Strips;

static Strips strips_that_are_made(void)
{
    long k = draw_long("k", 5, 9);
    Tensor *a = draw_whole("a", k, STEP_MR), *b = draw_whole("b", k, STEP_NR);
    Tensor *c = draw_c(STEP_MR, STEP_NR, 0);
    const real *a_panel = a->data, *b_panel = b->data;
    real *at_c = c->data;
    CacheModel cache = cache_model_new(1, STEP_NR);
    cache_model_watch(&cache, b->data, k * STEP_NR);

    Tensor *want = EXPECT(tile_want(a, b, c, 0, 0));
    long least = EXPECT(all_once_want(k, STEP_NR / LANES));
    cache_model_open(&cache);
    CALL(vector_tile(k, a_panel, b_panel, at_c, STEP_NR));
    cache_model_open(NULL);
    check_tensor(c, want, "number (i, j) gets the k products of a[p][i] and b[p][j]");
    long vectors_of_b = cache.reads;
    check_at_least(vectors_of_b, least, "every vector of B comes by load");
    return (Strips){k * STEP_MR * (STEP_NR / LANES), cache.reads, cache.misses};
}

TEST(sixteen_registers, .points = 4, .exercise = "17.4 vector_tile", .file = "vector_tile.c")
{
    Strips s = strips_that_are_made();
    long sums_at_a_time = s.steps > 0 ? (s.products + s.steps - 1) / s.steps : 0;

    check_at_most(sums_at_a_time, 14,
                  "sums, a vector of B and a number of A fill no more than 16 registers");
}

TEST(a_fetch_serves_many, .points = 4, .exercise = "17.4 vector_tile", .file = "vector_tile.c")
{
    Strips s = strips_that_are_made();
    long rows = s.loads > 0 ? s.products / s.loads : 0, fetches = s.loads + s.steps * rows;
    long fetches_for_100_products = 100 * fetches / s.products;

    check_at_most(fetches_for_100_products, 67,
                  "two fetches, of vectors of B and numbers of A, for three products of vectors");
}
