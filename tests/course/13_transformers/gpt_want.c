/* gpt_want.c - a language model in plain loops, right and with each of the mistakes people make. */
#include "want.h"

typedef enum {
    RIGHT,
    NO_POSITIONS,
    POSITIONS_EACH_BLOCK,
    POSITIONS_TWICE,
    POSITIONS_REVERSED,
    NO_NORM,
    NORM_BEFORE,
    NORM_EACH_BLOCK,
    FIRST_BLOCK_ONLY,
    SAME_BLOCK,
    LAST_BLOCK_LEFT_OUT,
    FIRST_BLOCK_LEFT_OUT,
    FROM_THE_BACK,
    NO_BLOCKS,
    EMBEDDED_AGAIN, /* every block reads the embeddings */
    PADDING_DROPPED,
    TIED_ANYWAY,
    ALWAYS_CAUSAL,
    SCALED, /* embeddings times sqrt(C) */
    PROBABILITIES,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [NO_POSITIONS] =
        "the positions are missing: positions_forward adds them to the embedded tokens",
    [POSITIONS_EACH_BLOCK] =
        "positions were added before every block: once is enough, the stream carries them",
    [POSITIONS_TWICE] = "positions were added twice",
    [POSITIONS_REVERSED] = "positions were multiplied in: they are added",
    [NO_NORM] = "the last norm is missing: what leaves the residual stream was never normed",
    [NORM_BEFORE] =
        "the last norm came before the blocks: it belongs between the last block and the head",
    [NORM_EACH_BLOCK] =
        "the last norm came after every block: the stream between blocks is never normed",
    [FIRST_BLOCK_ONLY] = "only the first block was used: there are g->options.num_layers of them",
    [SAME_BLOCK] = "the first block was used again and again: each layer has a block of its own",
    [LAST_BLOCK_LEFT_OUT] = "the last block was left out",
    [FIRST_BLOCK_LEFT_OUT] = "the first block was left out: they begin with blocks[0]",
    [FROM_THE_BACK] = "the blocks came in reverse order",
    [NO_BLOCKS] = "no block was used: either the loop is missing, or its result was thrown away",
    [EMBEDDED_AGAIN] = "every block read the embeddings: each reads what the one before has made",
    [PADDING_DROPPED] =
        "the padding mask has no effect: it goes from gpt_forward through every block to attention",
    [TIED_ANYWAY] = "the token table was used as a head, though g->head is there: only a model "
                    "without it is tied",
    [ALWAYS_CAUSAL] =
        "no token sees a later one, though the model is not causal: attention knows by itself",
    [SCALED] =
        "the embeddings were multiplied by sqrt(C): the transformer of 2017 does, GPT does not",
    [PROBABILITIES] =
        "softmax was taken: gpt_forward gives logits, and the loss takes its softmax itself",
};

static Tensor *rows_of(const Tensor *table, const IntTensor *ids)
{
    long n = ids->shape[0] * ids->shape[1], C = table->shape[1];
    Tensor *x = blank(SHAPE(ids->shape[0], ids->shape[1], C));
    for (long i = 0; i < n * C; i++)
        x->data[i] = (real)at(table, AT(ids->data[i / C], i % C));
    return x;
}

static Tensor *with_positions(const Gpt *g, const Tensor *x, Slip slip)
{
    Tensor *y = copy_of(x);
    long T = x->shape[1], C = x->shape[2];
    for (long i = 0; g->positions != NULL && i < tensor_numel(y); i++) {
        double p = at(g->positions->table, AT(i / C % T, i % C)), v = (double)y->data[i];
        y->data[i] = (real)(slip == POSITIONS_REVERSED ? v * p : v + p);
    }
    return y;
}

static Tensor *through_blocks(const Gpt *g, Tensor *x, const Tensor *mask, Slip slip)
{
    long L = g->options.num_layers;
    Tensor *start = x;
    for (long i = slip == FIRST_BLOCK_LEFT_OUT; i < L && slip != NO_BLOCKS; i++) {
        if (slip == LAST_BLOCK_LEFT_OUT && i == L - 1)
            break;
        if (slip == POSITIONS_EACH_BLOCK && i > 0)
            x = with_positions(g, x, RIGHT);
        const Block *b = g->blocks[slip == SAME_BLOCK ? 0 : slip == FROM_THE_BACK ? L - 1 - i : i];
        bool causal = b->attn->causal;
        b->attn->causal = causal || slip == ALWAYS_CAUSAL;
        x = plain_block(b, slip == EMBEDDED_AGAIN ? start : x, mask);
        b->attn->causal = causal;
        if (slip == NORM_EACH_BLOCK)
            x = plain_norm(g->norm, x);
        if (slip == FIRST_BLOCK_ONLY)
            break;
    }
    return x;
}

static Tensor *gpt_with(const Gpt *g, const IntTensor *ids, const Tensor *padding, Slip slip)
{
    Tensor *x = rows_of(g->tokens->weight, ids);
    if (slip == SCALED)
        x = plain_scaled(x, sqrt((double)g->options.embed_dim));
    if (slip != NO_POSITIONS)
        x = with_positions(g, x, slip);
    if (slip == POSITIONS_TWICE)
        x = with_positions(g, x, slip);
    if (slip == NORM_BEFORE)
        x = plain_norm(g->norm, x);
    x = through_blocks(g, x, slip == PADDING_DROPPED ? NULL : padding, slip);
    if (slip != NO_NORM && slip != NORM_BEFORE && slip != NORM_EACH_BLOCK)
        x = plain_norm(g->norm, x);
    bool tied = g->head == NULL || slip == TIED_ANYWAY;
    Tensor *logits =
        tied ? plain_matmul(x, plain_transpose(g->tokens->weight, 0, 1)) : plain_linear(g->head, x);
    return slip == PROBABILITIES ? plain_softmax(logits, -1) : logits;
}

Tensor *plain_gpt(const Gpt *g, const IntTensor *ids, const Tensor *padding)
{
    return gpt_with(g, ids, padding, RIGHT);
}

/* Which mistakes make a difference here? */
static bool shows(const Gpt *g, const Tensor *padding, Slip slip)
{
    switch (slip) {
    case NO_POSITIONS:
    case POSITIONS_TWICE:
    case POSITIONS_REVERSED:
        return g->positions != NULL;
    case POSITIONS_EACH_BLOCK:
        return g->positions != NULL && g->options.num_layers > 1;
    case FIRST_BLOCK_ONLY:
    case SAME_BLOCK:
    case EMBEDDED_AGAIN:
    case FROM_THE_BACK:
    case LAST_BLOCK_LEFT_OUT:
    case FIRST_BLOCK_LEFT_OUT:
    case NORM_EACH_BLOCK:
        return g->options.num_layers > 2;
    case NO_BLOCKS:
    case NORM_BEFORE:
        return g->options.num_layers > 0;
    case PADDING_DROPPED:
        return padding != NULL;
    case TIED_ANYWAY:
        return g->head != NULL;
    case ALWAYS_CAUSAL:
        return !g->options.causal && g->options.num_layers > 0;
    default:
        return true;
    }
}

Tensor *gpt_want(const Gpt *g, const IntTensor *ids, const Tensor *padding)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (shows(g, padding, slip))
            MISTAKE(gpt_with(g, ids, padding, slip), said[slip]);
    MISTAKE_SHAPE(
        SHAPE(ids->shape[0], ids->shape[1], g->options.embed_dim),
        "the head is missing: logits are (B, T, V), one for every token of the vocabulary");
    if (g->head == NULL)
        MISTAKE_MESSAGE(
            "pointer that is NULL",
            "g->head or g->positions is NULL in this model: a tied head is tensor_tied_linear "
            "with the token table");
    return gpt_with(g, ids, padding, RIGHT);
}

long moved_by_dropout_want(void)
{
    MISTAKE_NUMBER(
        0,
        "in training nothing was dropped: g->dropout acts on the sum of embeddings and positions");
    return 1;
}

/* Of 8 tokens with 16 channels each; about 240. */
long dropped_together_want(void)
{
    MISTAKE_NUMBER(0, "no channel was 0 altogether: dropout acts on the sum of embeddings and "
                      "positions, not before the positions come");
    return 40;
}

long dropped_late_want(void)
{
    MISTAKE_NUMBER(
        INFINITY,
        "dropout came after the blocks, or a block was left out: it acts once, before the first");
    return 0;
}

/* ---- 13.5 gpt_loss -------------------------------------------------------------------------------------- */

/* Adds up over all targets that count; returns how many. shift 1: place t against target t + 1. */
static long added_up(const Tensor *logits, const IntTensor *targets, long shift, bool twice,
                     double *sum)
{
    long T = logits->shape[1], V = logits->shape[2], n = logits->shape[0] * T, count = 0;
    Tensor *p = plain_softmax(logits, -1);
    if (twice)
        p = plain_softmax(p, -1);
    *sum = 0;
    for (long i = 0; i < n; i++) {
        if (i % T + shift >= T || targets->data[i + shift] < 0)
            continue;
        *sum -= log((double)p->data[i * V + targets->data[i + shift]]);
        count++;
    }
    return count;
}

long graph_want(void)
{
    MISTAKE_NUMBER(0, "the graph was cut: nothing leads from the loss back to the parameters");
    return 1;
}

long mode_want(void)
{
    MISTAKE_NUMBER(0,
                   "the model was set to evaluation: that is its owner's choice, not the loss's");
    return 1;
}

/* The mean of what each sequence loses on average. */
static double mean_of_means(const Tensor *logits, const IntTensor *targets)
{
    long B = targets->shape[0], T = targets->shape[1], V = logits->shape[2];
    double all = 0;
    for (long b = 0; b < B; b++) {
        Tensor *row = blank(SHAPE(1, T, V));
        IntTensor *its = int_tensor_new(SHAPE(1, T));
        for (long i = 0; i < T * V; i++)
            row->data[i] = logits->data[b * T * V + i];
        for (long t = 0; t < T; t++)
            its->data[t] = targets->data[b * T + t];
        double sum;
        long n = added_up(row, its, 0, false, &sum);
        all += sum / (double)n;
    }
    return all / (double)B;
}

double loss_want(const Gpt *g, const IntTensor *ids, const IntTensor *targets)
{
    Tensor *logits = plain_gpt(g, ids, NULL);
    double sum, other;
    long n = added_up(logits, targets, 0, false, &sum), all = ids->shape[0] * ids->shape[1];
    long of_ids = added_up(logits, ids, 0, false, &other);
    MISTAKE_NUMBER(other / (double)of_ids,
                   "ids were the targets: what is asked for is the next token");
    of_ids = added_up(logits, ids, 1, false, &other);
    MISTAKE_NUMBER(other / (double)of_ids,
                   "ids, shifted, were the targets: targets holds the next tokens already");
    long shifted = added_up(logits, targets, 1, false, &other);
    MISTAKE_NUMBER(other / (double)shifted,
                   "targets were shifted once more: targets[t] is already the token after ids[t]");
    added_up(logits, targets, 0, true, &other);
    MISTAKE_NUMBER(other / (double)n, "softmax was taken twice: tensor_cross_entropy wants logits");
    MISTAKE_NUMBER(sum, "the losses were added up: it is their mean");
    MISTAKE_NUMBER(-sum / (double)n, "the sign is turned: a loss is never negative");
    if (n != all) {
        MISTAKE_NUMBER(sum / (double)all, "divided by all targets: those of -100 do not count");
        MISTAKE_NUMBER(
            mean_of_means(logits, targets),
            "the mean of each sequence's mean: every target that counts weighs the same");
    }
    MISTAKE_MESSAGE(
        "target -100 at position",
        "a target of -100 does not count: tell tensor_cross_entropy so, its third argument");
    return sum / (double)n;
}
