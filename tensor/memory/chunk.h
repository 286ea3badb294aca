/* chunk.h - what a scope is made of (inside tensor/ only): scope.c, chunk.c, sweep.c. */
#ifndef KINDLING_CHUNK_H
#define KINDLING_CHUNK_H

#include "tensor.h"

#define ALIGNMENT ((size_t)64)

/* A large piece of memory, from which a scope cuts its blocks. */
typedef struct Chunk {
    struct Chunk *next;
    size_t size, used; /* bytes of the memory behind this header */
} Chunk;

typedef struct Recycled { /* a note inside a block that was given back */
    struct Recycled *next;
    size_t size;
} Recycled;

/* What stands in front of each block of a swept scope. A block is young until the next sweep. */
typedef struct Young {
    struct Young *next;
    size_t bytes;
    bool young, kept;
} Young;

struct Scope {
    Scope *parent;
    Chunk *chunks; /* the newest first */
    Recycled *recycled;
    size_t capacity, bytes, peak;
    Scope *lender; /* of a swept scope: whose memory it hands out */
    Young *young;  /* the newest first */
    ScopeSettings settings;
    void (*ended)(void *context); /* scope_on_end; NULL: nobody asks */
    void *ended_context;
    void (*failed)(void *context); /* scope_on_failure; NULL: a failure leaves it open */
    void *failed_context;
};
/* For kindling_fail: tells those that asked, and says which scope it has to close, or NULL. */
Scope *scope_failed(void);

/* The head of a block of a swept scope. */
static inline Young *young_of(const void *block)
{
    return (Young *)((char *)block - ALIGNMENT);
}

static inline size_t round_up_to_alignment(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
}

static inline char *chunk_memory(Chunk *chunk)
{
    return (char *)chunk + ALIGNMENT;
}

void *system_alloc(size_t bytes); /* 64-byte aligned; fail() when out */
void *thread_alloc(size_t bytes); /* the same, kept until the thread ends */

/* A chunk with room for bytes, of the size wished for if none is at hand. */
Chunk *chunk_take(size_t bytes, size_t wish);
void chunk_forget(Chunk *chunk);        /* nothing is used any more; debug builds wipe it */
void chunk_give_to_cache(Chunk *chunk); /* forgotten first */
void chunk_free_cache(void);

#endif
