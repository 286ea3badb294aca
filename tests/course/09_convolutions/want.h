/* want.h - what is right in module 09, and what known mistakes give: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"

/* ---- plain_want.c: where a window looks, right and with the slips that all exercises share ----------- */

typedef enum {
    IN_PLACE,
    NO_STRIDE,
    NO_DILATION,
    NO_PADDING,
    PADDING_ADDED,
    STRIDES_SWAPPED,
    DILATIONS_SWAPPED,
    PADDINGS_SWAPPED,
    PLACES
} Place;
extern const char *const said_of_place[PLACES];
/* Do they differ from what is right in this window? */
bool place_shows(const Window *w, Place how);
Window plain_filled(Window w, bool pool); /* its zeros replaced */
long plain_out(long in, const Window *w, int axis);
/* The row (axis 0) or column of the image that number k of window `at` meets. */
long plain_place(const Window *w, int axis, long at, long k, Place how);
bool inside(const Tensor *x, long row, long column);
double pixel(const Tensor *x, long b, long c, long row, long column); /* 0 in the padding */
/* A pixel to write to; t is contiguous. */
real *number_of(Tensor *t, long a, long b, long c, long d);

/* ---- windows_want.c ---------------------------------------------------------------------------------- */

long windows_want(long in, long kernel, long stride, long padding, long dilation);
long one_more_place_want(long in, long kernel, long stride, long padding, long dilation);
long fitting_want(long in, long kernel, long stride, long padding, long dilation);

/* ---- columns_want.c ---------------------------------------------------------------------------------- */

Tensor *columns_want(const Tensor *x, Window w);
Tensor *pixels_want(const Tensor *dx, const Tensor *columns, Window w);
double product_want(const Tensor *x, const Tensor *columns,
                    Window w); /* of im2col(x) and columns */

/* ---- conv_want.c: bias may be NULL ------------------------------------------------------------------- */

Tensor *conv_want(const Tensor *x, const Tensor *weight, const Tensor *bias, Window w, long groups);
long inputs_want(const Tensor *bias);
long captured_groups_want(long groups);
long captured_kernel_want(const Tensor *weight);

/* ---- conv_back_want.c -------------------------------------------------------------------------------- */

Tensor *dweight_want(const Tensor *x, const Tensor *weight, const Tensor *dy, Window w,
                     long groups);
Tensor *dx_want(const Tensor *x, const Tensor *weight, const Tensor *dy, Window w, long groups);
Tensor *dbias_want(const Tensor *weight, const Tensor *dy);
long saved_want(const char *of);
void no_bias_is_right(void);
Tensor *twice_want(const Tensor *weight, const Tensor *dy); /* dbias of two walks back */

/* ---- max_want.c, avg_want.c ---------------------------------------------------------------------------- */

Tensor *largest_want(const Tensor *x, Window w);
Tensor *places_want(const Tensor *x, Window w);
Tensor *winners_want(const Tensor *dx, const Tensor *dy, const IntTensor *index);
Tensor *mean_want(const Tensor *x, Window w, bool count_padding);

/* ---- norm_want.c --------------------------------------------------------------------------------------- */

Tensor *means_want(const Tensor *x);
Tensor *variances_want(const Tensor *x);
Tensor *far_variances_want(const Tensor *x);
/* gamma and beta may be NULL; mean and var are what was remembered before, or NULL. */
Tensor *normed_want(const Tensor *x, const Tensor *gamma, const Tensor *beta, const Tensor *mean,
                    const Tensor *var, double eps);
Tensor *normed_in_use_want(const Tensor *x, const Tensor *gamma, const Tensor *beta,
                           const Tensor *mean, const Tensor *var, double eps);
Tensor *remembered_mean_want(const Tensor *x, const Tensor *mean, double momentum);
Tensor *remembered_var_want(const Tensor *x, const Tensor *var, double momentum);
Tensor *dgamma_want(const Tensor *x, const Tensor *dy, const Tensor *mean, double eps);
Tensor *kept_want(const Tensor *remembered, const Tensor *by_training);
Tensor *moved_mean(const Tensor *x, const Tensor *mean, double momentum); /* right */
Tensor *moved_var(const Tensor *x, const Tensor *var, double momentum);

/* ---- flatten_want.c ------------------------------------------------------------------------------------- */

Tensor *flat_want(const Tensor *x, int first);

/* ---- answers_want.c -------------------------------------------------------------------------------------- */

double lenet_parameters_want(void);
double column_bytes_want(void);
double depthwise_ratio_want(void);
double receptive_field_want(void);
double width_of_result_want(void);
double running_mean_want(void);

#endif
