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

long tile_calls_want(long m, long n)
{
    return round_up(m, STEP_MR) * round_up(n, STEP_NR);
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
