/* leaks.c - every block of memory that is alive, and who asked for it.
 *
 * The linker sends malloc and its family here (-Wl,--wrap). A test ends by closing its scope and
 * handing back the engine's caches; what is alive then was forgotten by somebody.
 */
#include "verdict.h"
#if defined(__GLIBC__) && !defined(NO_BACKTRACE)
#define HAS_BACKTRACE
#include <execinfo.h>
#endif

#define SLOTS 8192 /* a power of two; blocks beyond that are not watched */
#define KEPT 12

typedef struct {
    void *block;
    size_t bytes;
    int depth;
    void *trace[KEPT];
} Live;

static Live *live;
static bool watching;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **block, size_t alignment, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **block, size_t alignment, size_t size);
void __wrap_free(void *block);

int backtrace_here(void **trace, int depth)
{
#ifdef HAS_BACKTRACE
    return backtrace(trace, depth);
#else
    /* Enough: only the recorder has no more (NO_BACKTRACE). */
    trace[0] = __builtin_return_address(0);
    return depth > 0;
#endif
}

void *harness_alloc(size_t bytes)
{
    return __real_calloc(1, bytes + 1);
}

static size_t slot_of(const void *block)
{
    return (size_t)((uintptr_t)block >> 4) * 2654435761u % SLOTS;
}

static void *watched(void *block, size_t bytes)
{
    if (!watching || block == NULL)
        return block;
    size_t i = slot_of(block);
    for (int tries = 0; tries < SLOTS; tries++, i = (i + 1) % SLOTS)
        if (live[i].block == NULL || live[i].bytes == SIZE_MAX) {
            live[i].block = block;
            live[i].bytes = bytes;
            watching = false; /* backtrace may allocate */
            live[i].depth = backtrace_here(live[i].trace, KEPT);
            watching = true;
            break;
        }
    return block;
}

/* A freed slot keeps its block (bytes SIZE_MAX), so that searches do not stop at it. */
static void forgotten(const void *block)
{
    size_t i = slot_of(block);
    for (int tries = 0; watching && tries < SLOTS && live[i].block != NULL; tries++) {
        if (live[i].block == block && live[i].bytes != SIZE_MAX) {
            live[i].bytes = SIZE_MAX;
            return;
        }
        i = (i + 1) % SLOTS;
    }
}

void leaks_start(void)
{
    void *warm[2];
    if (live == NULL)
        live = __real_calloc(SLOTS, sizeof *live);
    else
        memset(live, 0, SLOTS * sizeof *live);
    backtrace_here(warm, 2); /* the first call loads a library */
    watching = true;
}

long leaks_count(size_t *bytes, void **trace, int *depth)
{
    long n = 0;
    watching = false;
    *bytes = 0;
    for (int i = 0; i < SLOTS; i++)
        if (live[i].block != NULL && live[i].bytes != SIZE_MAX) {
            if (n++ == 0) {
                memcpy(trace, live[i].trace, sizeof live[i].trace);
                *depth = live[i].depth;
            }
            *bytes += live[i].bytes;
        }
    return n;
}

/* ---- malloc and its family ------------------------------------------------------------------------ */

void *__wrap_malloc(size_t size)
{
    return watched(__real_malloc(size), size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return watched(__real_calloc(count, size), count * size);
}

void *__wrap_realloc(void *block, size_t size)
{
    void *moved = __real_realloc(block, size);
    if (moved != NULL) {
        if (block != NULL)
            forgotten(block);
        watched(moved, size);
    }
    return moved;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return watched(__real_aligned_alloc(alignment, size), size);
}

int __wrap_posix_memalign(void **block, size_t alignment, size_t size)
{
    int error = __real_posix_memalign(block, alignment, size);
    if (error == 0)
        watched(*block, size);
    return error;
}

void __wrap_free(void *block)
{
    if (block != NULL)
        forgotten(block);
    __real_free(block);
}
