/* combine.c - many numbers into fewer, a few columns at a time.
 *
 * Reducing is broadcasting run backwards: where broadcasting reads one element many times,
 * reducing writes one element many times. The axes that stay (kept) say which element of out is
 * meant, those that disappear (reduced) which numbers go into it. An element is finished before the
 * next is begun, so that what it holds meanwhile can be a double.
 * Invariant: threads share the elements of out, never one of them; so the order of every sum is
 * fixed.
 */
#include <stdlib.h>
#include "combine.h"
#include "rows.h"

typedef struct {
    RowWalk kept;      /* operands: out, and where its numbers begin in a */
    RowWalk reduced;   /* from there */
    bool side_by_side; /* neighbours in memory belong to different elements of out */
    long unit;         /* of these neighbours go to one thread together */
    real beta;
    double start;
    Combine combine;
} Reduction;

/* All numbers of n neighbouring elements of out. */
static void combine_columns(const Reduction *r, long n, real *out, const real *a)
{
    double total[COMBINE_COLUMNS];
    for (long j = 0; j < n; j++)
        total[j] = r->start;
    const RowWalk *w = &r->reduced;
    WalkPosition p;
    if (w->rows > 0)
        walk_seek(w, 0, &p);
    for (long run = 0; run < w->rows; run++, walk_next(w, &p))
        r->combine(w->n, n, total, a + (p.at[0] - w->base[0]), w->row_stride[0],
                   r->kept.row_stride[1]);
    long stride = r->kept.row_stride[0];
    for (long j = 0; j < n; j++) {
        real *to = out + j * stride;
        *to = (real)(r->beta == 0 ? total[j] : total[j] + (double)(r->beta * *to));
    }
}

/* A single column is left only where there is no other: reduce.c adds it up in blocks of its
 * own. */
static long columns_at_once(long left)
{
    return left <= COMBINE_COLUMNS ? left : COMBINE_COLUMNS - (left == COMBINE_COLUMNS + 1);
}

/* Elements [begin, end) of one row of those that stay. */
static void combine_part(const Reduction *r, long begin, long end, real *out, const real *a)
{
    for (long j = begin, n = 1; j < end; j += n) {
        if (r->side_by_side)
            n = columns_at_once(end - j);
        combine_columns(r, n, out + j * r->kept.row_stride[0], a + j * r->kept.row_stride[1]);
    }
}

static void combine_rows(long begin, long end, void *context)
{
    const Reduction *r = context;
    WalkPosition p;
    walk_seek(&r->kept, begin, &p);
    for (long row = begin; row < end; row++, walk_next(&r->kept, &p))
        combine_part(r, 0, r->kept.n, p.at[0], p.at[1]);
}

/* Units [begin, end); the last one also has the rest. */
static void combine_one_row(long begin, long end, void *context)
{
    const Reduction *r = context;
    long last = r->kept.n - end * r->unit < r->unit ? r->kept.n : end * r->unit;
    combine_part(r, begin * r->unit, last, r->kept.base[0], r->kept.base[1]);
}

/* The axes of a along which out stays (kept) or not, as a view of t, which is a or out. */
static Tensor axes_of(const Tensor *t, const Tensor *out, const Tensor *a, bool kept)
{
    Tensor view = {.data = t->data};
    for (int d = 0; d < a->ndim; d++) {
        int own = d - (a->ndim - out->ndim), axis = t == out ? own : d;
        if (kept != (own >= 0 && out->shape[own] == a->shape[d]))
            continue;
        view.shape[view.ndim] = a->shape[d];
        view.stride[view.ndim++] = t->stride[axis];
    }
    return view;
}

void combine_axes(const char *operation, Tensor *out, const Tensor *a, real beta, double start,
                  Combine combine)
{
    if (!broadcast_fits(out, a->ndim, a->shape))
        fail("%s: cannot reduce %s to %s: each axis must stay or become 1", operation,
             tensor_shape_text(a), tensor_shape_text(out));
    if (tensor_numel(out) == 0)
        return;
    Tensor kept_out = axes_of(out, out, a, true), kept_a = axes_of(a, out, a, true);
    Tensor reduced_a = axes_of(a, out, a, false);
    Reduction r = {.beta = beta, .start = start, .combine = combine};
    walk_start(&r.kept, kept_a.ndim, kept_a.shape, 2, (const Tensor *[]){&kept_out, &kept_a});
    walk_start(&r.reduced, reduced_a.ndim, reduced_a.shape, 1, (const Tensor *[]){&reduced_a});
    long down = r.reduced.row_stride[0], across = r.kept.row_stride[1];
    r.side_by_side = r.reduced.n == 1 || labs(across) < labs(down);
    r.unit = r.side_by_side && r.kept.n > CACHE_LINE ? CACHE_LINE : r.side_by_side ? r.kept.n : 1;
    long numbers = r.reduced.rows * r.reduced.n; /* of one element */
    if (r.kept.rows == 1)
        parallel_for(r.kept.n / r.unit, numbers * r.unit, combine_one_row, &r);
    else
        parallel_for(r.kept.rows, numbers * r.kept.n, combine_rows, &r);
}
