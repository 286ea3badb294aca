/* softmax.c - a row of scores becomes a row of probabilities.
 *
 *     softmax(x)_i = e^(x_i - m) / sum_j e^(x_j - m),  m = max x
 *
 * Subtracting m changes nothing on paper and keeps e^ from overflowing. Invariant: the row kernels
 * see contiguous rows; an axis other than the last is swapped there first, in a copy.
 * A row of -infinity has sum 0 (see row_shift): softmax gives zeros and log_softmax -infinity.
 */
#include "dense.h"
#include "vmath.h"

#define GRAIN 8192 /* fewer elements than this are not worth a thread */

/* x may be y. With two inputs, x is dy and the second is the softmax. */
typedef void (*RowKernel)(long n, real *out, const real *x, const real *x2);

typedef struct {
    RowKernel kernel;
    long n, out_n; /* elements in a row of the inputs, of the output */
    real *out;
    const real *x, *x2;
} Rows;

static void softmax_row(long n, real *y, const real *x, const real *unused)
{
    (void)unused;
    real shift = row_shift(n, x), sum = 0;
#pragma omp simd reduction(+ : sum)
    for (long i = 0; i < n; i++) {
        y[i] = real_exp(x[i] - shift);
        sum += y[i];
    }
    real scale = sum == 0 ? 0 : 1 / sum;
#pragma omp simd
    for (long i = 0; i < n; i++)
        y[i] *= scale;
}

static void log_softmax_row(long n, real *y, const real *x, const real *unused)
{
    (void)unused;
    real shift = row_shift(n, x), sum = row_sum_exp(n, x, shift);
    real log_sum = sum == 0 ? 0 : real_log(sum);
#pragma omp simd
    for (long i = 0; i < n; i++)
        y[i] = x[i] - shift - log_sum;
}

static void logsumexp_row(long n, real *y, const real *x, const real *unused)
{
    (void)unused;
    real shift = row_shift(n, x);
    if (shift == (real)INFINITY)
        shift = 0; /* the sum is infinite as it is; inf - inf would make it NaN */
    *y = shift + real_log(row_sum_exp(n, x, shift));
}

static void softmax_backward_row(long n, real *dx, const real *dy, const real *y)
{
    real dot = 0;
#pragma omp simd reduction(+ : dot)
    for (long i = 0; i < n; i++)
        dot += dy[i] * y[i];
#pragma omp simd
    for (long i = 0; i < n; i++)
        dx[i] = y[i] * (dy[i] - dot);
}

/* ---- all rows along an axis ------------------------------------------------------------------ */

static void run_rows(long begin, long end, void *context)
{
    const Rows *r = context;
    for (long row = begin; row < end; row++)
        r->kernel(r->n, r->out + row * r->out_n, r->x + row * r->n,
                  r->x2 ? r->x2 + row * r->n : NULL);
}

static void check_shape(const char *operation, const Tensor *out, const Tensor *x, int axis,
                        long out_n)
{
    for (int d = 0; d < x->ndim; d++)
        if (out->ndim != x->ndim || out->shape[d] != (d == axis ? out_n : x->shape[d]))
            fail("%s: cannot write rows of %s along axis %d into %s", operation,
                 tensor_shape_text(x), axis, tensor_shape_text(out));
}

/* reduces: a row of the output is one number. */
static void along_axis(const char *operation, Tensor *out, const Tensor *x, const Tensor *x2,
                       int axis, RowKernel kernel, bool reduces)
{
    axis = axis_index(operation, axis, x);
    check_shape(operation, out, x, axis, reduces ? 1 : x->shape[axis]);
    if (x2 != NULL)
        check_shape(operation, x2, x, axis, x->shape[axis]);
    Scope *scratch = scope_open();
    Tensor swapped_out = {0}, swapped_x = {0}, swapped_x2 = {0};
    transpose_forward(&swapped_out, out, axis, -1);
    transpose_forward(&swapped_x, x, axis, -1);
    if (x2 != NULL)
        transpose_forward(&swapped_x2, x2, axis, -1);
    Tensor *written = dense_output(&swapped_out, false);
    const Tensor *in = dense_input(&swapped_x), *in2 = x2 ? dense_input(&swapped_x2) : NULL;
    Rows rows = {.kernel = kernel,
                 .n = x->shape[axis],
                 .out_n = out->shape[axis],
                 .out = written->data,
                 .x = in->data,
                 .x2 = in2 ? in2->data : NULL};
    if (rows.out_n > 0)
        parallel_for(tensor_numel(out) / rows.out_n, GRAIN / (rows.n + 1) + 1, run_rows, &rows);
    dense_store(&swapped_out, written);
    scope_close(scratch);
}

void softmax_forward(Tensor *out, const Tensor *a, int axis)
{
    along_axis("tensor_softmax", out, a, NULL, axis, softmax_row, false);
}

void log_softmax_forward(Tensor *out, const Tensor *a, int axis)
{
    along_axis("tensor_log_softmax", out, a, NULL, axis, log_softmax_row, false);
}

void logsumexp_forward(Tensor *out, const Tensor *a, int axis)
{
    along_axis("tensor_logsumexp", out, a, NULL, axis, logsumexp_row, true);
}

void softmax_backward_rows(Tensor *dx, const Tensor *dy, const Tensor *y, int axis)
{
    along_axis("tensor_softmax", dx, dy, y, axis, softmax_backward_row, false);
}
