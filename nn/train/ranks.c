/* ranks.c - one rank, which has nobody to talk to; and what many do together, made of one exchange.
 *
 * Invariant: who sends to whom follows from rank and size alone, so nobody waits for what is never
 * sent.
 */
#include "nn.h"

/* ---- one rank, and the end of any ------------------------------------------------------------ */

static void end_alone(Ranks *r, bool well)
{
    (void)well;
    owned_free(r);
}

Ranks *ranks_one(void)
{
    Ranks *r = owned_alloc(sizeof *r);
    *r = (Ranks){.size = 1, .via = "one process", .close = end_alone};
    return r;
}

void ranks_close(Ranks *r, bool well)
{
    if (r != NULL)
        r->close(r, well);
}

/* ---- together -------------------------------------------------------------------------------- */

int ranks_rank(const Ranks *r)
{
    return r != NULL ? r->rank : 0;
}

int ranks_size(const Ranks *r)
{
    return r != NULL ? r->size : 1;
}

int ranks_exchange(Ranks *r, int to, const void *out, size_t out_bytes, int from, void *in,
                   size_t in_bytes)
{
    double started = kindling_seconds();
    int status = r->exchange(r, to, out, to < 0 ? 0 : out_bytes, from, in, from < 0 ? 0 : in_bytes);
    r->seconds += kindling_seconds() - started;
    r->bytes += to < 0 ? 0 : (int64_t)out_bytes;
    return status;
}

/* In round `reach` those below it have the data, and send it on. */
int ranks_broadcast(Ranks *r, void *data, size_t bytes)
{
    int rank = ranks_rank(r), size = ranks_size(r);
    for (int reach = 1; reach < size; reach *= 2) {
        int to = rank < reach && rank + reach < size ? rank + reach : -1;
        int from = rank >= reach && rank < 2 * reach ? rank - reach : -1;
        if ((to >= 0 || from >= 0) && ranks_exchange(r, to, data, bytes, from, data, bytes) != 0)
            return -1;
    }
    return 0;
}

int ranks_broadcast_parameters(Ranks *r, const ParameterList *list)
{
    for (long i = 0; i < list->count; i++) {
        Tensor *t = list->tensor[i];
        if (ranks_broadcast(r, t->data, (size_t)tensor_numel(t) * sizeof(real)) != 0)
            return -1;
        tensor_written(t, "ranks_broadcast_parameters");
    }
    return 0;
}

/* In round d everybody sends its own part d ranks up, and gets the part of d ranks down. */
int ranks_gather(Ranks *r, void *all, const size_t *first)
{
    int rank = ranks_rank(r), size = ranks_size(r);
    char *data = all;
    for (int d = 1; d < size; d++) {
        int to = (rank + d) % size, from = (rank - d + size) % size;
        if (ranks_exchange(r, to, data + first[rank], first[rank + 1] - first[rank], from,
                           data + first[from], first[from + 1] - first[from]) != 0)
            return -1;
    }
    return 0;
}

int ranks_barrier(Ranks *r)
{
    int size = ranks_size(r);
    Scope *scope = scope_open();
    size_t *first = scope_alloc(scope, (size_t)(size + 1) * sizeof *first);
    for (int i = 0; i <= size; i++)
        first[i] = (size_t)i;
    char *all = scope_alloc(scope, (size_t)size);
    all[ranks_rank(r)] = 1;
    int status = ranks_gather(r, all, first);
    scope_close(scope);
    return status;
}
