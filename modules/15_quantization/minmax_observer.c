/* minmax_observer.c - how large are the numbers that come by? Asked of many batches, before a scale is fixed.
 *
 * Invariant: the range only grows, and holds 0.
 */
#include "quantize_parts.h"
#include "todo.h"

/* ---- 15.10 --------------------------------------------------------------------------------------- */

void minmax_observer_add(MinMaxObserver *o, const Tensor *x)
{
    minmax_observer_check(x); /* given: finite */
    Scope *scope = scope_open();
    const Tensor *rows =
        tensor_contiguous(tensor_detach(tensor_new_view(x))); /* given: a view is read, too */

    /* TODO: how large are the numbers that come by? The range takes in all of x.
     *
     * CONTRACT  o->low and o->high begin as 0, the range only grows, o->count counts numbers.
     * EXAMPLE   {0}, then 1, -2, 5: low -2, high 5, count 3; then 3, 4: low -2, high 5, count 5
     * HOLDS     the order of batches does not matter.
     * YOU HAVE  tensor_numel(rows) numbers at rows->data
     * THINK     why must the range hold 0 (15.2)? */
    (void)rows;
    todo("15.10 minmax_observer_add");
    scope_close(scope); /* given */
}
