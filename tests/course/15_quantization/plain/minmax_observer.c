/* minmax_observer.c - the least and the greatest number so far. */
#include "quantize_parts.h"

void minmax_observer_add(MinMaxObserver *o, const Tensor *x)
{
    minmax_observer_check(x);
    Scope *scope = scope_open();
    const Tensor *rows = tensor_contiguous(tensor_detach(tensor_new_view(x)));

    long n = tensor_numel(rows);
    for (long i = 0; i < n; i++) {
        real value = rows->data[i];
        if (value < o->low)
            o->low = value;
        if (value > o->high)
            o->high = value;
    }
    o->count += n;
    scope_close(scope);
}
