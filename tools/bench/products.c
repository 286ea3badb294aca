/* products.c - the matrix products of a training step and nothing else: what a step could be at best.
 *
 * The same shapes and transpositions as in the step, on numbers that were there before: three for each
 * linear layer, six for each head's attention with its whole T x T square. They are computed by our
 * own product and by the libraries that are there, each in turn, and the fastest counts.
 */
#include "bench.h"
#include "gemm_library.h"

typedef struct {
    GptSize size;
    Tensor *memory; /* every operand lies at its start */
    Tensor *result;
} Products;

static Tensor *operand(Tensor *memory, int ndim, const long *shape)
{
    Tensor *flat = tensor_slice(memory, 0, 0, shape_numel(ndim, shape), 1);
    return tensor_reshape(flat, ndim, shape);
}

static Tensor *across(Tensor *t)
{
    return tensor_transpose(t, -2, -1);
}

/* c = a b, da = dc b^T, db = a^T dc, for `batch` matrices at once. */
static void three(const Products *p, long batch, long m, long k, long n)
{
    Tensor *a = operand(p->memory, SHAPE(batch, m, k)), *b = operand(p->memory, SHAPE(batch, k, n));
    Tensor *c = operand(p->memory, SHAPE(batch, m, n));
    matmul_kernel(operand(p->result, SHAPE(batch, m, n)), a, b);
    matmul_kernel(operand(p->result, SHAPE(batch, m, k)), c, across(b));
    matmul_kernel(operand(p->result, SHAPE(batch, k, n)), across(a), c);
}

static void one_step(void *context)
{
    const Products *p = context;
    GptSize z = p->size;
    long tokens = z.B * z.T, heads = z.B * z.heads, D = z.d / z.heads;
    Scope *scope = scope_open();
    grad_mode(false);
    for (long layer = 0; layer < z.layers; layer++) {
        three(p, 1, tokens, z.d, 3 * z.d);
        three(p, heads, z.T, D, z.T);
        three(p, heads, z.T, z.T, D);
        three(p, 1, tokens, z.d, z.d);
        three(p, 1, tokens, z.d, 4 * z.d);
        three(p, 1, tokens, 4 * z.d, z.d);
    }
    three(p, 1, tokens, z.d, z.V);
    scope_close(scope);
}

/* The largest operand of a step, in numbers. */
static long largest(GptSize z)
{
    long tokens = z.B * z.T;
    const long n[] = {4 * z.d * z.d, 4 * z.d * tokens, z.d * z.V, tokens * z.V,
                      z.B * z.heads * z.T * z.T};
    long most = 0;
    for (int i = 0; i < 5; i++)
        most = n[i] > most ? n[i] : most;
    return most;
}

void worker_products(const long *n, Effort effort)
{
    static const char *const names[] = {"builtin", "blas", "onednn"};
    Products p = {.size = {n[0], n[1], n[2], n[3], n[4], n[5]}};
    Rng rng = rng_seed(1);
    p.memory = tensor_normal(SHAPE(largest(p.size)), 0, 1, &rng);
    p.result = tensor_zeros(SHAPE(largest(p.size)));
    double best = 0;
    char fastest[64] = "";
    printf("{\"case\": \"products\", \"threads\": %d", kindling_threads());
    for (int i = 0; i < 3; i++) {
        if (!gemm_choose(names[i]))
            continue;
        Timing t = measure(one_step, &p, effort);
        printf(", \"%s_ms\": %.6g", names[i], t.median_ms);
        if (best == 0 || t.median_ms < best) {
            best = t.median_ms;
            snprintf(fastest, sizeof fastest, "%s", gemm_backend());
        }
    }
    printf(", \"median_ms\": %.6g, \"backend\": \"%s\"}\n", best, fastest);
}
