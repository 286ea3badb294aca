/* clip.c - one bad batch must not throw the weights away. */
#include "optim.h"
#include <math.h>

double clip_grad_norm(const ParameterList *parameters, double max_norm)
{
    if (!(max_norm >= 0))
        fail("clip_grad_norm: max_norm is %g, expected none below 0", max_norm);
    if (gradients_are_huge(parameters))
        return clip_huge(parameters, max_norm);

    double squares = 0;
    for (long i = 0; i < parameters->count; i++) {
        Tensor *g = parameters->tensor[i]->grad;
        if (g != NULL)
            squares += sum_of_squares(g);
    }
    double norm = sqrt(squares);
    if (isnan(norm) || isinf(norm))
        return norm;

    double factor = max_norm / (norm + 1e-6);
    if (factor >= 1)
        return norm;
    for (long i = 0; i < parameters->count; i++) {
        Tensor *g = parameters->tensor[i]->grad;
        if (g == NULL)
            continue;
        long n = tensor_numel(g);
        for (long k = 0; k < n; k++)
            g->data[k] = (real)(g->data[k] * factor);
    }
    return norm;
}
