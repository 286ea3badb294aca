/* transform.c - pictures flipped, padded, cropped, normalized, one after the other.
 *
 * A flipped cat is a cat: what does not change the label may change the picture, and no epoch shows
 * the same one twice. A transform knows the shape that it makes, and how to make one picture; all
 * memory is taken before the pictures are handed to threads.
 * Invariant: what a picture draws depends on its own Rng, and on nothing that others drew.
 */
#include <string.h>
#include "engine.h"
#include "nn.h"

static void same_shape(const long *in, long *out)
{
    memcpy(out, in, 3 * sizeof *out);
}

static void shape_of(const Transform *t, const long *in, long *out)
{
    if (t->shape != NULL)
        t->shape(t, in, out);
    else
        same_shape(in, out);
}

/* ---- a part of a picture, or more than it ---------------------------------------------------- */

/* y[c][i][j] = x[c][i + down][j + right], 0 where x has no such place. */
static void copy_part(const long *in, const real *x, const long *out, real *y, long down,
                      long right)
{
    for (long c = 0; c < out[0]; c++)
        for (long i = 0; i < out[1]; i++)
            for (long j = 0; j < out[2]; j++) {
                long row = i + down, column = j + right;
                bool there = row >= 0 && row < in[1] && column >= 0 && column < in[2];
                *y++ = there ? x[(c * in[1] + row) * in[2] + column] : 0;
            }
}

static void padded_shape(const Transform *t, const long *in, long *out)
{
    out[0] = in[0];
    out[1] = in[1] + 2 * t->padding;
    out[2] = in[2] + 2 * t->padding;
}

static void pad(const Transform *t, const long *in, const real *x, const long *out, real *y,
                Rng *rng)
{
    (void)rng;
    copy_part(in, x, out, y, -t->padding, -t->padding);
}

static void check_padding(const char *operation, long padding)
{
    enum { MOST = 1 << 20 };
    if (padding < 0 || padding > MOST)
        fail("%s: padding is %ld, expected 0 to %d", operation, padding, MOST);
}

Transform transform_pad(long padding)
{
    check_padding("transform_pad", padding);
    return (Transform){
        .name = "transform_pad", .shape = padded_shape, .apply = pad, .padding = padding};
}

static void cropped_shape(const Transform *t, const long *in, long *out)
{
    long framed[3];
    padded_shape(t, in, framed);
    if (t->height > framed[1] || t->width > framed[2])
        fail("%s: a part of %ld x %ld, but pictures are %ld x %ld with their padding. hint: a "
             "larger padding",
             t->name, t->height, t->width, framed[1], framed[2]);
    out[0] = in[0];
    out[1] = t->height;
    out[2] = t->width;
}

static void crop_anywhere(const Transform *t, const long *in, const real *x, const long *out,
                          real *y, Rng *rng)
{
    long down = rng_below(rng, in[1] + 2 * t->padding - out[1] + 1);
    long right = rng_below(rng, in[2] + 2 * t->padding - out[2] + 1);
    copy_part(in, x, out, y, down - t->padding, right - t->padding);
}

static void crop_center(const Transform *t, const long *in, const real *x, const long *out, real *y,
                        Rng *rng)
{
    (void)t, (void)rng;
    copy_part(in, x, out, y, (in[1] - out[1]) / 2, (in[2] - out[2]) / 2);
}

static Transform crop(const char *name, long height, long width, long padding)
{
    if (height < 1 || width < 1)
        fail("%s: a part of %ld x %ld, expected at least 1 x 1", name, height, width);
    check_padding(name, padding);
    return (Transform){.name = name,
                       .shape = cropped_shape,
                       .apply = crop_anywhere,
                       .height = height,
                       .width = width,
                       .padding = padding};
}

Transform transform_random_crop(long height, long width, long padding)
{
    return crop("transform_random_crop", height, width, padding);
}

Transform transform_center_crop(long height, long width)
{
    Transform t = crop("transform_center_crop", height, width, 0);
    t.apply = crop_center;
    return t;
}

/* ---- mirrored, normalized -------------------------------------------------------------------- */

static void flip(const Transform *t, const long *in, const real *x, const long *out, real *y,
                 Rng *rng)
{
    (void)out;
    long width = in[2], rows = in[0] * in[1];
    bool mirrored = rng_uniform(rng) < t->p;
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < width; j++)
            y[i * width + j] = x[i * width + (mirrored ? width - 1 - j : j)];
}

Transform transform_random_horizontal_flip(double p)
{
    if (!(p >= 0 && p <= 1))
        fail("transform_random_horizontal_flip: p is %g, expected a probability, 0 to 1", p);
    return (Transform){.name = "transform_random_horizontal_flip", .apply = flip, .p = p};
}

static void normalized_shape(const Transform *t, const long *in, long *out)
{
    if (in[0] != t->n)
        fail("transform_normalize: %ld means, but pictures of %ld channels", t->n, in[0]);
    same_shape(in, out);
}

static void normalize(const Transform *t, const long *in, const real *x, const long *out, real *y,
                      Rng *rng)
{
    (void)out, (void)rng;
    long area = in[1] * in[2];
    for (long c = 0; c < in[0]; c++)
        for (long i = 0; i < area; i++)
            y[c * area + i] = (x[c * area + i] - t->mean[c]) / t->std[c];
}

Transform transform_normalize(long n, const real *mean, const real *std)
{
    for (long c = 0; c < n; c++)
        if (!(std[c] > 0))
            fail("transform_normalize: the std of channel %ld is %g, expected more than 0", c,
                 (double)std[c]);
    return (Transform){.name = "transform_normalize",
                       .shape = normalized_shape,
                       .apply = normalize,
                       .n = n,
                       .mean = mean,
                       .std = std};
}

/* ---- all pictures of a batch ----------------------------------------------------------------- */

/* A list of others has no apply of its own. */
Transform transform_compose(long n, const Transform *parts)
{
    if (n < 0 || (n > 0 && parts == NULL))
        fail("transform_compose: %ld parts, and a list that is %s; expected 0 or more, as many as "
             "the list has",
             n, parts == NULL ? "NULL" : "there");
    return (Transform){.name = "transform_compose", .n = n, .parts = parts};
}

typedef struct {
    const Transform *transform;
    const Tensor *x;
    Tensor *y;
    Rng *rng;
} Work;

static void change_some(long begin, long end, void *context)
{
    const Work *w = context;
    const long *in = w->x->shape + 1, *out = w->y->shape + 1;
    for (long i = begin; i < end; i++)
        w->transform->apply(w->transform, in, w->x->data + i * in[0] * in[1] * in[2], out,
                            w->y->data + i * out[0] * out[1] * out[2], &w->rng[i]);
}

static const Tensor *change_all(const Transform *t, const Tensor *x, Rng *rng)
{
    for (long i = 0; t->apply == NULL && i < t->n; i++)
        x = change_all(&t->parts[i], x, rng);
    if (t->apply == NULL)
        return x;
    long out[3];
    shape_of(t, x->shape + 1, out);
    Tensor *y = tensor_new(SHAPE(x->shape[0], out[0], out[1], out[2]));
    long work = x->shape[1] * x->shape[2] * x->shape[3] + out[0] * out[1] * out[2];
    parallel_for(x->shape[0], work, change_some, &(Work){t, x, y, rng});
    return y;
}

Tensor *transform_pictures(const Transform *t, const Tensor *x, Rng *rng)
{
    if (x->ndim != 4)
        fail("transform_pictures: x has shape %s, expected pictures (n, C, H, W)",
             tensor_shape_text(x));
    Tensor *plain = tensor_new(4, x->shape);
    copy_kernel(plain, x);
    return (Tensor *)change_all(t, plain, rng);
}
