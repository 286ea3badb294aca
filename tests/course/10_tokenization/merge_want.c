/* merge_want.c - 10.2: a pair merged in a word. */
#include "want.h"

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

Tensor *merge_want(const int *ids, long n, BpePair pair, int merged)
{
    int out[MOST];
    memcpy(out, ids, (size_t)n * sizeof *out);
    return listed(out, plain_merge(out, n, pair, merged));
}
