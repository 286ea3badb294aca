/* sample_want.c - sampling in plain loops, right and with each of the mistakes people make. */
#include "want.h"

#define MOST 64

static Tensor *from_doubles(const double *p, long V)
{
    Tensor *t = blank(SHAPE(V));
    for (long i = 0; i < V; i++)
        t->data[i] = (real)p[i];
    return t;
}

/* ---- 13.7 sample_temperature ---------------------------------------------------------------------------- */

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

/* ---- 13.8 and 13.9 ---------------------------------------------------------------------------------------- */

/* Ids, the most likely one first; of equals the lower id first. */
static void sort(long *order, const double *p, long V)
{
    for (long i = 0; i < V; i++) {
        long place = i;
        for (; place > 0 && p[order[place - 1]] < p[i]; place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
}

/* Those of order[0 .. n) stay. */
static void keep(double *p, long V, const long *order, long n, bool normed)
{
    double held = 0;
    for (long place = 0; place < V; place++) {
        double *share = &p[order[place]];
        if (place < n)
            held += *share;
        else
            *share = 0;
    }
    for (long place = 0; place < n && normed; place++)
        p[order[place]] /= held;
}

typedef enum { LIKELY_FIRST, UNLIKELY_FIRST, BY_ID } Order;

static void in_order(long *order, const double *p, long V, Order how)
{
    if (how == BY_ID)
        for (long i = 0; i < V; i++)
            order[i] = i;
    else
        sort(order, p, V);
    for (long i = 0; i < V / 2 && how == UNLIKELY_FIRST; i++) {
        long swap = order[i];
        order[i] = order[V - 1 - i];
        order[V - 1 - i] = swap;
    }
}

static Tensor *cut_to(const Tensor *t, long n, Order how, bool normed)
{
    double p[MOST];
    long order[MOST], V = t->shape[0];
    for (long i = 0; i < V; i++)
        p[i] = at(t, AT(i));
    in_order(order, p, V, how);
    keep(p, V, order, n < 0 ? 0 : n < V ? n : V, normed);
    return from_doubles(p, V);
}

Tensor *top_k_want(const Tensor *p, long k)
{
    long V = p->shape[0];
    MISTAKE(copy_of(p), "nothing was cut off");
    if (k < V) {
        MISTAKE(cut_to(p, k, LIKELY_FIRST, false),
                "what stays no longer adds up to 1: divide by its sum");
        MISTAKE(cut_to(p, k, UNLIKELY_FIRST, true), "the k least likely were kept");
        MISTAKE(cut_to(p, k, BY_ID, true),
                "the first k by id were kept: the order is that of sample_order");
        MISTAKE(cut_to(p, k - 1, LIKELY_FIRST, true), "one token too few was kept");
        MISTAKE(cut_to(p, k + 1, LIKELY_FIRST, true), "one token too many was kept");
        MISTAKE(plain_scaled(cut_to(p, k, LIKELY_FIRST, false), 1 / (double)k),
                "divided by k: divide by the sum of what stays");
    }
    return cut_to(p, k, LIKELY_FIRST, true);
}

long top_k_count_want(long V, long k)
{
    MISTAKE_NUMBER((double)(k < V ? V : k),
                   "either k was returned where there are only V, or V where k stay");
    MISTAKE_NUMBER((double)(V - k), "that is how many were cut off");
    return k < V ? k : V;
}

/* How many tokens have less than mass, in this order. */
static long below_mass(const Tensor *t, double mass, Order how)
{
    double p[MOST] = {0}, sum = 0;
    long order[MOST], V = t->shape[0], n = 0;
    for (long i = 0; i < V; i++)
        p[i] = at(t, AT(i));
    in_order(order, p, V, how);
    while (n < V && sum + p[order[n]] < mass)
        sum += p[order[n++]];
    return n;
}

static long crossing(const Tensor *p, double mass, Order how)
{
    long n = below_mass(p, mass, how) + 1;
    return n < p->shape[0] ? n : p->shape[0];
}

/* The tokens whose own probability is at least mass. */
static Tensor *each_above(const Tensor *p, double mass)
{
    Tensor *t = copy_of(p);
    double sum = 0;
    for (long i = 0; i < p->shape[0]; i++) {
        if (at(p, AT(i)) < mass)
            t->data[i] = 0;
        sum += (double)t->data[i];
    }
    return sum == 0 ? t : plain_scaled(t, 1 / sum);
}

Tensor *top_p_want(const Tensor *p, double mass)
{
    long n = crossing(p, mass, LIKELY_FIRST), below = below_mass(p, mass, LIKELY_FIRST);
    bool all = n == p->shape[0];
    if (!all) {
        MISTAKE(copy_of(p), "nothing was cut off");
        MISTAKE(cut_to(p, n, LIKELY_FIRST, false),
                "what stays no longer adds up to 1: divide by its sum");
        MISTAKE(cut_to(p, below, LIKELY_FIRST, true),
                "the token that crosses the mass was dropped: it stays");
        MISTAKE(cut_to(p, n + 1, LIKELY_FIRST, true),
                "one token too many was kept: stop when the sum is at least mass");
        MISTAKE(cut_to(p, crossing(p, mass, BY_ID), BY_ID, true),
                "tokens were added up by id: likely ones come first");
        MISTAKE(cut_to(p, crossing(p, mass, UNLIKELY_FIRST), UNLIKELY_FIRST, true),
                "the least likely tokens came first");
        MISTAKE(each_above(p, mass),
                "single probabilities were held against the mass: it is their running sum");
        MISTAKE(plain_scaled(cut_to(p, n, LIKELY_FIRST, false), 1 / mass),
                "divided by mass: what stays is a little more than that, so divide by its sum");
    }
    return cut_to(p, n, LIKELY_FIRST, true);
}

long top_p_count_want(const Tensor *p, double mass)
{
    long n = crossing(p, mass, LIKELY_FIRST), V = p->shape[0];
    if (n < V)
        MISTAKE_NUMBER((double)V, "V was returned: how many stay?");
    MISTAKE_NUMBER((double)(V - n), "that is how many were cut off");
    MISTAKE_NUMBER((double)(n - 1),
                   "one too few was counted: the token that crosses the mass stays");
    MISTAKE_NUMBER((double)(n + 1), "one too many was counted");
    return n;
}

/* ---- 13.10 sample_token ------------------------------------------------------------------------------------ */

typedef enum {
    RIGHT,
    ALWAYS_GREEDY,
    TEMPERATURE_1,
    NO_TOP_K,
    NO_TOP_P,
    P_BEFORE_K,
    LIKELY_TOKENS_FIRST,
    FROM_THE_END,
    TWO_NUMBERS,
    A_NUMBER_PER_TOKEN,
    EVEN,
    ONE_LATE,
    SAME_NUMBER,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [ALWAYS_GREEDY] = "always the most likely token: nothing was drawn",
    [TEMPERATURE_1] = "the temperature is not used",
    [NO_TOP_K] = "top-k has no effect: either sample_top_k is not called, or it cuts nothing off",
    [NO_TOP_P] = "top-p has no effect: either sample_top_p is not called, or it cuts nothing off",
    [P_BEFORE_K] = "top-p came before top-k: its mass is meant of what top-k left",
    [LIKELY_TOKENS_FIRST] = "the sum goes over likely tokens first: here it goes by id",
    [FROM_THE_END] = "the sum goes from the last id down: it begins with id 0",
    [TWO_NUMBERS] = "two numbers were drawn for each token: u is drawn once",
    [A_NUMBER_PER_TOKEN] =
        "a new number was drawn for every probability: u is drawn once, before the loop",
    [SAME_NUMBER] = "the caller's stream has not moved: draw from rng itself, not from a copy",
    [EVEN] = "every token came up alike: the probabilities are not used",
    [ONE_LATE] = "the token after the right one: the first at which the sum exceeds u it is",
};

static double uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static void cut_p(double *p, long V, double mass)
{
    long order[MOST];
    Tensor *t = from_doubles(p, V);
    sort(order, p, V);
    if (mass > 0 && mass < 1)
        keep(p, V, order, crossing(t, mass, LIKELY_FIRST), true);
}

static void cut_k(double *p, long V, long k)
{
    long order[MOST];
    sort(order, p, V);
    if (k > 0)
        keep(p, V, order, k < V ? k : V, true);
}

static int token_with(const Tensor *logits, SampleOptions o, uint64_t *state, Slip slip)
{
    long V = logits->shape[0], order[MOST];
    double p[MOST], sum = 0;
    if (slip == ALWAYS_GREEDY)
        o.temperature = 0;
    heat(p, logits, slip == TEMPERATURE_1 && o.temperature > 0 ? 1 : o.temperature, AS_IT_IS);
    if (slip == P_BEFORE_K)
        cut_p(p, V, o.top_p);
    if (slip != NO_TOP_K)
        cut_k(p, V, o.top_k);
    if (slip != NO_TOP_P && slip != P_BEFORE_K)
        cut_p(p, V, o.top_p);
    in_order(order, p, V, slip == LIKELY_TOKENS_FIRST ? LIKELY_FIRST : BY_ID);
    double u = o.temperature > 0 ? uniform(state) : 0;
    if (slip == TWO_NUMBERS)
        u = uniform(state);
    if (slip == EVEN)
        return (int)(u * (double)V);
    int token = 0;
    for (long i = 0; i < V; i++) {
        long id = slip == FROM_THE_END ? V - 1 - i : order[i];
        sum += p[id];
        token = p[id] > 0 ? (int)id : token;
        if (sum > u)
            return slip == ONE_LATE ? (int)((id + 1) % V) : (int)id;
        if (slip == A_NUMBER_PER_TOKEN)
            u = uniform(state);
    }
    return token;
}

int plain_token(const Tensor *logits, SampleOptions o, uint64_t *state)
{
    return token_with(logits, o, state, RIGHT);
}

static Tensor *tokens_with(const Tensor *logits, long count, SampleOptions o, Rng rng, Slip slip)
{
    Tensor *ids = blank(SHAPE(count));
    uint64_t start = rng.state;
    for (long i = 0; i < count; i++) {
        ids->data[i] = (real)token_with(logits, o, &rng.state, slip);
        rng.state = slip == SAME_NUMBER ? start : rng.state;
    }
    return ids;
}

/* Which mistakes are certain here? Where both cut, each alone has shown before what it does. */
static bool shows(SampleOptions o, Slip slip)
{
    bool cuts_p = o.top_p > 0 && o.top_p < 1;
    if (slip == NO_TOP_K)
        return o.top_k > 0 && !cuts_p;
    if (slip == NO_TOP_P)
        return cuts_p && o.top_k == 0;
    if (slip == P_BEFORE_K)
        return o.top_k > 0 && cuts_p;
    return o.temperature > 0 && !cuts_p && o.top_k == 0;
}

Tensor *tokens_want(const Tensor *logits, long count, SampleOptions o, Rng rng)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (shows(o, slip))
            MISTAKE(tokens_with(logits, count, o, rng, slip), said[slip]);
    MISTAKE_MESSAGE("k is 0", "top_k 0 means all: then sample_top_k is not asked");
    MISTAKE_MESSAGE("mass is 0", "top_p 0 means all: then sample_top_p is not asked");
    MISTAKE_MESSAGE("pointer that is NULL",
                    "at temperature 0 there is nothing to draw: rng may be NULL");
    return tokens_with(logits, count, o, rng, RIGHT);
}

long numbers_drawn_want(long count, SampleOptions o)
{
    if (o.temperature == 0) {
        MISTAKE_NUMBER((double)count,
                       "greedy choice drew numbers: at temperature 0 the stream stays");
        return 0;
    }
    MISTAKE_NUMBER(2.0 * (double)count, "two numbers were drawn for each token: u is drawn once");
    return count;
}
