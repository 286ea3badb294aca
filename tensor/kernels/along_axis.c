/* along_axis.c - row kernels that see a whole row at once, along any axis.
 *
 * Invariant: a row kernel sees contiguous rows; an axis other than the last is swapped there first,
 * in a copy.
 */
#include "along_axis.h"
#include "contiguous.h"

typedef struct {
    RowKernel kernel;
    long n, out_n; /* elements in a row of the inputs, of the output */
    real *out;
    const real *x, *x2;
} Rows;

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

void along_axis(const char *operation, Tensor *out, const Tensor *x, const Tensor *x2, int axis,
                RowKernel kernel, bool reduces)
{
    axis = tensor_axis(operation, axis, x);
    check_shape(operation, out, x, axis, reduces ? 1 : x->shape[axis]);
    if (x2 != NULL)
        check_shape(operation, x2, x, axis, x->shape[axis]);
    Scope *scratch = scope_open();
    Tensor swapped_out = {0}, swapped_x = {0}, swapped_x2 = {0};
    transpose_view(&swapped_out, out, axis, -1);
    transpose_view(&swapped_x, x, axis, -1);
    if (x2 != NULL)
        transpose_view(&swapped_x2, x2, axis, -1);
    Tensor *written = contiguous_output(&swapped_out, false);
    const Tensor *in = contiguous_input(&swapped_x),
                 *in2 = x2 ? contiguous_input(&swapped_x2) : NULL;
    Rows rows = {.kernel = kernel,
                 .n = x->shape[axis],
                 .out_n = out->shape[axis],
                 .out = written->data,
                 .x = in->data,
                 .x2 = in2 ? in2->data : NULL};
    if (rows.out_n > 0)
        parallel_for(tensor_numel(out) / rows.out_n, 2 * rows.n, run_rows, &rows);
    contiguous_store(&swapped_out, written);
    scope_close(scratch);
}
