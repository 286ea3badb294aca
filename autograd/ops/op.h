/* op.h - what several operations have in common (inside autograd/ only). */
#ifndef KINDLING_OP_H
#define KINDLING_OP_H

#include "autograd.h"

/* ---- op.c (06): functions of one number ------------------------------------------------------ */

/* forward of a, recorded. */
Tensor *unary_operation(Tensor *a, void (*forward)(Tensor *out, const Tensor *a),
                        const Operation *op);
/* dx = row(dy, x or y; arg), handed to the input. */
void rows_backward(Closure *c, Tensor *dy, const Tensor *x_or_y, RowFunction row, const real *arg);

/* ---- op.c (06): operations on three tensors -------------------------------------------------- */

/* broadcast_shape of all three. */
int broadcast_shape_of_three(const char *operation, const Tensor *a, const Tensor *b,
                             const Tensor *c, long *shape);

/* ---- op.c (06): arithmetic of a forward pass, for Operation.flops ---------------------------- */

double flops_none(const Closure *c);      /* numbers are only moved */
double flops_per_input(const Closure *c); /* one for each element of the first input */

/* ---- op.c (06): operations along one axis ---------------------------------------------------- */

typedef struct {
    int axis; /* from 0 */
} AxisCapture;

/* forward of a along axis, recorded with an AxisCapture. */
Tensor *axis_operation(const char *name, Tensor *a, int axis, const Operation *op,
                       void (*forward)(Tensor *out, const Tensor *a, int axis));
int axis_of(const Closure *c);
void describe_axis(const Closure *c, char *text, size_t size);

/* ---- op.c (06): matmul's vectors ------------------------------------------------------------- */

/* A 1-d a is one row, a 1-d b one column; the result lacks that axis. */

/* t itself, or, if it is a vector, the matrix that matmul makes of it. */
Tensor *as_matrix(Tensor *t, int vector_axis);
/* dy with the axes that vectors lost put back: (..., m, n). */
Tensor *with_both_axes(Tensor *dy, const Tensor *a, const Tensor *b);
/* grad_add for a share in matrix form: a vector's has an axis of size 1 too many. */
void add_matrix_share(Tensor *t, Tensor *share, int vector_axis);

/* ---- op_reduce.c (06): what reductions share ------------------------------------------------- */

/* The result of a reduction over these axes, of the right shape; its numbers are not set. */
Tensor *reduction_new(const char *operation, Tensor *a, int n, const int *axes, bool keepdims);
/* out, seen with size 1 along the reduced axes, as the kernels want it. */
Tensor reduction_aligned(const char *operation, const Tensor *out, const Tensor *a, int n,
                         const int *axes);
/* Which axes of the input disappeared. */
typedef struct {
    int ndim;
    bool reduced[TENSOR_MAX_AXES];
} ReducedAxes;
ReducedAxes reduced_axes(const char *operation, const Tensor *a, int n, const int *axes);
void describe_axes(const ReducedAxes *axes, char *text, size_t size);
/* Recorded with ReducedAxes as its capture; the next two read any capture that begins with them. */
Tensor *reduction_record(Tensor *out, const Operation *op, Tensor *a, int n, const int *axes);
void describe_reduction(const Closure *c, char *text, size_t size);
/* t, a result or its gradient, with the reduced axes back as size 1: so it broadcasts over the
 * input. */
Tensor *with_reduced_axes(const Closure *c, Tensor *t);
/* How many elements of a each element of out was made of. */
real elements_per_result(const Tensor *a, const Tensor *out);

/* ---- op_dropout.c (03) ----------------------------------------------------------------------- */

void dropout_check(real p, bool training, const Rng *rng);
/* x times factors, recorded; p is for drawings. */
Tensor *dropout_multiply(Tensor *x, Tensor *factors, real p);

/* ---- op_loss.c (04) -------------------------------------------------------------------------- */

/* out = mean (p - t)^2, a scalar, and difference = p - t, which backward needs once more. */
void mse_kernel(Tensor *out, Tensor *difference, const Tensor *prediction, const Tensor *target);
/* A row function, see rows_apply: losses of the logits in[0] against the targets in[1]. */
void bce_row(long n, real *out, const real *const in[], const real *arg);

/* ---- op_matmul.c, op_reduce.c (06): backward functions --------------------------------------- */

void matmul_backward(Closure *c, Tensor *dy);
void mean_backward(Closure *c, Tensor *dy);
void max_backward(Closure *c, Tensor *dy);
/* A row function, in op_reduce.c: 1 where the element in[0] is the maximum in[1], else 0. */
void winner_row(long n, real *out, const real *const in[], const real *arg);

/* ---- gelu_tanh, alone and with a bias (17): far out ------------------------------------------ */

/* z, no further out than 100: from about 20 on the derivative of gelu_tanh is 0 or 1 to the last
 * bit, but its z^3 grows until it is infinite, and 0 times that is NaN. */
static inline real gelu_near(real z)
{
    const real far = 100;
    z = z > far ? far : z; /* NaN stays */
    return z < -far ? -far : z;
}

/* ---- op_bias_gelu.c (17) --------------------------------------------------------------------- */

/* A row function, see rows_apply: y = z s(2u) with z = in[0] + in[1], x and bias; s and u as in
 * tensor_gelu_tanh. */
void bias_gelu_row(long n, real *y, const real *const in[], const real *arg);
/* in[0] is x (..., n), in[1] the bias (n): dx = dy y'(x + bias), far out dy or 0, and the bias gets
 * dx summed over all rows. */
void bias_gelu_backward(Closure *c, Tensor *dy);

/* ---- op_own.c (06) --------------------------------------------------------------------------- */

/* A smooth function of two numbers, number by number, broadcast and recorded: whoever writes module
 * 06 chooses which. The engine's is log(e^a + e^b). */
Tensor *own_operation(Tensor *a, Tensor *b);

/* ---- sub_is_right.c (06) --------------------------------------------------------------------- */

/* Does sub do what tensor_sub does, there and back? false for each slip that it looks for. */
bool sub_is_right(Tensor *(*sub)(Tensor *a, Tensor *b));

/* ---- op_embedding.c (11) --------------------------------------------------------------------- */

/* What a lookup captures: backward needs the ids besides the table. */
typedef struct {
    const IntTensor *ids;
} EmbeddingCapture;
void embedding_backward(Closure *c, Tensor *dy);

/* ---- backward_rows.c (06): rows of backward functions ---------------------------------------- */

/* dx from dy = in[0] and the result y = in[1], or the input x = in[1]. */
void tanh_backward_row(long n, real *dx, const real *const in[], const real *arg); /* y */
void gelu_backward_row(long n, real *dx, const real *const in[], const real *arg); /* x */
/* from the result y = softmax(x) and its gradient dy; dx adds up to 0 */
void softmax_backward_row(long n, real *dx, const real *dy, const real *y);
/* dx of scale times the cross-entropy of one row of V logits, whose log sum_j e^x_j is lse. The
 * truth is 1 at the target; with smoothing s it is 1 - s there, and s / V more at every class. */
void cross_entropy_backward_row(long V, real *dx, const real *x, real lse, int target,
                                real smoothing, real scale);

#endif
