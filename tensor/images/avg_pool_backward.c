/* avg_pool_backward.c - the gradient of a mean goes back in equal parts (averages.c). */
#include "contiguous.h"
#include "images_parts.h"

void avg_pool2d_backward_kernel(Tensor *dx, const Tensor *dy, Window w, bool count_padding)
{
    Scope *scratch = scope_open();
    Tensor *to = contiguous_output(dx, true), *passed_on = tensor_new_like(dy);
    Averages a = {.p = pool_planes("avg_pool2d_backward_kernel", to, passed_on, w),
                  .dy = contiguous_input(dy)->data};
    averages_run(&a, dx, count_padding);
    contiguous_store(dx, to);
    scope_close(scratch);
}
