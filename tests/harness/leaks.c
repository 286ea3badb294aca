/* leaks.c - every block of memory that is alive, and who asked for it.
 *
 * The linker sends malloc and its family here (-Wl,--wrap). A test ends by closing its scope and
 * handing back the engine's caches; what is alive then was forgotten by somebody.
 */
#include "verdict.h"

#define SLOTS 8192 /* a power of two; blocks beyond that are not watched */
#define KEPT 12

typedef struct {
    void *block;
    size_t bytes;
    int depth;
    void *trace[KEPT];
} Live;

static Live *live;
static int touched[SLOTS]; /* those that were used since the start, the first one first */
static int n_touched;
static bool watching;
void (*memory_refused)(size_t bytes);

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
    if (block == NULL && bytes > 0 && memory_refused != NULL)
        memory_refused(bytes);
    if (!watching || block == NULL)
        return block;
    size_t i = slot_of(block);
    for (int tries = 0; tries < SLOTS; tries++, i = (i + 1) % SLOTS)
        if (live[i].block == NULL || live[i].bytes == SIZE_MAX) {
            if (live[i].block == NULL)
                touched[n_touched++] = (int)i;
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
    while (n_touched > 0)
        live[touched[--n_touched]].block = NULL;
    backtrace_here(warm, 2); /* the first call loads a library */
    watching = true;
}

long leaks_count(size_t *bytes, void **trace, int *depth)
{
    long n = 0;
    watching = false;
    *bytes = 0;
    for (int i = 0; i < n_touched; i++) {
        const Live *l = &live[touched[i]];
        if (l->bytes == SIZE_MAX)
            continue;
        if (n++ == 0) {
            memcpy(trace, l->trace, sizeof l->trace);
            *depth = l->depth;
        }
        *bytes += l->bytes;
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
    size_t bytes = size > 0 && count > SIZE_MAX / size ? SIZE_MAX : count * size;
    return watched(__real_calloc(count, size), bytes);
}

void *__wrap_realloc(void *block, size_t size)
{
    void *moved = __real_realloc(block, size);
    if (moved != NULL && block != NULL)
        forgotten(block);
    return watched(moved, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return watched(__real_aligned_alloc(alignment, size), size);
}

int __wrap_posix_memalign(void **block, size_t alignment, size_t size)
{
    int error = __real_posix_memalign(block, alignment, size);
    watched(error == 0 ? *block : NULL, size);
    return error;
}

void __wrap_free(void *block)
{
    if (block != NULL)
        forgotten(block);
    __real_free(block);
}
