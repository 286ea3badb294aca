/* clip.c - one bad batch must not throw the weights away (Pascanu, Mikolov, Bengio 2013).
 *
 * All gradients together are one long vector. If it is longer than max_norm it is shortened, and
 * keeps its direction:  g = g max_norm / (norm + 1e-6), as in PyTorch.
 *
 * Invariant: the norm is summed in double, in an order that does not depend on threads. A norm that
 * is not finite changes nothing: the caller sees it returned and decides.
 */
#include "optim.h"
#include <math.h>

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
