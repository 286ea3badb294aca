/* clip_huge.c - gradients whose squares are more than a double holds: for clip.c, where numbers are
 * doubles.
 *
 * A float's square fits a double. Numbers beyond 1e140 are clipped at another scale: by a power of
 * two, which costs no digit, their largest becomes about 1e30, and afterwards all is brought back.
 */
#include "optim.h"
#include <math.h>

#define HUGE_GRADIENT 1e140
#define EXPONENT 100

/* The largest of all gradients, as a size; NaN counts for nothing here. */
static double largest_size(const ParameterList *list)
{
    double largest = 0;
    for (Tensor **at = list->tensor; at < list->tensor + list->count; at++) {
        const Tensor *grad = (*at)->grad;
        for (long left = grad != NULL ? tensor_numel(grad) : 0; left-- > 0;)
            largest = fmax(largest, fabs((double)grad->data[left]));
    }
    return largest;
}

/* Infinity has no size to be brought back to: clip.c tells it. */
bool gradients_are_huge(const ParameterList *parameters)
{
    if (sizeof(real) < sizeof(double))
        return false;
    double largest = largest_size(parameters);
    return largest > HUGE_GRADIENT && isfinite(largest);
}

static void scale_all(const ParameterList *list, double by)
{
    for (Tensor **at = list->tensor; at < list->tensor + list->count; at++)
        if ((*at)->grad != NULL)
            scale_kernel((*at)->grad, (*at)->grad, (real)by);
}

double clip_huge(const ParameterList *parameters, double max_norm)
{
    int exponent;
    frexp(largest_size(parameters), &exponent);
    double smaller = ldexp(1, EXPONENT - exponent);
    scale_all(parameters, smaller);
    double norm = clip_grad_norm(parameters, max_norm * smaller) / smaller;
    scale_all(parameters, 1 / smaller);
    return norm;
}
