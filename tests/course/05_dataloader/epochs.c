/* epochs.c - 05.6 to 05.9: the loader. */
#include "plain_data.h"

/* ---- 05.6 loader_draw_order ------------------------------------------------------------------------------- */

/* The orders that mistakes make of epoch e. The messages are for whichever function asks for one. */
static void register_order_mistakes(uint64_t seed, uint64_t e, long n)
{
#ifndef CHECK_RECORD
    FORGET();
    long items[MOST], before[MOST];
    count_up(n, items);
    Rng rng = {.state = plain_stream(seed, e)};
    rng_shuffle(&rng, n, items);
    MISTAKE(listed(items, n),
            "this is what your rng_shuffle makes of the right stream: mend 05.4 first");
    count_up(n, items);
    MISTAKE(listed(items, n), "the order is that of the data: it was not shuffled");
    if (e > 0) { /* mistakes that agree with the right order in epoch 0 are none there */
        count_up(n, before);
        for (uint64_t k = 0; k <= e; k++) {
            uint64_t state = plain_stream(seed, k);
            plain_shuffle(&state, n, before, FAIR);
        }
        MISTAKE(listed(before, n),
                "the shuffle began from the order of the last epoch: loader_draw_order "
                "has to begin from 0, 1, "
                "2, ..., or a resumed run gets other orders");
        MISTAKE(shuffled_list(plain_stream(seed, 0), n),
                "the order of epoch 0 in every epoch: loader_draw_order has to use the stream of "
                "l->epoch, and "
                "to be called anew for each epoch");
        MISTAKE(shuffled_list(plain_stream(seed, e - 1), n),
                "still the order of the last epoch: set the epoch first, then draw its order");
        MISTAKE(shuffled_list(plain_stream(seed, e + 1), n),
                "that is the order of the epoch after this");
    }
    MISTAKE(shuffled_list(plain_stream(e, seed), n),
            "seed and epoch are swapped: rng_stream(l->seed, (uint64_t)l->epoch)");
    MISTAKE(shuffled_list(seed + e, n),
            "a stream of seed + epoch: then epoch 1 of seed 7 is epoch 0 of seed 8; "
            "rng_stream(l->seed, (uint64_t)l->epoch) keeps them apart");
    if (e > 0)
        MISTAKE(shuffled_list(seed, n),
                "rng_seed(l->seed) knows no epochs: rng_stream(l->seed, (uint64_t)l->epoch)");
    for (long i = 0; i < n; i++)
        items[i] = i + 1;
    MISTAKE(listed(items, n), "examples count from 0");
#else
    (void)seed, (void)e, (void)n;
#endif
}

TEST(not_shuffled_is_the_order_of_the_data, .points = 3, .exercise = "05.6 loader_draw_order",
     .file = "loader_order.c",
     .hints = HINTS("Before any shuffle: 0, 1, 2, ...",
                    "l->order has room for l->dataset->count numbers.",
                    "for (long i = 0; i < l->dataset->count; i++) l->order[i] = i;"))
{
    long count = draw_long("count", 4, 9);
    Witness w = witness(count);
    Dataset *d = &w.dataset;
    EXPECT(long up[9]; count_up(count, up););
    EXPECT(Tensor *want = listed(up, count));
    MISTAKE(shuffled_list(plain_stream(5, 0), count), "shuffled, though l->shuffle is false");
    MISTAKE(shuffled_list(5, count), "shuffled, though l->shuffle is false");
    EXPECT(for (long i = 0; i < count; i++) up[i] = i + 1;);
    MISTAKE(listed(up, count), "examples count from 0");
    EXPECT(for (long i = 0; i < count; i++) up[i] = i < 2 ? i : 0;);
    MISTAKE(listed(up, count),
            "only as many numbers as a batch holds: all of the examples have an order");
    EXPECT(for (long i = 0; i < count; i++) up[i] = i < count - 1 ? i : 0;);
    MISTAKE(listed(up, count), "the loop ends one step early: the last place was not set");
    DataLoader *l = CALL(loader_new(d, 2, false, false, 5));
    Tensor *order = listed(l->order, count);
    check_tensor_within(order, want, 0, "0, 1, 2, ..., count - 1");
    loader_free(l);
}

TEST(the_order_of_epoch_0, .points = 5, .exercise = "05.6 loader_draw_order",
     .file = "loader_order.c",
     .hints = HINTS("If l->shuffle, shuffle what you have filled in.",
                    "Rng rng = rng_stream(l->seed, (uint64_t)l->epoch);",
                    "rng_shuffle(&rng, l->dataset->count, l->order);"))
{
    Witness four = witness(4);
    Dataset *d = &four.dataset;
    EXPECT(Tensor *by_hand = values(SHAPE(4), VALUES(1, 3, 2, 0)));
    EXPECT(register_order_mistakes(1, 0, 4););
    DataLoader *l = CALL(loader_new(d, 2, true, false, 1));
    Tensor *order = listed(l->order, 4);
    check_tensor_within(order, by_hand, 0, "seed 1, epoch 0, four examples: 1 3 2 0");
    loader_free(l);
    long count = draw_long("count", 6, 8);
    uint64_t seed = draw_seed();
    Witness w = witness(count);
    d = &w.dataset;
    EXPECT(Tensor *want = shuffled_list(plain_stream(seed, 0), count));
    EXPECT(register_order_mistakes(seed, 0, count););
    MISTAKE(shuffled_list(seed, count),
            "rng_seed(l->seed) knows no epochs: rng_stream(l->seed, (uint64_t)l->epoch)");
    l = CALL(loader_new(d, 2, true, false, seed));
    Tensor *drawn = listed(l->order, count);
    check_tensor_within(drawn, want, 0, "0, 1, 2, ... shuffled by rng_stream(seed, 0)");
    loader_free(l);
}

/* How many of 0 .. n-1 are in the list. */
static long different(const long *list, long n)
{
    long found = 0;
    for (long k = 0; k < n; k++)
        for (long i = 0; i < n; i++)
            if (list[i] == k) {
                found++;
                break;
            }
    return found;
}

TEST(a_seed_names_an_order, .points = 3, .exercise = "05.6 loader_draw_order",
     .file = "loader_order.c",
     .hints = HINTS("The same seed: the same order. Another seed: another.",
                    "All that differs between two loaders has to go into the stream.",
                    "rng_stream(l->seed, (uint64_t)l->epoch)"))
{
    Witness w = witness(50);
    Dataset *d = &w.dataset;
    uint64_t seed = draw_seed();
    DataLoader *l = CALL(loader_new(d, 8, true, false, seed)),
               *same = loader_new(d, 3, true, true, seed);
    DataLoader *other = loader_new(d, 8, true, false, seed + 1);
    long differ = 0, moved = 0;
    for (long i = 0; i < 50; i++) {
        differ += l->order[i] != other->order[i];
        moved += l->order[i] != same->order[i];
    }
    MISTAKE_NUMBER(8, "only the first batch was put in order");
    check_long(different(l->order, 50), 50, "all 50 examples are in the order");
    check_long(moved, 0, "the order depends on seed and epoch, not on the size of a batch");
    FORGET();
    MISTAKE_NUMBER(0, "two seeds, one order: the seed has no part in the stream");
    check_at_least(differ, 35, "another seed gives another order");
    check_at_least(50 - moved, 50, "the same seed gives the same order");
    loader_free(l);
    loader_free(same);
    loader_free(other);
}

/* ---- 05.7 loader_batches --------------------------------------------------------------------------- */

TEST(batches_by_hand, .points = 2, .exercise = "05.7 loader_batches", .file = "loader.c",
     .hints = HINTS("Count / batch_size, rounded up; rounded down if the short batch is dropped.",
                    "Adding batch_size - 1 before the division rounds up.",
                    "(count + (l->drop_last ? 0 : l->batch_size - 1)) / l->batch_size"))
{
    Witness w = witness(7);
    DataLoader seven = {.dataset = &w.dataset, .batch_size = 3}, *l = &seven;
    given("l", "of 7 examples in batches of 3");
    MISTAKE_NUMBER(2, "the short last batch is missing: 3, 3 and 1 are three batches");
    MISTAKE_NUMBER(7, "examples, not batches");
    check_long(CALL(loader_batches(l)), 3, "3, 3, 1");
    DataLoader dropping = {.dataset = &w.dataset, .batch_size = 3, .drop_last = true};
    FORGET();
    MISTAKE_NUMBER(3, "drop_last was ignored: the short batch is dropped, two are left");
    check_long(CALL(loader_batches(&dropping)), 2, "3, 3, and the last example is dropped");
    DataLoader halfway = {.dataset = &w.dataset, .batch_size = 3, .position = 3, .epoch = 4};
    given("halfway", "the same, at example 3 of epoch 4");
    FORGET();
    MISTAKE_NUMBER(2, "that is what is left: the batches of a whole epoch are asked for, wherever "
                      "the loader stands");
    check_long(CALL(loader_batches(&halfway)), 3, "3, 3, 1: all of them, also the one handed out");
}

TEST(nothing_left_over, .points = 1, .exercise = "05.7 loader_batches", .file = "loader.c",
     .hints = HINTS("What is left over is a batch, if it is anything.",
                    "(count + batch_size) / batch_size is one too many when nothing is left over.",
                    "(count + batch_size - 1) / batch_size"))
{
    Witness even = witness(6);
    DataLoader six = {.dataset = &even.dataset, .batch_size = 3};
    MISTAKE_NUMBER(
        3, "an empty batch at the end: 6 examples are two full batches, and nothing is left");
    check_long(CALL(loader_batches(&six)), 2, "3, 3, and nothing is left over");
    six.drop_last = true;
    FORGET();
    MISTAKE_NUMBER(1, "a full batch was dropped: only a short one is");
    check_long(CALL(loader_batches(&six)), 2, "3, 3: drop_last has nothing to drop");
}

TEST(any_number_of_batches, .points = 3, .exercise = "05.7 loader_batches", .file = "loader.c",
     .hints = HINTS(
         "No special cases are needed.",
         "A batch may be larger than all examples: then there is one, or none with drop_last.",
         "rounded_up = l->drop_last ? 0 : l->batch_size - 1"))
{
    long count = draw_long("count", 20, 500), batch_size = draw_long("batch_size", 2, 15);
    Witness w = witness(count);
    DataLoader all = {.dataset = &w.dataset, .batch_size = batch_size}, dropping = all, one = all,
               large = all;
    dropping.drop_last = true;
    EXPECT(long up = count / batch_size + (count % batch_size > 0));
    MISTAKE_NUMBER(count / batch_size, "rounded down: the short batch is missing");
    MISTAKE_NUMBER(count % batch_size == 0 ? count / batch_size + 1 : -1,
                   "one more, though nothing is left over");
    check_long(CALL(loader_batches(&all)), up, "count / batch_size, rounded up");
    FORGET();
    MISTAKE_NUMBER(up, "drop_last was ignored: rounded up");
    check_long(CALL(loader_batches(&dropping)), count / batch_size, "drop_last: rounded down");
    one.batch_size = 1;
    check_long(CALL(loader_batches(&one)), count, "batches of one");
    large.batch_size = count + 1;
    FORGET();
    MISTAKE_NUMBER(0, "one batch, though a short one");
    check_long(CALL(loader_batches(&large)), 1,
               "fewer examples than a batch holds: one short batch");
}

/* ---- 05.8 loader_next ------------------------------------------------------------------------------ */

static const long seven[] = {4, 6, 1, 0, 3, 2, 5, 99, 99, 99, 99, 99};

static void register_batch_mistakes(long from, long n)
{
#ifndef CHECK_RECORD
    FORGET();
    MISTAKE_MESSAGE("example 99 of 7",
                    "the last batch reaches past the order: only as many as are left");
    MISTAKE(listed(seven, n),
            "always the first examples of the order: the next ones stand at l->order + "
            "l->position");
    long items[MOST];
    for (long i = 0; i < n; i++)
        items[i] = from + i;
    MISTAKE(listed(items, n), "the order was not used: examples come in the order of l->order");
    if (from > 0)
        MISTAKE(listed(seven + from / 3, n),
                "one example further, not one batch: position moves on by n");
    MISTAKE_SHAPE(SHAPE(3), "the last batch was filled up: only as many as are left");
#else
    (void)from, (void)n;
#endif
}

TEST(three_batches_by_hand, .points = 4, .exercise = "05.8 loader_next", .file = "loader.c",
     .hints = HINTS("left = count - position; n = the smaller of batch_size and left.",
                    "l->dataset->fetch(l->dataset, n, l->order + l->position, batch);",
                    "Then l->position += n; return true;"))
{
    Witness w = witness(7);
    long order[12];
    memcpy(order, seven, sizeof order);
    DataLoader loader = {.dataset = &w.dataset, .batch_size = 3, .order = order}, *l = &loader;
    given("l", "of 7 examples in batches of 3, order 4 6 1 0 3 2 5");
    Batch batch;
    for (long from = 0; from < 7; from += 3) {
        EXPECT(long n = from < 6 ? 3 : 1);
        EXPECT(register_batch_mistakes(from, n););
        batch.size = -77;
        const char *returned = said(CALL(loader_next(l, &batch)));
        check_text(returned, "true", "true: there was a batch, and a short one counts as well");
        FORGET();
        MISTAKE_NUMBER(-77, "the dataset was not asked for a batch: l->dataset->fetch");
        check_at_least(batch.size, 0, "the batch is the caller's: pass it on to fetch");
        check_long(w.calls, from / 3 + 1, "one fetch for each batch");
        EXPECT(register_batch_mistakes(from, n););
        Tensor *examples = listed(w.indices, w.n);
        check_tensor_within(examples, listed(seven + from, n), 0, "the next examples of the order");
        FORGET();
        MISTAKE_NUMBER(from, "position has not moved: the same batch would come again");
        if (from > 0)
            MISTAKE_NUMBER(n, "position was set, not moved on: +=");
        MISTAKE_NUMBER(9,
                       "position moves on by the examples of the batch, here 1, not by batch_size");
        MISTAKE_NUMBER(from / 3 + 1, "position counts examples, not batches");
        check_long(l->position, from + n, "position: examples handed out so far");
    }
}

TEST(the_end_of_an_epoch, .points = 3, .exercise = "05.8 loader_next", .file = "loader.c",
     .hints =
         HINTS("When nothing is left, false once; the next call begins a new epoch.",
               "l->epoch++, l->position = 0, loader_draw_order(l), return false.",
               "if (left == 0 || (l->drop_last && left < l->batch_size)) { ... return false; }"))
{
    Witness w = witness(7);
    long order[12];
    uint64_t seed = draw_seed();
    memcpy(order, seven, sizeof order);
    DataLoader loader = {.dataset = &w.dataset,
                         .batch_size = 3,
                         .order = order,
                         .shuffle = true,
                         .seed = seed,
                         .position = 7,
                         .epoch = 2},
               *l = &loader;
    given("l", "of 7 examples in batches of 3, of which all are used up");
    Batch batch;
    MISTAKE_MESSAGE("asked for", "a batch was asked for though the epoch is over");
    const char *returned = said(CALL(loader_next(l, &batch)));
    check_text(returned, "false",
               "false: the epoch is over; with true, a training loop would never see its end");
    FORGET();
    MISTAKE_NUMBER(1, "false came with a batch that nobody will use: return before the fetch");
    check_long(w.calls, 0, "nothing was fetched");
    FORGET();
    MISTAKE_NUMBER(2, "the epoch was not counted on");
    check_long(l->epoch, 3, "one epoch further");
    FORGET();
    MISTAKE_NUMBER(7, "position has to go back to 0, or there is never a batch again");
    check_long(l->position, 0, "nothing of the new epoch is used up");
    EXPECT(register_order_mistakes(seed, 3, 7););
    MISTAKE(listed(seven, 7),
            "still the order of the last epoch: loader_draw_order has to be called");
    Tensor *drawn = listed(order, 7);
    check_tensor_within(drawn, shuffled_list(plain_stream(seed, 3), 7), 0,
                        "the order of the new epoch: rng_stream(seed, 3)");
    check_long(order[7], 99, "only 7 numbers are the order");
    returned = said(CALL(loader_next(l, &batch)));
    check_text(returned, "true", "and then the new epoch begins");
}

TEST(a_short_batch_is_dropped, .points = 2, .exercise = "05.8 loader_next", .file = "loader.c",
     .hints = HINTS("With drop_last, an epoch is over when less than a batch is left.",
                    "A full batch is never dropped: left < batch_size, not <=.",
                    "l->drop_last && left < l->batch_size"))
{
    Witness w = witness(7), even = witness(6);
    long order[12];
    memcpy(order, seven, sizeof order);
    DataLoader loader = {.dataset = &w.dataset,
                         .batch_size = 3,
                         .order = order,
                         .drop_last = true,
                         .position = 3},
               *l = &loader;
    given("l", "of 7 examples in batches of 3, drop_last");
    Batch batch;
    MISTAKE_MESSAGE("example 99 of 7",
                    "a batch reaches past the order: a short one is dropped, not "
                    "filled up");
    const char *returned = said(CALL(loader_next(l, &batch)));
    check_text(returned, "true", "a full batch is left: 0, 3, 2");
    const char *returned_next = said(CALL(loader_next(l, &batch)));
    check_text(returned_next, "false",
               "one example is left, too few for a batch: drop_last drops it");
    check_long(l->epoch, 1, "the next epoch");
    check_long(l->position, 0, "from its start");
    DataLoader last = {.dataset = &even.dataset,
                       .batch_size = 3,
                       .order = order,
                       .drop_last = true,
                       .position = 3};
    const char *returned_last = said(CALL(loader_next(&last, &batch)));
    check_text(returned_last, "true",
               "three of six examples are left, a full batch: only a short one is dropped");
    check_long(w.n, 3, "of three examples");
}

TEST(every_epoch_its_own_order, .points = 1, .exercise = "05.8 loader_next", .file = "loader.c",
     .hints = HINTS("Each epoch: every example once, and false behind them.",
                    "loader_draw_order uses l->epoch: count it on first.",
                    "l->epoch++; l->position = 0; loader_draw_order(l); return false;"))
{
    long count = 8, batch_size = draw_long("batch_size", 2, 5);
    uint64_t seed = draw_seed();
    Witness w = witness(count);
    DataLoader *l = CALL(loader_new(&w.dataset, batch_size, true, false, seed));
    for (uint64_t e = 0; e < 4; e++) {
        EXPECT(register_order_mistakes(seed, e, count););
        long seen[MOST], n = 0;
        Batch batch;
        while (n < 40 && CALL(loader_next(l, &batch)))
            for (long i = 0; i < w.n; i++)
                seen[n++] = w.indices[i];
        MISTAKE_NUMBER(
            40, "the epoch has no end: loader_next has to return false behind its last batch");
        check_long(n, 8, "every epoch has all eight examples");
        Tensor *examples = listed(seen, n);
        check_tensor_within(examples, shuffled_list(plain_stream(seed, e), count), 0,
                            "epoch e: the order of rng_stream(seed, e)");
    }
    loader_free(l);
}

/* ---- 05.9 loader_seek ------------------------------------------------------------------------------ */

TEST(a_place_by_hand, .points = 3, .exercise = "05.9 loader_seek", .file = "loader_seek.c",
     .hints = HINTS(
         "An epoch has loader_batches(l) batches.",
         "epoch = batches / loader_batches(l); the remainder, in batches, is what is used up.",
         "l->position = batches % loader_batches(l) * l->batch_size;"))
{
    Witness w = witness(10);
    long order[10] = {99, 99, 99, 99, 99, 99, 99, 99, 99, 99};
    EXPECT(Tensor *untouched = listed(order, 10));
    DataLoader loader = {.dataset = &w.dataset,
                         .batch_size = 4,
                         .order = order,
                         .shuffle = true,
                         .seed = 9,
                         .epoch = 7,
                         .position = 4},
               *l = &loader;
    given("l", "of 10 examples in batches of 4, shuffled, at epoch 7");
    CALL(loader_seek(l, 5));
    MISTAKE_NUMBER(7, "the epoch was not set");
    MISTAKE_NUMBER(8, "seek is not relative: where the loader stood before does not matter");
    MISTAKE_NUMBER(
        2, "20 / 10: the short batch was counted as a full one; an epoch has three batches, or "
           "the short batch was left out of it");
    MISTAKE_NUMBER(5, "batches are not epochs: an epoch has loader_batches(l) of them");
    check_long(l->epoch, 1, "5 = 1 * 3 + 2: epoch 1");
    FORGET();
    MISTAKE(one(2), "position counts examples: two batches of 4 are 8");
    MISTAKE(one(0), "20 % 10: the short batch was counted as a full one");
    MISTAKE(one(20), "that is since the beginning; position counts within the epoch");
    MISTAKE(one(4), "position was not set: 5 = 1 * 3 + 2, two batches of 4");
    Tensor *position = listed(&l->position, 1);
    check_tensor_within(position, one(8), 0, "5 = 1 * 3 + 2: two batches of 4");
    EXPECT(register_order_mistakes(9, 1, 10););
    MISTAKE(untouched, "the order of the new epoch was not drawn: loader_draw_order");
    MISTAKE(shuffled_list(plain_stream(9, 7), 10),
            "the order is that of the epoch before: set l->epoch first, then draw");
    Tensor *drawn = listed(order, 10);
    check_tensor_within(drawn, shuffled_list(plain_stream(9, 1), 10), 0, "the order of epoch 1");
    check_fails(loader_seek(l, -1), "batches is -1, expected none below 0",
                "there is no such place");
    CALL(loader_seek(l, 0));
    check_long(l->epoch == 0 && l->position == 0, 1, "0 batches: the beginning");
}

TEST(resumed_as_if_never_stopped, .points = 3, .exercise = "05.9 loader_seek",
     .file = "loader_seek.c",
     .hints = HINTS("Batch k must be the same whether it was reached or sought.",
                    "With drop_last an epoch has fewer batches: loader_batches knows.",
                    "l->epoch = batches / loader_batches(l); ...; loader_draw_order(l);"))
{
    long count = draw_long("count", 7, 11), batch_size = draw_long("batch_size", 2, 4);
    uint64_t seed = draw_seed();
    for (int drop_last = 0; drop_last < 2; drop_last++) {
        Witness walked = witness(count), sought = witness(count);
        DataLoader *walker = loader_new(&walked.dataset, batch_size, true, drop_last, seed);
        DataLoader *jumper = loader_new(&sought.dataset, batch_size, true, drop_last, seed);
        for (long k = 0; k < 15; k++) {
            Batch batch;
            CALL(loader_seek(jumper, k));
            for (int tries = 0; !loader_next(walker, &batch) && tries < 3; tries++) {
            }
            loader_next(jumper, &batch);
            bool equal = sought.n == walked.n;
            for (long i = 0; equal && i < walked.n; i++)
                equal = sought.indices[i] == walked.indices[i];
            MISTAKE_NUMBER(
                0, "after loader_seek(l, k) another batch came than batch k of a run that was "
                   "never stopped");
            check_long(equal, 1, "batch k, counted over all epochs");
            Tensor *examples = listed(sought.indices, sought.n < 0 ? 0 : sought.n);
            check_tensor_within(examples, listed(walked.indices, walked.n), 0,
                                "the examples of batch k");
        }
        loader_free(walker);
        loader_free(jumper);
    }
}
