/* threads.c - 17.5: rows of C for each thread. */
#include "draws.h"
#include "want.h"

static long differing(const Tensor *a, const Tensor *b)
{
    long count = 0;
    for (long i = 0; i < a->shape[0] * a->shape[1]; i++)
        count += !(a->data[i] == b->data[i]);
    return count;
}

TEST(any_number_of_parts, .points = 2, .exercise = "17.5 gemm_threads", .file = "gemm_threads.c")
{
    long parts = draw_long("parts", 2, 5), gap = draw_long("gap", 1, 4), one = 1;
    long m = STEP_MR * (parts + draw_long("more panels", 2, 5)) + draw_long("rows left over", 1, 5);
    long n = draw_long("n", 3, 40), k = draw_long("k", 3, 30);
    Tensor *a = draw_whole("a", m, k), *b = draw_whole("b", k, n),
           *c = draw_c_with(m, n, gap, m + STEP_MR);
    Tensor *scratch = draw_scratch(n, parts);
    Product x = product_of(a, b, c);

    Tensor *want = EXPECT(product_want(a, b, c));
    CALL(gemm_threads(x, parts, scratch->data));
    check_tensor(c, want, "every row of C belongs to one part");
    Tensor *c2 = draw_c_with(m, n, gap, m + STEP_MR);
    Product y = product_of(a, b, c2);
    Tensor *want2 = EXPECT(product_want(a, b, c2));
    CALL(gemm_threads(y, one, scratch->data));
    check_tensor(c2, want2, "one part has all rows");
}

/* As on several threads, but one after the other. */
TEST(parts_begin_to_end, .points = 1, .exercise = "17.5 gemm_threads", .file = "gemm_threads.c")
{
    long parts = draw_long("parts", 4, 7), pieces = draw_long("pieces", 2, 3);
    long m = STEP_MR * parts + draw_long("more rows", 1, 2 * STEP_MR);
    long n = draw_long("n", 3, 40), k = draw_long("k", 3, 30);
    Tensor *a = draw_whole("a", m, k), *b = draw_whole("b", k, n),
           *c = draw_c_with(m, n, 1, m + STEP_MR);
    Tensor *scratch = draw_scratch(n, parts);
    Product x = product_of(a, b, c);
    given("parallel_for", "calls its body %ld times, if there are so many parts", pieces);
    kindling_set_threads(1);

    Tensor *want = EXPECT(product_want(a, b, c));
    parallel_in_pieces(pieces);
    CALL(gemm_threads(x, parts, scratch->data));
    parallel_in_pieces(1);
    check_tensor(c, want, "a call of body makes parts begin to end - 1, and no other");
}

TEST(the_same_bits, .points = 1, .exercise = "17.5 gemm_threads", .file = "gemm_threads.c")
{
    long parts = draw_long("parts", 2, 7), one = 1, m = draw_long("m", 40, 60),
         n = draw_long("n", 30, 40);
    long k = draw_long("k", 40, 60);
    Tensor *a = draw("a", SHAPE(m, k)), *b = draw("b", SHAPE(k, n));
    Tensor *alone = draw_c_with(m, n, 0, m + STEP_MR), *shared = copy_of(alone),
           *scratch = draw_scratch(n, parts);
    Product x = product_of(a, b, alone), y = product_of(a, b, shared);

    Tensor *want = EXPECT(product_want(a, b, alone));
    CALL(gemm_threads(x, one, scratch->data));
    check_tensor(alone, want, "A B is added to C");
    gemm_threads(y, parts, scratch->data);
    long other_bits = differing(alone, shared);
    check_called("gemm_threads(y, parts, scratch->data)");
    check_long(other_bits, 0,
               "no bit depends on the number of parts: rows are shared out, a sum never is");
}

TEST(scratch_of_its_own, .points = 3, .exercise = "17.5 gemm_threads", .file = "gemm_threads.c")
{
    long parts = draw_long("parts", 5, 6), m = STEP_MR * (parts + 1);
    long n = draw_long("n", 3, 30), k = draw_long("k", 3, 30), size = gemm_packed_scratch(n);
    Tensor *a = draw_whole("a", m, k), *b = draw_whole("b", k, n),
           *c = draw_c_with(m, n, 0, m + STEP_MR);
    Tensor *scratch = draw_scratch(n, parts);
    Product x = product_of(a, b, c);
    CacheModel cache = cache_model_new(4, 8);
    look_at(&cache, a, b);

    long want_reads = EXPECT(part_reads_b_want(m, n, k, parts));
    CALL(gemm_threads(x, parts, scratch->data));
    cache_model_open(NULL);
    long used = 0, reads_of_b = cache.array[OF_B].reads;
    for (long t = 0; t < parts; t++)
        used += !isnan((double)scratch->data[t * size]);
    check_long(reads_of_b, want_reads, "each part packs all of B, for rows of its own");
    long want_used = EXPECT(scratch_used_want(m, parts));
    check_called("gemm_threads(x, parts, scratch->data)");
    check_long(used, want_used, "part t packs into scratch + t * gemm_packed_scratch(x.n)");
    long fewer = STEP_MR * (parts - 1);
    Tensor *a2 = draw_whole("a", fewer, k), *c2 = draw_c_with(fewer, n, 0, m + STEP_MR);
    Product y = product_of(a2, b, c2);
    CacheModel second = cache_model_new(4, 8);
    look_at(&second, a2, b);
    long want_again = EXPECT(part_reads_b_want(fewer, n, k, parts));
    CALL(gemm_threads(y, parts, scratch->data));
    cache_model_open(NULL);
    long reads = second.array[OF_B].reads;
    check_long(reads, want_again, "with a micro-panel less than parts, all parts but one have one");
}

TEST(more_parts_than_panels, .points = 2, .exercise = "17.5 gemm_threads", .file = "gemm_threads.c")
{
    long m = draw_long("m", 2, 9), n = draw_long("n", 3, 9), k = draw_long("k", 3, 9);
    long parts = draw_long("parts", 3, 6);
    Tensor *a = draw_whole_transposed("a", m, k), *b = draw_whole("b", k, n),
           *c = draw_c_with(m, n, 1, m + STEP_MR);
    Tensor *scratch = draw_scratch(n, parts);
    Product x = product_of(a, b, c);

    Tensor *want = EXPECT(product_want(a, b, c));
    CALL(gemm_threads(x, parts, scratch->data));
    check_tensor(c, want, "parts without rows have nothing to do");
    check_fails(gemm_threads(x, 0, scratch->data), "expected at least 1",
                "there is at least one part: the given check says so");
}
