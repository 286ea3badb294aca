/* measure.c - what a random order costs, what an unfair one gives, and a split
 * that leaks. */
#include "kindling.h"
#include "predict.h"
#include <stdio.h>

enum { SHORT_ROWS, LONG_ROWS, FIRST_ORDER, KNOWN };

/* ---- rows in order and in any order
 * --------------------------------------------------------------- */

#define NUMBERS (1L << 25) /* 128 MB of floats: more than any cache holds */
#define BATCH 256
#define BATCHES 100
#define LINE 64 /* bytes that the cache moves at once */

/* Nanoseconds per row, the best of many short runs. */
static double row_time(Dataset *d, bool shuffle)
{
    double best = 1e9;
    DataLoader *l = loader_new(d, BATCH, shuffle, true, 5);
    long batches = loader_batches(l) < BATCHES ? loader_batches(l) : BATCHES;
    Scope *scope = scope_open();
    for (int run = 0; run < 15; run++) {
        loader_seek(l, run * loader_batches(l)); /* its order is drawn outside of the time */
        double start = kindling_seconds();
        for (long i = 0; i < batches; i++) {
            Batch batch;
            loader_next(l, &batch);
            scope_reset(scope);
        }
        double seconds = kindling_seconds() - start;
        best = seconds < best ? seconds : best;
    }
    scope_close(scope);
    loader_free(l);
    return best / (double)(batches * BATCH) * 1e9;
}

static void measure_rows(void)
{
    static const long widths[] = {16, 4, 64, 256, 1024};
    double miss = 0;
    Scope *scope = scope_open();
    Tensor *all = tensor_zeros(SHAPE(NUMBERS));
    tensor_fill(all, 1); /* every page is really there */
    printf("Rows fetched from 128 MB, in batches of %d; nanoseconds per row.\n\n"
           "                                        predicted, a miss per\n"
           "  row, bytes   in order   shuffled          row       line\n",
           BATCH);
    for (int i = 0; i < 5; i++) {
        long width = widths[i], bytes = width * (long)sizeof(real),
             lines = (bytes + LINE - 1) / LINE;
        Dataset *d =
            tensor_dataset_new(tensor_reshape(all, SHAPE(NUMBERS / width, width)), NULL, NULL);
        double in_order = row_time(d, false), shuffled = row_time(d, true);
        if (i == 0)
            miss = shuffled - in_order;
        printf("  %10ld %10.1f %10.1f %12.1f %10.1f%s\n", bytes, in_order, shuffled,
               in_order + miss, in_order + (double)lines * miss,
               i == 0 ? "   gives what a miss costs" : "");
        if (width == 4)
            measured(SHORT_ROWS, shuffled / in_order);
        measured(LONG_ROWS, shuffled / in_order);
        dataset_free(d);
    }
    scope_close(scope);
}

/* ---- three ways to shuffle
 * ------------------------------------------------------------------------ */

static void with_any_place(Rng *rng, long n, long *items)
{
    for (long i = 0; i < n; i++) {
        long j = rng_below(rng, n), item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

static void never_staying(Rng *rng, long n, long *items)
{
    for (long i = n - 1; i > 0; i--) {
        long j = rng_below(rng, i), item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

/* How many of the six are not near their prediction. */
static long count_orders(const char *name, void (*shuffle)(Rng *, long, long *),
                         const double predicted[6])
{
    long seen[6] = {0};
    Rng rng = rng_seed(27);
    for (int k = 0; k < 270000; k++) {
        long items[] = {0, 1, 2};
        shuffle(&rng, 3, items);
        seen[items[0] * 2 + (items[1] > items[2])]++;
    }
    printf("  %-22s", name);
    for (int k = 0; k < 6; k++)
        printf("%8ld", seen[k]);
    printf("\n  %-22s", "  predicted");
    for (int k = 0; k < 6; k++)
        printf("%8.0f", predicted[k] * 270000);
    printf("\n");
    long odd = 0;
    for (int k = 0; k < 6; k++) {
        long off = seen[k] - (long)(predicted[k] * 270000);
        odd += off > 1500 || off < -1500;
    }
    measured(FIRST_ORDER, (double)seen[0]);
    return odd;
}

static void measure_orders(void)
{
    static const double fair[] = {1 / 6., 1 / 6., 1 / 6., 1 / 6., 1 / 6., 1 / 6.};
    static const double any[] = {4 / 27., 5 / 27., 5 / 27., 5 / 27., 4 / 27., 4 / 27.};
    static const double cycles[] = {0, 0, 0, .5, .5, 0};
    printf("\nThe six orders of 0 1 2, in 270,000 shuffles.\n\n  %-22s     012   "
           "  021     102     "
           "120     "
           "201     210\n",
           "");
    count_orders("swap with any of n", with_any_place, any);
    count_orders("swap with one below i", never_staying, cycles);
    contract(count_orders("yours", rng_shuffle, fair) == 0,
             "05.3 rng_shuffle gives each of the six orders equally often");
}

/* ---- a tenth held out
 * -----------------------------------------------------------------------------
 */

#define TOKENS 100000L
#define CONTEXT 64L

/* Held-out windows of which every token stands in some training window as well.
 */
static double share_known(bool at_random)
{
    static bool held_out[TOKENS], trained_on[TOKENS];
    Rng rng = rng_seed(1);
    long windows = TOKENS - CONTEXT, n = 0, known = 0;
    for (long i = 0; i < TOKENS; i++)
        trained_on[i] = false;
    for (long i = 0; i < windows; i++) {
        held_out[i] = at_random ? rng_below(&rng, 10) == 0 : i >= windows - windows / 10;
        for (long t = 0; !held_out[i] && t <= CONTEXT; t++)
            trained_on[i + t] = true;
    }
    for (long i = 0; i < windows; i++) {
        long t = 0;
        while (t <= CONTEXT && trained_on[i + t])
            t++;
        n += held_out[i];
        known += held_out[i] && t > CONTEXT;
    }
    return 100.0 * (double)known / (double)n;
}

int main(void)
{
    kindling_set_threads(1);
    predict(SHORT_ROWS, "rows of 16 bytes: shuffled takes how many times in order", "");
    predict(LONG_ROWS, "rows of 4096 bytes: the same", "");
    predict(FIRST_ORDER, "of 270,000 fair shuffles of 0 1 2, how many give 012", "");
    predict(KNOWN, "windows held out at random that training knows", "%");
    measure_rows();
    measure_orders();
    double random = share_known(true);
    measured(KNOWN, random);
    printf("\nA tenth of the windows of %ld tokens held out, context %ld: "
           "windows that training "
           "has seen\n"
           "every token of\n\n  chosen at random     %6.2f %%\n  the end of the "
           "text  %6.2f %%\n",
           TOKENS, CONTEXT, random, share_known(false));
    return conclude();
}
