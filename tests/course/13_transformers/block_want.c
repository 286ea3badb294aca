/* block_want.c - the MLP and the block in plain loops, right and with each of the mistakes people make. */
#include "want.h"

/* ---- 13.2 block_mlp ------------------------------------------------------------------------------------ */

static double gelu_by_erf(double x)
{
    return 0.5 * x * (1 + erf(x * 0.70710678118654752440));
}

static double relu(double x)
{
    return x > 0 ? x : 0;
}

static Tensor *mlp_by(const Block *b, const Tensor *x, double (*bend)(double))
{
    return plain_linear(b->down, plain_map(plain_linear(b->up, x), bend));
}

Tensor *mlp_want(const Block *b, const Tensor *x)
{
    Tensor *up = plain_linear(b->up, x), *straight = plain_linear(b->down, up),
           *y = plain_mlp(b, x);
    MISTAKE(straight, "GELU is missing: without a bend two linear layers are one");
    MISTAKE(mlp_by(b, x, relu), "ReLU in place of GELU: GPT-2 has tensor_gelu_tanh");
    MISTAKE(mlp_by(b, x, tanh), "tanh in place of GELU: GPT-2 has tensor_gelu_tanh");
    MISTAKE(mlp_by(b, x, gelu_by_erf),
            "the GELU with erf: GPT-2's weights were trained with the form with tanh");
    MISTAKE(plain_map(straight, plain_gelu),
            "GELU came after down: it belongs between up and down");
    MISTAKE(plain_map(y, plain_gelu), "GELU was taken once more after down");
    MISTAKE(plain_linear(b->down, plain_map(plain_map(up, plain_gelu), plain_gelu)),
            "GELU was taken twice");
    MISTAKE(plain_sum(x, y), "x was added: that is the block's work, not that of the MLP");
    MISTAKE(plain_mlp(b, plain_norm(b->norm2, x)),
            "x was normed: that is the block's work, before it calls");
    MISTAKE(plain_matmul(plain_map(up, plain_gelu), b->down->weight),
            "the bias of down is missing");
    MISTAKE(plain_linear(b->down, plain_map(plain_matmul(x, b->up->weight), plain_gelu)),
            "the bias of up is missing");
    MISTAKE_SHAPE(SHAPE(x->shape[0], x->shape[1], 4 * x->shape[2]),
                  "down is missing: the result has 4C channels, and must have C");
    MISTAKE_MESSAGE("this layer takes (..., 12)",
                    "up and down have changed places: up comes first");
    return y;
}

/* ---- 13.3 block_forward -------------------------------------------------------------------------------- */

typedef enum {
    RIGHT,
    POST_NORM,
    NORMED_RESIDUAL,
    NORM1_TWICE,
    NORM2_TWICE,
    NORMS_SWAPPED,
    NO_NORM1,
    NO_NORM2,
    NO_NORMS,
    NORM_OF_BRANCH,
    NO_RESIDUAL,
    NO_RESIDUAL1,
    NO_RESIDUAL2,
    PARALLEL,
    FROM_THE_START,
    MLP_FIRST,
    NO_ATTENTION,
    NO_MLP,
    MASK_DROPPED,
    MASK_INVERTED,
    X_TWICE,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [POST_NORM] =
        "the norm came after the sum (\"post-norm\"): here it stands inside the branch, and the "
        "stream itself is never normed",
    [NORMED_RESIDUAL] = "the normed x was added to the branch: it is the x from before the norm",
    [NORM1_TWICE] = "norm1 serves both branches: the second has norm2",
    [NORM2_TWICE] = "norm2 serves both branches: the first has norm1",
    [NORMS_SWAPPED] = "norm1 and norm2 have changed places",
    [NO_NORM1] = "attention got x as it is: norm1 comes before it",
    [NO_NORM2] = "the MLP got x as it is: norm2 comes before it",
    [NO_NORMS] = "the norms are missing: each branch begins with its own",
    [NORM_OF_BRANCH] = "the branches' results were normed: it is what goes into a branch",
    [NO_RESIDUAL] = "the residuals are missing: each branch is added to x",
    [NO_RESIDUAL1] = "the first residual is missing: x + attn(norm1(x))",
    [NO_RESIDUAL2] = "the second residual is missing: x + mlp(norm2(x))",
    [PARALLEL] =
        "the MLP read the x from before attention: the second branch begins with the first sum",
    [FROM_THE_START] =
        "the second branch was added to the x that came in: what attention found is lost "
        "to later blocks",
    [MLP_FIRST] = "the MLP came first: attention first, then the MLP",
    [NO_ATTENTION] = "attention is missing: tokens never meet",
    [NO_MLP] = "the MLP is missing: the block has two branches",
    [MASK_DROPPED] = "the mask has no effect: pass it on to mha_forward",
    [MASK_INVERTED] = "the mask was turned around: 1 means may attend, in every function here",
    [X_TWICE] = "x was added twice to a branch",
};

static Tensor *inverted(const Tensor *mask)
{
    Tensor *t = copy_of(mask);
    for (long i = 0; i < tensor_numel(t); i++)
        t->data[i] = 1 - t->data[i];
    return t;
}

static Tensor *of_attention(const Block *b, const Tensor *x, const Tensor *mask, Slip slip)
{
    const LayerNorm *norm = slip == NORM2_TWICE || slip == NORMS_SWAPPED ? b->norm2 : b->norm1;
    bool bare = slip == NO_NORM1 || slip == NO_NORMS || slip == NORM_OF_BRANCH || slip == POST_NORM;
    Tensor *normed = bare ? copy_of(x) : plain_norm(norm, x);
    if (slip == MASK_DROPPED)
        mask = NULL;
    Tensor *y = plain_attention(b->attn, normed, slip == MASK_INVERTED ? inverted(mask) : mask);
    if (slip == NORM_OF_BRANCH)
        y = plain_norm(b->norm1, y);
    if (slip == NO_RESIDUAL || slip == NO_RESIDUAL1)
        return y;
    if (slip == X_TWICE)
        y = plain_sum(y, x);
    y = plain_sum(slip == NORMED_RESIDUAL ? normed : x, y);
    return slip == POST_NORM ? plain_norm(b->norm1, y) : y;
}

static Tensor *of_mlp(const Block *b, const Tensor *x, const Tensor *to, Slip slip)
{
    const LayerNorm *norm = slip == NORM1_TWICE || slip == NORMS_SWAPPED ? b->norm1 : b->norm2;
    bool bare = slip == NO_NORM2 || slip == NO_NORMS || slip == NORM_OF_BRANCH || slip == POST_NORM;
    Tensor *normed = bare ? copy_of(x) : plain_norm(norm, x);
    Tensor *y = plain_mlp(b, normed);
    if (slip == NORM_OF_BRANCH)
        y = plain_norm(b->norm2, y);
    if (slip == NO_RESIDUAL || slip == NO_RESIDUAL2)
        return y;
    y = plain_sum(slip == NORMED_RESIDUAL ? normed : to, y);
    return slip == POST_NORM ? plain_norm(b->norm2, y) : y;
}

static Tensor *block_with(const Block *b, const Tensor *x, const Tensor *mask, Slip slip)
{
    if (slip == MLP_FIRST)
        return of_attention(b, of_mlp(b, x, x, RIGHT), mask, RIGHT);
    if (slip == NO_ATTENTION)
        return of_mlp(b, x, x, RIGHT);
    Tensor *seen = of_attention(b, x, mask, slip);
    if (slip == NO_MLP)
        return seen;
    return of_mlp(b, slip == PARALLEL ? x : seen, slip == FROM_THE_START ? x : seen, slip);
}

Tensor *block_want(const Block *b, const Tensor *x, const Tensor *mask)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (mask != NULL || (slip != MASK_DROPPED && slip != MASK_INVERTED))
            MISTAKE(block_with(b, x, mask, slip), said[slip]);
    return block_with(b, x, mask, RIGHT);
}

long undropped_want(long n)
{
    MISTAKE_NUMBER((double)n,
                   "in training nothing was dropped: b->dropout acts on what each branch gives");
    return 0;
}

long thinned_sums_want(void)
{
    MISTAKE_NUMBER(
        INFINITY,
        "the sum was thinned out, and x with it: dropout acts on the branch, before it is added");
    return 0;
}

/* With branches of 1 and 4 y - x is then 1 or 9, or 4 or 6. */
long never_dropped_want(long n)
{
    MISTAKE_NUMBER((double)n, "one branch was never dropped, or not at its end: b->dropout acts on "
                              "what each of the two gives, just before it is added");
    return 0;
}

/* Both, none, the first, the second. */
long kinds_want(void)
{
    MISTAKE_NUMBER(2, "both branches were dropped at the same places: each has a dropout_forward "
                      "of its own");
    return 4;
}

long calm_want(long n)
{
    MISTAKE_NUMBER(0, "something is dropped outside of training: dropout_forward looks whether it "
                      "is training, tensor_dropout does what it is told");
    return n;
}
