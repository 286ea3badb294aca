/* judge.c - what each token costs, in nats and in seconds. */
#include <math.h>
#include "cup_check.h"

static double nats_of_token(const real *logits, long vocabulary, int id)
{
    double largest = (double)logits[0];
    for (long v = 1; v < vocabulary; v++)
        if ((double)logits[v] > largest)
            largest = (double)logits[v];
    double sum = 0;
    for (long v = 0; v < vocabulary; v++)
        sum += exp((double)logits[v] - largest);
    double log_p = (double)logits[id] - largest - log(sum);
    return -log_p;
}

double cup_nats(CupModel m, const int *ids, long n)
{
    cup_nats_check(m, ids, n);

    Scope *scope = scope_open();
    real *logits = scope_alloc(scope, (size_t)m.vocabulary * sizeof(real));
    double nats = 0;
    m.restart(m.context);
    for (long i = 0; i + 1 < n; i++) {
        m.next(m.context, ids[i], logits);
        nats += nats_of_token(logits, m.vocabulary, ids[i + 1]);
    }
    scope_close(scope);
    return nats;
}

void cup_seconds(CupModel m, Clock clock, const int *ids, long prompt, long n, double *seconds)
{
    cup_seconds_check(m, ids, prompt, n);

    Scope *scope = scope_open();
    real *logits = scope_alloc(scope, (size_t)m.vocabulary * sizeof(real));
    m.restart(m.context);
    for (long i = 0; i < prompt; i++)
        m.next(m.context, ids[i], logits);
    for (long i = prompt; i < n; i++) {
        double before = clock.now(clock.context);
        m.next(m.context, ids[i], logits);
        double after = clock.now(clock.context);
        seconds[i - prompt] = after - before;
    }
    scope_close(scope);
}

void cup_race(CupModel a, CupModel b, Clock clock, const int *ids, long prompt, long n, long rounds,
              double *of_a, double *of_b)
{
    cup_race_check(a, b, ids, prompt, n, rounds);

    long timed = n - prompt;
    for (long r = 0; r < rounds; r++) {
        double *here_a = of_a + r * timed;
        double *here_b = of_b + r * timed;
        if (r % 2 == 0) {
            cup_seconds(a, clock, ids, prompt, n, here_a);
            cup_seconds(b, clock, ids, prompt, n, here_b);
        } else {
            cup_seconds(b, clock, ids, prompt, n, here_b);
            cup_seconds(a, clock, ids, prompt, n, here_a);
        }
    }
}
