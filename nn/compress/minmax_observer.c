/* minmax_observer.c - how large are the numbers that come by? Asked of many batches, before a scale
 * is fixed.
 *
 * Invariant: the range only grows, and holds 0.
 */
#include "quantize_parts.h"

void minmax_observer_add(MinMaxObserver *o, const Tensor *x)
{
    minmax_observer_check(x);
    Scope *scope = scope_open();
    const Tensor *rows = tensor_contiguous(tensor_detach(tensor_new_view(x)));
    for (long i = 0; i < tensor_numel(rows); i++) {
        real value = rows->data[i];
        o->low = value < o->low ? value : o->low;
        o->high = value > o->high ? value : o->high;
        o->count++;
    }
    scope_close(scope);
}

QuantParams minmax_observer_params(const MinMaxObserver *o, int bits)
{
    return quant_affine((real[]){o->low, o->high}, 2, bits);
}
