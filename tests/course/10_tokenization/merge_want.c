/* merge_want.c - 10.3: a pair merged in a word, and what known mistakes make of it. */
#include "want.h"

typedef enum {
    MERGED,
    FROM_THE_RIGHT,
    ONLY_FIRST,
    OVERLAPPING,
    RIGHT_KEPT,
    EITHER_ORDER,
    LEFT_ALONE,
    STOPS_EARLY,
    LAST_LOST,
    OLD_LENGTH,
    LEFT_KEPT,
    NOTHING,
    BEYOND
} MergeSlip;

static bool is_pair(const int *ids, BpePair pair, MergeSlip slip)
{
    bool here = ids[0] == pair.left && (ids[1] == pair.right || slip == LEFT_ALONE);
    return here || (slip == EITHER_ORDER && ids[0] == pair.right && ids[1] == pair.left);
}

long plain_merge(int *ids, long n, BpePair pair, int merged)
{
    long read = 0, written = 0;
    while (read < n) {
        bool two = read < n - 1 && ids[read + 1] == pair.right && pair.left == ids[read];
        ids[written++] = two ? merged : ids[read];
        read += two ? 2 : 1;
    }
    return written;
}

static long merged_from_the_right(int *out, const int *ids, long n, BpePair pair, int merged)
{
    int backwards[MOST];
    long m = 0;
    for (long i = n - 1; i >= 0; i--) {
        bool here = i > 0 && is_pair(ids + i - 1, pair, MERGED);
        backwards[m++] = here ? merged : ids[i];
        i -= here;
    }
    for (long i = 0; i < m; i++)
        out[i] = backwards[m - 1 - i];
    return m;
}

static Tensor *replaced(const int *ids, long n, BpePair pair, int merged, MergeSlip slip)
{
    int out[2 * MOST];
    long m = 0, made = 0, end = n - (slip == STOPS_EARLY);
    if (slip == FROM_THE_RIGHT) {
        m = merged_from_the_right(out, ids, n, pair, merged);
        return listed(out, m);
    }
    for (long i = 0; i < n - (slip == LAST_LOST); i++) {
        bool here = slip == BEYOND && i + 1 == n
                        ? ids[i] == pair.left /* the right one stands behind the word */
                        : i + 1 < end && is_pair(ids + i, pair, slip);
        here = here && !(slip == ONLY_FIRST && made > 0);
        made += here;
        if (here && slip == LEFT_KEPT)
            out[m++] = ids[i];
        out[m++] = here && slip != NOTHING ? merged : ids[i];
        i += here && slip != OVERLAPPING && slip != RIGHT_KEPT && slip != NOTHING;
    }
    if (slip == OLD_LENGTH)
        memcpy(out + m, ids + m, (size_t)(n - m) * sizeof *out);
    return listed(out, slip == OLD_LENGTH ? n : m);
}

Tensor *merge_want(const int *ids, long n, BpePair pair, int merged)
{
    MISTAKE(replaced(ids, n, pair, merged, FROM_THE_RIGHT),
            "merged from the right: (7, 7, 7) becomes (9, 7), the first two");
    MISTAKE(replaced(ids, n, pair, merged, ONLY_FIRST),
            "only the first place was merged: each one is");
    MISTAKE(replaced(ids, n, pair, merged, RIGHT_KEPT),
            "the right token is still there: step over both");
    MISTAKE(replaced(ids, n, pair, merged, EITHER_ORDER),
            "(right, left) was merged, too: the order counts");
    MISTAKE(replaced(ids, n, pair, merged, LEFT_ALONE), "the right token was not compared");
    MISTAKE(replaced(ids, n, pair, merged, STOPS_EARLY),
            "a pair at the very end was not merged: i + 1 < n");
    MISTAKE(replaced(ids, n, pair, merged, LAST_LOST),
            "the last token is lost: it has no right neighbour, and is copied");
    MISTAKE(replaced(ids, n, pair, merged, OLD_LENGTH),
            "the old length was returned: there are fewer tokens now");
    MISTAKE(replaced(ids, n, pair, merged, LEFT_KEPT),
            "the left token is still there: merged takes its place");
    MISTAKE(replaced(ids, n, pair, merged, NOTHING), "nothing was merged");
    MISTAKE(replaced(ids, n, pair, merged, BEYOND),
            "the last token was merged with what stands behind the word: i + 1 < n");
    return replaced(ids, n, pair, merged, MERGED);
}
