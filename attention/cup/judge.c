/* judge.c - what is asked of an entry: how well it foretells a text, and how long that takes. */
#include <math.h>
#include "cup_check.h"

/* -log p of the token whose logit is x[id], in double. */
static double surprise(const real *x, long V, int id)
{
    double largest = (double)x[0], sum = 0;
    for (long v = 1; v < V; v++)
        largest = fmax(largest, (double)x[v]);
    for (long v = 0; v < V; v++)
        sum += exp((double)x[v] - largest);
    return log(sum) + largest - (double)x[id];
}

EXERCISE
double cup_nats(CupModel m, const int *ids, long n)
{
    cup_nats_check(m, ids, n);
    Scope *scope = scope_open();
    real *logits = scope_alloc(scope, (size_t)m.vocabulary * sizeof *logits);
    double nats = 0;
    m.restart(m.context);
    for (long i = 0; i + 1 < n; i++) {
        m.next(m.context, ids[i], logits);
        nats += surprise(logits, m.vocabulary, ids[i + 1]);
    }
    scope_close(scope);
    return nats;
}

double cup_bits_per_byte(double nats, long bytes)
{
    cup_bytes_check(bytes);
    return nats / log(2) / (double)bytes;
}

EXERCISE
void cup_seconds(CupModel m, Clock clock, const int *ids, long prompt, long n, double *seconds)
{
    cup_seconds_check(m, ids, prompt, n);
    Scope *scope = scope_open();
    real *logits = scope_alloc(scope, (size_t)m.vocabulary * sizeof *logits);
    m.restart(m.context);
    for (long i = 0; i < prompt; i++)
        m.next(m.context, ids[i], logits);
    for (long i = prompt; i < n; i++) {
        double begun = clock.now(clock.context);
        m.next(m.context, ids[i], logits);
        seconds[i - prompt] = clock.now(clock.context) - begun;
    }
    scope_close(scope);
}

EXERCISE
void cup_race(CupModel a, CupModel b, Clock clock, const int *ids, long prompt, long n, long rounds,
              double *of_a, double *of_b)
{
    cup_race_check(a, b, ids, prompt, n, rounds);
    long each = n - prompt;
    for (long r = 0; r < rounds; r++) {
        if (r % 2 == 0)
            cup_seconds(a, clock, ids, prompt, n, of_a + r * each);
        cup_seconds(b, clock, ids, prompt, n, of_b + r * each);
        if (r % 2 == 1)
            cup_seconds(a, clock, ids, prompt, n, of_a + r * each);
    }
}
