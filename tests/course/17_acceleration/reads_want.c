/* reads_want.c - how often numbers are read, how often lines are fetched, and how often a micro-tile is made. */
#include "want.h"

/* In a build where nobody counts, all of it is 0. */
static double counted(double number)
{
    return READS_ARE_COUNTED ? number : 0;
}

static long round_up(long size, long unit)
{
    return (size + unit - 1) / unit;
}

long order_reads_want(long m, long n, long k)
{
    (void)m;
    MISTAKE_NUMBER(
        0, "the cache on paper heard of no number of B: each is read as READ(x.b.data[...])");
    return (long)counted((double)n * (double)k);
}

long order_reads_of_a_want(long m, long k)
{
    MISTAKE_NUMBER(
        0, "the cache on paper heard of no number of A: each is read as READ(x.a.data[...])");
    return (long)counted((double)m * (double)k);
}

double order_most_reads_of_a_want(long m, long n, long k)
{
    MISTAKE_NUMBER(
        (double)m * (double)n * (double)k,
        "a number of A is read for every product: it is the same for the whole loop over "
        "j, so READ it once, before that loop");
    return counted(2 * (double)m * (double)k);
}

double order_misses_b_want(long m, long n, long k, long width)
{
    double mnk = (double)m * (double)n * (double)k;
    MISTAKE_NUMBER(mnk, "a line of B is fetched for every product: the innermost loop goes down a "
                        "column of B, and of each "
                        "line that comes one number is used");
    return counted(mnk / (double)width);
}

double order_misses_a_want(long m, long n, long k)
{
    MISTAKE_NUMBER((double)m * (double)n * (double)k,
                   "a line of A is fetched for every product: the innermost loop goes down a "
                   "column of A (and of C)");
    return counted((double)m * (double)k);
}

double tiled_misses_b_want(long m, long n, long k, long width, long tile)
{
    double lines_of_b = (double)n * (double)k / (double)width;
    MISTAKE_NUMBER((double)m * lines_of_b, "all of B was fetched for each row of C: nothing of it "
                                           "stays near. A tile of B has to be used "
                                           "for `tile` rows before the next one comes");
    MISTAKE_NUMBER((double)m * lines_of_b * (double)width,
                   "a line of B was fetched for every product: nothing of it stays near, and "
                   "columns are gone down");
    return counted(2 * (double)round_up(m, tile) *
                   lines_of_b); /* pieces may be smaller than tile */
}

double tiled_misses_a_want(long m, long n, long k, long width, long tile)
{
    return counted(2 * (double)round_up(n, tile) * (double)m * (double)k / (double)width);
}

long panel_reads_want(long count, long k, long width)
{
    MISTAKE_NUMBER(0,
                   "the cache on paper heard of no number of x: each is read as READ(x.data[...])");
    MISTAKE_NUMBER((double)width * (double)k,
                   "rows that are not there were read, too: only `count` of them are");
    MISTAKE_NUMBER(2.0 * (double)count * (double)k, "each number was read twice");
    return (long)counted((double)count * (double)k);
}

long packed_reads_b_want(long m, long n, long k)
{
    double b = (double)n * (double)k;
    MISTAKE_NUMBER(
        b * (double)round_up(m, STEP_MR),
        "B is packed again for each panel of A: pack the block of B before the loop over i");
    MISTAKE_NUMBER(b * (double)m, "B is packed again for each row of C");
    MISTAKE_NUMBER(0, "the cache on paper heard of no number of B: pack_panel reads them");
    return (long)counted(b);
}

long packed_reads_a_want(long m, long n, long k)
{
    double a = (double)m * (double)k;
    MISTAKE_NUMBER(
        a * (double)round_up(n, STEP_NR),
        "A is packed again for each panel of B: pack a panel of A before the loop over j");
    MISTAKE_NUMBER(0, "the cache on paper heard of no number of A: pack_panel reads them");
    return (long)counted(a);
}

long tile_calls_want(long m, long n)
{
    MISTAKE_NUMBER((double)(m / STEP_MR) * (double)(n / STEP_NR),
                   "tile made the whole micro-tiles only: those that stick out are made beside C, "
                   "by tile, too");
    MISTAKE_NUMBER(0, "tile was never called: it makes the micro-tiles");
    return round_up(m, STEP_MR) * round_up(n, STEP_NR);
}

long tiles_outside_want(long m, long n)
{
    long whole_rows = m / STEP_MR, whole_columns = n / STEP_NR;
    long all = round_up(m, STEP_MR) * round_up(n, STEP_NR);
    MISTAKE_NUMBER(
        (double)whole_rows,
        "micro-tiles that stick out of C at the right were made in C itself: tile writes "
        "all STEP_NR columns");
    MISTAKE_NUMBER((double)whole_columns,
                   "micro-tiles that stick out of C below were made in C itself: tile writes all "
                   "STEP_MR rows");
    MISTAKE_NUMBER((double)(whole_rows + whole_columns),
                   "micro-tiles that stick out of C on one side were made in C itself: beside it "
                   "belongs each that sticks out, at the right or below");
    MISTAKE_NUMBER((double)(all - whole_rows * whole_columns),
                   "all micro-tiles were made in C itself, also those that stick out of it: tile "
                   "writes a whole one");
    return 0;
}

long part_reads_b_want(long m, long n, long k, long parts)
{
    double b = (double)n * (double)k;
    long panels = round_up(m, STEP_MR), each = round_up(panels, parts);
    MISTAKE_NUMBER(b, "B was read once by all parts together: either columns were shared out, or "
                      "products, which cuts sums; "
                      "or only one part did anything");
    MISTAKE_NUMBER(0, "the cache on paper heard of no number of B: gemm_packed reads them");
    if (each > 1 && round_up(panels, each) > 1)
        MISTAKE_NUMBER(b * (double)round_up(panels, each),
                       "the last parts have nothing to do: panels / parts, rounded up, is too many "
                       "for each. Part t has the panels from panels * t / parts on");
    return (long)counted(b * (double)(panels < parts ? panels : parts));
}

long scratch_used_want(long m, long parts)
{
    long panels = round_up(m, STEP_MR);
    MISTAKE_NUMBER(1,
                   "only part 0 packs where it should: part t packs into scratch + t * "
                   "gemm_packed_scratch(x.n). All in the same memory, or too near to each other, "
                   "one thread would write what another reads");
    MISTAKE_NUMBER(0, "no part packs into scratch");
    return panels < parts ? panels : parts;
}

long differing_want(void)
{
    return 0;
}
