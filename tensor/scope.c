/* scope.c - memory that ends all at once.
 *
 * A scope hands out memory by moving a mark through large chunks:
 *
 *     chunk  | block | block | block |      free      |
 *                                    ^ used            ^ size
 *
 * Closing the scope gives its chunks to a cache of the thread, from which the next scope takes those
 * that fit it best. A loop that needs the same memory in every step therefore finds the same chunks
 * there, in the same order, and touches no others.
 * Invariant: the open scopes of a thread form a stack; every block belongs to exactly one of them.
 */
#include <stdlib.h>
#include <string.h>
#include "poison.h"
#include "tensor.h"
#include "thread_end.h"

#define ALIGNMENT ((size_t)64)
#define SMALLEST_CHUNK ((size_t)256 << 10)
#define LARGEST_GROWTH ((size_t)256 << 20)
#define RECYCLED_LOOKS 16 /* how many recycled blocks to look at before taking fresh memory */

typedef struct Chunk {
    struct Chunk *next;
    size_t size, used; /* bytes of the memory behind this header */
} Chunk;

typedef struct Recycled {
    struct Recycled *next;
    size_t size;
} Recycled;

struct Scope {
    Scope *parent;
    Chunk *chunks; /* the newest first */
    Recycled *recycled;
    size_t capacity, bytes, peak;
    bool recording;
    struct Region *region;
};

static _Thread_local Scope root = {.recording = true};
static _Thread_local Scope *top;   /* NULL stands for the root, until the first use */
static _Thread_local Chunk *cache; /* chunks of closed scopes, the smallest first */
static _Thread_local Scope *spare; /* closed Scope structs, linked by parent */

static size_t round_up(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
}

static char *chunk_memory(Chunk *chunk)
{
    return (char *)chunk + ALIGNMENT;
}

static void *system_alloc(size_t bytes)
{
    void *block = bytes > SIZE_MAX / 2 ? NULL : aligned_alloc(ALIGNMENT, round_up(bytes));
    if (block == NULL)
        fail("out of memory: %zu bytes are not to be had. hint: a smaller batch, or a scope_close "
             "after each step",
             bytes);
    return block;
}

/* Memory that the thread keeps until it ends. */
static void *thread_alloc(size_t bytes)
{
    watch_end_of_thread();
    return system_alloc(bytes);
}

Scope *scope_current(void)
{
    return top != NULL ? top : &root;
}

bool *scope_recording(void)
{
    return &scope_current()->recording;
}

struct Region **scope_region(void)
{
    return &scope_current()->region;
}

Scope *scope_open(void)
{
    Scope *scope = spare;
    if (scope != NULL)
        spare = scope->parent;
    else
        scope = thread_alloc(sizeof *scope);
    Scope *parent = scope_current();
    *scope = (Scope){.parent = parent, .recording = parent->recording, .region = parent->region};
    top = scope;
    return scope;
}

/* Wipe what a scope held, so that a use after its end is seen. */
static void forget(Chunk *chunk)
{
#ifdef KINDLING_DEBUG
    UNPOISON(chunk_memory(chunk), chunk->used);
    memset(chunk_memory(chunk), 0xff, chunk->used); /* every float and double becomes NaN */
#endif
    POISON(chunk_memory(chunk), chunk->size);
    chunk->used = 0;
}

static void give_to_cache(Chunk *chunk)
{
    forget(chunk);
    Chunk **place = &cache;
    while (*place != NULL && (*place)->size < chunk->size)
        place = &(*place)->next;
    chunk->next = *place;
    *place = chunk;
}

static void release_chunks(Scope *scope)
{
    while (scope->chunks != NULL) {
        Chunk *chunk = scope->chunks;
        scope->chunks = chunk->next;
        give_to_cache(chunk);
    }
    scope->recycled = NULL;
    scope->capacity = scope->bytes = 0;
}

void scope_close(Scope *scope)
{
    Scope *open = top;
    while (open != NULL && open != scope)
        open = open == &root ? NULL : open->parent;
    if (open == NULL || scope == &root)
        fail(
            "scope_close: this scope is not open in this thread. hint: close each scope once, with "
            "what scope_open returned");
    for (bool last = false; !last;) { /* a longjmp may have left inner scopes open */
        Scope *inner = top;
        last = inner == scope;
        release_chunks(inner);
        top = inner->parent;
        inner->parent = spare;
        spare = inner;
    }
}

void scope_reset(Scope *scope)
{
    for (Chunk *chunk = scope->chunks; chunk != NULL; chunk = chunk->next)
        forget(chunk);
    scope->recycled = NULL;
    scope->bytes = 0;
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

/* A chunk with room for bytes, from the cache or from the system. Each is as large as all before it
 * together, so that their number stays small; pages that are never touched cost nothing. */
static Chunk *add_chunk(Scope *scope, size_t bytes)
{
    size_t size = scope->capacity < LARGEST_GROWTH ? scope->capacity : LARGEST_GROWTH;
    if (size < SMALLEST_CHUNK)
        size = SMALLEST_CHUNK;
    if (size < bytes)
        size = bytes;
    Chunk *chunk = take_from_cache(bytes, size);
    if (chunk == NULL) {
        chunk = thread_alloc(ALIGNMENT + size);
        *chunk = (Chunk){.size = size};
        POISON(chunk_memory(chunk), size);
    }
    chunk->next = scope->chunks;
    scope->chunks = chunk;
    scope->capacity += chunk->size;
    return chunk;
}

/* A recycled block that fits without wasting more than a quarter, or NULL. */
static void *take_recycled(Scope *scope, size_t bytes)
{
    Recycled **link = &scope->recycled;
    for (int looks = 0; *link != NULL && looks < RECYCLED_LOOKS; looks++, link = &(*link)->next) {
        Recycled *block = *link;
        if (block->size >= bytes && block->size - bytes <= bytes / 4) {
            *link = block->next;
            return block;
        }
    }
    return NULL;
}

static void *take_fresh(Scope *scope, size_t size)
{
    Chunk *chunk = scope->chunks;
    while (chunk != NULL && chunk->size - chunk->used < size)
        chunk = chunk->next;
    if (chunk == NULL)
        chunk = add_chunk(scope, size);
    chunk->used += size;
    return chunk_memory(chunk) + chunk->used - size;
}

void *scope_alloc(Scope *scope, size_t bytes)
{
    if (bytes > SIZE_MAX / 4)
        fail("out of memory: %zu bytes are not to be had. hint: check the shape", bytes);
    size_t size = round_up(bytes + (bytes == 0)) + RED_ZONE;
    void *block = scope->recycled != NULL ? take_recycled(scope, size) : NULL;
    if (block == NULL)
        block = take_fresh(scope, size);
    scope->bytes += size;
    if (scope->bytes > scope->peak)
        scope->peak = scope->bytes;
    UNPOISON(block, bytes);
    return block;
}

void scope_recycle(Scope *scope, void *block, size_t bytes)
{
    size_t size = round_up(bytes + (bytes == 0)) + RED_ZONE;
    scope->bytes -= size;
#ifdef KINDLING_DEBUG
    memset(block, 0xff, bytes);
#endif
    Chunk *newest = scope->chunks;
    if (newest != NULL && (char *)block + size == chunk_memory(newest) + newest->used) {
        newest->used -= size; /* it was the last one handed out: move the mark back */
    } else {
        UNPOISON(block, sizeof(Recycled)); /* a small block is smaller than this note */
        *(Recycled *)block = (Recycled){.next = scope->recycled, .size = size};
        scope->recycled = block;
        block = (char *)block + sizeof(Recycled);
        bytes = bytes > sizeof(Recycled) ? bytes - sizeof(Recycled) : 0;
    }
    POISON(block, bytes);
}

size_t scope_bytes(const Scope *scope)
{
    return scope->bytes;
}

size_t scope_peak(const Scope *scope)
{
    return scope->peak;
}

void *owned_alloc(size_t bytes)
{
    void *block = system_alloc(bytes + (bytes == 0));
    return memset(block, 0, bytes);
}

void owned_free(void *block)
{
    free(block);
}

void kindling_release_thread(void)
{
    while (top != NULL && top != &root)
        scope_close(top);
    release_chunks(&root);
    while (cache != NULL) {
        Chunk *chunk = cache;
        cache = chunk->next;
        UNPOISON(chunk_memory(chunk), chunk->size);
        free(chunk);
    }
    while (spare != NULL) {
        Scope *scope = spare;
        spare = scope->parent;
        free(scope);
    }
}
