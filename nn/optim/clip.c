/* clip.c - one bad batch must not throw the weights away (Pascanu, Mikolov, Bengio 2013).
 *
 * All gradients together are one long vector. If it is longer than max_norm it is shortened, and
 * keeps its direction, as in PyTorch.
 *
 * Invariant: the norm is summed in double, in an order that does not depend on threads. A norm that
 * is not finite changes nothing: the caller sees it returned and decides.
 */
#include "optim.h"
#include <math.h>

double sum_of_squares(const Tensor *t)
{
    const real *x = t->data;
    long n = tensor_numel(t);
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (long i = 0; i < n; i++)
        sum += (double)x[i] * (double)x[i];
    return sum;
}

EXERCISE
double clip_grad_norm(const ParameterList *parameters, double max_norm)
{
    if (!(max_norm >= 0))
        fail("clip_grad_norm: max_norm is %g, expected none below 0", max_norm);
    if (gradients_are_huge(parameters))
        return clip_huge(parameters, max_norm);
    double sum = 0;
    for (long i = 0; i < parameters->count; i++) {
        if (parameters->tensor[i]->grad != NULL)
            sum += sum_of_squares(parameters->tensor[i]->grad);
    }
    double norm = sqrt(sum), factor = max_norm / (norm + 1e-6);
    if (!isfinite(norm) || factor >= 1)
        return norm;
    for (long i = 0; i < parameters->count; i++) {
        Tensor *g = parameters->tensor[i]->grad;
        for (long j = 0, n = g != NULL ? tensor_numel(g) : 0; j < n; j++)
            g->data[j] *= (real)factor;
    }
    return norm;
}

/* ---- gradients whose squares are more than a double holds ------------------------------------ */

/* A float's square fits a double. Doubles beyond 1e140 are clipped at another scale: by a power
 * of two, which costs no digit, their largest becomes about 1e30, and afterwards all is brought
 * back. */
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

/* Infinity has no size to be brought back to: clip_grad_norm tells it. */
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
