/* row_gradient_want.c - what is right in 12.16, and what known mistakes give. */
#include "want.h"

typedef enum {
    RIGHT,
    NO_AVERAGE,   /* w dw */
    EVEN_AVERAGE, /* the average with weights 1 / Tk */
    SUM,          /* the sum of dw in place of an average */
    RUNNING,      /* the average of the keys so far: one loop */
    NO_FACTOR,    /* dw - average */
    DW_ALONE,     /* the gradient of the weights */
    DIAGONAL,     /* w (1 - w) dw */
    V_BY_COLUMNS, /* v read as if it were (D, Tk) */
    LAST_CHANNEL, /* = where += belongs */
    SIGN,         /* the average less dw */
    SCALED,       /* by 1 / sqrt(D) as well */
    FROM_NOTHING, /* v not used: the sum of dout */
    ROWS_OF_TK,   /* row j of v at j * Tk */
    TK_CHANNELS,  /* the dot product stops at Tk */
    ONE_DOUT,     /* dout[j] in place of dout[d] */
    NOT_RESET,    /* each dw begins with the one before */
    PLUS,         /* dw + average */
    BRACKET,      /* w dw - average */
    FIRST_LEFT,   /* the second loop begins with 1 */
    MISTAKE_COUNT
} Slip;

static const char *const said[] = {
    [NO_AVERAGE] = "the average was not subtracted: a weight grows only at the cost of the others",
    [EVEN_AVERAGE] = "an even average was subtracted: each dw counts with its weight",
    [SUM] = "the sum of all dw was subtracted, not their weighted average",
    [RUNNING] =
        "the average of the keys so far was subtracted: it is complete behind the first loop",
    [NO_FACTOR] = "the factor weights[j] is missing",
    [DW_ALONE] =
        "this is dw, the gradient of the weights: the way back through the softmax is missing",
    [DIAGONAL] = "w (1 - w) dw is what a key's own score does; the other keys are missing",
    [V_BY_COLUMNS] = "v was read by columns: row j begins at v + j * D",
    [LAST_CHANNEL] = "only the last channel counts: a dot product adds up, +=",
    [SIGN] = "the sign is turned: dw less the average",
    [SCALED] = "divided by sqrt(D): attention_scale comes before these scores, and has a way back "
               "of its own",
    [ROWS_OF_TK] = "row j of v begins at v + j * D, not at v + j * Tk: it has D numbers",
    [TK_CHANNELS] = "the dot product stopped after Tk channels: there are D of them",
    [ONE_DOUT] = "dout[j] was taken for dout[d]: channel d of v meets channel d of dout",
    [NOT_RESET] = "the sum of one dot product went on into the next: dw begins with 0 for each key",
    [PLUS] = "the average was added: dw less the average",
    [BRACKET] = "only dw was weighted: weights[j] times (dw - average), in brackets",
    [FIRST_LEFT] = "key 0 still has its dw: the second loop begins with 0 as well",
    [FROM_NOTHING] = "v is not used: dw is the dot product of dout with row j of v",
};

/* Some mistakes read within v and dout only if there are no more keys than channels. */
static bool fits(const Tensor *v, Slip slip)
{
    return v->shape[0] <= v->shape[1] ||
           (slip != ROWS_OF_TK && slip != TK_CHANNELS && slip != ONE_DOUT);
}

static double dw_of(const Tensor *v, const Tensor *dout, long j, Slip slip)
{
    long Tk = v->shape[0], D = v->shape[1];
    double dw = slip == NOT_RESET && j > 0 ? dw_of(v, dout, j - 1, slip) : 0;
    for (long d = 0; d < (slip == TK_CHANNELS ? Tk : D); d++) {
        long place = slip == V_BY_COLUMNS ? d * Tk + j : j * (slip == ROWS_OF_TK ? Tk : D) + d;
        double x = slip == FROM_NOTHING ? 1 : (double)v->data[place];
        dw = (slip == LAST_CHANNEL ? 0 : dw) + (double)dout->data[slip == ONE_DOUT ? j : d] * x;
    }
    return dw;
}

static Tensor *row_gradient(const Tensor *weights, const Tensor *v, const Tensor *dout, Slip slip)
{
    long Tk = weights->shape[0];
    Tensor *ds = blank(SHAPE(Tk));
    double average = 0;
    for (long j = 0; j < Tk; j++) {
        double w = slip == EVEN_AVERAGE ? 1 / (double)Tk
                   : slip == SUM        ? 1
                                        : (double)weights->data[j];
        average += w * dw_of(v, dout, j, slip);
    }
    double so_far = 0;
    for (long j = 0; j < Tk; j++) {
        double w = (double)weights->data[j], dw = dw_of(v, dout, j, slip);
        so_far += w * dw;
        double ds_j = w * (dw - (slip == RUNNING ? so_far : slip == NO_AVERAGE ? 0 : average));
        if (slip == NO_FACTOR)
            ds_j = dw - average;
        if (slip == DW_ALONE)
            ds_j = dw;
        if (slip == DIAGONAL)
            ds_j = w * (1 - w) * dw;
        if (slip == SIGN)
            ds_j = -ds_j;
        if (slip == SCALED)
            ds_j /= sqrt((double)v->shape[1]);
        if (slip == PLUS)
            ds_j = w * (dw + average);
        if (slip == BRACKET)
            ds_j = w * dw - average;
        if (slip == FIRST_LEFT && j == 0)
            ds_j = dw;
        ds->data[j] = (real)ds_j;
    }
    return ds;
}

Tensor *row_gradient_want(const Tensor *weights, const Tensor *v, const Tensor *dout)
{
    for (Slip slip = 1; slip < MISTAKE_COUNT; slip++)
        if (fits(v, slip))
            MISTAKE(row_gradient(weights, v, dout, slip), said[slip]);
    return row_gradient(weights, v, dout, RIGHT);
}
