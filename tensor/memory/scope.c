/* scope.c - memory that ends all at once.
 *
 * A scope hands out memory by moving a mark through large chunks:
 *
 *     chunk  | block | block | block |      free      |
 *                                    ^ used            ^ size
 *
 * Closing the scope gives its chunks to a cache of the thread, from which the next scope takes
 * those that fit it best. A loop that needs the same memory in every step therefore finds the same
 * chunks there, in the same order, and touches no others.
 * Invariant: the open scopes of a thread form a stack; every block belongs to exactly one scope.
 * One that was taken off the stack has itself as its parent.
 */
#include <stdlib.h>
#include <string.h>
#include "chunk.h"
#include "poison.h"
#include "thread_end.h"

#define SMALLEST_CHUNK ((size_t)256 << 10)
#define LARGEST_GROWTH ((size_t)256 << 20)
#define RECYCLED_LOOKS 16 /* how many recycled blocks to look at before taking fresh memory */

static _Thread_local Scope root = {.settings = {.recording = true}};
static _Thread_local Scope *top;   /* NULL until the first use */
static _Thread_local Scope *spare; /* closed Scope structs, linked by parent */

Scope *scope_current(void)
{
    if (top == NULL)
        top = &root;
    return top;
}

ScopeSettings *scope_settings(void)
{
    return &scope_current()->settings;
}

Scope *scope_open(void)
{
    Scope *scope = spare;
    if (scope != NULL)
        spare = scope->parent;
    else
        scope = thread_alloc(sizeof *scope);
    Scope *parent = scope_current();
    *scope = (Scope){.parent = parent, .settings = parent->settings};
    top = scope;
    return scope;
}

static void release_chunks(Scope *scope)
{
    while (scope->chunks != NULL) {
        Chunk *chunk = scope->chunks;
        scope->chunks = chunk->next;
        chunk_give_to_cache(chunk);
    }
    scope->recycled = NULL;
    scope->young = NULL;
    scope->capacity = scope->bytes = 0;
}

void scope_on_end(Scope *scope, void (*ended)(void *context), void *context)
{
    scope->ended = ended;
    scope->ended_context = context;
}

static void tell_end(Scope *scope)
{
    void (*ended)(void *context) = scope->ended;
    scope->ended = NULL;
    if (ended != NULL)
        ended(scope->ended_context);
}

static void end_scope(Scope *scope)
{
    tell_end(scope);
    release_chunks(scope);
    scope->parent = spare;
    spare = scope;
}

void scope_detach(Scope *scope)
{
    if (scope == NULL || scope != top || scope == &root || scope->lender != NULL)
        fail("scope_detach: this is not the innermost scope of this thread. hint: detach what "
             "scope_open returned, after the scopes opened in it are closed");
    tell_end(scope);
    top = scope->parent;
    scope->parent = scope;
}

void scope_close(Scope *scope)
{
    if (scope != NULL && scope->parent == scope) {
        watch_end_of_thread(); /* this thread may have opened none */
        end_scope(scope);
        return;
    }
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
        top = inner->parent;
        end_scope(inner);
    }
}

void scope_on_failure(Scope *scope, void (*failed)(void *context), void *context)
{
    scope->failed = failed;
    scope->failed_context = context;
}

Scope *scope_failed(void)
{
    Scope *outermost = NULL;
    for (Scope *scope = top; scope != NULL; scope = scope->parent)
        if (scope->failed != NULL) {
            scope->failed(scope->failed_context);
            outermost = scope;
        }
    return outermost;
}

void scope_reset(Scope *scope)
{
    for (Chunk *chunk = scope->chunks; chunk != NULL; chunk = chunk->next)
        chunk_forget(chunk);
    scope->recycled = NULL;
    scope->young = NULL;
    scope->bytes = 0;
}

/* A chunk with room for bytes. Each is as large as all before it together, so that their number
 * stays small; pages that are never touched cost nothing. */
static void add_chunk(Scope *scope, size_t bytes)
{
    size_t size = scope->capacity < LARGEST_GROWTH ? scope->capacity : LARGEST_GROWTH;
    if (size < SMALLEST_CHUNK)
        size = SMALLEST_CHUNK;
    Chunk *chunk = chunk_take(bytes, size < bytes ? bytes : size);
    chunk->next = scope->chunks;
    scope->chunks = chunk;
    scope->capacity += chunk->size;
}

static void recycle(Scope *scope, void *block, size_t size)
{
    UNPOISON(block, sizeof(Recycled)); /* a small block is smaller than this note */
    *(Recycled *)block = (Recycled){.next = scope->recycled, .size = size};
    scope->recycled = block;
}

/* A recycled block of size to size + waste bytes, or NULL. What it has beyond a quarter of size is
 * recycled again. */
static void *take_recycled(Scope *scope, size_t size, size_t waste)
{
    Recycled **link = &scope->recycled;
    for (int looks = 0; *link != NULL && looks < RECYCLED_LOOKS; looks++, link = &(*link)->next) {
        Recycled *block = *link;
        if (block->size < size || block->size - size > waste)
            continue;
        *link = block->next;
        if (block->size - size > size / 4)
            recycle(scope, (char *)block + size, block->size - size);
        return block;
    }
    return NULL;
}

static void *take_fresh(Scope *scope, size_t size)
{
    Chunk *chunk = scope->chunks;
    while (chunk != NULL && chunk->size - chunk->used < size)
        chunk = chunk->next;
    if (chunk == NULL)
        return NULL;
    chunk->used += size;
    return chunk_memory(chunk) + chunk->used - size;
}

static size_t block_size(size_t bytes)
{
    return round_up_to_alignment(bytes + (bytes == 0)) + RED_ZONE;
}

static void *take_block(Scope *scope, size_t bytes)
{
    size_t size = block_size(bytes);
    void *block = scope->recycled != NULL ? take_recycled(scope, size, size / 4) : NULL;
    if (block == NULL)
        block = take_fresh(scope, size);
    if (block == NULL) /* rather a part of a large block than a chunk more */
        block = take_recycled(scope, size, SIZE_MAX);
    if (block == NULL) {
        add_chunk(scope, size);
        block = take_fresh(scope, size);
    }
    scope->bytes += size;
    if (scope->bytes > scope->peak)
        scope->peak = scope->bytes;
    UNPOISON(block, bytes);
    return block;
}

static void give_block(Scope *scope, void *block, size_t bytes)
{
    size_t size = block_size(bytes);
    scope->bytes -= size;
#ifdef KINDLING_DEBUG
    memset(block, 0xff, bytes);
#endif
    Chunk *newest = scope->chunks;
    if (newest != NULL && (char *)block + size == chunk_memory(newest) + newest->used) {
        newest->used -= size; /* it was the last one handed out: move the mark back */
    } else {
        recycle(scope, block, size);
        block = (char *)block + sizeof(Recycled);
        bytes = bytes > sizeof(Recycled) ? bytes - sizeof(Recycled) : 0;
    }
    POISON(block, bytes);
}

void *scope_alloc(Scope *scope, size_t bytes)
{
    if (bytes > SIZE_MAX / 4)
        fail("out of memory: %zu bytes are not to be had. hint: check the shape", bytes);
    if (scope->lender == NULL)
        return take_block(scope, bytes);
    Young *head = take_block(scope->lender, ALIGNMENT + bytes);
    *head = (Young){.next = scope->young, .bytes = bytes, .young = true};
    scope->young = head;
    return (char *)head + ALIGNMENT;
}

void scope_recycle(Scope *scope, void *block, size_t bytes)
{
    if (scope->lender == NULL)
        give_block(scope, block, bytes);
    else if (!young_of(block)->young) /* else the next sweep will */
        give_block(scope->lender, young_of(block), ALIGNMENT + young_of(block)->bytes);
}

size_t scope_bytes(const Scope *scope)
{
    return scope->bytes;
}

size_t scope_peak(const Scope *scope)
{
    return scope->peak;
}

void kindling_release_thread(void)
{
    while (top != NULL && top != &root)
        scope_close(top);
    tell_end(&root);
    release_chunks(&root);
    chunk_free_cache();
    while (spare != NULL) {
        Scope *scope = spare;
        spare = scope->parent;
        free(scope);
    }
}
