/* sample_check.c - what nothing can be drawn from. */
#include "attention_shared.h"
#include <math.h>

void sample_check_logits(const char *operation, const real *logits, long V, double temperature)
{
    if (V < 1)
        fail("%s: V is %ld, expected at least 1 logit", operation, V);
    if (!(temperature >= 0 && isfinite(temperature)))
        fail("%s: temperature is %g, expected a number >= 0 (0: greedy)", operation, temperature);
    long possible = 0;
    for (long i = 0; i < V; i++) {
        if (!(logits[i] < (real)INFINITY))
            fail("%s: logit %ld of %ld is %g. hint: has training diverged?", operation, i, V,
                 fabs((double)logits[i]));
        possible += logits[i] > (real)-INFINITY;
    }
    if (possible == 0)
        fail("%s: all %ld logits are -inf, which forbids every token", operation, V);
}

static void check_probabilities(const char *operation, const double *p, long V)
{
    double sum = 0;
    if (V < 1)
        fail("%s: V is %ld, expected at least 1 probability", operation, V);
    for (long i = 0; i < V; i++) {
        if (!(p[i] >= 0 && isfinite(p[i])))
            fail("%s: p[%ld] is %g, expected a probability, 0 to 1", operation, i, p[i]);
        sum += p[i];
    }
    if (!(fabs(sum - 1) < 1e-6))
        fail("%s: the %ld probabilities add up to %g, expected 1", operation, V, sum);
}

void sample_check_top_k(const double *p, long V, long k)
{
    check_probabilities("sample_top_k", p, V);
    if (k < 1)
        fail("sample_top_k: k is %ld, expected at least 1", k);
}

void sample_check_top_p(const double *p, long V, double mass)
{
    check_probabilities("sample_top_p", p, V);
    if (!(mass > 0 && mass <= 1))
        fail("sample_top_p: mass is %g, expected more than 0, and at most 1", mass);
}

void sample_check(const real *logits, long V, SampleOptions o, const Rng *rng)
{
    if (o.top_k < 0)
        fail("sample_token: top_k is %ld, expected at least 0 (0: all)", o.top_k);
    if (!(o.top_p >= 0 && o.top_p <= 1))
        fail("sample_token: top_p is %g, expected 0 to 1 (0 or 1: all)", o.top_p);
    sample_check_logits("sample_token", logits, V, o.temperature);
    if (rng == NULL && o.temperature > 0)
        fail("sample_token: rng is NULL, but temperature %g needs random numbers", o.temperature);
}
