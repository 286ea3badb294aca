/* rows.c - the only place that steps through indices.
 *
 * Every element-wise kernel is a row function and a call of rows_apply. The row function is called
 * once per row, never per element, and sees neighbours in memory; strided rows are copied through
 * small buffers on the way in and out.
 */
#include "rows.h"

#define BUFFER 256 /* elements copied at a time when a row is strided */

/* Can axis d and the one after it be walked as one, for every operand? */
static bool can_merge(const RowWalk *w, int d, long size_after)
{
    for (int k = 0; k < w->operands; k++)
        if (w->stride[k][d] != w->stride[k][d + 1] * size_after)
            return false;
    return true;
}

static void remove_axis(RowWalk *w, int d)
{
    for (; d + 1 < w->ndim; d++) {
        w->shape[d] = w->shape[d + 1];
        for (int k = 0; k < w->operands; k++)
            w->stride[k][d] = w->stride[k][d + 1];
    }
    w->ndim--;
}

static void merge_axes(RowWalk *w)
{
    for (int d = w->ndim - 1; d >= 0; d--)
        if (w->shape[d] == 1)
            remove_axis(w, d);
    for (int d = w->ndim - 2; d >= 0; d--) {
        if (can_merge(w, d, w->shape[d + 1])) {
            w->shape[d + 1] *= w->shape[d];
            remove_axis(w, d);
        }
    }
}

void walk_start(RowWalk *w, int ndim, const long *shape, int operands, const Tensor *const t[])
{
    w->operands = operands;
    w->ndim = ndim;
    for (int d = 0; d < ndim; d++)
        w->shape[d] = shape[d];
    for (int k = 0; k < operands; k++) {
        w->base[k] = t[k]->data;
        for (int d = 0; d < ndim; d++) {
            int own = d - (ndim - t[k]->ndim);
            w->stride[k][d] = own >= 0 && t[k]->shape[own] == shape[d] ? t[k]->stride[own] : 0;
        }
    }
    merge_axes(w);
    int last = w->ndim - 1;
    w->n = last >= 0 ? w->shape[last] : 1;
    for (int k = 0; k < operands; k++)
        w->row_stride[k] = last >= 0 ? w->stride[k][last] : 1;
    if (last >= 0)
        w->ndim--;
    w->rows = shape_numel(w->ndim, w->shape);
}

void walk_seek(const RowWalk *w, long row, WalkPosition *p)
{
    for (int k = 0; k < w->operands; k++)
        p->at[k] = w->base[k];
    for (int d = w->ndim - 1; d >= 0; d--) {
        p->index[d] = row % w->shape[d];
        row /= w->shape[d];
        for (int k = 0; k < w->operands; k++)
            p->at[k] += p->index[d] * w->stride[k][d];
    }
}

/* Like an odometer: the last axis moves, and where it is full it goes back and the one before
 * moves. */
void walk_next(const RowWalk *w, WalkPosition *p)
{
    for (int d = w->ndim - 1; d >= 0; d--) {
        bool full = ++p->index[d] == w->shape[d];
        for (int k = 0; k < w->operands; k++)
            p->at[k] += full ? -(w->shape[d] - 1) * w->stride[k][d] : w->stride[k][d];
        if (!full)
            return;
        p->index[d] = 0;
    }
}

/* ---- applying a row function ----------------------------------------------------------------- */

typedef struct {
    RowWalk walk; /* operand 0 is the output */
    RowFunction f;
    const real *arg;
    bool unit; /* every row of every operand is contiguous */
} Apply;

/* One row of any strides, BUFFER elements at a time. */
static void strided_row(const Apply *a, long n, real *const at[])
{
    real buffer[WALK_MAX_OPERANDS][BUFFER];
    const long *stride = a->walk.row_stride;
    for (long begin = 0; begin < n; begin += BUFFER) {
        long count = n - begin < BUFFER ? n - begin : BUFFER;
        const real *in[WALK_MAX_OPERANDS];
        for (int k = 1; k < a->walk.operands; k++) {
            in[k - 1] = at[k] + begin * stride[k];
            if (stride[k] == 1)
                continue;
            for (long i = 0; i < count; i++)
                buffer[k][i] = in[k - 1][i * stride[k]];
            in[k - 1] = buffer[k];
        }
        real *out = at[0] + begin * stride[0];
        if (stride[0] == 1) {
            a->f(count, out, in, a->arg);
        } else {
            a->f(count, buffer[0], in, a->arg);
            for (long i = 0; i < count; i++)
                out[i * stride[0]] = buffer[0][i];
        }
    }
}

static void apply_row(const Apply *a, long n, real *const at[])
{
    if (a->unit)
        a->f(n, at[0], (const real *const *)(at + 1), a->arg);
    else
        strided_row(a, n, at);
}

static void apply_rows(long begin, long end, void *context)
{
    const Apply *a = context;
    WalkPosition p;
    walk_seek(&a->walk, begin, &p);
    for (long row = begin; row < end; row++, walk_next(&a->walk, &p))
        apply_row(a, a->walk.n, p.at);
}

/* Everything is one long row: threads share it by elements. */
static void apply_part_of_row(long begin, long end, void *context)
{
    const Apply *a = context;
    real *at[WALK_MAX_OPERANDS];
    for (int k = 0; k < a->walk.operands; k++)
        at[k] = a->walk.base[k] + begin * a->walk.row_stride[k];
    apply_row(a, end - begin, at);
}

/* Do a's elements lie in memory in the same order as those of b, which is contiguous? */
static bool laid_out_alike(const Tensor *a, const Tensor *b)
{
    if (a->ndim != b->ndim)
        return false;
    for (int d = 0; d < a->ndim; d++)
        if (a->shape[d] != b->shape[d] || a->stride[d] != b->stride[d])
            return false;
    return true;
}

/* The common small case, without any preparation: all contiguous and of one shape. */
static bool apply_directly(Tensor *out, int count, const Tensor *const in[], RowFunction f,
                           const real *arg)
{
    const real *data[WALK_MAX_OPERANDS];
    for (int k = 0; k < count; k++) {
        if (!laid_out_alike(in[k], out))
            return false;
        data[k] = in[k]->data;
    }
    long n = tensor_numel(out);
    if (!tensor_is_contiguous(out) || parallel_threads(n, 1) > 1)
        return false;
    if (n > 0)
        f(n, out->data, data, arg);
    return true;
}

void rows_apply(Tensor *out, int count, const Tensor *const in[], RowFunction f, const real *arg)
{
    if (apply_directly(out, count, in, f, arg))
        return;
    Apply a = {.f = f, .arg = arg, .unit = true};
    const Tensor *operands[WALK_MAX_OPERANDS] = {out};
    for (int k = 0; k < count; k++) {
        operands[k + 1] = in[k];
        if (!broadcast_fits(in[k], out->ndim, out->shape))
            fail("rows_apply: cannot write an input of shape %s into an output of shape %s",
                 tensor_shape_text(in[k]), tensor_shape_text(out));
    }
    if (tensor_numel(out) == 0)
        return;
    walk_start(&a.walk, out->ndim, out->shape, count + 1, operands);
    for (int k = 0; k <= count; k++)
        a.unit = a.unit && (a.walk.row_stride[k] == 1 || a.walk.n == 1);
    if (a.walk.rows == 1)
        parallel_for(a.walk.n, 1, apply_part_of_row, &a);
    else
        parallel_for(a.walk.rows, a.walk.n, apply_rows, &a);
}
