/* learn_want.c - 10.4: merges learnt from words, and what known mistakes learn. */
#include "want.h"

enum { WORDS = 8, LONGEST = 24, TOKENS = 300 };

typedef enum {
    RIGHT,
    COUNTED_ONCE,
    ONE_MORE,
    ONE_LESS,
    N_MERGES,
    FIRST_WORD,
    TWICE_AT_LEAST,
    ONE_MERGE,
    LENGTH_KEPT
} LearnSlip;

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

static bool was_merged(const Learner *l, BpePair pair)
{
    for (long i = 0; i < l->n_merges; i++)
        if (l->merges[i].left == pair.left && l->merges[i].right == pair.right)
            return true;
    return false;
}

/* How often the best one occurs; 0: there is no pair. fresh: that was not merged yet. */
static long best_of(const Learner *l, bool fresh, BpePair *best)
{
    long most = 0;
    for (long w = 0; w < l->n; w++)
        for (long i = 0; i + 1 < l->length[w]; i++) {
            BpePair pair = {l->ids[w][i], l->ids[w][i + 1]};
            long count = count_of(l, pair);
            if ((fresh && was_merged(l, pair)) ||
                (most > 0 && !is_better(l, pair, count, *best, most)))
                continue;
            most = count;
            *best = pair;
        }
    return most;
}

static Learner *learnt(const BpeWord *words, long n, long vocabulary, LearnSlip slip)
{
    Learner *l = learner(words, n);
    const Learner *before = slip == COUNTED_ONCE ? learner(words, n) : NULL;
    long size = vocabulary + (slip == ONE_MORE) - (slip == ONE_LESS) + (slip == N_MERGES ? 256 : 0);
    BpePair best = {0, 0};
    while (l->size < size && l->size < TOKENS && (slip != ONE_MERGE || l->n_merges == 0)) {
        Learner *look = l;
        if (before != NULL) { /* the counts of the beginning, in their order */
            look = learner(words, n);
            look->n_merges = l->n_merges;
            memcpy(look->merges, l->merges, sizeof l->merges);
        }
        long most = best_of(look, before != NULL, &best);
        if (most < (slip == TWICE_AT_LEAST ? 2 : 1))
            break;
        size_t left = strlen(l->bytes[best.left]);
        memcpy(l->bytes[l->size], l->bytes[best.left], left);
        memcpy(l->bytes[l->size] + left, l->bytes[best.right], strlen(l->bytes[best.right]));
        for (long w = 0; w < (slip == FIRST_WORD ? 1 : n); w++)
            l->length[w] = plain_merge(l->ids[w], l->length[w], best, l->size);
        l->merges[l->n_merges++] = best;
        l->size++;
    }
    return l;
}

static Tensor *merges_by(const BpeWord *words, long n, long vocabulary, LearnSlip slip)
{
    const Learner *l = learnt(words, n, vocabulary, slip);
    Tensor *t = blank(SHAPE(l->n_merges, 2));
    for (long i = 0; i < l->n_merges; i++) {
        t->data[2 * i] = l->merges[i].left;
        t->data[2 * i + 1] = l->merges[i].right;
    }
    return t;
}

Tensor *merges_want(const BpeWord *words, long n, long vocabulary)
{
    MISTAKE(merges_by(words, n, vocabulary, COUNTED_ONCE),
            "pairs were counted once, at the beginning: after a merge there are other neighbours");
    MISTAKE(merges_by(words, n, vocabulary, ONE_MORE),
            "one merge too many: stop when b->size is vocabulary");
    MISTAKE(merges_by(words, n, vocabulary, ONE_LESS),
            "one merge is missing: go on while b->size < vocabulary");
    MISTAKE(merges_by(words, n, vocabulary, N_MERGES),
            "vocabulary was taken for the number of merges: the 256 bytes are tokens, too");
    MISTAKE(merges_by(words, n, vocabulary, TWICE_AT_LEAST),
            "learning stopped at pairs that occur once: it goes on as long as there is a pair");
    MISTAKE(merges_by(words, n, vocabulary, ONE_MERGE), "there is one merge only: again and again");
    MISTAKE_MESSAGE(
        "no end",
        "it never ends: a merge did not change the words, or nobody asks whether a pair is left");
    return merges_by(words, n, vocabulary, RIGHT);
}

static Tensor *words_by(const BpeWord *words, long n, long vocabulary, LearnSlip slip)
{
    Learner *l = learnt(words, n, vocabulary, slip);
    BpeWord *after = scope_alloc(scope_current(), (size_t)n * sizeof *after);
    for (long w = 0; w < n; w++)
        after[w] = (BpeWord){l->ids[w], l->length[w], l->count[w]};
    return words_listed(after, n);
}

Tensor *words_want(const BpeWord *words, long n, long vocabulary)
{
    MISTAKE(words_by(words, n, vocabulary, ONE_LESS),
            "the words have not seen the last merge: it is made in them, too");
    return words_by(words, n, vocabulary, RIGHT);
}
