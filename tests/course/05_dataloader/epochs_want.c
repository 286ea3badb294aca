/* epochs_want.c - orders, batches and places of a loader, and what known mistakes make of them. */
#include "want.h"

/* ---- 05.6 loader_draw_order ------------------------------------------------------------------------------- */

static uint64_t plain_stream(uint64_t seed, uint64_t stream)
{
    return plain_hash(plain_hash(seed + STEP) ^ stream);
}

/* The first `all` of n items, shuffled from this state; what was in their places stays behind them. */
static Tensor *shuffled(const long *items, long n, uint64_t state, long all)
{
    long list[MOST];
    memcpy(list, items, (size_t)n * sizeof *list);
    plain_shuffle(&state, all, list);
    return listed(list, n);
}

/* 0, 1, ... shuffled. */
static Tensor *order_from(uint64_t state, long n)
{
    long list[MOST];
    for (long i = 0; i < n; i++)
        list[i] = i;
    return shuffled(list, n, state, n);
}

static Tensor *order_of(const DataLoader *l, long epoch)
{
    return order_from(plain_stream(l->seed, (uint64_t)epoch), l->dataset->count);
}

/* first, first + 1, ... in the first `set` places. */
static Tensor *counted(const DataLoader *l, long first, long set)
{
    Tensor *t = listed(l->order, l->dataset->count);
    for (long i = 0; i < set; i++)
        t->data[i] = (real)(first + i);
    return t;
}

static void counting_mistakes(const DataLoader *l)
{
    long count = l->dataset->count;
    MISTAKE(order_from(plain_stream(l->seed, (uint64_t)l->epoch), count),
            "shuffled, though l->shuffle is false");
    MISTAKE(order_from(l->seed, count), "shuffled, though l->shuffle is false");
    MISTAKE(counted(l, 1, count), "examples count from 0");
    MISTAKE(counted(l, 0, l->batch_size),
            "only as many numbers as a batch holds: all of the examples have an order");
    MISTAKE(counted(l, 0, count - 1), "the loop ends one step early: the last place was not set");
}

static void stream_mistakes(const DataLoader *l, const long *up)
{
    long n = l->dataset->count;
    uint64_t epoch = (uint64_t)l->epoch;
    MISTAKE(order_from(plain_stream(epoch, l->seed), n),
            "seed and epoch are swapped: rng_stream(l->seed, (uint64_t)l->epoch)");
    MISTAKE(order_from(plain_stream(0, epoch), n), "the seed has no part in the stream: "
                                                   "rng_stream(l->seed, (uint64_t)l->epoch)");
    MISTAKE(order_from(l->seed, n),
            "rng_seed(l->seed) knows no epochs: rng_stream(l->seed, (uint64_t)l->epoch)");
    MISTAKE(order_of(l, l->epoch + 1), "that is the order of the epoch after this: l->epoch as it "
                                       "is");
    MISTAKE(shuffled(up, n, plain_stream(l->seed, epoch), l->batch_size),
            "only as many as a batch holds were shuffled: all of the examples have an order");
    if (l->epoch > 0)
        MISTAKE(order_from(l->seed + epoch, n),
                "a stream of seed + epoch: then epoch 1 of seed 7 is epoch 0 of seed 8; "
                "rng_stream(l->seed, (uint64_t)l->epoch) keeps them apart");
}

/* Of a later epoch. */
static void epoch_mistakes(const DataLoader *l)
{
    long n = l->dataset->count;
    MISTAKE(order_of(l, 0), "the order of epoch 0 in every epoch: the stream needs l->epoch");
    MISTAKE(shuffled(l->order, n, plain_stream(l->seed, (uint64_t)l->epoch), n),
            "the shuffle began from the order of the last epoch: loader_draw_order has to begin "
            "from 0, 1, 2, ..., or a resumed run gets other orders");
}

static double one_more(double x)
{
    return x + 1;
}

Tensor *order_want(const DataLoader *l)
{
    long n = l->dataset->count, up[MOST];
    for (long i = 0; i < n; i++)
        up[i] = i;
    if (!l->shuffle) {
        counting_mistakes(l);
        return listed(up, n);
    }
    if (n > 4) /* four have so few orders that two streams may give the same */
        stream_mistakes(l, up);
    if (l->epoch > 0)
        epoch_mistakes(l);
    MISTAKE(plain_map(order_of(l, l->epoch), one_more), "examples count from 0");
    MISTAKE(listed(up, n), "the order is that of the data: it was not shuffled");
    return order_of(l, l->epoch);
}

/* ---- 05.7 loader_batches --------------------------------------------------------------------------- */

static long rounded(long examples, long batch_size, bool up)
{
    return examples / batch_size + (up && examples % batch_size > 0);
}

long batches_want(const DataLoader *l)
{
    long count = l->dataset->count, b = l->batch_size;
    long down = rounded(count, b, false), up = rounded(count, b, true);
    if (count != (l->drop_last ? down : up))
        MISTAKE_NUMBER((double)count, "examples, not batches");
    if (l->drop_last)
        MISTAKE_NUMBER((double)down - 1, "a full batch was dropped: only a short one is");
    if (l->drop_last && up > down)
        MISTAKE_NUMBER((double)up, "the short batch was counted: drop_last drops it");
    if (!l->drop_last && up > down)
        MISTAKE_NUMBER((double)down, "the short last batch is missing: it is a batch, too");
    if (!l->drop_last && up == down)
        MISTAKE_NUMBER((double)up + 1, "an empty batch at the end: the batches are full, and "
                                       "nothing is left");
    if (l->position > 0)
        MISTAKE_NUMBER((double)rounded(count - l->position, b, !l->drop_last),
                       "that is what is left: the batches of a whole epoch are asked for, wherever "
                       "the loader stands");
    return l->drop_last ? down : up;
}

/* ---- 05.8 loader_next ------------------------------------------------------------------------------ */

/* How many examples has the next batch? 0: the epoch is over. */
static long size_of_next(const DataLoader *l)
{
    long count = l->dataset->count, left = count - l->position;
    if (left < l->batch_size)
        return l->drop_last ? 0 : left;
    return l->batch_size;
}

const char *more_want(const DataLoader *l)
{
    long n = size_of_next(l);
    MISTAKE_MESSAGE(
        "returned is \"true\"",
        l->position < l->dataset->count
            ? "too few examples are left for a batch, and it said true: drop_last drops "
              "them"
            : "the epoch is over, and it said true: a training loop would never see "
              "its end");
    MISTAKE_MESSAGE("returned is \"false\"",
                    n < l->batch_size ? "there was a short batch, and it said false: a short one "
                                        "counts as well, unless drop_last is set"
                                      : "there was a full batch, and it said false: only a short "
                                        "one is dropped, and only with drop_last");
    return said(n > 0);
}

Tensor *examples_want(const DataLoader *l)
{
    long n = size_of_next(l), from = l->position, in_order[MOST];
    for (long i = 0; i < n; i++)
        in_order[i] = from + i;
    if (n == 0) {
        MISTAKE_SHAPE(SHAPE(l->batch_size), "false came with a batch that nobody will use: return "
                                            "before the fetch");
        return listed(NULL, 0);
    }
    MISTAKE_MESSAGE("asked for example 9",
                    "the batch reaches past the order: only as many as are left");
    MISTAKE(listed(in_order, n), "the order was not used: examples come in the order of l->order");
    if (from > 0)
        MISTAKE(listed(l->order, n), "always the first examples of the order: the next ones stand "
                                     "at l->order + l->position");
    MISTAKE_SHAPE(SHAPE(0), "the dataset was not asked for a batch: l->dataset->fetch");
    return listed(l->order + from, n);
}

static Tensor *place(long epoch, long position)
{
    return listed((const long[]){epoch, position}, 2);
}

Tensor *moved_want(const DataLoader *l)
{
    long n = size_of_next(l), from = l->position, epoch = l->epoch;
    if (n == 0) {
        MISTAKE(place(epoch, 0), "the epoch was not counted on: l->epoch++");
        MISTAKE(place(epoch + 1, from), "position has to go back to 0, or there is never a batch "
                                        "again");
        return place(epoch + 1, 0);
    }
    MISTAKE(place(epoch, from), "position has not moved: the same batch would come again");
    if (from > 0)
        MISTAKE(place(epoch, n), "position was set, not moved on: +=");
    MISTAKE(place(epoch, from + 1), "position counts examples, not batches: it moves on by n");
    MISTAKE(place(epoch, from + l->batch_size),
            "position moves on by the examples of the batch, here 1, not by batch_size");
    return place(epoch, from + n);
}

Tensor *next_order_want(const DataLoader *l)
{
    MISTAKE(order_of(l, l->epoch), "still the order of the last epoch: count the epoch on first, "
                                   "then draw its order");
    MISTAKE(listed(l->order, l->dataset->count),
            "still the order of the last epoch: loader_draw_order has to be called");
    return order_of(l, l->epoch + 1);
}

Tensor *epoch_want(const DataLoader *l)
{
    return order_of(l, l->epoch);
}

/* ---- 05.9 loader_seek ------------------------------------------------------------------------------ */

/* k batches, counted over all epochs, of `batches` in an epoch. */
static Tensor *place_of(const DataLoader *l, long k, long batches)
{
    return place(k / batches, k % batches * l->batch_size);
}

/* These tell more than one mistake apart only behind the first batch of a later epoch. */
static void place_mistakes(const DataLoader *l, long k, long epoch, long position)
{
    MISTAKE(place(l->epoch, position), "the epoch was not set: it is batches / loader_batches(l)");
    MISTAKE(place(l->epoch + epoch, position),
            "seek is not relative: where the loader stood before does not matter");
    MISTAKE(place(k, position), "batches are not epochs: an epoch has loader_batches(l) of them");
    MISTAKE(place(epoch, l->position), "position was not set: the batches of this epoch that are "
                                       "used up, in examples");
    MISTAKE(place(epoch, k * l->batch_size),
            "that is since the beginning; position counts within the epoch");
}

Tensor *place_want(const DataLoader *l, long k)
{
    long count = l->dataset->count, b = l->batch_size;
    long down = rounded(count, b, false), up = rounded(count, b, true),
         M = l->drop_last ? down : up;
    if (k / M > 0 && k % M > 0)
        place_mistakes(l, k, k / M, k % M * b);
    MISTAKE(place(k / M, k % M), "position counts examples, not batches: two batches of 4 are 8");
    if (l->drop_last) {
        MISTAKE(place_of(l, k, up), "the short batch was counted, though drop_last drops it: "
                                    "loader_batches knows how many an epoch has");
    } else {
        MISTAKE(place_of(l, k, down), "the short batch was left out of the epoch: loader_batches "
                                      "counts it");
        MISTAKE(place(k * b / count, k * b % count),
                "the short batch was counted as a full one: count in batches, not in examples");
    }
    return place_of(l, k, M);
}

Tensor *sought_order_want(const DataLoader *l, long k)
{
    long M = rounded(l->dataset->count, l->batch_size, !l->drop_last);
    MISTAKE(listed(l->order, l->dataset->count),
            "the order of the new epoch was not drawn: loader_draw_order");
    MISTAKE(order_of(l, l->epoch),
            "the order is that of the epoch before: set l->epoch first, then draw");
    return order_of(l, k / M);
}
