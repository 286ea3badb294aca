/* text_want.c - text from a model that reads all of it again for each token, and texts that mistakes give. */
#include "want.h"

typedef enum {
    RIGHT,
    SLIDING,
    GREEDY,
    COUNT_IN_ALL,
    ONE_TOO_FEW,
    ONE_TOO_MANY,
    SAME_NUMBER,
    PROMPT_ONLY,
    LAST_ONLY,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [SLIDING] = "a window that slides was read: generate_start says where reading begins",
    [GREEDY] = "always the most likely token: sample_token takes the options",
    [COUNT_IN_ALL] = "count is how many are appended, not how long the text becomes",
    [ONE_TOO_FEW] = "one token is missing",
    [ONE_TOO_MANY] = "one token too many was appended: count of them are asked for",
    [SAME_NUMBER] = "the caller's stream stood still: draw from rng itself, not from a copy",
    [PROMPT_ONLY] =
        "every token was drawn from the same logits: what was drawn has to be read, too",
    [LAST_ONLY] = "the model forgot everything before each token: the cache was emptied every time",
};

static int next_token(const Gpt *g, const int *ids, long n, SampleOptions o, Rng *rng)
{
    double *logits = ROOM_FOR(g->options.vocabulary, double);
    Tensor *t = plain_logits((Reading){g, ids, 1, n, (long[]){n}, 1});
    for (long i = 0; i < g->options.vocabulary; i++)
        logits[i] = (double)t->data[i];
    return plain_token(logits, g->options.vocabulary, o.temperature, &rng->state);
}

static long start_of(const Gpt *g, long n, Slip slip)
{
    long context = g->options.context, start = 0;
    while (n - start > context)
        start += slip == SLIDING ? 1 : (context + 1) / 2;
    return slip == LAST_ONLY ? n - 1 : start;
}

static Tensor *text_with(const Gpt *g, const int *prompt, long room, long n, long count,
                         SampleOptions o, Rng rng, Slip slip)
{
    int ids[64] = {0};
    memcpy(ids, prompt, (size_t)room * sizeof *ids);
    long end = slip == COUNT_IN_ALL ? count : n + count, given = n;
    end += (slip == ONE_TOO_MANY) - (slip == ONE_TOO_FEW);
    o.temperature *= slip != GREEDY;
    Rng first = rng;
    for (; n < end; n++) {
        long known = slip == PROMPT_ONLY ? given : n, start = start_of(g, known, slip);
        rng = slip == SAME_NUMBER ? first : rng;
        ids[n] = next_token(g, ids + start, known - start, o, &rng);
    }
    Tensor *text = blank(SHAPE(room));
    for (long i = 0; i < room; i++)
        text->data[i] = (real)ids[i];
    return text;
}

Tensor *text_want(const Gpt *g, const int *ids, long room, long n, long count, SampleOptions o,
                  Rng rng)
{
    MISTAKE_MESSAGE("gpt_prefill: n is -5",
                    "the cache was not emptied when the start moved: what it has is for other "
                    "positions");
    MISTAKE_MESSAGE("gpt_prefill: n is 0",
                    "the cache had read everything: the last token of a text is what the next one "
                    "is drawn after, and it is read then");
    MISTAKE_MESSAGE("has read 12 tokens, and 1 more",
                    "the context is full, and nothing was forgotten: generate_start moves, and the "
                    "cache begins again");
    MISTAKE_MESSAGE("has read 0 tokens, and 13 more",
                    "the text was read from its first token on: generate_start says where reading "
                    "begins");
    MISTAKE_MESSAGE("tokens, and 1 more do not fit",
                    "more was read than the cache has room for: is anything read twice?");
    for (Slip slip = 1; slip < SLIPS; slip++)
        if ((slip != GREEDY && slip != SAME_NUMBER) || o.temperature > 0)
            MISTAKE(text_with(g, ids, room, n, count, o, rng, slip), said[slip]);
    return text_with(g, ids, room, n, count, o, rng, RIGHT);
}

Tensor *likely_text_want(const Gpt *g, const int *ids, long room, long n, long count, Rng rng)
{
    MISTAKE(text_with(g, ids, room, n, count, (SampleOptions){.temperature = 1}, rng, RIGHT),
            "top_p was left out: sample_token takes the options as they are");
    return text_with(g, ids, room, n, count, (SampleOptions){.temperature = 0}, rng, RIGHT);
}

/* ---- how many tokens go through the model --------------------------------------------------------------------- */

/* n tokens, of which `before` were read; each is read once, and again what is left where the start moves. */
static long tokens_with(const Gpt *g, long n, long before, long count, bool last_too)
{
    long read = before, start = start_of(g, n, RIGHT), sum = 0;
    for (long t = n; t < n + count; t++) {
        long now = start_of(g, t, RIGHT);
        read = now != start ? now : read;
        start = now;
        sum += t - read;
        read = t;
    }
    return sum + last_too;
}

static const char *const read_twice =
    "a token that the cache has was read again at every step: begin behind what it has read";

long tokens_read_want(const Gpt *g, long n, long count)
{
    long again = 0;
    for (long i = 0; i < count; i++)
        again += n + i - start_of(g, n + i, RIGHT);
    MISTAKE_NUMBER((double)again,
                   "all of the text was read again for each token: the cache has read it already");
    MISTAKE_NUMBER((double)tokens_with(g, n, start_of(g, n, RIGHT), count, true),
                   "the last token was read as well: nothing is drawn after it yet");
    long once = tokens_with(g, n, start_of(g, n, RIGHT), count, false), twice = once;
    for (long i = 1; i < count; i++)
        twice += start_of(g, n + i, RIGHT) == start_of(g, n + i - 1, RIGHT);
    MISTAKE_NUMBER((double)twice, read_twice);
    MISTAKE_NUMBER((double)(n + count - 1),
                   "nothing was read again when the context was full: every position has moved, "
                   "and no key in the cache is right");
    return once;
}

long read_on_want(long n, long before, long count)
{
    MISTAKE_NUMBER((double)(n + count - 1),
                   "the text was read again from its beginning: the cache has read the first part");
    MISTAKE_NUMBER((double)(n + count - 1 - before + count), read_twice);
    MISTAKE_NUMBER((double)(n + count - before),
                   "the last token was read as well: nothing is drawn after it yet");
    return n + count - 1 - before;
}
