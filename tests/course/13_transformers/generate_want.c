/* generate_want.c - text from a model in plain loops, right and with each of the mistakes people make. */
#include "want.h"

typedef enum {
    RIGHT,
    LAST_ONLY,
    FIRST_WINDOW,
    ROW_0,
    ROW_BEFORE,
    ONLY_PROMPT,
    ALWAYS_GREEDY,
    GAP,
    COUNT_IN_ALL,
    ONE_TOO_FEW,
    SHORT_WINDOW,
    SLIDING,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [LAST_ONLY] = "the model read the last token alone: it remembers nothing, and must read all of "
                  "them again",
    [FIRST_WINDOW] =
        "past the context the first tokens were read: it is the last ones that the next follows",
    [ROW_0] = "the first row of logits was used: the last one is about the next token",
    [ROW_BEFORE] = "the row before the last was used: it is about a token that is there already",
    [ONLY_PROMPT] =
        "the model read the prompt again and again: what was written is part of the text",
    [ALWAYS_GREEDY] = "always the most likely token: sample_token takes the options",
    [GAP] = "the first new token belongs to ids[n], right behind the prompt",
    [COUNT_IN_ALL] = "count is how many are appended, not how long the text becomes",
    [ONE_TOO_FEW] = "one token is missing",
    [SHORT_WINDOW] = "the first of the tokens that the model still knows was left out",
    [SLIDING] = "the last `context` tokens were read, a window that slides: generate_start says "
                "where reading "
                "begins",
};

/* Row `row` of the logits of T tokens. */
static Tensor *row_of_logits(const Gpt *g, const int *ids, long T, long row)
{
    IntTensor *window = int_tensor_from(SHAPE(1, T), T, ids);
    Tensor *logits = plain_gpt(g, window, NULL), *last = blank(SHAPE(logits->shape[2]));
    for (long i = 0; i < logits->shape[2]; i++)
        last->data[i] = (real)at(logits, AT(0, row, i));
    return last;
}

static Tensor *text_with(const Gpt *g, const int *prompt, long room, long n, long count,
                         SampleOptions o, Rng rng, Slip slip)
{
    int ids[64];
    memcpy(ids, prompt, (size_t)room * sizeof *ids);
    long end = slip == COUNT_IN_ALL ? count : slip == ONE_TOO_FEW ? n + count - 1 : n + count;
    if (slip == ALWAYS_GREEDY)
        o.temperature = 0;
    for (long i = n; i < end; i++) {
        long context = g->options.context, known = slip == ONLY_PROMPT ? n : i, start = 0;
        while (known - start > context)
            start += slip == SLIDING ? 1 : (context + 1) / 2;
        if (slip == SHORT_WINDOW && start > 0)
            start++;
        long T = slip == LAST_ONLY ? 1 : known - start;
        const int *window = slip == FIRST_WINDOW ? ids : ids + known - T;
        long row = slip == ROW_0 ? 0 : slip == ROW_BEFORE && T > 1 ? T - 2 : T - 1;
        ids[i] = plain_token(row_of_logits(g, window, T, row), o, &rng.state);
    }
    Tensor *t = blank(SHAPE(room));
    for (long i = 0; i < room; i++)
        t->data[i] = (real)ids[slip == GAP && i > n ? i - 1 : i];
    if (slip == GAP)
        t->data[n] = (real)prompt[n];
    return t;
}

Tensor *text_want(const Gpt *g, const int *ids, long room, long n, long count, SampleOptions o,
                  Rng rng)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (slip != ALWAYS_GREEDY || o.temperature > 0)
            MISTAKE(text_with(g, ids, room, n, count, o, rng, slip), said[slip]);
    MISTAKE_MESSAGE("but the model's context is",
                    "more tokens were read than the context holds: ask generate_start anew for "
                    "every token");
    return text_with(g, ids, room, n, count, o, rng, RIGHT);
}

long recorded_want(void)
{
    MISTAKE_NUMBER(INFINITY,
                   "a graph was recorded for each token: grad_mode(false) in the token's scope");
    return 0;
}

long recording_again_want(void)
{
    MISTAKE_NUMBER(0, "grad_mode(false) outlived the call, and nobody can train any more: a "
                      "token's scope puts it back when it closes");
    return 1;
}

long stream_want(void)
{
    MISTAKE_NUMBER(0, "the caller's stream stands elsewhere: hand rng itself to sample_token, not "
                      "a copy, and draw nothing beside it");
    return 1;
}

long growth_want(void)
{
    MISTAKE_NUMBER(INFINITY,
                   "every token leaves its logits behind: open a scope for it, and close it");
    return 0;
}

/* While it runs; a few bytes a token are nobody's loss. */
long peak_growth_want(long tokens)
{
    MISTAKE_NUMBER(INFINITY, "what a token took was held until all were written: a scope for each "
                             "token, closed before the next one");
    return 64 * tokens;
}

long training_want(long was)
{
    MISTAKE_NUMBER(!was, was ? "dropout was turned off and never on again: put the flag back"
                             : "the model was set to training: put back what the flag was");
    return was;
}

long dropout_numbers_want(void)
{
    MISTAKE_NUMBER(1, "dropout acted while writing: module_train(&g->module, false)");
    return 0;
}
