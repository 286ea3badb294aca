/* temperature_want.c - 13.7 in plain loops, right and with each of the mistakes people make. */
#include "want.h"

#define MOST 1024

static Tensor *from_doubles(const double *p, long V)
{
    Tensor *t = blank(SHAPE(V));
    for (long i = 0; i < V; i++)
        t->data[i] = (real)p[i];
    return t;
}

typedef enum {
    AS_IT_IS,
    MULTIPLIED,
    AFTERWARDS,
    AFTER_AND_NORMED,
    IGNORED,
    NOT_NORMED,
    AS_POWER
} Heat;

static void heat(double *p, const Tensor *logits, double T, Heat how)
{
    long V = logits->shape[0];
    double most = -INFINITY, sum = 0, all = 0;
    for (long i = 0; i < V; i++)
        most = fmax(most, at(logits, AT(i)));
    bool found = false;
    for (long i = 0; i < V; i++) {
        double below = at(logits, AT(i)) - most;
        if (T == 0) {
            p[i] = below == 0 && !found;
            found = found || below == 0;
        } else {
            p[i] = exp(how == MULTIPLIED                      ? below * T
                       : how == AS_IT_IS || how == NOT_NORMED ? below / T
                                                              : below);
        }
        sum += p[i];
    }
    for (long i = 0; i < V; i++) {
        p[i] /= how == NOT_NORMED ? 1 : sum;
        if (how == AFTERWARDS || how == AFTER_AND_NORMED)
            p[i] /= T;
        if (how == AS_POWER)
            p[i] = pow(p[i], 1 / T);
        all += p[i];
    }
    for (long i = 0; i < V && how == AFTER_AND_NORMED; i++)
        p[i] /= all;
}

static Tensor *heated(const Tensor *logits, double T, Heat how)
{
    double p[MOST];
    heat(p, logits, T, how);
    return from_doubles(p, logits->shape[0]);
}

/* All of the largest logits share, or only the last one of them has it. */
static Tensor *greedy_by(const Tensor *logits, bool shared)
{
    long V = logits->shape[0], n = 0, last = 0;
    double most = -INFINITY;
    Tensor *p = blank(SHAPE(V));
    for (long i = 0; i < V; i++)
        most = fmax(most, at(logits, AT(i)));
    for (long i = 0; i < V; i++)
        if (at(logits, AT(i)) == most) {
            last = i;
            n++;
        }
    for (long i = 0; i < V; i++)
        p->data[i] = (real)(shared ? (at(logits, AT(i)) == most) / (double)n : i == last);
    return p;
}

static Tensor *not_a_number(long V)
{
    Tensor *t = blank(SHAPE(V));
    for (long i = 0; i < V; i++)
        t->data[i] = (real)NAN;
    return t;
}

Tensor *temperature_want(const Tensor *logits, double T)
{
    if (T > 0) {
        MISTAKE(heated(logits, T, MULTIPLIED),
                "multiplied by the temperature: it divides the logits, so that below 1 is sharper");
        MISTAKE(heated(logits, T, AFTERWARDS),
                "the probabilities were divided by the temperature: it is the logits, before e^");
        MISTAKE(heated(logits, T, IGNORED), "the temperature is not used");
        MISTAKE(heated(logits, T, NOT_NORMED), "they do not add up to 1: divide by the sum");
        MISTAKE(heated(logits, T, AS_POWER),
                "probabilities to the power 1/T do not add up to 1 any more");
        MISTAKE(plain_scaled(logits, 1 / T),
                "these are logits, divided: e^ and the sum are missing");
        if (at(logits, AT(0)) / T > 710)
            MISTAKE(not_a_number(logits->shape[0]),
                    "infinity / infinity: take the largest logit off before e^");
        if (at(logits, AT(0)) / T < -710)
            MISTAKE(not_a_number(logits->shape[0]),
                    "every e^ was 0, and 0 / 0 is NaN: take the largest logit off, also where it "
                    "is negative");
        MISTAKE(heated(logits, 0, AS_IT_IS),
                "a small temperature was taken for 0: 0 alone is greedy");
    } else {
        MISTAKE(greedy_by(logits, true),
                "of equals the first one gets all: p was shared among them");
        MISTAKE(greedy_by(logits, false), "of equals the first one gets all: this is the last");
        MISTAKE(heated(logits, 1, AS_IT_IS),
                "temperature 0 was taken for 1: it is the limit, all for the largest logit");
        double p[MOST] = {1};
        MISTAKE(from_doubles(p, logits->shape[0]), "token 0 got all: either the search began with "
                                                   "0 as the largest, or none was made; logits "
                                                   "may all be negative");
        MISTAKE(not_a_number(logits->shape[0]),
                "divided by a temperature of 0: 0 / 0 is NaN, so 0 is a case of its own");
    }
    return heated(logits, T, AS_IT_IS);
}

void plain_temperature(double *p, const Tensor *logits, double T)
{
    heat(p, logits, T, AS_IT_IS);
}
