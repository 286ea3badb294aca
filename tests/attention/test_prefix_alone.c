/* test_prefix_alone.c - a query does not know how many others, and how many keys after it, there are.
 *
 * Attention of one query against keys 0 .. i has the same bits as row i of causal attention over all:
 * then a step of decoding with a cache equals the uncached one. In tiles and step by step, each
 * with itself: the two do not add in the same order.
 */
#include "flash.h"
#include "test.h"

enum { MOST_THREADS = 4 };

static const long head_sizes[] = {5, 16, 32, 64, 128, 384};
static const long lengths[] = {1, 2, 16, 17, 64, 65, 130, 300};
#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* Step by step our own products are needed; tiles are always ours. */
static void skip_without_our_products(void)
{
    if (strncmp(gemm_backend(), "built-in", 8) == 0)
        return;
    printf("skipped: products here are %s's, which promises nothing\n", gemm_backend());
    skip_without("our own products");
}

/* Attention of all of q, the last of which are the last of k, too. */
typedef Tensor *(*Attend)(Tensor *q, Tensor *k, Tensor *v);

static Tensor *last_rows_of_causal(const Tensor *q, const Tensor *k)
{
    long Tq = q->shape[2], Tk = k->shape[2];
    return tensor_slice(mask_causal(Tk), 0, Tk - Tq, Tk, 1);
}

static Tensor *in_tiles(Tensor *q, Tensor *k, Tensor *v)
{
    FlashAttentionOptions o = {.causal = q->shape[2] == k->shape[2]};
    if (!o.causal && q->shape[2] > 1)
        o.mask = last_rows_of_causal(q, k);
    return flash_attention(q, k, v, o);
}

static Tensor *step_by_step(Tensor *q, Tensor *k, Tensor *v)
{
    Tensor *mask = q->shape[2] > 1 ? last_rows_of_causal(q, k) : NULL;
    return scaled_dot_product_attention(q, k, v, mask).output;
}

static void assert_same(const Tensor *got, const Tensor *wish, long first, long count, int threads)
{
    for (long i = 0, n = tensor_numel(wish); i < n; i++)
        if (!(got->data[i] == wish->data[i])) {
            print_error("D %ld: %ld queries from %ld on, %d threads, differ: %.9g for %.9g\n",
                        wish->shape[3], count, first, threads, (double)got->data[i],
                        (double)wish->data[i]);
            assert_true(false);
        }
}

static Tensor *rows_of(Tensor *t, long begin, long end)
{
    return tensor_slice(t, 2, begin, end, 1);
}

static Tensor *dense(Tensor *t)
{
    return tensor_contiguous(t);
}

/* Queries first .. first + count against the keys they may see, as they lie and in memory of their own. */
static void check_queries(Attend attend, Tensor *const in[3], Tensor *all, long first, long count,
                          int threads)
{
    Scope *scope = scope_open();
    Tensor *part[3] = {rows_of(in[0], first, first + count), rows_of(in[1], 0, first + count),
                       rows_of(in[2], 0, first + count)};
    Tensor *wish = dense(rows_of(all, first, first + count));
    Tensor *views = attend(part[0], part[1], part[2]);
    Tensor *own = attend(dense(part[0]), dense(part[1]), dense(part[2]));
    assert_same(dense(views), wish, first, count, threads);
    assert_same(dense(own), wish, first, count, threads);
    scope_close(scope);
}

/* With one thread every query; with more, which share out what is much, the last ones. */
static void check_length(Attend attend, Tensor *const in[3], long T)
{
    Tensor *all = attend(in[0], in[1], in[2]);
    for (long i = 0; i < T; i++)
        check_queries(attend, in, all, i, 1, 1);
    for (int threads = 1; threads <= MOST_THREADS; threads++) {
        kindling_set_threads(threads);
        for (long count = 1; count <= 9 && count <= T; count++) {
            check_queries(attend, in, all, 0, count, threads);
            check_queries(attend, in, all, T - count, count, threads);
        }
    }
    kindling_set_threads(1);
}

/* Heads of (B, T, 3 C), where q, k and v lie side by side. */
static void check_every_size(Attend attend)
{
    int before = kindling_threads();
    grad_mode(false);
    kindling_set_threads(1);
    for (int d = 0; d < COUNT(head_sizes); d++)
        for (int t = 0; t < COUNT(lengths); t++) {
            Scope *scope = scope_open();
            long D = head_sizes[d], T = lengths[t], H = 2;
            Tensor *qkv = random_tensor(SHAPE(1, T, 3 * H * D)), *in[3];
            for (int i = 0; i < 3; i++)
                in[i] = split_heads(tensor_slice(qkv, 2, i * H * D, (i + 1) * H * D, 1), H);
            check_length(attend, in, T);
            scope_close(scope);
        }
    grad_mode(true);
    kindling_set_threads(before);
}

static void test_in_tiles(void **state)
{
    (void)state;
    check_every_size(in_tiles);
}

static void test_step_by_step(void **state)
{
    (void)state;
    skip_without_our_products();
    check_every_size(step_by_step);
}

/* Scores have a column for each key: q k^T, one row of many, and many columns of more. */
static void test_scores(void **state)
{
    (void)state;
    skip_without_our_products();
    enum { T = 35 };
    for (int d = 0; d < COUNT(head_sizes); d++) {
        Tensor *q = random_tensor(SHAPE(1, 1, T, head_sizes[d])), *k = random_tensor(4, q->shape);
        Tensor *kt = dense(tensor_transpose(k, -2, -1));
        Tensor *all = attention_scores(q, k);
        for (long i = 0; i < T; i++)
            for (long n = 1; n <= T; n++) {
                Scope *scope = scope_open();
                Tensor *one = rows_of(q, i, i + 1);
                Tensor *wish = dense(tensor_slice(rows_of(all, i, i + 1), 3, 0, n, 1));
                assert_same(attention_scores(one, rows_of(k, 0, n)), wish, i, 1, 1);
                assert_same(tensor_matmul(one, tensor_slice(kt, 3, 0, n, 1)), wish, i, 1, 1);
                scope_close(scope);
            }
    }
}

/* ---- a whole model ------------------------------------------------------------------------------- */

/* Logits of the first n tokens of one sequence are those that it gets in a batch, with all tokens behind. */
static void test_model(void **state)
{
    (void)state;
    skip_without_our_products();
    enum { T = 70, V = 65 };
    Gpt *gpt = gpt_new((GptOptions){.vocabulary = V,
                                    .context = T,
                                    .embed_dim = 64,
                                    .num_heads = 4,
                                    .num_layers = 2,
                                    .causal = true,
                                    .qkv_in_one = true,
                                    .seed = 3});
    ParameterList *list = parameters_of(&gpt->module);
    for (long i = 0; i < list->count; i++) /* biases, too */
        copy_kernel(list->tensor[i],
                    tensor_mul_scalar(random_tensor(list->tensor[i]->ndim, list->tensor[i]->shape),
                                      (real)0.2));
    grad_mode(false);
    IntTensor *ids = int_tensor_new(SHAPE(2, T));
    for (long i = 0; i < 2 * T; i++)
        ids->data[i] = (int)rng_below(&test_rng, V);
    Tensor *all = gpt_forward(gpt, ids, NULL);
    for (long n = 1; n <= T; n++) {
        Scope *scope = scope_open();
        IntTensor *prefix = int_tensor_new(SHAPE(1, n));
        memcpy(prefix->data, ids->data + T, (size_t)n * sizeof *prefix->data);
        Tensor *logits = gpt_forward(gpt, prefix, NULL);
        assert_memory_equal(logits->data, all->data + T * V, (size_t)(n * V) * sizeof(real));
        scope_close(scope);
    }
    grad_mode(true);
    parameters_free(list);
    module_free(&gpt->module);
}

/* ---- every kernel of a portable build ------------------------------------------------------------ */

static Heads heads(const Tensor *t)
{
    return (Heads){t->data, t->stride[0], t->stride[1], t->stride[2], 1};
}

static void run(const FlashKernel *kernel, Tensor *const in[3], Tensor *out, real *statistics)
{
    Flash f = {.B = 1, .H = 1, .Tq = in[0]->shape[2], .Tk = in[1]->shape[2], .D = in[0]->shape[3]};
    f.scale = (real)0.3;
    f.causal = f.Tq == f.Tk;
    f.q = heads(in[0]);
    f.k = heads(in[1]);
    f.v = heads(in[2]);
    f.out = heads(out);
    f.max = statistics;
    f.inverse = statistics + f.Tq;
    kernel->forward(&f);
}

static void check_kernel(const FlashKernel *kernel)
{
    enum { T = 140 };
    real statistics[2 * T];
    for (int d = 0; d < COUNT(head_sizes); d++) {
        Tensor *in[3];
        for (int i = 0; i < 3; i++)
            in[i] = random_tensor(SHAPE(1, 1, T, head_sizes[d]));
        Tensor *all = tensor_new_like(in[0]), *one = tensor_new(SHAPE(1, 1, 1, head_sizes[d]));
        run(kernel, in, all, statistics);
        for (long i = 0; i < T; i++) {
            Tensor *prefix[3] = {rows_of(in[0], i, i + 1), rows_of(in[1], 0, i + 1),
                                 rows_of(in[2], 0, i + 1)};
            run(kernel, prefix, one, statistics);
            assert_same(one, dense(rows_of(all, i, i + 1)), i, 1, kindling_threads());
        }
    }
}

static void test_every_kernel(void **state)
{
    (void)state;
    check_kernel(&flash_native);
#ifdef FLASH_HAS_VERSIONS
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        check_kernel(&flash_avx2);
    if (__builtin_cpu_supports("avx512f"))
        check_kernel(&flash_avx512);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_in_tiles), UNIT_TEST(test_step_by_step), UNIT_TEST(test_scores),
        UNIT_TEST(test_model),    UNIT_TEST(test_every_kernel),
    };
    return run_tests("attention/prefix_alone", tests);
}
