/* cache_model.h - a small cache on paper: how many numbers are read, and how many lines have to be
 * fetched for that.
 *
 * The cache has `lines` lines of `width` numbers and keeps those that were used last. It looks at
 * one array, or two or three, and counts places from their beginnings, so that its numbers are the
 * same on every machine. READ(x) is x, and in the builds in which tests run (CONFIG=double, debug,
 * asan) the model that is open hears of it; in the others it is nothing but x. A file that defines
 * READS_ARE_HEARD before it includes this one is heard in all of them.
 */
#ifndef KINDLING_CACHE_MODEL_H
#define KINDLING_CACHE_MODEL_H

#include "engine.h"

#define CACHE_MODEL_LINES 64 /* at most */
#define CACHE_MODEL_ARRAYS 3
#define CACHE_MODEL_HANDED 64 /* numbers that are out at a time */

typedef struct {
    long lines, width;  /* how many lines, and how many numbers in one */
    long reads, misses; /* so far */
    struct {
        const real *data;
        const real *behind; /* the numbers, where they do not stand in data; NULL: they do */
        long count;
        long reads, misses; /* of this array */
    } array[CACHE_MODEL_ARRAYS];
    int arrays;
    long held[CACHE_MODEL_LINES]; /* which lines, the last used first */
    long used;                    /* how many of them */
} CacheModel;

/* An empty cache that looks at nothing yet; fails outside of 1 to CACHE_MODEL_LINES lines and of
 * width 1. */
CacheModel cache_model_new(long lines, long width);
/* The arrays must not overlap. */
void cache_model_watch(CacheModel *cache, const real *data, long count);
/* Watches an array that takes the place of data, and returns it: NaN, and READ alone gives its
 * numbers, those of data. In the scope that is open. */
real *cache_model_hide(CacheModel *cache, const real *data, long count);
void cache_model_open(
    CacheModel *cache); /* from now on it hears of every READ of this thread; NULL: nobody does */

/* ---- cache_model.c (09): what READ calls ----------------------------------------------------- */

/* Counts; `at`, or where the number is that is hidden there: until CACHE_MODEL_HANDED more are
 * read. */
const real *cache_model_read(const real *at);

#if defined(KINDLING_DEBUG) || defined(READS_ARE_HEARD)
#define READ(x) (*cache_model_read(&(x)))
#define READS_ARE_COUNTED 1
#else
#define READ(x) (x)
#define READS_ARE_COUNTED 0
#endif

#endif
