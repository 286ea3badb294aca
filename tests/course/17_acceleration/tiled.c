/* tiled.c - 17.2: small products inside of a large one. */
#include "draws.h"
#include "want.h"

TEST(rests_of_tiles, .points = 4, .exercise = "17.2 gemm_tiled", .file = "gemm_tiled.c")
{
    long tile = draw_long("tile", 4, 6), k = 2 * tile + draw_long("rest of k", 1, tile - 1);
    long m = 3 * tile + draw_long("rest of m", 1, tile - 1), gap = draw_long("gap", 1, 4);
    long n = 4 * tile + draw_long("rest of n", 1, tile - 1);
    Tensor *a = draw_whole("a", m, k), *b = draw_whole_transposed("b", k, n);
    Tensor *c = draw_c(m, n, gap);
    Product x = product_of(a, b, c);

    Tensor *want = EXPECT(product_want(a, b, c));
    CALL(gemm_tiled(x, tile));
    check_tensor(c, want, "every product of A and B once, those in the rests of tiles too");
    Tensor *a2 = draw_whole_transposed("a", n, k), *b2 = draw_whole("b", k, m);
    Tensor *c2 = draw_c(n, m, gap);
    Product y = product_of(a2, b2, c2);
    Tensor *want2 = EXPECT(product_want(a2, b2, c2));
    CALL(gemm_tiled(y, tile));
    check_tensor(c2, want2, "the same where A is the transposed one");
}

TEST(tiles_of_any_size, .points = 2, .exercise = "17.2 gemm_tiled", .file = "gemm_tiled.c")
{
    long one = 1, m = draw_long("m", 3, 5), n = draw_long("n", 6, 8), k = draw_long("k", 9, 11);
    long larger = draw_long("tile", 12, 60);
    Tensor *a = draw("a", SHAPE(m, k)), *b = draw("b", SHAPE(k, n)), *c = draw_c(m, n, 1);
    Product x = product_of(a, b, c);

    Tensor *want = EXPECT(product_want(a, b, c));
    CALL(gemm_tiled(x, larger));
    check_tensor(c, want, "a tile larger than everything is everything");
    Tensor *c2 = draw_c(m, n, 1);
    Product y = product_of(a, b, c2);
    Tensor *want2 = EXPECT(product_want(a, b, c2));
    CALL(gemm_tiled(y, one));
    check_tensor(c2, want2, "a tile of 1 is a single product");
    check_fails(gemm_tiled(y, 0), "expected at least 1",
                "a tile has at least one row: the given check says so");
}

TEST(tiles_from_left_to_right, .points = 2, .exercise = "17.2 gemm_tiled", .file = "gemm_tiled.c")
{
    long tile = draw_long("tile", 2, 3), m = draw_long("m", 3, 5), n = draw_long("n", 3, 5);
    long k = 3 * tile + draw_long("rest of k", 0, 1);
    Tensor *a = draw_whole("a", m, k), *b = draw_whole("b", k, n), *c = draw_c(m, n, 1);
    make_order_count(a, b, c, 0);
    Product x = product_of(a, b, c);

    Tensor *want = EXPECT(left_to_right_want(a, b, c));
    CALL(gemm_tiled(x, tile));
    check_tensor(c, want, "p goes on from tile to tile: no step changes a bit");
}

/* 32 lines hold a tile of A and a tile of B, but no 8 rows or columns of a whole matrix. */
enum { WIDTH = 8, TILE = 8 };

static CacheModel tiles_by_a_cache(long *m, long *n, long *k)
{
    long tile = TILE;
    *m = 4 * TILE, *n = TILE * draw_long("tiles of n", 5, 6);
    *k = TILE * draw_long("tiles of k", 6, 7);
    Tensor *a = draw_whole("a", *m, *k), *b = draw_whole("b", *k, *n), *c = draw_c(*m, *n, 0);
    Product x = product_of(a, b, c);
    CacheModel cache = cache_model_new(32, WIDTH);
    look_through(&cache, &x, a, b);

    long least = EXPECT(all_once_want(*k, *n));
    Tensor *want = EXPECT(product_want(a, b, c));
    memory_mark();
    CALL(gemm_tiled(x, tile));
    long bytes = memory_peak();
    cache_model_open(NULL);
    check_tensor(c, want, "A B is added to C");
    check_at_most(bytes, room_without_a_copy(a, b), NO_COPY);
    long reads_of_b = cache.array[OF_B].reads;
    check_at_least(reads_of_b, least, "every number of B is read, by READ");
    return cache;
}

TEST(a_tile_stays_near, .points = 3, .exercise = "17.2 gemm_tiled", .file = "gemm_tiled.c")
{
    long m, n, k;
    CacheModel cache = tiles_by_a_cache(&m, &n, &k);
    long misses_of_b = cache.array[OF_B].misses, misses_of_a = cache.array[OF_A].misses;

    double most_of_b = EXPECT(tiled_misses_b_want(m, n, k, WIDTH, TILE));
    double most_of_a = EXPECT(tiled_misses_a_want(m, n, k, WIDTH, TILE));
    check_at_most(misses_of_b, most_of_b,
                  "B is fetched for each tile of rows, at most twice, not for each row");
    check_at_most(misses_of_a, most_of_a, "A is fetched for each tile of columns at most twice");
}

TEST(one_of_two_stays, .points = 4, .exercise = "17.2 gemm_tiled", .file = "gemm_tiled.c")
{
    long m, n, k;
    CacheModel cache = tiles_by_a_cache(&m, &n, &k);
    long lines_fetched = cache.misses;

    double most = EXPECT(tiled_one_stays_want(m, n, k, WIDTH, TILE));
    check_at_most(lines_fetched, most,
                  "one of A and B is fetched once in all, not for each tile of the other");
}
