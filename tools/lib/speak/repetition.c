/* repetition.c - what was said is less likely to be said again.
 *
 * Invariant: a token pays once, however often it is there, and one that is forbidden (-infinity)
 * stays so. */
#include "repetition.h"
#include <string.h>

void repetition_penalize(real *logits, long V, const int *ids, long n, double penalty)
{
    if (penalty == 1)
        return;
    Scope *scope = scope_open();
    bool *paid = scope_alloc(scope, (size_t)V * sizeof *paid);
    memset(paid, 0, (size_t)V * sizeof *paid);
    for (long i = 0; i < n; i++) {
        int id = ids[i];
        if (id >= V || paid[id])
            continue;
        paid[id] = true;
        double logit = (double)logits[id];
        logits[id] = (real)(logit > 0 ? logit / penalty : logit * penalty);
    }
    scope_close(scope);
}
