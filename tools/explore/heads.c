/* heads.c - a page on which heads are switched off, one or several: what a small model then says.
 *
 * It has learnt to go on with letters that come again (notebooks-c/13b_inside.c says how, and why
 * two heads have to work together). Everything the page can show is worked out here: with 4 heads
 * there are 16 models, so the browser needs none.
 * Invariant: run m of the page is the model without the heads whose bits are set in m.
 */
#include "heads.h"
#include <string.h>
#include "engine.h"

enum { V = 16, T = 24, C = 32, HEADS = 2, LAYERS = 2, BATCH = 16, TEXTS = HEADS_MOST_TEXTS };
enum { RUNS = 1 << (LAYERS * HEADS) };

/* 4 to 8 different letters, again and again; what nobody can know does not count. */
static HeadsTexts draw_texts(long n, Rng *rng)
{
    HeadsTexts t = {int_tensor_new(SHAPE(n, T)), int_tensor_new(SHAPE(n, T)), {0}};
    long letter[V];
    for (long i = 0; i < V; i++)
        letter[i] = i;
    for (long b = 0; b < n; b++) {
        long period = t.period[b] = 4 + rng_below(rng, 5);
        rng_shuffle(rng, V, letter);
        for (long i = 0; i < T; i++) {
            t.ids->data[b * T + i] = (int)letter[i % period];
            t.targets->data[b * T + i] = i < period ? -100 : (int)letter[(i + 1) % period];
        }
    }
    return t;
}

static Gpt *trained(long steps, Rng *rng)
{
    Gpt *gpt = gpt_new((GptOptions){.vocabulary = V,
                                    .context = T,
                                    .embed_dim = C,
                                    .num_heads = HEADS,
                                    .num_layers = LAYERS,
                                    .positions = POSITIONS_ROTARY,
                                    .norm = NORM_RMS,
                                    .mlp = MLP_SWIGLU,
                                    .causal = true,
                                    .qkv_in_one = true,
                                    .no_bias = true,
                                    .seed = 13});
    ParameterList *p = parameters_of(&gpt->module);
    for (long i = 0; i < p->count; i++) /* with 32 channels GPT-2's would be too small */
        for (long k = 0; p->tensor[i]->ndim == 2 && k < tensor_numel(p->tensor[i]); k++)
            p->tensor[i]->data[k] *= 5;
    Optimizer *adamw = adamw_new(p, (OptimizerOptions){.lr = 4e-3, .beta2 = 0.99});
    for (long step = 0; step < steps; step++) {
        Scope *scope = scope_open();
        HeadsTexts t = draw_texts(BATCH, rng);
        tensor_backward(gpt_loss(gpt, t.ids, t.targets));
        clip_grad_norm(p, 1);
        adamw->lr = schedule_cosine(step, steps, 0, 4e-3, 4e-4);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    optimizer_free(adamw);
    parameters_free(p);
    return gpt;
}

/* ---- without some heads ---------------------------------------------------------------------- */

typedef struct {
    int off; /* a bit for each head that reads nothing */
    Tensor *weights[LAYERS];
} Look;

static Tensor *silence(void *context, const char *name, Tensor *x)
{
    Look *look = context;
    long layer;
    char what[8];
    if (sscanf(name, "blocks.%ld.attn.%7s", &layer, what) != 2)
        return x;
    if (strcmp(what, "weights") == 0)
        look->weights[layer] = x; /* (1, H, T, T) */
    if (strcmp(what, "heads") != 0)
        return x;
    Tensor *y = tensor_mul_scalar(x, 1); /* (B, H, T, D) */
    long rows = x->shape[2] * x->shape[3];
    for (long i = 0; i < x->shape[0] * HEADS; i++)
        if (look->off >> (layer * HEADS + i % HEADS) & 1)
            memset(y->data + i * rows, 0, (size_t)rows * sizeof(real));
    return y;
}

/* In per cent, each but the first behind a comma. */
static void write_numbers(FILE *out, bool first, const real *x, long n)
{
    for (long i = 0; i < n; i++)
        fprintf(out, "%s%.0f", first && i == 0 ? "" : ",", 100 * (double)x[i]);
}

/* Row i of a head's weights from 0 to i: what is behind is not looked at. */
static void write_looks(FILE *out, const Look *look)
{
    for (long head = 0; head < LAYERS * HEADS; head++) {
        fputs(head > 0 ? "],[" : "[", out);
        const real *x = look->weights[head / HEADS]->data + head % HEADS * T * T;
        for (long i = 0; i < T; i++)
            write_numbers(out, i == 0, x + i * T, i + 1);
    }
    fputs("]", out);
}

/* The loss of all texts; of the one, how likely each letter is behind each position, and where the
 * heads look. */
static void write_run(FILE *out, const HeadsModel *m, int off)
{
    Scope *scope = scope_open();
    Look many = {.off = off}, one = {.off = off};
    Tensor *logits = gpt_watch(m->gpt, m->many.ids, NULL, silence, &many);
    Tensor *loss = tensor_cross_entropy(logits, m->many.targets, -100, 0);
    Tensor *p = tensor_softmax(gpt_watch(m->gpt, m->one.ids, NULL, silence, &one), -1);
    fprintf(out, "{\"loss\":%.3f,\"next\":[", (double)tensor_item(loss));
    for (long i = 0; i < T; i++) {
        fputs(i > 0 ? "],[" : "[", out);
        write_numbers(out, true, p->data + i * V, V);
    }
    fputs("]],\"looks\":[", out);
    write_looks(out, &one);
    fputs("]}", out);
    scope_close(scope);
}

HeadsModel heads_train(long steps)
{
    Rng rng = rng_seed(130);
    HeadsModel m = {.gpt = trained(steps, &rng)};
    m.one = draw_texts(1, &rng);
    m.many = draw_texts(TEXTS, &rng);
    return m;
}

static const char intro[] =
    "A small model has learnt to go on with letters that come again. Switch heads off, and see "
    "what it says then: which two need each other?";

int heads_page(const char *path, const HeadsModel *m)
{
    UNDO_ON_FAIL; /* closes the file */
    AtomicFile *file = atomic_open(path);
    if (file == NULL)
        return -1;
    FILE *out = atomic_stream(file);
    bool was = grad_mode(false);
    fputs(heads_page_head, out);
    fprintf(out, "{\"title\":\"%s\",\"intro\":\"%s\",\n", HEADS_TITLE, intro);
    fprintf(out, "\"layers\":%d,\"heads\":%d,\"period\":%ld,\"ids\":[", LAYERS, HEADS,
            m->one.period[0]);
    for (long i = 0; i < T; i++)
        fprintf(out, "%s%d", i > 0 ? "," : "", m->one.ids->data[i]);
    fputs("],\n\"runs\":[", out);
    for (int off = 0; off < RUNS; off++) {
        fputs(off > 0 ? ",\n" : "", out);
        write_run(out, m, off);
    }
    fputs("]}", out);
    fputs(heads_page_tail, out);
    grad_mode(was);
    return atomic_commit(file);
}
