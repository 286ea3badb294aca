/* gpt_want.c - a model that reads all of a text at once, and what known mistakes make of it. */
#include "want.h"

typedef enum {
    RIGHT,
    POSITION_0,
    POSITION_SHIFTED,
    NO_POSITIONS,
    NO_PAST,
    FIRST_LOGITS,
    NO_FINAL_NORM,
    NO_MLP,
    NO_NORMS,
    ONE_LAYER,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [POSITION_0] = "positions begin at 0 in each piece: they count on from what the cache has read",
    [POSITION_SHIFTED] = "positions are one too high: the first token stands at place 0",
    [NO_POSITIONS] = "the positions were not added",
    [NO_PAST] = "the piece saw nothing but itself: what was read before is in the cache",
    [FIRST_LOGITS] =
        "these are the logits of the first token of the piece: the last one is asked for",
    [NO_FINAL_NORM] = "the last norm is missing: g->norm stands before the head",
    [NO_MLP] = "the blocks have no MLP: x + block_mlp(block, norm2(x))",
    [NO_NORMS] = "the norms inside of the blocks are missing",
    [ONE_LAYER] = "only the first block was run",
};

/* (T, T): what token i sees, the last n being read now. */
static Tensor *mask_of(long T, long n, Slip slip)
{
    Tensor *mask = blank(SHAPE(T, T));
    for (long i = 0; i < T; i++)
        for (long j = 0; j <= i; j++)
            mask->data[i * T + j] = slip != NO_PAST || i < T - n || j >= T - n;
    return mask;
}

static Tensor *embedded(Gpt *g, const int *ids, long B, long T, long n, Slip slip)
{
    Tensor *x = blank(SHAPE(B, T, g->options.embed_dim));
    long C = x->shape[2];
    for (long i = 0; i < B * T * C; i++) {
        long c = i % C, t = i / C % T, place = slip == POSITION_0 && t >= T - n ? t - (T - n) : t;
        place += slip == POSITION_SHIFTED;
        x->data[i] = (real)(at(g->tokens->weight, AT(ids[i / C], c)) +
                            (slip == NO_POSITIONS ? 0 : at(g->positions->table, AT(place, c))));
    }
    return x;
}

static Tensor *attend(MultiHeadAttention *a, Tensor *x, Tensor *mask)
{
    Tensor *part[3];
    for (int i = 0; i < 3; i++) {
        Linear *l = i == 0 ? a->q : i == 1 ? a->k : a->v;
        part[i] = split_heads(tensor_linear(x, l->weight, l->bias), a->num_heads);
    }
    Tensor *context = scaled_dot_product_attention(part[0], part[1], part[2], mask).output;
    return tensor_linear(merge_heads(context), a->out->weight, a->out->bias);
}

static Tensor *logits_with(Gpt *g, const int *ids, long B, long T, long n, Slip slip)
{
    bool was_on = grad_mode(false);
    Tensor *x = embedded(g, ids, B, T, n, slip), *mask = mask_of(T, n, slip);
    for (long i = 0; i < (slip == ONE_LAYER ? 1 : g->options.num_layers); i++) {
        Block *b = g->blocks[i];
        bool plain = slip == NO_NORMS;
        x = tensor_add(x, attend(b->attn, plain ? x : layer_norm_forward(b->norm1, x), mask));
        if (slip != NO_MLP)
            x = tensor_add(x, block_mlp(b, plain ? x : layer_norm_forward(b->norm2, x)));
    }
    long t = slip == FIRST_LOGITS ? T - n : T - 1;
    x = copy_of(tensor_slice(x, 1, t, t + 1, 1));
    if (slip != NO_FINAL_NORM)
        x = layer_norm_forward(g->norm, x);
    Tensor *logits = g->head != NULL ? tensor_matmul(x, g->head->weight)
                                     : tensor_tied_linear(x, g->tokens->weight);
    grad_mode(was_on);
    return plain_reshape(logits, SHAPE(B, g->options.vocabulary));
}

Tensor *logits_want(Gpt *g, const int *ids, long B, long T, long n)
{
    Tensor *want = logits_with(g, ids, B, T, n, RIGHT);
    MISTAKE_MESSAGE("requires a gradient, but none finds its way",
                    "a graph was being recorded: grad_mode(false) in the scope of the call");
    MISTAKE_MESSAGE(
        "tokens in layer 0 and",
        "the layers did not append once each: every layer has its own number in the cache");
    for (Slip slip = 1; slip < SLIPS; slip++) {
        if ((n == T && (slip == POSITION_0 || slip == NO_PAST)) || (n == 1 && slip == FIRST_LOGITS))
            continue;
        Tensor *wrong = logits_with(g, ids, B, T, n, slip);
        if (B == 1)
            wrong = plain_reshape(wrong, SHAPE(g->options.vocabulary));
        MISTAKE(wrong, said[slip]);
    }
    return B == 1 ? plain_reshape(want, SHAPE(g->options.vocabulary)) : want;
}

/* ---- 18.7 ------------------------------------------------------------------------------------------------- */

typedef enum { TEXT_RIGHT, SLIDING, GREEDY, COUNT_IN_ALL, TEXT_SLIPS } TextSlip;

static const char *const text_said[TEXT_SLIPS] = {
    [SLIDING] = "a window that slides was read: generate_start says where reading begins",
    [GREEDY] = "always the most likely token: sample_token takes the options",
    [COUNT_IN_ALL] = "count is how many are appended, not how long the text becomes",
};

static Tensor *text_with(Gpt *g, const int *prompt, long room, long n, long count, SampleOptions o,
                         Rng rng, TextSlip slip)
{
    Tensor *text = blank(SHAPE(room));
    int ids[64] = {0};
    memcpy(ids, prompt, (size_t)room * sizeof *ids);
    if (slip == GREEDY)
        o.temperature = 0;
    for (long end = slip == COUNT_IN_ALL ? count : n + count; n < end; n++) {
        long context = g->options.context, start = 0;
        while (n - start > context)
            start += slip == SLIDING ? 1 : (context + 1) / 2;
        Tensor *logits = logits_with(g, ids + start, 1, n - start, n - start, RIGHT);
        ids[n] = sample_token(logits->data, g->options.vocabulary, o, &rng);
    }
    for (long i = 0; i < room; i++)
        text->data[i] = (real)ids[i];
    return text;
}

Tensor *text_want(Gpt *g, const int *ids, long room, long n, long count, SampleOptions o, Rng rng)
{
    MISTAKE_MESSAGE("n is -5, expected at least 1 token",
                    "the cache was not emptied when the start moved: what it has is for other "
                    "positions");
    MISTAKE_MESSAGE("has read 12 tokens, and 1 more",
                    "the context is full, and nothing was forgotten: generate_start moves, and the "
                    "cache begins again");
    for (TextSlip slip = SLIDING; slip < TEXT_SLIPS; slip++)
        MISTAKE(text_with(g, ids, room, n, count, o, rng, slip), text_said[slip]);
    return text_with(g, ids, room, n, count, o, rng, TEXT_RIGHT);
}
