/* bpe_look.c - counts looks at the tokens of words: what learning costs, on every machine alike. */
#include "bpe_parts.h"

static _Thread_local long looks;

const int *bpe_look(const int *token)
{
    looks++;
    return token;
}

long bpe_merge_looked(int *ids, long n, BpePair pair, int merged)
{
    looks += n;
    return bpe_merge(ids, n, pair, merged);
}

long bpe_looks(void)
{
    return looks;
}
