/* open.c - an entry of the open division, to begin with: a table of pairs. It is small, quick, and not good enough.
 *
 * Its artefact, open.bin, has a byte for each pair of tokens (96 x 96): how often the second follows the first, as eighths
 * of a nat. An entry owns its struct, which nobody else looks at; what it needs besides stands in open.bin. By how much
 * your object file is larger than this one's, code and constants, counts as bytes of the artefact, too.
 */
#include <string.h>
#include "kindling.h"
#include "cup.h"

enum { V = 96 };

typedef struct {
    unsigned char table[V * V];
} Pairs;

Entry *entry_open(const void *artefact, size_t bytes)
{
    if (bytes != V * V)
        return kindling_set_error("open.bin: %zu bytes, expected %d", bytes, V * V), NULL;
    Pairs *p = scope_alloc(scope_current(), sizeof *p);
    memcpy(p->table, artefact, bytes);
    return (Entry *)(void *)p;
}

void entry_close(Entry *e)
{
    (void)e;
}

void entry_restart(Entry *e)
{
    (void)e; /* it remembers nothing */
}

void entry_next(Entry *e, int id, real *logits)
{
    const unsigned char *row = ((const Pairs *)(const void *)e)->table + id * V;
    for (int v = 0; v < V; v++)
        logits[v] = (real)row[v] / 8;
}

size_t entry_bytes(const Entry *e)
{
    (void)e;
    return sizeof(Pairs);
}
