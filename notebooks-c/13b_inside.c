// %% [markdown]
// # 13b Inside
//
// What does a head do? A small model is trained on letters that make no sense but come again, and
// is then watched at work: each number on its way has a name (`gpt_watch`), can be read, and be
// replaced by another.

// %%
#include <math.h>
#include <string.h>
#include "notebook.h"

enum { V = 16, T = 24, C = 32, HEADS = 2, LAYERS = 2, BATCH = 16, STEPS = 400, TEXTS = 64 };

static Rng rng;
static Gpt *gpt;

// %% [markdown]
// ## Letters that come again
//
// Four to eight different letters, drawn at random, are repeated until the context is full. In the
// first round nothing can be known: its targets are -100, and do not count. From then on all can
// be known: find the last place where this letter stood, and say what stood behind it. How far
// back that is differs from text to text, so no fixed distance will do.

// %%
typedef struct {
    IntTensor *ids, *targets; /* (n, T) */
    long period[TEXTS];
} Texts;

static Texts draw_texts(long n)
{
    Texts t = {int_tensor_new(SHAPE(n, T)), int_tensor_new(SHAPE(n, T)), {0}};
    long letter[V];
    for (long i = 0; i < V; i++)
        letter[i] = i;
    for (long b = 0; b < n; b++) {
        long period = t.period[b] = 4 + rng_below(&rng, 5);
        rng_shuffle(&rng, V, letter);
        for (long i = 0; i < T; i++) {
            t.ids->data[b * T + i] = (int)letter[i % period];
            t.targets->data[b * T + i] = i < period ? -100 : (int)letter[(i + 1) % period];
        }
    }
    return t;
}

CELL
{
    rng = rng_seed(130);
    Texts t = draw_texts(3);
    for (long b = 0; b < 3; b++) {
        for (long i = 0; i < T; i++)
            printf("%c", 'a' + t.ids->data[b * T + i]);
        printf("   again after %ld\n", t.period[b]);
    }
}

// %% [markdown]
// ## The loss falls off a cliff
//
// For a while it guesses among the letters that it has seen. Two heads have to find each other
// before either is of use, and then it goes fast. (A block of Llama, for its positions are
// distances. Matrices start five times as large as GPT-2's: with 32 channels the first steps would
// be too small.)

// %%
static double loss_of(Tensor *logits, const IntTensor *targets)
{
    return (double)tensor_item(tensor_cross_entropy(logits, targets, -100, 0));
}

CELL
{
    gpt = gpt_new((GptOptions){.vocabulary = V,
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
    static double losses[STEPS];
    ParameterList *parameters = parameters_of(&gpt->module);
    for (long i = 0; i < parameters->count; i++)
        if (parameters->tensor[i]->ndim == 2)
            scale_kernel(parameters->tensor[i], parameters->tensor[i], 5);
    Optimizer *adamw = adamw_new(parameters, (OptimizerOptions){.lr = 4e-3, .beta2 = 0.99});
    for (long step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        Texts t = draw_texts(BATCH);
        Tensor *loss = gpt_loss(gpt, t.ids, t.targets);
        losses[step] = (double)tensor_item(loss);
        tensor_backward(loss);
        clip_grad_norm(parameters, 1);
        adamw->lr = schedule_cosine(step, STEPS, 0, 4e-3, 4e-4);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    optimizer_free(adamw);
    parameters_free(parameters);
    display_chart(1, (Series[]){{NULL, STEPS, NULL, losses, false}},
                  &(ChartOptions){.title = "Loss on letters that come again",
                                  .x_title = "step",
                                  .y_title = "nats per letter",
                                  .y_low = 0});
    Texts unseen = draw_texts(TEXTS);
    double loss = loss_of(gpt_forward(gpt, unseen.ids, NULL), unseen.targets);
    gate(loss < 0.2, "%.3f nats per letter of texts it has not seen, from %.2f: below 0.2", loss,
         losses[0]);
}

// %% [markdown]
// ## All that happens on the way
//
// `gpt_watch` goes forward and stops at each number that has a name. The function it calls may
// look, and must return it, or what the model is to go on with.

// %%
static Tensor *print_name(void *context, const char *name, Tensor *x)
{
    (void)context;
    if (strncmp(name, "blocks.0", 8) != 0)
        printf("%-24s %s\n", name, tensor_shape_text(x));
    return x;
}

CELL
{
    Texts t = draw_texts(1);
    gpt_watch(gpt, t.ids, NULL, print_name, NULL);
}

// %% [markdown]
// ## Who looks where
//
// The weights of all heads on one text. Look for two kinds of stripes: one below the diagonal, a
// head that looks *one letter back*; and one that begins where the second round does, a head that
// looks at *what came after this letter the last time*.

// %%
CELL
{
    const Tensor *weights[LAYERS];
    Texts t = draw_texts(1);
    for (long i = 0; i < LAYERS; i++)
        weights[i] = gpt_attention(gpt, t.ids, NULL, i);
    printf("again after %ld letters\n", t.period[0]);
    display_heads(LAYERS, weights,
                  &(HeatmapOptions){.title = "Weights of all heads, query x key"});
}

// %% [markdown]
// ## In numbers, and switched off
//
// For each head: how much of its weight goes one letter back, how much to the letters behind
// earlier ones of its kind (an *induction head*, Olsson et al. 2022), both from the second round
// on; and the loss of the model without it.

// %%
/* The mean weight of a head on the letter before, or on those that came behind this letter in all
 * earlier rounds. */
static double share_on(const Tensor *weights, const Texts *t, long head, bool behind_its_kind)
{
    double sum = 0;
    long count = 0;
    for (long b = 0; b < weights->shape[0]; b++)
        for (long i = t->period[b]; i < T; i++, count++)
            for (long key = behind_its_kind ? i - t->period[b] + 1 : i - 1; key > 0;
                 key -= behind_its_kind ? t->period[b] : T)
                sum += (double)tensor_get(weights, AT(b, head, i, key));
    return sum / (double)count;
}

static long copying; /* the head of the last layer that looks there most */

CELL
{
    Texts t = draw_texts(TEXTS);
    grad_mode(false);
    double whole = loss_of(gpt_forward(gpt, t.ids, NULL), t.targets), most = 0, induction = 0;
    table_begin("layer|head|one back|behind its kind|loss without it");
    for (long layer = 0; layer < LAYERS; layer++) {
        Tensor *weights = gpt_attention(gpt, t.ids, NULL, layer);
        for (long head = 0; head < HEADS; head++) {
            double one = share_on(weights, &t, head, false);
            double last = share_on(weights, &t, head, true);
            double without = loss_of(gpt_without_head(gpt, t.ids, NULL, layer, head), t.targets);
            table_row("%ld|%ld|%.2f|%.2f|%.2f", layer, head, one, last, without);
            if (layer == LAYERS - 1 && last > induction) {
                induction = last;
                copying = head;
            }
            most = fmax(most, without);
        }
    }
    table_end();
    grad_mode(true);
    gate(induction > 0.3, "a head of the last layer looks behind letters of its kind: %.2f",
         induction);
    gate(most > whole + 0.5, "without one head the loss is %.2f, with all %.2f", most, whole);
}

// %% [markdown]
// ## A head by hand
//
// If that is what the head of the last layer does, then weights that are written by hand must do
// as well: all on the letter behind the last of its kind, and where there is none, on the first.
// And weights that are written otherwise, all on the letter itself, must not.

// %%
typedef struct {
    const Texts *texts;
    bool right;
} ByHand;

static Tensor *write_weights(void *context, const char *name, Tensor *x)
{
    const ByHand *by = context;
    if (strcmp(name, "blocks.1.attn.weights") != 0)
        return x;
    Tensor *y = tensor_mul_scalar(x, 1); /* a copy */
    for (long b = 0; b < x->shape[0]; b++)
        for (long i = 0; i < T; i++) {
            long period = by->texts->period[b], last = i < period ? 0 : i - period + 1;
            for (long k = 0; k < T; k++)
                tensor_set(y, AT(b, copying, i, k), k == (by->right ? last : i));
        }
    return y;
}

CELL
{
    Texts t = draw_texts(TEXTS);
    double loss[2];
    grad_mode(false);
    for (int right = 0; right < 2; right++)
        loss[right] = loss_of(
            gpt_watch(gpt, t.ids, NULL, write_weights, &((ByHand){&t, right == 1})), t.targets);
    grad_mode(true);
    gate(loss[1] < 0.5 && loss[0] > loss[1] + 0.5,
         "weights by hand: %.2f nats behind the last of its kind, %.2f on the letter itself",
         loss[1], loss[0]);
}

// %% [markdown]
// ## Where it is known
//
// The *logit lens*: the last norm and the head on the stream as it is behind the embeddings,
// behind the first block, behind the second. How probable is the right letter there?

// %%
CELL
{
    Texts t = draw_texts(TEXTS);
    double right[LAYERS + 1];
    grad_mode(false);
    table_begin("blocks|probability of the right letter");
    for (long i = 0; i <= LAYERS; i++) {
        right[i] = exp(-loss_of(gpt_logit_lens(gpt, t.ids, NULL, i), t.targets));
        table_row("%ld|%.2f", i, right[i]);
    }
    table_end();
    grad_mode(true);
    gate(right[LAYERS - 1] < 0.5 && right[LAYERS] > 0.8,
         "only the last block knows: %.2f behind it, %.2f before", right[LAYERS],
         right[LAYERS - 1]);
}

// %% [markdown]
// To try: `HEADS = 1`; one layer; a block of GPT-2 (leave away three options); letters that come
// again after 4, always. In the last case one layer will do. Why?
