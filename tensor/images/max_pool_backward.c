/* max_pool_backward.c - the gradient of a window goes to where its largest number stood.
 *
 * Planes are shared among threads: nobody else adds to one. The twin in tensor/plain/ goes image by
 * image.
 */
#include "contiguous.h"
#include "images_parts.h"

typedef struct {
    real *dx;
    const real *dy;
    const int *index;
    long size, out;
} Winners;

static void add_to_winners(long begin, long end, void *context)
{
    const Winners *b = context;
    for (long k = begin; k < end; k++)
        for (long i = k * b->out; i < (k + 1) * b->out; i++)
            if (b->index[i] >= 0)
                b->dx[k * b->size + b->index[i]] += b->dy[i];
}

void max_pool2d_backward_kernel(Tensor *dx, const Tensor *dy, const IntTensor *index)
{
    pool_check_index("max_pool2d_backward_kernel", index, dy);
    Scope *scratch = scope_open();
    Tensor *to = contiguous_output(dx, true);
    Winners b = {.dx = to->data,
                 .dy = contiguous_input(dy)->data,
                 .index = index->data,
                 .size = dx->shape[2] * dx->shape[3],
                 .out = dy->shape[2] * dy->shape[3]};
    parallel_for(dx->shape[0] * dx->shape[1], b.size + 2 * b.out, add_to_winners, &b);
    contiguous_store(dx, to);
    scope_close(scratch);
}
