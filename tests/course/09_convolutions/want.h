/* want.h - what is right in module 09: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "images_parts.h"

/* ---- plain_want.c: where a window looks, and what it sees there -------------------------------------- */

Window plain_filled(Window w, bool pool); /* its zeros replaced */
Window plain_window_of(const Tensor *weight, Window w);
long plain_out(long in, const Window *w, int axis);
/* The row (axis 0) or column of the image that number k of window `at` meets. */
long plain_place(const Window *w, int axis, long at, long k);
bool inside(const Tensor *x, long row, long column);
double pixel(const Tensor *x, long b, long c, long row, long column); /* 0 in the padding */
/* A pixel to write to; t is contiguous. */
real *number_of(Tensor *t, long a, long b, long c, long d);
Tensor *plain_result(const Tensor *x, long channels, const Window *w); /* zeros */
/* long k[4] = BEFORE_FIRST; while (plain_next(k, t)) ...: all places of four axes, row by row */
#define BEFORE_FIRST                                                                               \
    {                                                                                              \
        0, 0, 0, -1                                                                                \
    }
bool plain_next(long k[4], const Tensor *t);

/* ---- windows_want.c ---------------------------------------------------------------------------------- */

long windows_want(long in, long kernel, long stride, long padding, long dilation);

/* ---- columns_want.c ---------------------------------------------------------------------------------- */

Tensor *columns_want(const Tensor *x, Window w);
Tensor *pixels_want(const Tensor *dx, const Tensor *columns, Window w);
double product_want(const Tensor *x, const Tensor *columns,
                    Window w); /* of im2col(x) and columns */

/* ---- conv_want.c: bias may be NULL ------------------------------------------------------------------- */

Tensor *conv_want(const Tensor *x, const Tensor *weight, const Tensor *bias, Window w, long groups);
double conv_room_want(const Tensor *x, const Tensor *weight, long groups); /* in bytes */

/* ---- conv_back_want.c -------------------------------------------------------------------------------- */

Tensor *dweight_want(const Tensor *x, const Tensor *weight, const Tensor *dy, Window w,
                     long groups);
Tensor *dweight_twice_want(const Tensor *x, const Tensor *weight, const Tensor *dy, Window w,
                           long groups);
Tensor *dx_want(const Tensor *x, const Tensor *weight, const Tensor *dy, Window w, long groups);
Tensor *dbias_want(const Tensor *dy, long walks); /* so many walks back */

/* ---- max_want.c, avg_want.c ---------------------------------------------------------------------------- */

Tensor *largest_want(const Tensor *x, Window w);
Tensor *places_want(const Tensor *x, Window w);
Tensor *mean_want(const Tensor *x, Window w, bool count_padding);

/* ---- norm_want.c --------------------------------------------------------------------------------------- */

Tensor *means_want(const Tensor *x);
Tensor *variances_want(const Tensor *x);
double reads_want(const Tensor *x); /* each number once */
double quarter_of_a_channel_want(const Tensor *x); /* in bytes */
/* gamma and beta may be NULL. */
Tensor *normed_want(const Tensor *x, const Tensor *gamma, const Tensor *beta, double eps);
Tensor *normed_in_use_want(const Tensor *x, const Tensor *gamma, const Tensor *beta,
                           const Tensor *mean, const Tensor *var, double eps);
Tensor *remembered_mean_want(const Tensor *x, const Tensor *mean, double momentum);
Tensor *remembered_var_want(const Tensor *x, const Tensor *var, double momentum);
Tensor *dgamma_want(const Tensor *x, const Tensor *dy, const Tensor *mean, double eps);

/* ---- convnet_want.c: (5, n), what convnet.c says of each network ---------------------------------------------- */

Tensor *convnet_want(const ConvnetGoal *goals, long n);

/* ---- answers_want.c -------------------------------------------------------------------------------------- */

double lenet_parameters_want(void);
double column_bytes_want(void);
double depthwise_ratio_want(void);
double receptive_field_want(void);
double width_of_result_want(void);
double running_mean_want(void);

#endif
