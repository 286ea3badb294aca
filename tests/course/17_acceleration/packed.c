/* packed.c - 17.4 and 17.6: micro-panels, and the loops around a micro-tile. */
#include "draws.h"
#include "want.h"

/* ---- 17.4 ---------------------------------------------------------------------------------------- */

TEST(two_rows_in_a_panel_of_three, .points = 1, .exercise = "17.4 pack_panel",
     .file = "pack_panel.c")
{
    Tensor *x = input("x", SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6));
    Tensor *panel = output("panel", SHAPE(9));
    long width = 3, count = 2, k = 3;
    given("width", "3"), given("count", "2"), given("k", "3");

    Tensor *want = EXPECT(panel_want(x, count, width, width * k));
    CALL(pack_panel(panel->data, width, matrix_of(x), count, k));
    check_tensor(panel, want, "1 4 0   2 5 0   3 6 0");
}

TEST(a_whole_panel, .points = 3, .exercise = "17.4 pack_panel", .file = "pack_panel.c")
{
    long k = draw_long("k", 3, 5), width = k + draw_long("wider than k", 1, 4);
    Tensor *x = draw_whole("x", width, k), *panel = output("panel", SHAPE(width * k));

    Tensor *want = EXPECT(panel_want(x, width, width, width * k));
    CALL(pack_panel(panel->data, width, matrix_of(x), width, k));
    check_tensor(panel, want, "step p has element p of every row, side by side");
    Tensor *t = draw_whole_transposed("x", k, width), *second = output("panel", SHAPE(width * k));
    Tensor *want2 = EXPECT(panel_want(t, k, k, width * k));
    CALL(pack_panel(second->data, k, matrix_of(t), k, width));
    check_tensor(second, want2, "x.row and x.col say where an element lies");
}

TEST(zeros_where_rows_are_missing, .points = 3, .exercise = "17.4 pack_panel",
     .file = "pack_panel.c")
{
    long k = draw_long("k", 3, 6), count = draw_long("count", 2, 4);
    long width = count + draw_long("missing", 1, 4);
    Tensor *x = draw_whole("x", width, k), *panel = output("panel", SHAPE(width * k));

    Tensor *want = EXPECT(panel_want(x, count, width, width * k));
    CALL(pack_panel(panel->data, width, matrix_of(x), count, k));
    check_tensor(panel, want,
                 "steps stand `width` numbers apart, and where there is no row stands 0");
    Tensor *y = draw_whole_transposed("x", width, 1), *small = output("panel", SHAPE(width));
    Tensor *want2 = EXPECT(panel_want(y, count, width, width));
    CALL(pack_panel(small->data, width, matrix_of(y), count, 1));
    check_tensor(small, want2, "a single step");
}

TEST(each_number_is_read_once, .points = 2, .exercise = "17.4 pack_panel", .file = "pack_panel.c")
{
    long k = draw_long("k", 5, 9), count = draw_long("count", 2, 4), width = count + 2;
    Tensor *x = draw_whole("x", width, k), *panel = output("panel", SHAPE(width * k));
    CacheModel cache = cache_model_new(4, 8);
    look_at(&cache, x, panel);

    Tensor *want = EXPECT(panel_want(x, count, width, width * k));
    long want_reads = EXPECT(all_once_want(count, k));
    CALL(pack_panel(panel->data, width, matrix_of(x), count, k));
    cache_model_open(NULL);
    long reads = cache.array[OF_A].reads;
    check_tensor(panel, want, "what is packed is right");
    check_long(reads, want_reads, "each number of the first `count` rows by READ, once");
}

/* ---- 17.6 ---------------------------------------------------------------------------------------- */

TEST(whole_micro_tiles, .points = 1, .exercise = "17.6 gemm_packed", .file = "gemm_packed.c")
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

TEST(micro_tiles_at_the_edge, .points = 2, .exercise = "17.6 gemm_packed", .file = "gemm_packed.c")
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

TEST(edges_begin_with_c, .points = 1, .exercise = "17.6 gemm_packed", .file = "gemm_packed.c")
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

TEST(more_products_than_a_block, .points = 2, .exercise = "17.6 gemm_packed",
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

/* A B of panels that have no number left over, and how often numbers of one side were read. */
static long reads_while_packing(int side, long *m, long *n, long *k)
{
    *m = STEP_MR * draw_long("panels of A", 2, 4), *n = STEP_NR * draw_long("panels of B", 2, 3);
    *k = draw_long("k", 5, 20);
    Tensor *a = draw_whole("a", *m, *k), *b = draw_whole("b", *k, *n), *c = draw_c(*m, *n, 0);
    Tensor *scratch = draw_scratch(*n, 1);
    Product x = product_of(a, b, c);
    CacheModel cache = cache_model_new(16, 8);
    look_through(&cache, &x, a, b);
    log_tiles(c, *m, *n);

    Tensor *want = EXPECT(product_want(a, b, c));
    CALL(gemm_packed(x, given_tile, scratch->data));
    cache_model_open(NULL);
    check_tensor(c, want, "A B is added to C, of numbers that were read");
    return cache.array[side].reads;
}

TEST(a_is_packed_once, .points = 2, .exercise = "17.6 gemm_packed", .file = "gemm_packed.c")
{
    long m, n, k, reads_of_a = reads_while_packing(OF_A, &m, &n, &k);

    long want = EXPECT(all_once_want(m, k));
    check_long(reads_of_a, want, "each number of A is packed once");
}

TEST(b_is_packed_once, .points = 4, .exercise = "17.6 gemm_packed", .file = "gemm_packed.c")
{
    long m, n, k, reads_of_b = reads_while_packing(OF_B, &m, &n, &k);

    long want = EXPECT(all_once_want(k, n));
    check_long(reads_of_b, want, "each number of B is packed once");
}

TEST(tiles_are_whole, .points = 1, .exercise = "17.6 gemm_packed", .file = "gemm_packed.c")
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
