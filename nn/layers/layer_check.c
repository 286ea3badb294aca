/* layer_check.c - what a caller of a layer can do wrong. */
#include "layer_parts.h"

void check_matrix(const char *operation, const Tensor *weight)
{
    if (weight->ndim != 2)
        fail("%s: weight is %s, expected two axes (in, out)", operation, tensor_shape_text(weight));
}

void check_widths(int n, const long *widths)
{
    if (n < 2)
        fail("mlp_new: %d width given, expected at least 2: inputs and outputs", n);
    for (int i = 0; i < n; i++) {
        if (widths[i] < 0)
            fail("mlp_new: width %d is %ld, expected none below 0", i, widths[i]);
    }
}
