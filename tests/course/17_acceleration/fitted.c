/* fitted.c - 17.7: lines that are fetched for a product, when the size of the cache is known. */
#include "draws.h"
#include "want.h"

TEST(fitted_any_product, .points = 4, .exercise = "17.7 gemm_fitted", .file = "gemm_fitted.c")
{
    long lines = draw_long("lines", 5, 9), width = draw_long("width", 2, 4);
    long m = draw_long("m", 11, 23), n = draw_long("n", 11, 23), k = draw_long("k", 7, 13);
    long gap = draw_long("gap", 1, 4), few = draw_long("lines of a small cache", 3, 4);
    Tensor *a = draw_whole_transposed("a", m, k), *b = draw_whole("b", k, n);
    Tensor *c = draw_c(m, n, gap);
    Product x = product_of(a, b, c);

    Tensor *want = EXPECT(product_want(a, b, c));
    CALL(gemm_fitted(x, lines, width));
    check_tensor(c, want, "every product of A and B once, those at the edges of blocks too");
    Tensor *a2 = draw_whole("a", n, k), *b2 = draw_whole("b", k, m);
    Tensor *c2 = draw_c(n, m, gap);
    make_order_count(a2, b2, c2, 0);
    Product y = product_of(a2, b2, c2);
    Tensor *want2 = EXPECT(left_to_right_want(a2, b2, c2));
    CALL(gemm_fitted(y, few, width));
    check_tensor(c2, want2, "p goes on from block to block: no bit differs, in any cache");
}

/* A cache whose lines but two, or some more, hold a block of so many rows, and as many columns. */
typedef struct {
    long block, width, lines;
} Cache;

static Cache draw_cache(void)
{
    Cache cache = {.block = 8 * draw_long("eights", 2, 3), .width = 4 * draw_long("fours", 1, 2)};
    cache.lines = cache.block + draw_long("lines beside a block", 2, 3);
    return cache;
}

/* At most `times` the fewest lines, all products by READ. */
static void check_lines(Cache cache, long m, long n, double times, const char *rule)
{
    long k = cache.width * draw_long("lines of k", 2, 4);
    Tensor *a = draw_whole("a", m, k), *b = draw_whole("b", k, n), *c = draw_c(m, n, 0);
    Product x = product_of(a, b, c);
    CacheModel model = cache_model_new(cache.lines, cache.width);
    look_through(&model, &x, a, b);

    Tensor *want = EXPECT(product_want(a, b, c));
    double most = EXPECT(times * fitted_lines_want(m, n, k, cache.lines, cache.width));
    long least = EXPECT(all_once_want(m * n, k));
    memory_mark();
    CALL(gemm_fitted(x, cache.lines, cache.width));
    long bytes = memory_peak();
    cache_model_open(NULL);
    check_tensor(c, want, "A B is added to C");
    check_at_most(bytes, room_without_a_copy(a, b), NO_COPY);
    long lines_fetched = model.misses, numbers_read = model.reads;
    check_at_least(numbers_read, least, "each product reads one of its two numbers, by READ");
    check_at_most(lines_fetched, most, rule);
}

TEST(fitted_to_the_cache, .points = 5, .exercise = "17.7 gemm_fitted", .file = "gemm_fitted.c")
{
    Cache cache = draw_cache();
    long m = cache.block * draw_long("blocks of m", 3, 4) + draw_long("rest of m", 0, 3);
    long n = cache.block * draw_long("blocks of n", 3, 4);
    check_lines(cache, m, n, 2, "at most twice the lines that the best blocks fetch");
}

TEST(fitted_to_the_shape, .points = 6, .exercise = "17.7 gemm_fitted", .file = "gemm_fitted.c")
{
    Cache cache = draw_cache();
    long small = cache.block * draw_long("blocks of the small one", 1, 2);
    long large = cache.block * draw_long("blocks of the large one", 9, 12);
    check_lines(cache, small, large, 1.15,
                "much more of B than of A: nearly as few lines as the best blocks fetch");
    check_lines(cache, large, small, 1.15,
                "much more of A than of B: nearly as few lines as the best blocks fetch");
}
