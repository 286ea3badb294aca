/* temperature.c - logits become probabilities, sharper or flatter than the model meant them. */
#include "attention_shared.h"
#include <math.h>

void sample_temperature(double *p, const real *logits, long V, double temperature)
{
    sample_check_logits("sample_temperature", logits, V, temperature);

    long best = 0;
    for (long i = 1; i < V; i++) {
        if (logits[i] > logits[best])
            best = i;
    }
    if (temperature == 0) {
        for (long i = 0; i < V; i++)
            p[i] = 0;
        p[best] = 1;
        return;
    }

    double largest = logits[best];
    double sum = 0;
    for (long i = 0; i < V; i++) {
        p[i] = exp((logits[i] - largest) / temperature);
        sum += p[i];
    }
    for (long i = 0; i < V; i++)
        p[i] /= sum;
}
