/* workers.c - our side: one case in a process of its own, one line of JSON.
 *
 * The fields are those of the torch scripts. Memory counts from after a first small backward, as it
 * does there, so libraries that are loaded late are in neither figure. Invariant: what is timed opens
 * a scope and closes it, as a user's step does.
 */
#define _DEFAULT_SOURCE /* getloadavg */
#include <stdlib.h>
#include <string.h>
#include "bench.h"

static double load(void)
{
    double average[1] = {0};
    return getloadavg(average, 1) == 1 ? average[0] : 0;
}

void worker_begin(void)
{
    Scope *scope = scope_open();
    Tensor *x = tensor_requires_grad(tensor_ones(SHAPE(1)));
    tensor_backward(tensor_mul_scalar(x, 2));
    scope_close(scope);
    memory_start();
}

void worker_print(const char *name, Timing t, double tokens, double gflop)
{
    printf("{\"case\": \"%s\", \"threads\": %d, \"median_ms\": %.6g, \"min_ms\": %.6g, "
           "\"cpu_ms\": %.6g, \"steps\": %ld, \"faults_per_step\": %.4g, \"peak_rss_mb\": %.1f, "
           "\"process_peak_mb\": %.1f, \"backend\": \"%s\", \"load1\": %.2f",
           name, kindling_threads(), t.median_ms, t.min_ms, t.cpu_ms, t.steps, t.faults,
           memory_peak_mb(), memory_all_mb(), gemm_backend(), load());
    if (tokens > 0)
        printf(", \"tokens_per_s\": %.1f", tokens / t.median_ms * 1e3);
    if (gflop > 0)
        printf(", \"matmul_gflop\": %.5g, \"gflops\": %.2f", gflop, gflop / t.median_ms * 1e3);
}

/* ---- a training step ------------------------------------------------------------------------------ */

static void one_step(void *context)
{
    GptStep *s = context;
    Scope *scope = scope_open();
    tensor_backward(gpt_step_loss(s));
    gpt_step_update(s);
    scope_close(scope);
}

/* AdamW reads weight, gradient and two moments and writes all but the gradient, which is set to 0
 * afterwards: eight passes. */
static double step_gigabytes(GptStep *s)
{
    Scope *scope = scope_open();
    double bytes = bytes_step(gpt_step_loss(s));
    scope_close(scope);
    return 1e-9 * (bytes + 8.0 * (double)parameters_numel(s->parameters) * sizeof(real));
}

void worker_step(bool llama, const long *n, Effort effort)
{
    GptSize size = {n[0], n[1], n[2], n[3], n[4], n[5], llama};
    worker_begin();
    GptStep *s = gpt_step_new(size);
    Timing t = measure(one_step, s, effort);
    worker_print(llama ? "llama_step" : "gpt_step", t, (double)(size.B * size.T), gpt_step_gflop(size));
    printf(", \"memory_gbyte\": %.5g, \"params\": %ld, \"loss\": %.4f}\n", step_gigabytes(s),
           parameters_numel(s->parameters), s->loss);
    gpt_step_free(s);
}

/* ---- attention ------------------------------------------------------------------------------------- */

typedef struct {
    bool fused;
    Tensor *q, *k, *v, *seed, *mask;
} AttentionCase;

static void one_attention(void *context)
{
    AttentionCase *a = context;
    Tensor *leaf[] = {a->q, a->k, a->v};
    Scope *scope = scope_open();
    Tensor *out = a->fused
                      ? flash_attention(a->q, a->k, a->v, (FlashAttentionOptions){.causal = true})
                      : scaled_dot_product_attention(a->q, a->k, a->v, a->mask).output;
    tensor_backward_from(out, a->seed, false);
    for (int i = 0; i < 3; i++)
        tensor_zero_grad(leaf[i]);
    scope_close(scope);
}

void worker_attention(bool fused, const long *n, Effort effort)
{
    long B = n[0], H = n[1], T = n[2], D = n[3];
    Rng rng = rng_seed(1);
    worker_begin();
    AttentionCase a = {.fused = fused, .mask = fused ? NULL : mask_causal(T)};
    Tensor **made[] = {&a.q, &a.k, &a.v, &a.seed};
    for (int i = 0; i < 4; i++)
        *made[i] = tensor_normal(SHAPE(B, H, T, D), 0, 1, &rng);
    for (int i = 0; i < 3; i++)
        tensor_requires_grad(*made[i]);
    Timing t = measure(one_attention, &a, effort);
    double gflop = 12e-9 * (double)(B * H * T * T * D); /* the whole square, three times 4 */
    worker_print(fused ? "attention_fused" : "attention_composed", t, (double)(B * T), gflop);
    printf("}\n");
}

/* ---- a chain of additions ----------------------------------------------------------------------------- */

typedef struct {
    Tensor *x, *w;
    long length;
} Chain;

static void one_chain(void *context)
{
    Chain *c = context;
    Scope *scope = scope_open();
    Tensor *y = c->x;
    for (long i = 0; i < c->length; i++)
        y = tensor_add(y, c->w);
    tensor_backward(y);
    tensor_zero_grad(c->x);
    tensor_zero_grad(c->w);
    scope_close(scope);
}

void worker_chain(const long *n, Effort effort)
{
    worker_begin();
    Chain c = {.length = n[0]};
    c.x = tensor_requires_grad(tensor_ones(SHAPE(1)));
    c.w = tensor_requires_grad(tensor_full(SHAPE(1), (real)0.999));
    Timing t = measure(one_chain, &c, effort);
    worker_print("chain_add", t, 0, 0);
    printf(", \"ops\": %ld, \"median_ns_per_op\": %.1f}\n", c.length,
           t.median_ms * 1e6 / (double)c.length);
}
