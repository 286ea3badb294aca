/* encode_want.c - 10.3, 10.5: text as tokens. */
#include "want.h"

/* The first merge of the list that has a place in the piece; -1: none. */
static long next_rank(const Bpe *b, const int *ids, long n)
{
    for (long rank = 0; rank < b->n_merges; rank++)
        for (long i = 0; i + 1 < n; i++)
            if (b->merges[rank].left == ids[i] && b->merges[rank].right == ids[i + 1])
                return rank;
    return -1;
}

static long merged_piece(const Bpe *b, int *ids, long n)
{
    for (long rank = next_rank(b, ids, n); rank >= 0; rank = next_rank(b, ids, n))
        n = plain_merge(ids, n, b->merges[rank], b->merged[rank]);
    return n;
}

Tensor *piece_ids_want(const Bpe *b, const int *ids, long n)
{
    int copy[MOST];
    memcpy(copy, ids, (size_t)n * sizeof *copy);
    return listed(copy, merged_piece(b, copy, n));
}

/* How many different pairs there are before the first merge. */
long questions_want(const int *ids, long n)
{
    long different = 0;
    for (long i = 0; QUESTIONS_ARE_COUNTED && i + 1 < n; i++) {
        long k = 0;
        while (ids[k] != ids[i] || ids[k + 1] != ids[i + 1])
            k++;
        different += k == i;
    }
    return different;
}

/* ---- 10.5 bpe_encode_text ------------------------------------------------------------------------------ */

static int whole_token(const Bpe *b, const char *text, size_t n)
{
    for (int id = 0; id < b->size; id++)
        if (b->start[id + 1] - b->start[id] == n && memcmp(b->bytes + b->start[id], text, n) == 0)
            return id;
    return -1;
}

/* What GPT-4's way has other than GPT-2's, where a text is digits and nothing else. */
static size_t cut(const Bpe *b, const char *text, size_t bytes, size_t at)
{
    size_t length = plain_piece(text, bytes, at);
    return b->split == SPLIT_GPT4 && length > 3 ? 3 : length;
}

Tensor *ids_want(const Bpe *b, const char *text, size_t bytes)
{
    int ids[MOST];
    long n = 0;
    for (size_t at = 0, length; at < bytes; at += length) {
        length = cut(b, text, bytes, at);
        int whole = b->ignore_merges ? whole_token(b, text + at, length) : -1;
        if (whole >= 0) {
            ids[n++] = whole;
            continue;
        }
        for (size_t i = 0; i < length; i++)
            ids[n + (long)i] = b->byte_id[(unsigned char)text[at + i]];
        n += merged_piece(b, ids + n, (long)length);
    }
    return listed(ids, n);
}
