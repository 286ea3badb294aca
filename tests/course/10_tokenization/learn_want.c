/* learn_want.c - 10.4: merges learnt from words. */
#include "want.h"

enum { WORDS = 8, LONGEST = 24, TOKENS = 300 };

typedef struct {
    int ids[WORDS][LONGEST];
    long length[WORDS], count[WORDS], n;
    char bytes[TOKENS][2 * LONGEST]; /* no byte is 0 */
    int size;
    BpePair merges[TOKENS];
    long n_merges;
} Learner;

static Learner *learner(const BpeWord *words, long n)
{
    Learner *l = scope_alloc(scope_current(), sizeof *l);
    memset(l, 0, sizeof *l);
    l->n = n;
    l->size = 256;
    for (int i = 0; i < 256; i++)
        l->bytes[i][0] = (char)i;
    for (long w = 0; w < n; w++) {
        l->length[w] = words[w].n;
        l->count[w] = words[w].count;
        memcpy(l->ids[w], words[w].ids, (size_t)words[w].n * sizeof(int));
    }
    return l;
}

static long count_of(const Learner *l, BpePair pair)
{
    long count = 0;
    for (long w = 0; w < l->n; w++)
        for (long i = 0; i + 1 < l->length[w]; i++)
            if (l->ids[w][i] == pair.left && l->ids[w][i + 1] == pair.right)
                count += l->count[w];
    return count;
}

static bool is_better(const Learner *l, BpePair x, long count, BpePair y, long best)
{
    int order = strcmp(l->bytes[x.left], l->bytes[y.left]);
    if (order == 0)
        order = strcmp(l->bytes[x.right], l->bytes[y.right]);
    return count > best || (count == best && order > 0);
}

/* How often the best one occurs; 0: there is no pair. */
static long best_of(const Learner *l, BpePair *best)
{
    long most = 0;
    for (long w = 0; w < l->n; w++)
        for (long i = 0; i + 1 < l->length[w]; i++) {
            BpePair pair = {l->ids[w][i], l->ids[w][i + 1]};
            long count = count_of(l, pair);
            if (most > 0 && !is_better(l, pair, count, *best, most))
                continue;
            most = count;
            *best = pair;
        }
    return most;
}

static Learner *learnt(const BpeWord *words, long n, long vocabulary)
{
    Learner *l = learner(words, n);
    BpePair best = {0, 0};
    while (l->size < vocabulary && best_of(l, &best) > 0) {
        size_t left = strlen(l->bytes[best.left]);
        memcpy(l->bytes[l->size], l->bytes[best.left], left);
        memcpy(l->bytes[l->size] + left, l->bytes[best.right], strlen(l->bytes[best.right]));
        for (long w = 0; w < n; w++)
            l->length[w] = plain_merge(l->ids[w], l->length[w], best, l->size);
        l->merges[l->n_merges++] = best;
        l->size++;
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
    Learner *l = learnt(words, n, vocabulary);
    BpeWord *after = scope_alloc(scope_current(), (size_t)n * sizeof *after);
    for (long w = 0; w < n; w++)
        after[w] = (BpeWord){l->ids[w], l->length[w], l->count[w]};
    return words_listed(after, n);
}
