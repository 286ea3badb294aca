/* init_std.c - where weights start, so that numbers keep their size through many layers.
 *
 * A sum over `in` inputs multiplies their mean square by in times the variance of a weight, and the
 * activation takes a part of that away: half for relu. Others take a part that depends on how large
 * numbers are, so their gain is the spread at which what comes out has the mean square 1 (PyTorch's
 * torch.nn.init.calculate_gain has the first three). For gelu and silu that size is an edge: what
 * is larger grows, what is smaller fades, slowly. tanh comes back to one size from either side.
 */
#include <math.h>
#include "engine.h"
#include "layer_parts.h"

void init_std_check(long in, long out)
{
    if (in < 0 || out < 0)
        fail("init_std: widths are %ld and %ld, expected none below 0", in, out);
}

/* The mean of act(gain z)^2 over normal z is 1. tanh and sigmoid never get there: they come back to
 * the mean squares 0.42 and 0.26. */
static const double gain[] = {
    [ACT_RELU] = 1.41421356, [ACT_GELU] = 1.468011, [ACT_TANH] = 1.66666667,
    [ACT_SIGMOID] = 1,       [ACT_SILU] = 1.558761,
};

EXERCISE
double init_std(long in, long out, const Activation *activation)
{
    init_std_check(in, out);
    if (in == 0)
        return 0;
    return (activation != NULL ? gain[*activation] : 1) / sqrt((double)in);
}
