/* heads_want.c - heads cut and glued, element by element. */
#include "want.h"

/* ---- 12.12 split_heads ---------------------------------------------------------------------------------- */

/* heads[b][h][t][d] = x[b][t][h * D + d]. */
static Tensor *split(const Tensor *x, long H)
{
    long B = x->shape[0], T = x->shape[1], D = x->shape[2] / H;
    Tensor *heads = blank(SHAPE(B, H, T, D));
    for (long i = 0; i < B * H * T * D; i++) {
        long d = i % D, t = i / D % T, h = i / D / T % H, b = i / D / T / H;
        heads->data[i] = (real)at(x, AT(b, t, h * D + d));
    }
    return heads;
}

/* Channels dealt out like cards: x[b][t][d * H + h]. */
static Tensor *dealt(const Tensor *x, long H)
{
    long B = x->shape[0], T = x->shape[1], D = x->shape[2] / H;
    return plain_transpose(plain_transpose(plain_reshape(x, SHAPE(B, T, D, H)), 2, 3), 1, 2);
}

Tensor *split_want(const Tensor *x, long H)
{
    long B = x->shape[0], T = x->shape[1], D = x->shape[2] / H;
    MISTAKE(plain_reshape(x, SHAPE(B, H, T, D)),
            "the heads were split without the transpose: a reshape straight to (B, H, T, D) gives "
            "head 0 the first tokens with all their channels, not all tokens with their first "
            "channels");
    MISTAKE(plain_reshape(x, SHAPE(B, T, H, D)),
            "the transpose is missing: heads stand before time, (B, H, T, D)");
    MISTAKE(plain_transpose(plain_reshape(x, SHAPE(B, H, T, D)), 1, 2),
            "the reshape has H before T: the numbers lie token by token, so it is (B, T, H, D), "
            "and the transpose comes next");
    MISTAKE(plain_transpose(plain_reshape(x, SHAPE(B, T, H, D)), 0, 2),
            "axes 0 and 2 were swapped, batch and heads; it is axes 1 and 2, time and heads");
    MISTAKE(plain_transpose(split(x, H), 0, 1),
            "the heads stand before the batch: (B, H, T, D), not (H, B, T, D)");
    MISTAKE(plain_reshape(plain_transpose(x, 1, 2), SHAPE(B, H, T, D)),
            "transposed first, reshaped then: the reshape comes first, and cuts the channels");
    MISTAKE_SHAPE(SHAPE(B, T, D, H),
                  "H and D have changed places: (B, T, H, D), then (B, H, T, D)");
    MISTAKE_SHAPE(SHAPE(B, D, T, H), "H and D have changed places in the reshape: (B, T, H, D)");
    MISTAKE_SHAPE(SHAPE(B, H, D, T),
                  "axes 1 and 2 are to be swapped: (B, T, H, D) -> (B, H, T, D)");
    MISTAKE(plain_transpose(plain_reshape(x, SHAPE(B, T, H, D)), 2, 3),
            "axes 2 and 3 were swapped, inside each token; it is axes 1 and 2, time and heads");
    MISTAKE(dealt(x, H), "the channels were dealt out one by one; a head owns D neighbours");
    MISTAKE_MESSAGE("numbers of its own",
                    "the numbers were copied: tensor_contiguous, a clone or a "
                    "loop does that, a reshape and a transpose do not");
    return split(x, H);
}

/* ---- 12.13 merge_heads ------------------------------------------------------------------------------------ */

static Tensor *merged(const Tensor *x)
{
    long B = x->shape[0], H = x->shape[1], T = x->shape[2], D = x->shape[3];
    Tensor *out = blank(SHAPE(B, T, H * D));
    for (long i = 0; i < B * T * H * D; i++) {
        long d = i % D, h = i / D % H, t = i / D / H % T, b = i / D / H / T;
        out->data[i] = (real)at(x, AT(b, h, t, d));
    }
    return out;
}

Tensor *merged_want(const Tensor *x)
{
    long B = x->shape[0], H = x->shape[1], T = x->shape[2], D = x->shape[3];
    MISTAKE(plain_reshape(x, SHAPE(B, T, H * D)), "merged without the transpose back: a reshape "
                                                  "straight from (B, H, T, D) puts tokens of head "
                                                  "0 where the heads of one token belong");
    MISTAKE(plain_reshape(plain_transpose(plain_transpose(x, 1, 2), 2, 3), SHAPE(B, T, H * D)),
            "the channels were dealt out one by one; a head owns D neighbours");
    MISTAKE(plain_reshape(plain_transpose(x, 2, 3), SHAPE(B, T, H * D)),
            "axes 2 and 3 were swapped, inside each head; it is axes 1 and 2, heads and time");
    MISTAKE(plain_transpose(plain_reshape(x, SHAPE(B, H * D, T)), 1, 2),
            "reshaped first, transposed then: the transpose comes first, and brings the heads of "
            "a token together");
    MISTAKE(plain_reshape(plain_transpose(x, 1, 2), SHAPE(B, H * D, T)),
            "the transpose is right, the shape is not: (B, T, H * D)");
    MISTAKE_SHAPE(SHAPE(B, T, D), "the heads were melted into one: they stand side by side, "
                                  "(B, T, H * D)");
    MISTAKE_SHAPE(SHAPE(B, T, H, D),
                  "the reshape is missing: glue the last two axes, (B, T, H * D)");
    MISTAKE_SHAPE(SHAPE(B, H, T * D), "the right size is (B, T, H * D): heads side by side, not "
                                      "tokens");
    MISTAKE(plain_reshape(plain_transpose(x, 1, 2), SHAPE(B, H, T * D)),
            "the transpose is right, the shape is not: (B, T, H * D). Were the sizes read from x "
            "after it was overwritten? Then shape[1] is T and shape[2] is H");
    MISTAKE_SHAPE(SHAPE(B, H, D, T),
                  "axes 1 and 2 are to be swapped, then the last two glued together");
    return merged(x);
}
