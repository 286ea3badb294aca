/* cache_model.c - a cache on paper: lines of neighbours, of which those that were used last are
 * kept.
 *
 * Invariant: what is counted depends on which numbers are read in which order, and on nothing else.
 */
#include "cache_model.h"
#include <math.h>
#include <string.h>

static _Thread_local CacheModel *listening;
static _Thread_local real handed[CACHE_MODEL_HANDED];
static _Thread_local unsigned turn;

CacheModel cache_model_new(long lines, long width)
{
    if (lines < 1 || lines > CACHE_MODEL_LINES || width < 1)
        fail("cache_model_new: %ld lines of %ld numbers, expected 1 to %d lines of at least 1",
             lines, width, CACHE_MODEL_LINES);
    return (CacheModel){.lines = lines, .width = width};
}

void cache_model_watch(CacheModel *cache, const real *data, long count)
{
    if (cache->arrays == CACHE_MODEL_ARRAYS)
        fail("cache_model_watch: it looks at %d arrays already, and not at more",
             CACHE_MODEL_ARRAYS);
    cache->array[cache->arrays].data = data;
    cache->array[cache->arrays++].count = count;
}

real *cache_model_hide(CacheModel *cache, const real *data, long count)
{
    real *there = tensor_full(SHAPE(count), (real)NAN)->data;
    cache_model_watch(cache, there, count);
    cache->array[cache->arrays - 1].behind = data;
    return there;
}

void cache_model_open(CacheModel *cache)
{
    listening = cache;
}

/* Is it there? It moves to the front; if not, the one that was not used for longest makes room. */
static bool touch(CacheModel *cache, long line)
{
    long i = 0;
    while (i < cache->used && cache->held[i] != line)
        i++;
    bool hit = i < cache->used;
    if (!hit && cache->used < cache->lines)
        cache->used++;
    if (i == cache->used)
        i--;
    memmove(cache->held + 1, cache->held, (size_t)i * sizeof *cache->held);
    cache->held[0] = line;
    return hit;
}

const real *cache_model_read(const real *at)
{
    CacheModel *cache = listening;
    for (int k = 0; cache != NULL && k < cache->arrays; k++) {
        uintptr_t from = (uintptr_t)cache->array[k].data, here = (uintptr_t)at;
        long place = (long)((here - from) / sizeof(real));
        if (here < from || place >= cache->array[k].count)
            continue;
        bool hit = touch(cache, place / cache->width * CACHE_MODEL_ARRAYS + k);
        cache->reads++;
        cache->array[k].reads++;
        cache->misses += !hit;
        cache->array[k].misses += !hit;
        if (cache->array[k].behind == NULL)
            return at;
        real *out = &handed[turn++ % CACHE_MODEL_HANDED];
        *out = cache->array[k].behind[place];
        return out;
    }
    return at;
}
