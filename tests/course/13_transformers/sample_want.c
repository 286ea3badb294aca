/* sample_want.c - a token drawn in plain loops, right and with each of the mistakes people make. */
#include "want.h"

#define MOST 1024

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
    [EVEN] = "every token came up alike: the probabilities are not used, or the "
             "logits were flattened on the way, which are only read",
    [ONE_LATE] = "the token after the right one: the first at which the sum exceeds u it is",
};

static double uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static int token_with(const Tensor *logits, SampleOptions o, uint64_t *state, Slip slip)
{
    long V = logits->shape[0], order[MOST];
    double p[MOST], sum = 0;
    if (slip == ALWAYS_GREEDY)
        o.temperature = 0;
    plain_temperature(p, logits, slip == TEMPERATURE_1 && o.temperature > 0 ? 1 : o.temperature);
    if (slip == P_BEFORE_K)
        plain_top_p(p, V, o.top_p);
    if (slip != NO_TOP_K)
        plain_top_k(p, V, o.top_k);
    if (slip != NO_TOP_P && slip != P_BEFORE_K)
        plain_top_p(p, V, o.top_p);
    for (long i = 0; i < V; i++)
        order[i] = i;
    if (slip == LIKELY_TOKENS_FIRST)
        plain_order(order, p, V);
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
    if (o.top_k == 1) {
        MISTAKE_NUMBER(0, "no number was drawn where only one token is left: every token takes "
                          "one, so that a seed gives a text");
        MISTAKE_NUMBER((double)count / 2,
                       "a number is missing where only one token is left: every token takes one, "
                       "so that a seed gives a text");
    }
    MISTAKE_NUMBER(2.0 * (double)count, "two numbers were drawn for each token: u is drawn once");
    return count;
}

/* Of twelve tokens the first and the last have probability 0, the others 0.1. */
long first_possible_want(void)
{
    MISTAKE_NUMBER(0, "a token of probability 0 came: the sum must exceed u, not only reach it");
    return 1;
}

long last_possible_want(void)
{
    MISTAKE_NUMBER(11, "a token of probability 0 came: where rounding leaves the sum below u, it "
                       "is the last token whose p is not 0");
    MISTAKE_NUMBER(12, "V is no token: where rounding leaves the sum below u, it is the last token "
                       "whose p is not 0");
    MISTAKE_NUMBER(-1, "no token was found: where rounding leaves the sum below u, it is the last "
                       "one whose p is not 0");
    MISTAKE_NUMBER(0, "no token was found: where rounding leaves the sum below u, it is the last "
                      "one whose p is not 0");
    return 10;
}
