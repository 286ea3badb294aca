/* leaks.c - every block of memory that is alive, and who asked for it.
 *
 * The linker sends malloc and its family here (-Wl,--wrap). A test ends by closing its scope and
 * handing back the engine's caches; what is alive then was forgotten by somebody. Behind each block
 * lies a guard, looked at when the block ends (not under AddressSanitizer, which does it better).
 */
#include "child.h"

#define SLOTS 8192 /* a power of two; blocks beyond that are not watched */
#define KEPT 12
#define GUARD ((size_t)(SANITIZED ? 0 : 16)) /* bytes */

typedef struct {
    void *block;
    size_t bytes;
    uint32_t head;
    bool counted; /* by memory.c */
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

/* What to ask for, for a block of so many bytes; what cannot be had is refused as it is. */
static size_t guarded(size_t bytes)
{
    return bytes > SIZE_MAX - GUARD ? bytes : bytes + GUARD;
}

/* Before a block lies its size, as a page's malloc writes it (with three bits about the block before). */
static uint32_t head_of(const void *block)
{
    return IN_A_PAGE ? ((const uint32_t *)block)[-1] & ~7u : 0;
}

static void *watched(void *block, size_t bytes)
{
    if (block == NULL && bytes > 0 && memory_refused != NULL)
        memory_refused(bytes);
    if (!watching || block == NULL)
        return block;
    memset((char *)block + bytes, GUARD_BYTE, GUARD);
    bool counted = memory_takes(bytes);
    size_t i = slot_of(block);
    for (int tries = 0; tries < SLOTS; tries++, i = (i + 1) % SLOTS)
        if (live[i].block == NULL || live[i].bytes == SIZE_MAX) {
            if (live[i].block == NULL)
                touched[n_touched++] = (int)i;
            live[i].block = block;
            live[i].bytes = bytes;
            live[i].counted = counted;
            live[i].head = head_of(block);
            watching = false; /* backtrace may allocate */
            live[i].depth = backtrace_here(live[i].trace, KEPT);
            watching = true;
            break;
        }
    return block;
}

/* A freed slot keeps its block (bytes SIZE_MAX), so that searches do not stop at it. */
static Live *entry_of(const void *block)
{
    size_t i = slot_of(block);
    for (int tries = 0; watching && tries < SLOTS && live[i].block != NULL; tries++) {
        if (live[i].block == block && live[i].bytes != SIZE_MAX)
            return &live[i];
        i = (i + 1) % SLOTS;
    }
    return NULL;
}

/* ---- what was done to a block ------------------------------------------------------------------------ */

static _Noreturn void written_outside(const Live *l, bool behind)
{
    watching = false;
    snprintf(verdict->title, sizeof verdict->title,
             "something was written %s of a block of %zu bytes from malloc",
             behind ? "behind the end" : "before the beginning", l->bytes);
    snprintf(verdict->likely, sizeof verdict->likely, "%s%s",
             behind ? "an index or a length is too large: either a loop runs one step too far, or "
                      "the block is too small (does malloc take numbers for bytes, has a text no "
                      "room for its final 0?)"
                    : "an index is below 0: a loop that counts down ends too late?",
             SHOWS_THE_LINE);
    give_up(FAILED);
}

/* The place that is told is where the block was asked for. */
static void look_at(const Live *l)
{
    const unsigned char *guard = (const unsigned char *)l->block + l->bytes;
    size_t whole = 0;
    while (whole < GUARD && guard[whole] == GUARD_BYTE)
        whole++;
    if (whole == GUARD && head_of(l->block) == l->head)
        return;
    memcpy(verdict->trace, l->trace, sizeof l->trace);
    verdict->depth = l->depth;
    written_outside(l, whole < GUARD);
}

void leaks_store(const void *at)
{
    const char *byte = at;
    for (int i = 0; watching && i < n_touched; i++) {
        const Live *l = &live[touched[i]];
        const char *end = (const char *)l->block + l->bytes;
        if (l->bytes == SIZE_MAX || byte < end || byte >= end + GUARD)
            continue;
        verdict->depth = backtrace_here(verdict->trace, TRACE_DEPTH);
        written_outside(l, true);
    }
}

#if IN_A_PAGE /* elsewhere malloc's own words, or AddressSanitizer's */
extern unsigned char __heap_base;

static bool was_freed(const void *block)
{
    for (int i = 0; i < n_touched; i++)
        if (live[touched[i]].block == block)
            return true;
    return false;
}

/* free and realloc take what malloc gave, once. What is older than the test is not known here. */
static void check_given_back(const void *block)
{
    const char *wrong = NULL, *byte = block;
    if (!watching || block == NULL || entry_of(block) != NULL)
        return;
    if (was_freed(block))
        wrong = "a block of memory was freed twice";
    else if (byte < (const char *)&__heap_base)
        wrong = "free was given an address that is not from malloc: a variable's own memory";
    for (int i = 0; wrong == NULL && i < n_touched; i++) {
        const Live *l = &live[touched[i]];
        if (l->bytes != SIZE_MAX && byte > (char *)l->block && byte < (char *)l->block + l->bytes)
            wrong = "free was given an address in the middle of a block, not the one from malloc";
    }
    if (wrong == NULL)
        return;
    watching = false;
    verdict->depth = backtrace_here(verdict->trace, TRACE_DEPTH);
    snprintf(verdict->title, sizeof verdict->title, "%s", wrong);
    give_up(FAILED);
}
#else
static void check_given_back(const void *block)
{
    (void)block;
}
#endif

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
        look_at(l);
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
    return watched(__real_malloc(guarded(size)), size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    size_t bytes = size > 0 && count > SIZE_MAX / size ? SIZE_MAX : count * size;
    return watched(__real_calloc(1, guarded(bytes)), bytes);
}

void *__wrap_realloc(void *block, size_t size)
{
    if (block != NULL && size == 0) { /* as glibc does it */
        __wrap_free(block);
        return NULL;
    }
    check_given_back(block);
    Live *before = entry_of(block);
    if (before != NULL)
        look_at(before);
    void *moved = __real_realloc(block, guarded(size));
    if (before != NULL && moved != NULL) {
        memory_gives(before->counted ? before->bytes : 0);
        before->bytes = SIZE_MAX;
    }
    return watched(moved, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return watched(__real_aligned_alloc(alignment, guarded(size)), size);
}

int __wrap_posix_memalign(void **block, size_t alignment, size_t size)
{
    int error = __real_posix_memalign(block, alignment, guarded(size));
    watched(error == 0 ? *block : NULL, size);
    return error;
}

void __wrap_free(void *block)
{
    check_given_back(block);
    Live *l = entry_of(block);
    if (l != NULL) {
        look_at(l);
        memory_gives(l->counted ? l->bytes : 0);
        l->bytes = SIZE_MAX;
    }
    __real_free(block);
}
