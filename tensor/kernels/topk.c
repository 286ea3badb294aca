/* topk.c - where the k largest, or smallest, numbers of a line are, the best first.
 *
 * A heap of the k best so far has the worst of them at its root: each number behind is compared
 * with that one, and few get in. At the end the heap is sorted, by taking its root away again and
 * again: n log k steps. Invariant: no two places rank alike, because of equal numbers the earlier
 * is better; so the result never depends on luck. NaN counts as the largest.
 */
#include "tensor.h"

typedef struct {
    const real *x; /* number i is x[i * stride] */
    long stride;
    bool largest;
    int *heap; /* place j is heap[j * step] */
    long step;
} Line;

/* Is place i better than place j? */
static bool ranks_before(const Line *l, int i, int j)
{
    real a = l->x[i * l->stride], b = l->x[j * l->stride];
    if (a == b || (a != a && b != b))
        return i < j;
    return (a > b || a != a) == l->largest;
}

/* Puts place i into a heap of size places whose root is free. */
static void sift(const Line *l, long size, long root, int i)
{
    for (long child; (child = 2 * root + 1) < size; root = child) {
        if (child + 1 < size &&
            ranks_before(l, l->heap[child * l->step], l->heap[(child + 1) * l->step]))
            child++; /* the worse of two */
        if (!ranks_before(l, i, l->heap[child * l->step]))
            break;
        l->heap[root * l->step] = l->heap[child * l->step];
    }
    l->heap[root * l->step] = i;
}

static void find_best(const Line *l, long n, long k)
{
    for (long i = 0; i < k; i++)
        l->heap[i * l->step] = (int)i;
    for (long root = k / 2 - 1; root >= 0; root--)
        sift(l, k, root, l->heap[root * l->step]);
    for (long i = k; i < n; i++)
        if (ranks_before(l, (int)i, l->heap[0]))
            sift(l, k, 0, (int)i);
    for (long last = k - 1; last > 0; last--) {
        int moved = l->heap[last * l->step];
        l->heap[last * l->step] = l->heap[0];
        sift(l, last, 0, moved);
    }
}

/* ---- all lines along an axis ----------------------------------------------------------------- */

typedef struct {
    IntTensor *index;
    const Tensor *a;
    int axis;
    bool largest;
    long behind; /* lines that differ in the axes behind the axis */
} Lines;

/* Line number i begins at index, in the row-major order of the other axes. */
static const real *line_of(const Lines *lines, long i)
{
    const real *x = lines->a->data;
    for (int d = lines->a->ndim - 1; d >= 0; d--) {
        if (d == lines->axis)
            continue;
        x += i % lines->a->shape[d] * lines->a->stride[d];
        i /= lines->a->shape[d];
    }
    return x;
}

static void find_lines(long begin, long end, void *context)
{
    const Lines *lines = context;
    long n = lines->a->shape[lines->axis], k = lines->index->shape[lines->axis];
    for (long i = begin; i < end; i++) {
        long before = i / lines->behind, place = i % lines->behind;
        Line line = {.x = line_of(lines, i),
                     .stride = lines->a->stride[lines->axis],
                     .largest = lines->largest,
                     .heap = lines->index->data + before * k * lines->behind + place,
                     .step = lines->behind};
        find_best(&line, n, k);
    }
}

void topk_kernel(IntTensor *index, const Tensor *a, int axis, bool largest)
{
    axis = tensor_axis("tensor_topk", axis, a);
    for (int d = 0; d < a->ndim; d++)
        if (index->ndim != a->ndim ||
            (d == axis ? index->shape[d] > a->shape[d] : index->shape[d] != a->shape[d]))
            fail("tensor_topk: cannot write places along axis %d of %s into a shape of %s", axis,
                 tensor_shape_text(a), shape_text(index->ndim, index->shape));
    if (int_tensor_numel(index) == 0)
        return;
    Lines lines = {index, a, axis, largest, 1};
    for (int d = axis + 1; d < a->ndim; d++)
        lines.behind *= a->shape[d];
    parallel_for(int_tensor_numel(index) / index->shape[axis], 4 * a->shape[axis], find_lines,
                 &lines);
}
