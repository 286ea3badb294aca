/* chunk.c - the large pieces of memory behind scopes, and the cache between them.
 *
 * Closing a scope gives its chunks to a cache of the thread, from which the next scope takes those
 * that fit it best. Invariant: the cache is sorted, the smallest chunk first, and holds no numbers
 * that anybody may read.
 */
#define _DEFAULT_SOURCE /* madvise */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "chunk.h"
#include "poison.h"
#include "thread_end.h"

static _Thread_local Chunk *cache;

/* Large blocks in large pages, where the system has them to give: a product that goes through a
 * matrix column by column touches another page with each row. */
static void prefer_large_pages(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    const size_t page = 4096, large = (size_t)4 << 20;
    char *first = (char *)block + (page - (uintptr_t)block % page) % page;
    if (bytes >= large)
        madvise(first, bytes - page, MADV_HUGEPAGE); /* a wish: it may well be refused */
#else
    (void)block, (void)bytes;
#endif
}

void *system_alloc(size_t bytes)
{
    void *block =
        bytes > SIZE_MAX / 2 ? NULL : aligned_alloc(ALIGNMENT, round_up_to_alignment(bytes));
    if (block == NULL)
        fail("out of memory: %zu bytes are not to be had. hint: a smaller batch, or a scope_close "
             "after each step",
             bytes);
    prefer_large_pages(block, bytes);
    return block;
}

void *thread_alloc(size_t bytes)
{
    watch_end_of_thread();
    return system_alloc(bytes);
}

void chunk_forget(Chunk *chunk)
{
#ifdef KINDLING_DEBUG
    UNPOISON(chunk_memory(chunk), chunk->used);
    memset(chunk_memory(chunk), 0xff, chunk->used); /* every float and double becomes NaN */
#endif
    POISON(chunk_memory(chunk), chunk->size);
    chunk->used = 0;
}

void chunk_give_to_cache(Chunk *chunk)
{
    chunk_forget(chunk);
    Chunk **place = &cache;
    while (*place != NULL && (*place)->size < chunk->size)
        place = &(*place)->next;
    chunk->next = *place;
    *place = chunk;
}

/* The smallest that holds `wish`, or else the largest, if that holds at least `bytes`. */
static Chunk *take_from_cache(size_t bytes, size_t wish)
{
    Chunk **place = &cache;
    while (*place != NULL && (*place)->size < wish && (*place)->next != NULL)
        place = &(*place)->next;
    Chunk *chunk = *place;
    if (chunk == NULL || chunk->size < bytes)
        return NULL;
    *place = chunk->next;
    return chunk;
}

Chunk *chunk_take(size_t bytes, size_t wish)
{
    Chunk *chunk = take_from_cache(bytes, wish);
    if (chunk == NULL) {
        chunk = thread_alloc(ALIGNMENT + wish);
        *chunk = (Chunk){.size = wish};
        POISON(chunk_memory(chunk), wish);
    }
    return chunk;
}

void chunk_free_cache(void)
{
    while (cache != NULL) {
        Chunk *chunk = cache;
        cache = chunk->next;
        UNPOISON(chunk_memory(chunk), chunk->size);
        free(chunk);
    }
}
