/* images_parts.h - what the files of this folder share (inside tensor/ only). */
#ifndef KINDLING_IMAGES_PARTS_H
#define KINDLING_IMAGES_PARTS_H

#include "gemm_task.h"

/* ---- conv2d_check.c (09) --------------------------------------------------------------------- */

/* The filled window and the size of the result, out[2]; fails unless columns are contiguous and of
 * the shape that x and w ask for. */
Window columns_check(const char *operation, const Tensor *columns, const Tensor *x, Window w,
                     long out[2]);
/* Fails unless t, the argument of this name, has this shape. */
void expect_shape(const char *operation, const char *name, const Tensor *t, int ndim,
                  const long *shape);
/* conv2d_shape, and y has that shape; x and weight are as in conv2d_kernel. */
Window conv2d_check(const char *operation, const Tensor *y, const Tensor *x, const Tensor *weight,
                    const Tensor *bias, Window w, long groups);

/* ---- shift.c (09): an image as one place of the kernel sees it ------------------------------- */

/* At row i and column j of the kernel, number (r, s) of the result meets number
 * (r stride + down, s stride + right) of the plane, which is there for columns [begin, end). */
typedef struct {
    long down, right, begin, end;
} Shift;

Shift window_shift(const Window *w, const long size[2], const long out[2], long i, long j);
/* The line of the plane that line r of the result meets, -1 if that is in the padding. */
long shift_line(const Window *w, const long size[2], const Shift *at, long r);

/* ---- pool_check.c (09) ----------------------------------------------------------------------- */

/* The planes of images and of what is pooled from them; index may be NULL. */
typedef struct {
    Window w;
    long size[2], out[2];
    bool count_padding;
    real *x, *y;
    int *index;
} PoolPlanes;
/* pool_check, and what a pool needs besides. */
PoolPlanes pool_planes(const char *operation, const Tensor *x, const Tensor *out, Window w);

/* The filled window; fails unless out has the shape that x and w ask for. */
Window pool_check(const char *operation, const Tensor *x, const Tensor *out, Window w);
/* Fails unless index has a number for each of out. */
void pool_check_index(const char *operation, const IntTensor *index, const Tensor *out);

/* ---- averages.c (10): what avg_pool.c and avg_pool_backward.c have in common ----------------- */

typedef struct {
    PoolPlanes p;
    const real *share, *dy; /* dy: backward, p.x is dx and p.y what each window passes on */
} Averages;
void averages_run(Averages *a, const Tensor *x, bool count_padding);

/* ---- batch_channels.c (09): what batch_statistics.c and batch_norm.c have in common ---------- */

#define BATCH_PIECE 1024L /* numbers that are summed in real */

typedef struct {
    long images, channels, area;
    const real *x, *dy, *mean, *rstd, *gamma, *beta;
    real *out, *first, *second; /* results: numbers, or one for each channel */
    real keep;                  /* of what out holds */
} BatchChannels;

typedef struct {
    double first, second;
} BatchSums;

static inline const real *batch_line(const BatchChannels *b, const real *t, long image,
                                     long channel)
{
    return t + (image * b->channels + channel) * b->area;
}

/* The batch x; fails unless x is one and numbers[], each NULL or what its place says (mean; var,
 * rstd or a sum; gamma; beta), have one for each channel. */
BatchChannels batch_channels(const char *operation, const Tensor *x, const Tensor *numbers[4]);

/* ---- conv2d_layout.c (09): how a convolution is cut into units of work ----------------------- */

/* Its sizes. A strip is some pixels of y whose columns fit the cache: all columns of an image would
 * be KH KW times as large as the image, and be read from memory once more. */
typedef struct {
    Window window;
    long images, groups;
    long in, out;      /* channels of x and of y in a group */
    long size[2];      /* H, W */
    long out_size[2];  /* Ho, Wo */
    long area, pixels; /* H W, Ho Wo */
    long taps, depth;  /* KH KW, in KH KW: a column's length */
    long strip;        /* pixels of a strip, */
    long strips;       /* and how many there are */
    long row;          /* from one row of its columns to the next */
    bool bare;         /* 1x1 with stride 1 and no padding: the columns are x itself */
} ConvLayout;

ConvLayout conv_layout(const Tensor *x, const Tensor *weight, const Tensor *y, Window filled,
                       long groups);
long conv_strip_end(const ConvLayout *v, long first); /* of the strip at pixel `first` */
long conv_last_strip(const ConvLayout *v);            /* pixels of the last one */
size_t conv_columns_bytes(const ConvLayout *v);       /* memory for the columns of a strip */
/* Into how many parts the channels of an image are cut, so that no thread waits. */
long conv_parts(const ConvLayout *v, long images);
/* Scratch memory of the product t, whatever it has for columns: n or other_n of them. */
size_t conv_product_bytes(const GemmTask *t, long n, long other_n);
/* Calls unit(context, 0 .. units - 1, scratch), on threads; each thread has `bytes` of scratch
 * memory. */
void conv_units(long units, int64_t work, size_t bytes,
                void (*unit)(const void *context, long unit, char *scratch), const void *context);

/* ---- strips.c (10): im2col and col2im for a strip -------------------------------------------- */

/* Columns of pixels [first, last) for some channels of an image, whose first plane is x: row (c, i,
 * j) goes to `to` + v->row times its number. end_of_x: of all images; up to there can be read. Up
 * to CONV_SPILL numbers behind the last row may be written, too. */
#define CONV_SPILL 16
void strip_fill(const ConvLayout *v, const real *x, const real *end_of_x, long channels, long first,
                long last, real *to);
/* dx += such columns. */
void strip_add(const ConvLayout *v, real *dx, long channels, long first, long last,
               const real *from);

/* ---- convnet_fit.c (09): a network as a list ------------------------------------------------- */

/* What a network of convolutions has to do, and may cost. Its images are (colours, size, size), and
 * each of its layers has `channels` outputs, with biases. */
typedef struct {
    long size, colours, channels;
    long kernel; /* a window has at most kernel x kernel numbers; at least 3 */
    long field;  /* a number of the last map sees each pixel of a square this wide, or more */
    long map;    /* the last map has so many rows and columns, or more */
    double parameters, operations; /* at most: for one image, 2 for each weight at each place */
} ConvnetGoal;
#define CONVNET_LAYERS 64
void convnet_check(ConvnetGoal g); /* fails on sizes below 1, and on a map larger than the image */
/* layers[] = the windows of such a network, the first layer first; returns how many there are. No
 * window has a padding above dilation (kernel - 1) / 2. */
long convnet_fit(ConvnetGoal g, Window layers[CONVNET_LAYERS]);

#endif
