/* gpt_want.c - a model that reads all of a text at once, and what known mistakes make of it. */
#include "want.h"

typedef enum {
    RIGHT,
    FROM_0,
    ALWAYS_0,
    ONE_PLACE,
    SHIFTED,
    NO_POSITIONS,
    ROW_0,
    NO_PAST,
    FIRST_LOGITS,
    NO_FINAL_NORM,
    NO_MLP,
    NO_NORMS,
    NORM1_TWICE,
    NO_RESIDUAL,
    NO_MLP_RESIDUAL,
    FIRST_BLOCK,
    BLOCK_0_AGAIN,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [FROM_0] = "positions begin at 0 in each piece: they count on from what the cache has read",
    [ALWAYS_0] = "every token stands at place 0: places count on",
    [ONE_PLACE] = "all tokens of a piece stand at one place: token i stands i further",
    [SHIFTED] = "positions are one too high: the first token stands at place 0",
    [NO_POSITIONS] = "the positions were not added",
    [ROW_0] = "the places are those of row 0: rows may have read different numbers of tokens",
    [NO_PAST] = "the piece saw nothing but itself: what was read before has to be in the cache, "
                "and be looked at",
    [FIRST_LOGITS] =
        "these are the logits of the first token of the piece: the last one is asked for",
    [NO_FINAL_NORM] = "the last norm is missing: g->norm stands before the head",
    [NO_MLP] = "the blocks have no MLP: x + block_mlp(block, norm2(x))",
    [NO_NORMS] = "the norms inside of the blocks are missing",
    [NORM1_TWICE] = "norm1 stands before the MLP, too: norm2 does",
    [NO_RESIDUAL] = "attention replaces x in place of adding to it",
    [NO_MLP_RESIDUAL] = "the MLP replaces x in place of adding to it",
    [FIRST_BLOCK] = "only the first block was run",
    [BLOCK_0_AGAIN] = "the first block was run in place of every one",
};

/* ---- one row ------------------------------------------------------------------------------------------------ */

/* Tokens of row b in its first `pieces` pieces. */
static long read_before(Reading r, long b, long pieces)
{
    long n = 0;
    for (long p = 0; p < pieces; p++)
        n += r.pieces[b * r.n_pieces + p];
    return n;
}

/* The piece in which row b reads token t. */
static long piece_of(Reading r, long b, long t)
{
    long p = 0;
    while (read_before(r, b, p + 1) <= t)
        p++;
    return p;
}

static long place_of(Reading r, long b, long t, Slip slip)
{
    long p = piece_of(r, b, t), begin = read_before(r, b, p);
    switch (slip) {
    case FROM_0:
        return t - begin;
    case ALWAYS_0:
        return 0;
    case ONE_PLACE:
        return begin;
    case SHIFTED:
        return t + 1;
    case ROW_0:
        return p == r.n_pieces - 1 ? read_before(r, 0, p) + t - begin : t;
    default:
        return t;
    }
}

/* (1, T, C) */
static Tensor *embedded(Reading r, long b, Slip slip)
{
    const Gpt *g = r.model;
    long T = read_before(r, b, r.n_pieces), C = g->options.embed_dim;
    Tensor *x = blank(SHAPE(1, T, C));
    for (long i = 0; i < T * C; i++) {
        long c = i % C, t = i / C;
        x->data[i] = (real)at(g->tokens->weight, AT(r.ids[b * r.width + t], c));
        if (g->positions != NULL && slip != NO_POSITIONS)
            x->data[i] += (real)at(g->positions->table, AT(place_of(r, b, t, slip), c));
    }
    return x;
}

static Tensor *attend(Reading r, long b, const MultiHeadAttention *a, const Tensor *x, Slip slip)
{
    long H = a->num_heads, T = x->shape[1];
    Tensor *q = plain_part(a, x, 0), *k = plain_part(a, x, 1), *v = plain_part(a, x, 2);
    Tensor *scores =
        plain_scaled(plain_matmul(q, plain_transpose(k, -2, -1)), 1 / sqrt((double)a->head_dim));
    for (long i = 0; i < H * T * T; i++) {
        long key = i % T, query = i / T % T;
        if (key > query || (slip == NO_PAST && piece_of(r, b, key) < piece_of(r, b, query)))
            scores->data[i] = (real)-INFINITY;
    }
    return plain_linear(a->out, plain_merge(plain_matmul(plain_softmax(scores, -1), v)));
}

static Tensor *through(Reading r, long b, const Block *block, Tensor *x, Slip slip)
{
    Tensor *seen = slip == NO_NORMS ? x : plain_norm(block->norm1, x);
    Tensor *mixed = attend(r, b, block->attn, seen, slip);
    x = slip == NO_RESIDUAL ? mixed : plain_pair(x, mixed, plus);
    if (slip == NO_MLP)
        return x;
    seen = slip == NO_NORMS ? x : plain_norm(slip == NORM1_TWICE ? block->norm1 : block->norm2, x);
    Tensor *worked = plain_mlp(block, seen);
    return slip == NO_MLP_RESIDUAL ? worked : plain_pair(x, worked, plus);
}

/* The logits of its last token into V numbers. */
static void row_logits(Reading r, long b, real *logits, Slip slip)
{
    const Gpt *g = r.model;
    long C = g->options.embed_dim, V = g->options.vocabulary;
    Tensor *x = embedded(r, b, slip), *last = blank(SHAPE(1, C));
    for (long i = 0; i < (slip == FIRST_BLOCK ? 1 : g->options.num_layers); i++)
        x = through(r, b, g->blocks[slip == BLOCK_0_AGAIN ? 0 : i], x, slip);
    long t = slip == FIRST_LOGITS ? read_before(r, b, r.n_pieces - 1) : x->shape[1] - 1;
    memcpy(last->data, x->data + t * C, (size_t)C * sizeof(real));
    if (slip != NO_FINAL_NORM)
        last = plain_norm(g->norm, last);
    Tensor *y = plain_matmul(last, g->head != NULL ? g->head->weight
                                                   : plain_transpose(g->tokens->weight, 0, 1));
    memcpy(logits, y->data, (size_t)V * sizeof(real));
}

/* ---- all rows ------------------------------------------------------------------------------------------------ */

static Tensor *logits_with(Reading r, Slip slip)
{
    Tensor *logits = blank(SHAPE(r.rows, r.model->options.vocabulary));
    for (long b = 0; b < r.rows; b++)
        row_logits(r, b, logits->data + b * r.model->options.vocabulary, slip);
    return logits;
}

Tensor *plain_logits(Reading r)
{
    return logits_with(r, RIGHT);
}

/* Would it give what is right? */
static bool changes_nothing(Reading r, Slip slip)
{
    bool one_piece = r.n_pieces == 1, places = r.model->positions != NULL;
    if (slip >= FROM_0 && slip <= ROW_0 && !places)
        return true;
    if (slip == FIRST_LOGITS) {
        for (long b = 0; b < r.rows; b++)
            if (r.pieces[(b + 1) * r.n_pieces - 1] > 1)
                return false;
        return true;
    }
    if (slip == ONE_PLACE && !one_piece) {
        for (long i = 0; i < r.rows * r.n_pieces; i++)
            if (r.pieces[i] > 1)
                return false;
        return true;
    }
    return (one_piece && (slip == FROM_0 || slip == NO_PAST || slip == ONE_PLACE)) ||
           (slip == ROW_0 && r.rows == 1);
}

Tensor *logits_want(Reading r)
{
    MISTAKE_MESSAGE("requires a gradient, but none finds its way",
                    "a graph was being recorded: grad_mode(false) in the scope of the call");
    MISTAKE_MESSAGE("tokens in layer 0 and",
                    "the layers' lengths differ: each appends once, under its own number");
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (!changes_nothing(r, slip))
            MISTAKE(logits_with(r, slip), said[slip]);
    return logits_with(r, RIGHT);
}

long moved_logits_want(long V)
{
    MISTAKE_NUMBER(0, "nothing of the cache reached the logits: the past was not looked at");
    return V;
}

/* While a text is written; a few bytes a token are nobody's loss. */
long peak_growth_want(long tokens)
{
    MISTAKE_NUMBER(INFINITY, "every token takes memory that is held until the end: room for the "
                             "logits is asked for once, before the first");
    return 16 * tokens;
}

long graph_want(void)
{
    MISTAKE_NUMBER(0, "graphs are no longer recorded: grad_mode(false) ends with the scope it is "
                      "said in");
    return 1;
}

long training_want(void)
{
    MISTAKE_NUMBER(0, "the model was switched to evaluation and stays there: the cached functions "
                      "drop nothing by themselves");
    return 1;
}

long dropped_want(void)
{
    MISTAKE_NUMBER(1, "dropout acted: reading is evaluation, also of a model in training");
    return 0;
}

long growth_want(void)
{
    MISTAKE_NUMBER(INFINITY, "every call leaves its tensors behind: open a scope, and close it");
    return 0;
}
