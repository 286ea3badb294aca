/* epochs_want.c - orders, batches and places of a loader. */
#include "want.h"

/* ---- 05.4 loader_draw_order ------------------------------------------------------------------------------- */

static uint64_t plain_stream(uint64_t seed, uint64_t stream)
{
    return plain_hash(plain_hash(seed + STEP) ^ stream);
}

/* 0, 1, ..., shuffled if the loader does that. */
static Tensor *order_of(const DataLoader *l, long epoch)
{
    long n = l->dataset->count, list[MOST];
    uint64_t state = plain_stream(l->seed, (uint64_t)epoch);
    for (long i = 0; i < n; i++)
        list[i] = i;
    if (l->shuffle)
        plain_shuffle(&state, n, list);
    return listed(list, n);
}

Tensor *order_want(const DataLoader *l)
{
    return order_of(l, l->epoch);
}

/* ---- 05.5 loader_next ------------------------------------------------------------------------------ */

/* How many examples has the next batch? 0: the epoch is over. */
static long size_of_next(const DataLoader *l)
{
    long left = l->dataset->count - l->position;
    if (left < l->batch_size)
        return l->drop_last ? 0 : left;
    return l->batch_size;
}

const char *more_want(const DataLoader *l)
{
    return said(size_of_next(l) > 0);
}

Tensor *examples_want(const DataLoader *l)
{
    return listed(l->order + l->position, size_of_next(l));
}

static Tensor *place(long epoch, long position)
{
    return listed((const long[]){epoch, position}, 2);
}

Tensor *moved_want(const DataLoader *l)
{
    long n = size_of_next(l);
    return n == 0 ? place(l->epoch + 1, 0) : place(l->epoch, l->position + n);
}

Tensor *next_order_want(const DataLoader *l)
{
    return order_of(l, l->epoch + 1);
}

/* ---- 05.6 loader_seek ------------------------------------------------------------------------------ */

static long batches_of(const DataLoader *l)
{
    long count = l->dataset->count, full = count / l->batch_size;
    return full + (!l->drop_last && count % l->batch_size > 0);
}

Tensor *place_want(const DataLoader *l, long batches)
{
    long M = batches_of(l);
    return place(batches / M, batches % M * l->batch_size);
}

Tensor *sought_order_want(const DataLoader *l, long batches)
{
    return order_of(l, batches / batches_of(l));
}
