/* conv_back_want.c - what flows back through a convolution, right and with each of the mistakes people make. */
#include "want.h"

typedef enum {
    RIGHT,
    FIRST_IMAGE,
    LAST_IMAGE,
    MEAN_OF_IMAGES,
    FLIPPED,
    ONE_GROUP,    /* the channels, or the weights, of group 0 for all */
    OVERWRITTEN,  /* of overlapping windows the last one stays */
    UNFLIPPED_DY, /* dy itself convolved with the weights */
    TWICE,
    NOTHING,
    SLIPS
} Slip;

static const char *const said_dweight[SLIPS] = {
    [FIRST_IMAGE] =
        "dweight is that of image 0 alone: every image used the same weights, so theirs "
        "add up",
    [LAST_IMAGE] = "dweight is that of the last image alone: every image used the same weights, so "
                   "theirs add up",
    [MEAN_OF_IMAGES] = "dweight was divided by the number of images: it is their sum; a mean, if "
                       "there is one, was taken by the loss",
    [FLIPPED] = "dweight is flipped: place (i, j) meets the pixels i and j further on",
    [ONE_GROUP] = "every group's dweight was made with the channels of group 0",
    [TWICE] = "dweight is there twice: grad_add once",
};

static const char *const said_dx[SLIPS] = {
    [FLIPPED] =
        "the kernel is flipped: dx gets dy times the weight that stood there, so the way back "
        "flips by itself",
    [ONE_GROUP] = "every group went back through the weights of group 0",
    [OVERWRITTEN] = "a pixel under several windows kept only the last share: they add up",
    [TWICE] = "dx is there twice: grad_add once",
    [FIRST_IMAGE] = "only image 0 got its dx",
};

static double weight_grad_of(const Tensor *x, const Tensor *dy, const Window *w, long b, long o,
                             long channel, long i, long j)
{
    double sum = 0;
    for (long r = 0; r < dy->shape[2]; r++)
        for (long s = 0; s < dy->shape[3]; s++)
            sum += at(dy, AT(b, o, r, s)) * pixel(x, b, channel, plain_place(w, 0, r, i, IN_PLACE),
                                                  plain_place(w, 1, s, j, IN_PLACE));
    return sum;
}

static double over_images(const Tensor *x, const Tensor *dy, const Window *w, long o, long channel,
                          long i, long j, Slip slip)
{
    long B = x->shape[0];
    double sum = 0;
    for (long b = 0; b < B; b++)
        if ((slip != FIRST_IMAGE || b == 0) && (slip != LAST_IMAGE || b == B - 1))
            sum += weight_grad_of(x, dy, w, b, o, channel, i, j);
    return slip == MEAN_OF_IMAGES ? sum / (double)B : slip == TWICE ? 2 * sum : sum;
}

static Tensor *dweight_with(const Tensor *x, const Tensor *weight, const Tensor *dy, Window w,
                            long groups, Slip slip)
{
    Tensor *dw = blank(weight->ndim, weight->shape);
    long outputs = weight->shape[0] / groups, in = weight->shape[1];
    for (long o = 0; o < weight->shape[0]; o++)
        for (long c = 0; c < in; c++)
            for (long i = 0; i < w.kernel[0]; i++)
                for (long j = 0; j < w.kernel[1]; j++) {
                    long first = slip == ONE_GROUP ? 0 : o / outputs * in;
                    long to_i = slip == FLIPPED ? w.kernel[0] - 1 - i : i;
                    long to_j = slip == FLIPPED ? w.kernel[1] - 1 - j : j;
                    *number_of(dw, o, c, to_i, to_j) =
                        (real)over_images(x, dy, &w, o, first + c, i, j, slip);
                }
    return dw;
}

static Window window_of(const Tensor *weight, Window w)
{
    w.kernel[0] = weight->shape[2];
    w.kernel[1] = weight->shape[3];
    return plain_filled(w, false);
}

Tensor *dweight_want(const Tensor *x, const Tensor *weight, const Tensor *dy, Window w, long groups)
{
    w = window_of(weight, w);
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (said_dweight[slip] != NULL && (slip != ONE_GROUP || groups > 1) &&
            (x->shape[0] > 1 || slip == FLIPPED || slip == TWICE))
            MISTAKE(dweight_with(x, weight, dy, w, groups, slip), said_dweight[slip]);
    MISTAKE(blank(weight->ndim, weight->shape),
            "dweight is 0: either nothing was handed over, or the columns are all 0");
    return dweight_with(x, weight, dy, w, groups, RIGHT);
}

/* ---- dx ------------------------------------------------------------------------------------------------ */

/* What goes back from dy[b][o][r][s] to channel c of its group, under (i, j). */
static double back(const Tensor *weight, const Tensor *dy, const long k[4], long c, long i, long j,
                   long groups, Slip slip)
{
    long outputs = weight->shape[0] / groups, o = k[1];
    long wi = slip == FLIPPED ? weight->shape[2] - 1 - i : i;
    long wj = slip == FLIPPED ? weight->shape[3] - 1 - j : j;
    return at(dy, 4, k) * at(weight, AT(slip == ONE_GROUP ? o % outputs : o, c, wi, wj)) *
           (slip == TWICE ? 2 : 1);
}

/* All outputs of a group meet in a column first; then columns go back to the pixels. */
static double of_column(const Tensor *weight, const Tensor *dy, long b, long group, long r, long s,
                        long c, long i, long j, long groups, Slip slip)
{
    long outputs = weight->shape[0] / groups;
    double sum = 0;
    for (long o = group * outputs; o < (group + 1) * outputs; o++) {
        long k[4] = {b, o, r, s};
        sum += back(weight, dy, k, c, i, j, groups, slip);
    }
    return sum;
}

static void plane_back(Tensor *dx, const Tensor *weight, const Tensor *dy, const Window *w,
                       long groups, long b, long channel, Slip slip)
{
    long in = weight->shape[1];
    for (long i = 0; i < w->kernel[0]; i++)
        for (long j = 0; j < w->kernel[1]; j++)
            for (long r = 0; r < dy->shape[2]; r++)
                for (long s = 0; s < dy->shape[3]; s++) {
                    long row = plain_place(w, 0, r, i, IN_PLACE),
                         column = plain_place(w, 1, s, j, IN_PLACE);
                    if (!inside(dx, row, column))
                        continue;
                    real *to = number_of(dx, b, channel, row, column);
                    double d = of_column(weight, dy, b, channel / in, r, s, channel % in, i, j,
                                         groups, slip);
                    *to = (real)(slip == OVERWRITTEN ? d : (double)*to + d);
                }
}

static Tensor *dx_with(const Tensor *x, const Tensor *weight, const Tensor *dy, Window w,
                       long groups, Slip slip)
{
    Tensor *dx = blank(x->ndim, x->shape);
    for (long b = 0; b < (slip == FIRST_IMAGE ? 1 : x->shape[0]); b++)
        for (long c = 0; c < x->shape[1]; c++)
            plane_back(dx, weight, dy, &w, groups, b, c, slip);
    return dx;
}

Tensor *dx_want(const Tensor *x, const Tensor *weight, const Tensor *dy, Window w, long groups)
{
    w = window_of(weight, w);
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (said_dx[slip] != NULL && (slip != ONE_GROUP || groups > 1) &&
            (slip != FIRST_IMAGE || x->shape[0] > 1))
            MISTAKE(dx_with(x, weight, dy, w, groups, slip), said_dx[slip]);
    MISTAKE(blank(x->ndim, x->shape),
            "dx is 0: either nothing was handed over, or col2im_kernel was not called");
    return dx_with(x, weight, dy, w, groups, RIGHT);
}

/* ---- dbias --------------------------------------------------------------------------------------------- */

static double sum_of(const Tensor *dy, long o, long only_b, long only_r, long only_s)
{
    double sum = 0;
    for (long b = 0; b < dy->shape[0]; b++)
        for (long r = 0; r < dy->shape[2]; r++)
            for (long s = 0; s < dy->shape[3]; s++)
                if ((only_b < 0 || b == only_b) && (only_r < 0 || r == only_r) &&
                    (only_s < 0 || s == only_s))
                    sum += at(dy, AT(b, o, r, s));
    return sum;
}

static Tensor *dbias_by(const Tensor *dy, long b, long r, long s, double factor)
{
    Tensor *db = blank(SHAPE(dy->shape[1]));
    for (long o = 0; o < dy->shape[1]; o++)
        db->data[o] = (real)(factor * sum_of(dy, o, b, r, s));
    return db;
}

Tensor *dbias_want(const Tensor *weight, const Tensor *dy)
{
    double images = (double)dy->shape[0], places = (double)(dy->shape[2] * dy->shape[3]);
    double terms = (double)(weight->shape[1] * weight->shape[2] * weight->shape[3]);
    MISTAKE(dbias_by(dy, 0, -1, -1, 1),
            "dbias is that of image 0 alone: it is summed over the images, too");
    MISTAKE(dbias_by(dy, dy->shape[0] - 1, -1, -1, 1),
            "dbias is that of the last image alone: it is summed over the images, too");
    MISTAKE(dbias_by(dy, -1, -1, -1, 1 / images),
            "dbias was divided by the number of images: it is a sum");
    MISTAKE(dbias_by(dy, -1, -1, -1, 1 / (images * places)),
            "dbias is the mean of dy: it is the sum");
    MISTAKE(dbias_by(dy, -1, -1, -1, terms), "dbias was counted once for every number of the "
                                             "window: a bias is added once for each result");
    MISTAKE(dbias_by(dy, -1, 0, 0, 1),
            "only place (0, 0) was counted: the bias was added at every place");
    MISTAKE(dbias_by(dy, -1, -1, -1, 2), "dbias is there twice: grad_add once");
    MISTAKE_MESSAGE("gradient of bias is NULL",
                    "the bias was forgotten: if c->n_in is 3, c->in[2] gets the sum of dy");
    return dbias_by(dy, -1, -1, -1, 1);
}

Tensor *twice_want(const Tensor *weight, const Tensor *dy)
{
    (void)weight;
    MISTAKE(dbias_by(dy, -1, -1, -1, 1), "the second walk back wiped out the first: grad_add adds");
    return dbias_by(dy, -1, -1, -1, 2);
}

long saved_want(const char *of)
{
    MISTAKE_NUMBER(0, strcmp(of, "x") == 0
                          ? "dx was made though x wants no gradient: ask x->requires_grad first"
                          : "dweight was made though weight wants no gradient: ask "
                            "weight->requires_grad first");
    return 1;
}

void no_bias_is_right(void)
{
    MISTAKE_MESSAGE(
        "pointer that is NULL",
        "there may be no bias: then it is NULL, and on the way back there is no c->in[2]");
}
