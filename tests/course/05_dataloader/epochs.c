/* epochs.c - 05.4 to 05.6: the loader. */
#include <stdio.h>
#include "want.h"

/* 90, 91, ...: examples that are not there. */
static void spoil_order(DataLoader *l)
{
    for (long i = 0; i < MOST; i++)
        l->order[i] = 90 + i;
}

/* A loader over a dataset that only writes down what it is asked for. Its order has more places than there
 * are examples, so that a function that reads or writes too far can be told so. */
static DataLoader *new_loader(Witness *w, long batch_size, bool shuffle, uint64_t seed)
{
    DataLoader *l = scope_alloc(scope_current(), sizeof *l);
    *l = (DataLoader){.dataset = &w->dataset,
                      .batch_size = batch_size,
                      .shuffle = shuffle,
                      .seed = seed,
                      .order = scope_alloc(scope_current(), MOST * sizeof(long))};
    spoil_order(l);
    return l;
}

static void put_at(DataLoader *l, long epoch, long position)
{
    l->epoch = epoch;
    l->position = position;
}

static Tensor *epoch_and_position_of(const DataLoader *l)
{
    return listed((const long[]){l->epoch, l->position}, 2);
}

/* ---- 05.4 loader_draw_order ------------------------------------------------------------------------------- */

static void check_order(DataLoader *l, const char *rule)
{
    long count = l->dataset->count;
    Tensor *want = EXPECT(order_want(l));
    CALL(loader_draw_order(l));
    Tensor *order = listed(l->order, count);
    check_tensor_within(order, want, 0, rule);
    long behind = l->order[count];
    check_long(behind, 90 + count, "what stands behind the order stays as it is");
}

TEST(not_shuffled_is_the_order_of_the_data, .points = 3, .exercise = "05.4 loader_draw_order",
     .file = "loader_order.c")
{
    long count = draw_long("count", 6, 9);
    Witness w = witness(count);
    DataLoader *l = new_loader(&w, 2, false, 5);
    given("l", "a loader of %ld examples in batches of 2, not shuffled", count);

    check_order(l, "0, 1, 2, ..., count - 1");
}

TEST(the_order_of_epoch_0, .points = 1, .exercise = "05.4 loader_draw_order",
     .file = "loader_order.c")
{
    Witness four = witness(4);
    DataLoader *l = new_loader(&four, 3, true, 1);
    given("l", "a loader of 4 examples, shuffled, seed 1");

    check_order(l, "seed 1, epoch 0, four examples: 1 3 2 0");
    put_at(l, 1, 0);
    check_order(l, "seed 1, epoch 1, four examples: 1 2 0 3");
}

TEST(a_seed_names_an_order, .points = 7, .exercise = "05.4 loader_draw_order",
     .file = "loader_order.c")
{
    long count = draw_long("count", 12, 15), first = draw_long("first", 2, 9);
    Witness w = witness(count);
    DataLoader *l = new_loader(&w, 5, true, draw_seed());
    given("l", "a loader of %ld examples, shuffled, in epoch %ld and the two behind it", count,
          first);

    for (long epoch = first; epoch < first + 3; epoch++) {
        put_at(l, epoch, 0);
        check_order(l, "0, 1, 2, ... shuffled by rng_stream(l->seed, l->epoch)");
    }
}

/* ---- 05.5 loader_next ------------------------------------------------------------------------------ */

/* Of 7 examples in batches of 3. */
static DataLoader *new_loader_of_seven(Witness *w)
{
    static const long order[] = {4, 6, 1, 0, 3, 2, 5};
    *w = witness(7);
    DataLoader *l = new_loader(w, 3, false, 0);
    memcpy(l->order, order, sizeof order);
    return l;
}

/* One call: what it returned, what it fetched, and where the loader stands then. */
static void check_next(DataLoader *l, Witness *w, const char *rule)
{
    Batch batch = {.size = -77};
    w->n = 0;

    const char *more = EXPECT(more_want(l));
    Tensor *want = EXPECT(examples_want(l)), *want_place = EXPECT(moved_want(l));
    const char *returned = said(CALL(loader_next(l, &batch)));
    check_text(returned, more, rule);
    Tensor *examples = listed(w->indices, w->n), *epoch_and_position = epoch_and_position_of(l);
    check_tensor_within(examples, want, 0, rule);
    check_tensor_within(epoch_and_position, want_place, 0,
                        "position counts the examples handed out so far; a new epoch begins at 0");
}

TEST(three_batches_by_hand, .points = 1, .exercise = "05.5 loader_next", .file = "loader.c")
{
    Witness w;
    DataLoader *l = new_loader_of_seven(&w);
    given("l", "a loader of 7 examples in batches of 3, order 4 6 1 0 3 2 5");

    check_next(l, &w, "true: there was a batch, 4 6 1");
    check_next(l, &w, "true: there was a batch, 0 3 2");
    check_next(l, &w, "true: there was a batch, 5; a short one counts as well");
}

static DataLoader *new_loader_at_its_end(Witness *w)
{
    DataLoader *l = new_loader_of_seven(w);
    l->shuffle = true;
    l->seed = draw_seed();
    put_at(l, 2, 7);
    return l;
}

TEST(the_end_of_an_epoch, .points = 6, .exercise = "05.5 loader_next", .file = "loader.c")
{
    Witness w, v;
    DataLoader *l = new_loader_at_its_end(&w), *again = new_loader_at_its_end(&v);
    given("l", "a loader of 7 examples in batches of 3, shuffled, with all of epoch 2 used up");
    given("again", "another such loader");
    Batch batch;

    check_next(l, &w, "false: the epoch is over");
    spoil_order(again);
    Tensor *want = EXPECT(next_order_want(again));
    CALL(loader_next(again, &batch));
    Tensor *order = listed(again->order, 7);
    check_tensor_within(order, want, 0, "the order of epoch 3, as loader_draw_order draws it");
    check_next(again, &v, "true: the new epoch begins");
}

TEST(a_short_batch_is_dropped, .points = 5, .exercise = "05.5 loader_next", .file = "loader.c")
{
    Witness w = witness(draw_long("count", 7, 8)), even = witness(6);
    DataLoader *l = new_loader(&w, 3, false, 0), *full = new_loader(&even, 3, false, 0);
    draw_order(l->dataset->count, l->order);
    draw_order(6, full->order);
    given("l", "a loader of count examples in batches of 3, drop_last, and full one of 6");
    l->drop_last = full->drop_last = true;

    put_at(l, 0, 3);
    check_next(l, &w, "true: a full batch is left");
    check_next(l, &w, "false: one example is left or two, too few for a batch; drop_last drops it");
    put_at(full, 0, 3);
    check_next(full, &even,
               "true: three of six examples are left, a full batch; only a short one is dropped");
}

TEST(every_epoch_its_own_order, .points = 4, .exercise = "05.5 loader_next", .file = "loader.c")
{
    long batch_size = draw_long("batch_size", 2, 5);
    Witness w = witness(8);
    DataLoader *l = loader_new(&w.dataset, batch_size, true, false, draw_seed());
    given("l", "a loader of 8 examples in batches of %ld, shuffled", batch_size);

    for (int e = 0; e < 4; e++) {
        long seen[MOST], n = 0;
        Batch batch;
        Tensor *want = EXPECT(order_want(l));
        check_called("loader_next(l, &batch), until it says false");
        for (int calls = 0; calls < 10 && n < 10 && loader_next(l, &batch); calls++)
            for (long i = 0; i < w.n; i++)
                seen[n++] = w.indices[i];
        Tensor *examples_of_the_epoch = listed(seen, n);
        check_tensor_within(examples_of_the_epoch, want, 0,
                            "each example once, in the order of rng_stream(l->seed, l->epoch)");
    }
    loader_free(l);
}

/* ---- 05.6 loader_seek ------------------------------------------------------------------------------ */

/* From a place with one example left: where the loader stood before does not matter. */
static void check_seek(DataLoader *l, long k, const char *rule)
{
    put_at(l, 7, l->dataset->count - 1);
    spoil_order(l);

    Tensor *want = EXPECT(place_want(l, k)), *want_order = EXPECT(sought_order_want(l, k));
    CALL(loader_seek(l, k));
    Tensor *epoch_and_position = epoch_and_position_of(l);
    check_tensor_within(epoch_and_position, want, 0, rule);
    Tensor *order = listed(l->order, l->dataset->count);
    check_tensor_within(order, want_order, 0, "the order of the epoch where batch k is");
}

TEST(a_place_by_hand, .points = 1, .exercise = "05.6 loader_seek", .file = "loader_seek.c")
{
    Witness w = witness(10);
    DataLoader *l = new_loader(&w, 4, true, 9);
    given("l", "a loader of 10 examples in batches of 4, shuffled, at example 9 of epoch 7");
    given("k", "5");

    check_seek(l, 5, "5 = 1 * 3 + 2: epoch 1, two batches of 4");
    check_fails(loader_seek(l, -1), "batches is -1, expected none below 0",
                "there is no such place");
}

TEST(resumed_as_if_never_stopped, .points = 9, .exercise = "05.6 loader_seek",
     .file = "loader_seek.c")
{
    long batch_size = draw_long("batch_size", 4, 5),
         count = 2 * batch_size + draw_long("left", 1, 2);
    Witness w = witness(count);
    DataLoader *l = new_loader(&w, batch_size, true, draw_seed());
    given("l", "a loader of %ld examples in batches of %ld, with drop_last or without", count,
          batch_size);
    for (long k = 0; k < 30; k++) {
        char rule[100];
        l->drop_last = k >= 15;
        snprintf(rule, sizeof rule, "batch %ld of a run, where an epoch has %d batches", k % 15,
                 l->drop_last ? 2 : 3);
        check_seek(l, k % 15, rule);
    }
    long far = LONG_MAX / (1L << 23) + draw_long("more", 0, 9); /* about 2^40 */
    check_seek(l, far, "any number of batches: it takes no longer");
}
