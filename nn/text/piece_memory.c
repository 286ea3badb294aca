/* piece_memory.c - the tokens of short pieces that came last: one place per hash, a new piece takes
 * the old one's. */
#include <string.h>
#include "bpe_parts.h"

enum { PLACES = 4096, LONGEST = 16, MOST = 8 };

struct PieceMemory {
    struct {
        unsigned char bytes, n;
        char piece[LONGEST];
        int ids[MOST];
    } place[PLACES];
};

PieceMemory *piece_memory_new(void)
{
    PieceMemory *m = scope_alloc(scope_current(), sizeof *m);
    for (long i = 0; i < PLACES; i++)
        m->place[i].n = 0;
    return m;
}

static long place_of(const char *piece, size_t bytes)
{
    return (long)(bpe_hash(piece, bytes) % PLACES);
}

long piece_recall(const PieceMemory *m, const char *piece, size_t bytes, int *ids)
{
    if (m == NULL || bytes > LONGEST)
        return 0;
    long at = place_of(piece, bytes), n = m->place[at].n;
    if (n == 0 || m->place[at].bytes != bytes || memcmp(m->place[at].piece, piece, bytes) != 0)
        return 0;
    for (long i = 0; i < n; i++)
        ids[i] = m->place[at].ids[i];
    return n;
}

void piece_remember(PieceMemory *m, const char *piece, size_t bytes, const int *ids, long n)
{
    if (m == NULL || bytes > LONGEST || n > MOST)
        return;
    long at = place_of(piece, bytes);
    m->place[at].bytes = (unsigned char)bytes;
    m->place[at].n = (unsigned char)n;
    memcpy(m->place[at].piece, piece, bytes);
    memcpy(m->place[at].ids, ids, (size_t)n * sizeof *ids);
}
