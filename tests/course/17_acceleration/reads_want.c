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

long all_once_want(long rows, long columns)
{
    return (long)counted((double)rows * (double)columns);
}

double order_most_reads_of_a_want(long m, long k)
{
    return counted(2 * (double)m * (double)k);
}

double order_misses_b_want(long m, long n, long k, long width)
{
    return counted((double)m * (double)n * (double)k / (double)width);
}

double order_misses_a_want(long m, long k)
{
    return counted((double)m * (double)k);
}

/* Twice, for pieces may be smaller than tile. */
double tiled_misses_b_want(long m, long n, long k, long width, long tile)
{
    return counted(2 * (double)round_up(m, tile) * (double)n * (double)k / (double)width);
}

double tiled_misses_a_want(long m, long n, long k, long width, long tile)
{
    return counted(2 * (double)round_up(n, tile) * (double)m * (double)k / (double)width);
}

/* The dearer of two ways, one matrix once and the other for each of its tiles, and a fifth more. */
double tiled_one_stays_want(long m, long n, long k, long width, long tile)
{
    double both = (double)round_up(m, tile) * (double)n;
    return counted(1.2 * (both + fmax((double)m, (double)n)) * (double)k / (double)width);
}

/* Lines that are fetched if blocks of one matrix stay, each of so many of its `own` rows or columns, and all of the
 * `other` matrix comes by for each of them; k numbers of both in lines of `width`. */
static double lines_if_one_stays(long own, long other, long block, long k, long width)
{
    return ((double)own + (double)other * (double)round_up(own, block)) * (double)k / (double)width;
}

/* Every block is tried that leaves a line for what comes by, and one for what came before. */
double fitted_lines_want(long m, long n, long k, long lines, long width)
{
    double fewest = INFINITY;
    for (long block = 1; block <= lines - 2; block++) {
        fewest = fmin(fewest, lines_if_one_stays(m, n, block, k, width));
        if (block % width == 0)
            fewest = fmin(fewest, lines_if_one_stays(n, m, block, k, width));
    }
    return counted(fewest);
}

long whole_tiles_want(long m, long n)
{
    return m / STEP_MR * (n / STEP_NR);
}

static long parts_with_rows(long m, long parts)
{
    long panels = round_up(m, STEP_MR);
    return panels < parts ? panels : parts;
}

long part_reads_b_want(long m, long n, long k, long parts)
{
    return (long)counted((double)n * (double)k * (double)parts_with_rows(m, parts));
}

long scratch_used_want(long m, long parts)
{
    return parts_with_rows(m, parts);
}
