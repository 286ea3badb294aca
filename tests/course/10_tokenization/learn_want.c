/* learn_want.c - 10.3, 10.6: merges learnt from words, all counted anew for each, and what that costs. */
#include "want.h"

enum { TOKENS = 420, LONG_TOKEN = 40 };

typedef struct {
    BpeWord *words;
    long n, size, looks;
    char bytes[TOKENS][LONG_TOKEN]; /* no byte is 0 */
    long count[TOKENS][TOKENS];
    BpePair merges[TOKENS];
    long n_merges;
} Learner;

/* Counts all pairs of all words; false: there is none. */
static bool choose(Learner *l, BpePair *best)
{
    long most = 0;
    memset(l->count, 0, sizeof l->count);
    for (long w = 0; w < l->n; w++)
        for (long i = 1; i < l->words[w].n; i++)
            l->count[l->words[w].ids[i - 1]][l->words[w].ids[i]] += l->words[w].count;
    for (int x = 0; x < l->size; x++)
        for (int y = 0; y < l->size; y++) {
            if (l->count[x][y] == 0 || l->count[x][y] < most)
                continue;
            int order = strcmp(l->bytes[x], l->bytes[best->left]);
            if (order == 0)
                order = strcmp(l->bytes[y], l->bytes[best->right]);
            if (l->count[x][y] > most || order > 0)
                *best = (BpePair){x, y};
            most = l->count[x][y];
        }
    return most > 0;
}

static Learner *learnt(const BpeWord *words, long n, long vocabulary)
{
    Learner *l = scope_alloc(scope_current(), sizeof *l);
    memset(l, 0, sizeof *l);
    *l = (Learner){.words = words_copied(words, n), .n = n, .size = 256};
    for (int i = 0; i < 256; i++)
        l->bytes[i][0] = (char)i;
    BpePair best = {0, 0};
    while (l->size < vocabulary && choose(l, &best)) {
        for (long w = 0; w < n; w++) {
            BpeWord *word = &l->words[w];
            l->looks += word->n > 0 ? 2 * (word->n - 1) + word->n : 0;
            word->n = plain_merge(word->ids, word->n, best, (int)l->size);
        }
        size_t left = strlen(l->bytes[best.left]);
        memcpy(l->bytes[l->size], l->bytes[best.left], left);
        memcpy(l->bytes[l->size++] + left, l->bytes[best.right], strlen(l->bytes[best.right]));
        l->merges[l->n_merges++] = best;
    }
    return l;
}

Tensor *merges_want(const BpeWord *words, long n, long vocabulary)
{
    const Learner *l = learnt(words, n, vocabulary);
    Tensor *t = blank(SHAPE(l->n_merges, 2));
    for (long i = 0; i < l->n_merges; i++) {
        t->data[2 * i] = l->merges[i].left;
        t->data[2 * i + 1] = l->merges[i].right;
    }
    return t;
}

Tensor *words_want(const BpeWord *words, long n, long vocabulary)
{
    return words_listed(learnt(words, n, vocabulary)->words, n);
}

long looks_anew_want(const BpeWord *words, long n, long vocabulary)
{
    return learnt(words, n, vocabulary)->looks;
}

/* What has neighbours. */
long tokens_want(const BpeWord *words, long n)
{
    long tokens = 0;
    for (long w = 0; w < n; w++)
        tokens += words[w].n > 1 ? words[w].n : 0;
    return tokens;
}
