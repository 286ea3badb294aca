/* order.c - 17.1: three loops in two orders. */
#include "draws.h"
#include "want.h"

TEST(two_by_two, .points = 1, .exercise = "17.1 gemm_ikj", .file = "gemm_order.c")
{
    Tensor *a = input("a", SHAPE(2, 2), VALUES(1, 2, 3, 4));
    Tensor *b = input("b", SHAPE(2, 2), VALUES(5, 6, 7, 8));
    Tensor *c = input("c", SHAPE(2, 2), VALUES(100, 0, 0, 0));
    may_change(c);
    Product x = product_of(a, b, c);

    Tensor *want = EXPECT(product_want(a, b, c));
    CALL(gemm_ijk(x));
    check_tensor(c, want, "[[119, 22], [43, 50]]: A B is added to what stands in C");
}

TEST(any_strides, .points = 2, .exercise = "17.1 gemm_ikj", .file = "gemm_order.c")
{
    long k = draw_long("k", 4, 6), m = k + draw_long("more rows", 1, 4);
    long n = k + draw_long("more columns", 5, 8), gap = draw_long("gap", 1, 4);
    Tensor *a = draw_whole("a", m, k), *b = draw_whole_transposed("b", k, n);
    Tensor *c = draw_c(m, n, gap);
    Product x = product_of(a, b, c);

    Tensor *want = EXPECT(product_want(a, b, c));
    CALL(gemm_ijk(x));
    check_tensor(
        c, want,
        "number (i, j) gets the k products of row i and column j; strides say where they are");
    long many = n + draw_long("more products", 1, 4);
    Tensor *a2 = draw_transposed("a", SHAPE(m, many)), *b2 = draw("b", SHAPE(many, n));
    Tensor *c2 = draw_c(m, n, gap);
    Product y = product_of(a2, b2, c2);
    Tensor *want2 = EXPECT(product_want(a2, b2, c2));
    CALL(gemm_ijk(y));
    check_tensor(c2, want2, "the same where A is the transposed one");
}

TEST(nothing_to_sum, .points = 1, .exercise = "17.1 gemm_ikj", .file = "gemm_order.c")
{
    long m = draw_long("m", 2, 4), n = draw_long("n", 2, 4), one = 1, none = 0;
    Tensor *a = draw_whole("a", m, one), *b = draw_whole("b", one, n), *c = draw_c(m, n, 2);
    Tensor *c2 = draw_c(m, n, 2), *c3 = draw_c(m, n, 2);
    Product x = product_of(a, b, c), y = product_of(a, b, c2);

    Tensor *want = EXPECT(product_want(a, b, c));
    CALL(gemm_ijk(x));
    check_tensor(c, want, "with k = 1 each number gets one product");
    Tensor *want2 = EXPECT(product_want(a, b, c2));
    CALL(gemm_ikj(y));
    check_tensor(c2, want2, "with k = 1 row i of C gets one row of B");
    Product z = product_of(draw_whole("a", m, none), draw_whole("b", none, n), c3);
    Tensor *want3 = EXPECT(copy_of(c3));
    CALL(gemm_ijk(z));
    check_tensor(c3, want3, "with k = 0 there is nothing to add: C stays as it is");
    CALL(gemm_ikj(z));
    check_tensor(c3, want3, "with k = 0 there is nothing to add, in this order, too");
}

TEST(what_comes_first, .points = 1, .exercise = "17.1 gemm_ikj", .file = "gemm_order.c")
{
    long k = draw_long("k", 4, 8), m = k + draw_long("more rows", 0, 2), n = draw_long("n", 2, 4);
    Tensor *a = draw_whole("a", m, k), *b = draw_whole("b", k, n), *c = draw_c(m, n, 1);
    make_order_count(a, b, c, 2);
    Product x = product_of(a, b, c);
    CacheModel cache = cache_model_new(4, 8);
    Product y = x;
    look_through(&cache, &y, a, b);

    Tensor *want = EXPECT(left_to_right_want(a, b, c));
    long least_of_b = EXPECT(all_once_want(k, n));
    CALL(gemm_ijk(y));
    cache_model_open(NULL);
    check_tensor(c, want, "first what stands in C, then p = 0, 1, 2: no step changes a bit");
    long reads_of_b = cache.array[OF_B].reads, reads_of_a = cache.array[OF_A].reads;
    check_at_least(reads_of_b, least_of_b, "every number of B is read, by READ");
    long least_of_a = EXPECT(all_once_want(m, k));
    check_called("gemm_ijk(y)");
    check_at_least(reads_of_a, least_of_a, "every number of A is read, by READ");
    meet_zero(a, b);
    Tensor *want_nan = EXPECT(nan_places_want(a, b, c));
    CALL(gemm_ijk(x));
    Tensor *is_nan = is_nan_of(c);
    check_tensor_within(is_nan, want_nan, 0, "no product is left out: 0 times NaN is NaN");
}

TEST(row_by_row, .points = 1, .exercise = "17.1 gemm_ikj", .file = "gemm_order.c")
{
    long few = draw_long("few products", 4, 6), m = few + draw_long("more rows", 1, 4);
    long n = few + draw_long("more columns", 5, 8), many = n + draw_long("many products", 1, 4);
    long gap = draw_long("gap", 1, 4);
    Tensor *a = draw_whole_transposed("a", m, many), *b = draw_whole("b", many, n);
    Tensor *c = draw_c(m, n, gap);
    Product x = product_of(a, b, c);

    Tensor *want = EXPECT(product_want(a, b, c));
    CALL(gemm_ikj(x));
    check_tensor(c, want, "row i of C gets each row p of B, A[i][p] times");
    Tensor *a2 = draw("a", SHAPE(m, few)), *b2 = draw_transposed("b", SHAPE(few, n));
    Tensor *c2 = draw_c(m, n, gap);
    Product y = product_of(a2, b2, c2);
    Tensor *want2 = EXPECT(product_want(a2, b2, c2));
    CALL(gemm_ikj(y));
    check_tensor(c2, want2, "the same where B is the transposed one");
}

TEST(first_row_of_b_first, .points = 1, .exercise = "17.1 gemm_ikj", .file = "gemm_order.c")
{
    long m = draw_long("m", 2, 4), n = draw_long("n", 2, 4), k = draw_long("k", 4, 8);
    Tensor *a = draw_whole("a", m, k), *b = draw_whole("b", k, n), *c = draw_c(m, n, 1);
    make_order_count(a, b, c, 2);
    Product x = product_of(a, b, c);

    Tensor *want = EXPECT(left_to_right_want(a, b, c));
    CALL(gemm_ikj(x));
    check_tensor(c, want, "rows of B are added from the first to the last: no step changes a bit");
    meet_zero(a, b);
    Tensor *want_nan = EXPECT(nan_places_want(a, b, c));
    CALL(gemm_ikj(x));
    Tensor *is_nan = is_nan_of(c);
    check_tensor_within(is_nan, want_nan, 0, "no product is left out: 0 times NaN is NaN");
}

/* 16 lines hold neither a column of A nor one of B. */
TEST(lines_are_used_up, .points = 3, .exercise = "17.1 gemm_ikj", .file = "gemm_order.c")
{
    long width = 8, m = draw_long("m", 34, 40), n = width * draw_long("lines of a row", 6, 8);
    long k = draw_long("k", 44, 52);
    Tensor *a = draw_whole("a", m, k), *b = draw_whole("b", k, n), *c = draw_c(m, n, 0);
    Product x = product_of(a, b, c);
    CacheModel for_b = cache_model_new(16, width), for_a = for_b;
    look_through(&for_b, &x, a, b);

    double most_of_b = EXPECT(order_misses_b_want(m, n, k, width));
    long least = EXPECT(all_once_want(k, n));
    Tensor *want = EXPECT(product_want(a, b, c));
    memory_mark();
    CALL(gemm_ikj(x));
    long bytes = memory_peak();
    cache_model_open(NULL);
    check_tensor(c, want, "A B is added to C");
    check_at_most(bytes, room_without_a_copy(a, b), NO_COPY);
    long reads_of_b = for_b.array[OF_B].reads, misses_of_b = for_b.array[OF_B].misses;
    check_at_least(reads_of_b, least, "every number of B is read, by READ");
    check_at_most(misses_of_b, most_of_b, "a line of B that is fetched is used up: j runs inside");
    look_through(&for_a, &x, a, b);
    double most_of_a = EXPECT(order_misses_a_want(m, k));
    long least_of_a = EXPECT(all_once_want(m, k));
    CALL(gemm_ikj(x));
    cache_model_open(NULL);
    long reads_of_a = for_a.array[OF_A].reads, misses_of_a = for_a.array[OF_A].misses;
    check_at_least(reads_of_a, least_of_a, "every number of A is read, by READ");
    check_at_most(misses_of_a, most_of_a, "a number of A serves a whole row: j runs inside");
    double most_reads = EXPECT(order_most_reads_of_a_want(m, k));
    check_called("gemm_ikj(x)");
    check_at_most(reads_of_a, most_reads, "a number of A is read before the loop over j");
}
