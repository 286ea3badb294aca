/* pairs_want.c - 10.1, 10.2: pairs of neighbours, counted and chosen; and what known mistakes make of them. */
#include "want.h"

/* ---- 10.1 bpe_pair_counts ------------------------------------------------------------------------------ */

typedef enum {
    RIGHT,
    ACROSS,
    NO_OVERLAP,
    UNWEIGHTED,
    FIRST_MISSED,
    LAST_MISSED,
    SWAPPED,
    UNORDERED,
    ONE_WORD,
    UNSORTED,
    NOT_ADDED,
    OVERWRITTEN,
    ALL_RETURNED,
    ONE_EACH,
    ONCE_A_WORD,
    BY_COUNT
} CountSlip;

static BpePairCount row_of(int left, int right, long count, CountSlip slip)
{
    if (slip == SWAPPED || (slip == UNORDERED && left > right))
        return row_of(right, left, count, RIGHT);
    return (BpePairCount){{left, right}, slip == UNWEIGHTED ? 1 : count};
}

static bool stood_before(const int *ids, long i)
{
    for (long k = 0; k < i; k++)
        if (ids[k] == ids[i] && ids[k + 1] == ids[i + 1])
            return true;
    return false;
}

static long pairs_of(const BpeWord *words, long n, CountSlip slip, BpePairCount *rows)
{
    long all = 0;
    for (long w = 0; w < (slip == ONE_WORD ? 1 : n); w++) {
        const int *ids = words[w].ids;
        long length = words[w].n, last = -2;
        for (long i = slip == FIRST_MISSED; i + 1 + (slip == LAST_MISSED) < length; i++) {
            bool again = last == i - 1 && i > 0 && ids[i - 1] == ids[i] && ids[i] == ids[i + 1];
            if ((slip == NO_OVERLAP && again) || (slip == ONCE_A_WORD && stood_before(ids, i)))
                continue;
            last = i;
            rows[all++] = row_of(ids[i], ids[i + 1], words[w].count, slip);
        }
        if (slip == ACROSS && w + 1 < n)
            rows[all++] = row_of(ids[length - 1], words[w + 1].ids[0], words[w].count, slip);
    }
    return all;
}

static bool is_behind(BpePair x, BpePair y)
{
    return x.left != y.left ? x.left > y.left : x.right > y.right;
}

static void sort_rows(BpePairCount *rows, long n, CountSlip slip)
{
    for (long i = 1; i < n; i++)
        for (long k = i; k > 0 && (slip == BY_COUNT ? rows[k - 1].count < rows[k].count
                                                    : is_behind(rows[k - 1].pair, rows[k].pair));
             k--) {
            BpePairCount row = rows[k];
            rows[k] = rows[k - 1];
            rows[k - 1] = row;
        }
}

/* Equal pairs, wherever they stand, become one. */
static long add_up(BpePairCount *rows, long n, CountSlip slip)
{
    long different = 0;
    for (long i = 0; i < n; i++) {
        long k = 0;
        while (k < different &&
               (rows[k].pair.left != rows[i].pair.left || rows[k].pair.right != rows[i].pair.right))
            k++;
        if (k == different)
            rows[different++] = rows[i];
        else if (slip == ONE_EACH)
            rows[k].count++;
        else
            rows[k].count = rows[i].count + (slip == OVERWRITTEN ? 0 : rows[k].count);
    }
    return slip == ALL_RETURNED ? n : different;
}

static Tensor *counted(const BpeWord *words, long n, CountSlip slip)
{
    BpePairCount rows[MOST];
    long all = pairs_of(words, n, slip, rows);
    if (slip != UNSORTED)
        sort_rows(rows, all, RIGHT);
    long n_rows = slip == NOT_ADDED ? all : add_up(rows, all, slip);
    if (slip == BY_COUNT)
        sort_rows(rows, n_rows, slip);
    return counts_listed(rows, n_rows);
}

/* Without the first row, if that is the pair in front of the room. */
static Tensor *counted_from(BpePair before, const BpeWord *words, long n)
{
    const Tensor *all = counted(words, n, RIGHT);
    bool same = all->data[0] == before.left && all->data[1] == before.right;
    Tensor *t = blank(SHAPE(all->shape[0] - same, 3));
    memcpy(t->data, all->data + 3 * same, (size_t)tensor_numel(t) * sizeof *t->data);
    return t;
}

Tensor *counts_want(const BpeWord *words, long n, BpePair before)
{
    MISTAKE(counted(words, n, ACROSS),
            "a pair was counted of the last token of a word and the first of the next: "
            "no token reaches across a cut");
    MISTAKE(counted(words, n, NO_OVERLAP),
            "of three equal neighbours only one pair was counted: (7, 7, 7) holds (7, 7) twice");
    MISTAKE(counted(words, n, UNWEIGHTED),
            "each word was counted once: one that occurs 5 times brings each of its pairs 5 times");
    MISTAKE(counted(words, n, ONCE_A_WORD),
            "a pair that stands in a word several times was counted once there: each place counts");
    MISTAKE(counted(words, n, BY_COUNT),
            "the pairs are sorted by their counts: sort them by left, then by right");
    MISTAKE(counted(words, n, FIRST_MISSED),
            "the first pair of each word is missing: i begins at 0");
    MISTAKE(counted(words, n, LAST_MISSED),
            "the last pair of each word is missing: i + 1 < words[w].n");
    MISTAKE(counted(words, n, SWAPPED), "left and right have changed places");
    MISTAKE(counted(words, n, UNORDERED), "(a, b) and (b, a) were taken for one pair");
    MISTAKE(counted(words, n, ONE_WORD), "only the first word was looked at");
    MISTAKE(counted(words, n, UNSORTED),
            "the pairs stand as they came: sort them by left, then by right");
    MISTAKE(counted(words, n, NOT_ADDED),
            "equal pairs stand side by side: their counts become one");
    MISTAKE(counted(words, n, OVERWRITTEN),
            "the count of an equal pair took the place of the one before: they are added");
    MISTAKE(counted(words, n, ALL_RETURNED),
            "what was returned is how many pairs there were before equal ones were added up");
    MISTAKE(counted_from(before, words, n),
            "the first pair was compared with what stands in front of counts: nothing is there");
    MISTAKE(counted(words, n, ONE_EACH),
            "an equal pair brought 1: it brings the count of its word");
    return counted(words, n, RIGHT);
}

/* ---- 10.2 bpe_best_pair -------------------------------------------------------------------------------- */

/* Below, at or above 0, as strcmp; whole: left and right in one. */
static int compare_bytes(const Bpe *b, int x, int y)
{
    size_t n = b->start[x + 1] - b->start[x], m = b->start[y + 1] - b->start[y];
    for (size_t i = 0; i < n && i < m; i++)
        if (b->bytes[b->start[x] + i] != b->bytes[b->start[y] + i])
            return b->bytes[b->start[x] + i] < b->bytes[b->start[y] + i] ? -1 : 1;
    return (n > m) - (n < m);
}

typedef int Order(const Bpe *b, BpePair x, BpePair y);

static int by_bytes(const Bpe *b, BpePair x, BpePair y)
{
    int order = compare_bytes(b, x.left, y.left);
    return order != 0 ? order : compare_bytes(b, x.right, y.right);
}

static int by_lesser_bytes(const Bpe *b, BpePair x, BpePair y)
{
    return -by_bytes(b, x, y);
}

static int by_right_first(const Bpe *b, BpePair x, BpePair y)
{
    int order = compare_bytes(b, x.right, y.right);
    return order != 0 ? order : compare_bytes(b, x.left, y.left);
}

static int byte_of(const Bpe *b, BpePair x, size_t i)
{
    size_t n = b->start[x.left + 1] - b->start[x.left],
           m = b->start[x.right + 1] - b->start[x.right];
    if (i >= n + m)
        return -1;
    return b->bytes[i < n ? b->start[x.left] + i : b->start[x.right] + i - n];
}

/* As if each pair were one text. */
static int by_both(const Bpe *b, BpePair x, BpePair y)
{
    size_t i = 0;
    while (byte_of(b, x, i) >= 0 && byte_of(b, x, i) == byte_of(b, y, i))
        i++;
    return byte_of(b, x, i) - byte_of(b, y, i);
}

static int by_left_alone(const Bpe *b, BpePair x, BpePair y)
{
    return compare_bytes(b, x.left, y.left);
}

static int by_right_alone(const Bpe *b, BpePair x, BpePair y)
{
    return compare_bytes(b, x.right, y.right);
}

/* A greater right token wins whatever the left ones are. */
static int by_either(const Bpe *b, BpePair x, BpePair y)
{
    int order = compare_bytes(b, x.left, y.left);
    return order > 0 ? order : compare_bytes(b, x.right, y.right);
}

static int by_id(const Bpe *b, BpePair x, BpePair y)
{
    (void)b;
    return is_behind(x, y) ? 1 : -1;
}

static int by_smaller_id(const Bpe *b, BpePair x, BpePair y)
{
    return -by_id(b, x, y);
}

static int never(const Bpe *b, BpePair x, BpePair y)
{
    (void)b, (void)x, (void)y;
    return -1;
}

static int always(const Bpe *b, BpePair x, BpePair y)
{
    return -never(b, x, y);
}

/* sign 1: the commonest; -1: the rarest; 0: counts are not looked at. */
static Tensor *chosen(const BpePairCount *counts, long first, long n, const Bpe *b, int sign,
                      Order *order)
{
    BpePairCount best = counts[first];
    for (long i = first + 1; i < n; i++) {
        long more = sign * (counts[i].count - best.count);
        if (more > 0 || (more == 0 && order(b, counts[i].pair, best.pair) > 0))
            best = counts[i];
    }
    return pair_listed(best.pair);
}

Tensor *best_want(const BpePairCount *counts, long n, const Bpe *b)
{
    MISTAKE(chosen(counts, 0, n, b, -1, by_bytes), "that is the rarest pair");
    MISTAKE(chosen(counts, 0, n, b, 0, by_bytes),
            "the count was not looked at: it comes before the bytes");
    MISTAKE(chosen(counts, 0, n, b, 1, never),
            "of several with the same count the first was taken: the greater bytes win");
    MISTAKE(chosen(counts, 0, n, b, 1, always),
            "of several with the same count the last was taken: the greater bytes win");
    MISTAKE(chosen(counts, 0, n, b, 1, by_lesser_bytes),
            "of several with the same count the one with the lesser bytes was taken");
    MISTAKE(chosen(counts, 0, n, b, 1, by_right_first),
            "the right tokens were compared before the left ones");
    MISTAKE(chosen(counts, 0, n, b, 1, by_both),
            "left and right were compared as one text: first the left tokens, \"aa\" behind \"a\"");
    MISTAKE(chosen(counts, 0, n, b, 1, by_left_alone),
            "with the same left token the right one decides");
    MISTAKE(chosen(counts, 0, n, b, 1, by_right_alone),
            "the left tokens decide, and the right ones only where these are the same");
    MISTAKE(chosen(counts, 0, n, b, 1, by_either),
            "a greater right token won though its left token is less: the right one decides only "
            "where the left ones are the same");
    MISTAKE(chosen(counts, 0, n, b, 1, by_id),
            "ids were compared, and not the bytes they stand for: token 256 may be \"ab\", and "
            "\"b\" is greater");
    MISTAKE(chosen(counts, 0, n, b, 1, by_smaller_id),
            "the smaller ids were taken: what counts are the bytes");
    MISTAKE(pair_listed(counts[0].pair), "that is simply the first pair");
    MISTAKE(pair_listed(counts[n - 1].pair), "that is simply the last pair");
    MISTAKE(chosen(counts, 0, n - 1, b, 1, by_bytes), "the last pair was not looked at");
    MISTAKE(chosen(counts, 1, n, b, 1, by_bytes), "the first pair was not looked at");
    return chosen(counts, 0, n, b, 1, by_bytes);
}
