/* clip_huge.c - gradients whose squares are more than a double holds: for clip.c, where numbers are doubles.
 *
 * A float's square fits a double. For numbers beyond 1e140 the norm is that of numbers made smaller by a power of
 * two, which loses no digit of it.
 */
#include "optim.h"
#include <math.h>

#define HUGE_GRADIENT 1e140
#define SMALLER 0x1p-768

bool gradients_are_huge(const ParameterList *parameters)
{
    if (sizeof(real) < sizeof(double))
        return false;
    double largest = 0;
    for (long i = 0; i < parameters->count; i++) {
        const Tensor *g = parameters->tensor[i]->grad;
        for (long j = 0, n = g != NULL ? tensor_numel(g) : 0; j < n; j++)
            largest = fabs((double)g->data[j]) > largest ? fabs((double)g->data[j]) : largest;
    }
    return largest > HUGE_GRADIENT &&
           isfinite(largest); /* infinity has no size to be brought back to */
}

double clip_huge(const ParameterList *parameters, double max_norm)
{
    double sum = 0;
    for (long i = 0; i < parameters->count; i++) {
        const Tensor *g = parameters->tensor[i]->grad;
        for (long j = 0, n = g != NULL ? tensor_numel(g) : 0; j < n; j++)
            sum += pow((double)g->data[j] * SMALLER, 2);
    }
    double norm = sqrt(sum) / SMALLER, factor = max_norm / norm;
    for (long i = 0; i < parameters->count && isfinite(norm) && factor < 1; i++) {
        Tensor *g = parameters->tensor[i]->grad;
        if (g != NULL)
            scale_kernel(g, g, (real)factor);
    }
    return norm;
}
