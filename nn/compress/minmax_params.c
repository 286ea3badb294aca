/* minmax_params.c - the range that an observer has seen, as steps. */
#include "quantize_parts.h"

QuantParams minmax_observer_params(const MinMaxObserver *o, int bits)
{
    return quant_affine((real[]){o->low, o->high}, 2, bits);
}
