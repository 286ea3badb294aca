/* packed.c - 17.3: the loops around a micro-tile. */
#include "draws.h"
#include "want.h"

TEST(whole_micro_tiles, .points = 1, .exercise = "17.3 gemm_packed", .file = "gemm_packed.c")
{
    long m = STEP_MR * draw_long("panels of A", 2, 3), n = STEP_NR * draw_long("panels of B", 2, 3);
    long k = draw_long("k", 4, 9);
    Tensor *a = draw_whole("a", m, k), *b = draw_whole("b", k, n), *c = draw_c(m, n, 3);
    Tensor *scratch = draw_scratch(n, 1);
    Product x = product_of(a, b, c);

    Tensor *want = EXPECT(product_want(a, b, c));
    log_tiles(c, m, n);
    CALL(gemm_packed(x, given_tile, scratch->data));
    check_tensor(c, want, "each micro-tile gets the product of its panel of A and its panel of B");
}

TEST(micro_tiles_at_the_edge, .points = 3, .exercise = "17.3 gemm_packed", .file = "gemm_packed.c")
{
    long m = STEP_MR * draw_long("panels of A", 1, 2) + draw_long("rows left over", 1, STEP_MR - 1);
    long n =
        STEP_NR * draw_long("panels of B", 1, 2) + draw_long("columns left over", 1, STEP_NR - 1);
    long k = draw_long("k", 4, 9), gap = draw_long("gap", 1, 4);
    Tensor *a = draw_whole_transposed("a", m, k), *b = draw_whole_transposed("b", k, n);
    Tensor *c = draw_c(m, n, gap), *scratch = draw_scratch(n, 1);
    Product x = product_of(a, b, c);

    Tensor *want = EXPECT(product_want(a, b, c));
    log_tiles(c, m, n);
    CALL(gemm_packed(x, given_tile, scratch->data));
    check_tensor(c, want,
                 "what sticks out of C is made beside it: what exists goes there and comes back");
    long few = draw_long("m", 1, STEP_MR - 1), narrow = draw_long("n", 1, 9);
    Tensor *a2 = draw("a", SHAPE(few, k)), *b2 = draw("b", SHAPE(k, narrow));
    Tensor *c2 = draw_c(few, narrow, gap), *scratch2 = draw_scratch(narrow, 1);
    Product y = product_of(a2, b2, c2);
    Tensor *want2 = EXPECT(product_want(a2, b2, c2));
    log_tiles(c2, few, narrow);
    CALL(gemm_packed(y, given_tile, scratch2->data));
    check_tensor(c2, want2, "a C smaller than a micro-tile");
}

TEST(edges_begin_with_c, .points = 1, .exercise = "17.3 gemm_packed", .file = "gemm_packed.c")
{
    long m = draw_long("m", 2, STEP_MR - 1), n = draw_long("n", 2, 9), k = draw_long("k", 4, 8);
    Tensor *a = draw_whole("a", m, k), *b = draw_whole("b", k, n), *c = draw_c(m, n, 1);
    Tensor *scratch = draw_scratch(n, 1);
    make_order_count(a, b, c, 0);
    Product x = product_of(a, b, c);

    Tensor *want = EXPECT(left_to_right_want(a, b, c));
    log_tiles(c, m, n);
    CALL(gemm_packed(x, given_tile, scratch->data));
    check_tensor(c, want, "what exists of C goes beside before tile adds: no step changes a bit");
}

TEST(more_products_than_a_block, .points = 2, .exercise = "17.3 gemm_packed",
     .file = "gemm_packed.c")
{
    long k = STEP_KC * draw_long("whole blocks", 1, 2) + draw_long("products left over", 3, 40);
    long m = STEP_MR + draw_long("m", 1, 5), n = STEP_NR + draw_long("n", 1, 9);
    Tensor *a = draw_whole("a", m, k), *b = draw_whole("b", k, n), *c = draw_c(m, n, 2);
    Tensor *scratch = draw_scratch(n, 1);
    Product x = product_of(a, b, c);

    Tensor *want = EXPECT(product_want(a, b, c));
    log_tiles(c, m, n);
    CALL(gemm_packed(x, given_tile, scratch->data));
    check_tensor(c, want, "every block of K is packed from its own place, and added");
}

/* A B of panels that have no number left over, which fill scratch, and how often numbers of one side were read. */
static long reads_while_packing(int side, long *m, long *n, long *k)
{
    *m = STEP_MR * draw_long("panels of A", 2, 4), *n = STEP_NR * draw_long("panels of B", 2, 3);
    *k = STEP_KC - draw_long("products less than a block", 0, 9);
    Tensor *a = draw_whole("a", *m, *k), *b = draw_whole("b", *k, *n), *c = draw_c(*m, *n, 0);
    Tensor *scratch = draw_scratch(*n, 1);
    Product x = product_of(a, b, c);
    CacheModel cache = cache_model_new(16, 8);
    look_through(&cache, &x, a, b);
    log_tiles(c, *m, *n);

    Tensor *want = EXPECT(product_want(a, b, c));
    memory_mark();
    CALL(gemm_packed(x, given_tile, scratch->data));
    long bytes = memory_peak();
    cache_model_open(NULL);
    check_tensor(c, want, "A B is added to C, of numbers that were read");
    check_at_most(bytes, room_without_a_copy(a, b), "scratch has all the room that is needed");
    return cache.array[side].reads;
}

TEST(a_is_packed_once, .points = 4, .exercise = "17.3 gemm_packed", .file = "gemm_packed.c")
{
    long m, n, k, reads_of_a = reads_while_packing(OF_A, &m, &n, &k);

    long want = EXPECT(all_once_want(m, k));
    check_long(reads_of_a, want, "each number of A is packed once");
}

TEST(b_is_packed_once, .points = 6, .exercise = "17.3 gemm_packed", .file = "gemm_packed.c")
{
    long m, n, k, reads_of_b = reads_while_packing(OF_B, &m, &n, &k);

    long want = EXPECT(all_once_want(k, n));
    check_long(reads_of_b, want, "each number of B is packed once");
}

TEST(tiles_are_whole, .points = 1, .exercise = "17.3 gemm_packed", .file = "gemm_packed.c")
{
    long m = STEP_MR * draw_long("panels of A", 1, 3) + draw_long("rows left over", 1, STEP_MR - 1);
    long n =
        STEP_NR * draw_long("panels of B", 1, 3) + draw_long("columns left over", 1, STEP_NR - 1);
    long k = draw_long("k", 2, 9);
    Tensor *a = draw_whole("a", m, k), *b = draw_whole("b", k, n), *c = draw_c(m, n, 0);
    Tensor *scratch = draw_scratch(n, 1);
    Product x = product_of(a, b, c);
    log_tiles(c, m, n);

    long want = EXPECT(whole_tiles_want(m, n)), whole = m / STEP_MR * (n / STEP_NR);
    CALL(gemm_packed(x, given_tile, scratch->data));
    long calls = tile_log.calls, outside = tile_log.outside, made = calls < whole ? calls : whole;
    check_long(made, want, "a call for each whole micro-tile of C: calls, of those that it takes");
    check_called("gemm_packed(x, given_tile, scratch->data)");
    check_long(outside, 0, "tile is for whole micro-tiles of C only: it writes all of them");
}
