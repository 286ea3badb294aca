/* avg_pool.c - the mean of the numbers under each window, all windows together (averages.c).
 *
 * The twin in tensor/plain/ goes window by window.
 */
#include "contiguous.h"
#include "images_parts.h"

EXERCISE
void avg_pool2d_kernel(Tensor *out, const Tensor *x, Window w, bool count_padding)
{
    Scope *scratch = scope_open();
    Tensor *y = contiguous_output(out, false);
    Averages a = {.p = pool_planes("avg_pool2d_kernel", contiguous_input(x), y, w)};
    averages_run(&a, x, count_padding);
    contiguous_store(out, y);
    scope_close(scratch);
}
