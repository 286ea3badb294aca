/* temperature_want.c - 13.5 in plain loops. */
#include "want.h"

void plain_temperature(double *p, const Tensor *logits, double T)
{
    long V = logits->shape[0], best = 0;
    double sum = 0;
    for (long i = 0; i < V; i++)
        if (at(logits, AT(i)) > at(logits, AT(best)))
            best = i;
    for (long i = 0; i < V; i++) {
        double below = at(logits, AT(i)) - at(logits, AT(best));
        p[i] = T == 0 ? i == best : exp(below / T);
        sum += p[i];
    }
    for (long i = 0; i < V; i++)
        p[i] /= sum;
}

Tensor *temperature_want(const Tensor *logits, double T)
{
    double p[1024];
    plain_temperature(p, logits, T);
    Tensor *t = blank(SHAPE(logits->shape[0]));
    for (long i = 0; i < t->shape[0]; i++)
        t->data[i] = (real)p[i];
    return t;
}
