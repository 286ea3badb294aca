/* gpt_watch.c - looking inside of a GPT: every activation by name, to be read or replaced.
 *
 * The whole forward pass once more, line by line, with a stop at each number that has a name. So
 * the model that nobody watches has no hooks in it, and pays nothing. Invariant: where nothing is
 * replaced, logits have the bits of gpt_forward without dropout.
 */
#include "gpt_watch.h"
#include "attention_shared.h"
#include <stdio.h>
#include <string.h>

typedef struct {
    GptWatch *watch;
    void *context;
    long layer; /* -1: outside of the blocks */
} Looking;

/* Shows x, "norm" or, in a block, "blocks.3.norm1", and returns what the model goes on with. */
static Tensor *see(const Looking *l, const char *name, Tensor *x)
{
    enum { MOST = 64 };
    char *full = scope_alloc(scope_current(), MOST);
    if (l->layer < 0)
        snprintf(full, MOST, "%s", name);
    else
        snprintf(full, MOST, "blocks.%ld%s%s", l->layer, *name != '\0' ? "." : "", name);
    Tensor *y = l->watch(l->context, full, x);
    if (y == NULL)
        fail("gpt_watch: the watch returned NULL for %s, expected its x, or a tensor of shape %s",
             full, tensor_shape_text(x));
    if (!tensor_same_shape(x, y))
        fail("gpt_watch: what takes the place of %s is %s, expected %s", full, tensor_shape_text(y),
             tensor_shape_text(x));
    return y;
}

/* ---- attention ------------------------------------------------------------------------------- */

static Projected project(MultiHeadAttention *a, Tensor *x)
{
    if (a->qkv != NULL)
        return project_in_one(a, x, x);
    Projected to = {.q = linear_forward(a->q, x)};
    to.k = linear_forward(a->k, x);
    to.v = linear_forward(a->v, x);
    return to;
}

/* What each head reads: (B, H, T, D). */
static Tensor *look_up(const Looking *l, MultiHeadAttention *a, Tensor *x, Tensor *mask)
{
    Projected p = project(a, x);
    Tensor *q = heads_rotate(a->rotary, a->rope, split_heads(p.q, a->num_heads), NULL);
    Tensor *k = heads_rotate(a->rotary, a->rope, split_heads(p.k, a->num_kv_heads), NULL);
    q = see(l, "attn.q", q);
    k = see(l, "attn.k", k);
    Tensor *v = see(l, "attn.v", split_heads(p.v, a->num_kv_heads));

    Tensor *keys = repeat_heads(k, q);
    Tensor *all = causal_as_mask("gpt_watch", mask, a->causal, q, keys);
    Tensor *weights = attention_pattern(q, keys, all);
    Tensor *used = see(l, "attn.weights", weights);
    return used == weights ? attention_output(q, k, v, mask, a->causal, NULL)
                           : attention_context(used, repeat_heads(v, q));
}

static Tensor *attend(const Looking *l, MultiHeadAttention *a, Tensor *x, Tensor *mask)
{
    Tensor *heads = see(l, "attn.heads", look_up(l, a, x, mask));
    return see(l, "attn", linear_forward(a->out, merge_heads(heads)));
}

/* ---- the model ------------------------------------------------------------------------------- */

static Tensor *mlp(const Looking *l, Block *b, Tensor *x)
{
    Tensor *up = see(l, "up", linear_forward(b->up, x));
    Tensor *hidden = b->mlp == MLP_SWIGLU ? tensor_swiglu(up) : tensor_gelu_tanh(up);
    return see(l, "mlp", linear_forward(b->down, see(l, "hidden", hidden)));
}

static Tensor *through_block(const Looking *l, Block *b, Tensor *x, Tensor *mask)
{
    Tensor *read = see(l, "norm1", layer_norm_forward(b->norm1, x));
    x = see(l, "middle", tensor_add(x, attend(l, b->attn, read, mask)));
    read = see(l, "norm2", layer_norm_forward(b->norm2, x));
    return see(l, "", tensor_add(x, mlp(l, b, read)));
}

static Tensor *head_of(Gpt *g, Tensor *x)
{
    if (g->head == NULL)
        return tensor_tied_linear(x, g->tokens->weight);
    return linear_forward(g->head, x);
}

Tensor *gpt_watch(Gpt *g, const IntTensor *ids, const Tensor *padding, GptWatch *watch,
                  void *context)
{
    gpt_check_ids("gpt_watch", g, ids);
    Looking look = {watch, context, -1};
    Tensor *mask = mask_view(padding);
    Tensor *x = see(&look, "tokens", embedding_forward(g->tokens, ids));
    if (g->positions != NULL)
        x = see(&look, "positions", positions_forward(g->positions, x));
    for (look.layer = 0; look.layer < g->options.num_layers; look.layer++)
        x = through_block(&look, g->blocks[look.layer], x, mask);
    look.layer = -1;
    x = see(&look, "norm", layer_norm_forward(g->norm, x));
    return see(&look, "logits", head_of(g, x));
}

/* ---- three who look on ----------------------------------------------------------------------- */

typedef struct {
    const char *name;
    Tensor *found;
} Wanted;

static Tensor *find(void *context, const char *name, Tensor *x)
{
    Wanted *w = context;
    if (strcmp(name, w->name) == 0)
        w->found = x;
    return x;
}

Tensor *gpt_activation(Gpt *g, const IntTensor *ids, const Tensor *padding, const char *name)
{
    Wanted w = {.name = name};
    gpt_watch(g, ids, padding, find, &w);
    if (w.found == NULL)
        fail("gpt_activation: nothing is called \"%s\" in a model of %ld layers. hint: tokens, "
             "blocks.0.attn.weights, blocks.0, norm, logits: gpt_watch.h has all names",
             name, g->options.num_layers);
    return w.found;
}

typedef struct {
    char name[48];
    long head;
} Silenced;

static Tensor *silence(void *context, const char *name, Tensor *x)
{
    const Silenced *s = context;
    if (strcmp(name, s->name) != 0)
        return x;
    Tensor *keep = tensor_ones(SHAPE(x->shape[1], 1, 1));
    keep->data[s->head] = 0;
    return tensor_masked_fill(x, tensor_eq(keep, tensor_zeros(SHAPE(1))), 0);
}

Tensor *gpt_without_head(Gpt *g, const IntTensor *ids, const Tensor *padding, long layer, long head)
{
    const GptOptions *o = &g->options;
    if (layer < 0 || layer >= o->num_layers || head < 0 || head >= o->num_heads)
        fail("gpt_without_head: there is no head %ld of layer %ld in a model of %ld layers of %ld "
             "heads, counted from 0",
             head, layer, o->num_layers, o->num_heads);
    Silenced s = {.head = head};
    snprintf(s.name, sizeof s.name, "blocks.%ld.attn.heads", layer);
    return gpt_watch(g, ids, padding, silence, &s);
}

Tensor *gpt_logit_lens(Gpt *g, const IntTensor *ids, const Tensor *padding, long layers)
{
    if (layers < 0 || layers > g->options.num_layers)
        fail("gpt_logit_lens: got %ld blocks, expected 0 to %ld, as many as the model has", layers,
             g->options.num_layers);
    char name[32];
    if (layers > 0)
        snprintf(name, sizeof name, "blocks.%ld", layers - 1);
    else
        snprintf(name, sizeof name, "%s", g->positions != NULL ? "positions" : "tokens");
    Tensor *x = gpt_activation(g, ids, padding, name);
    return head_of(g, layer_norm_forward(g->norm, x));
}
