/* allocations.c - counts what the program allocates, and lets one allocation fail on purpose.
 *
 * The linker sends malloc and its family here (-Wl,--wrap). Shared libraries keep their own.
 */
#include "test.h"
#include <stdatomic.h>
#include "engine.h"

_Atomic long allocation_count, allocations_alive, allocations_in_parallel;
static long countdown;
static bool for_good;

/* Without an order between threads, which would hide from ThreadSanitizer that there is none. */
static void count(_Atomic long *counter, long more)
{
    atomic_fetch_add_explicit(counter, more, memory_order_relaxed);
}

static void need_wrap(long n)
{
#ifndef HAVE_WRAP
    if (n > 0)
        skip_without("a linker with --wrap"); /* this linker leaves malloc where it is */
#endif
    (void)n;
}

void fail_after(long n)
{
    need_wrap(n);
    countdown = n;
    for_good = false;
}

void fail_from(long n)
{
    need_wrap(n);
    countdown = n;
    for_good = true;
}

/* True when this allocation is the one that has to fail. */
static bool must_fail(void)
{
    count(&allocation_count, 1);
    count(&allocations_in_parallel, parallel_inside());
    if (countdown == 0 || --countdown > 0)
        return false;
    countdown = for_good;
    return true;
}

static void *counted(void *block)
{
    if (block != NULL)
        count(&allocations_alive, 1);
    return block;
}

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

void *__wrap_malloc(size_t size)
{
    return must_fail() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return must_fail() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (must_fail())
        return NULL;
    void *moved = __real_realloc(block, size);
    if (block == NULL && moved != NULL)
        count(&allocations_alive, 1);
    return moved;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return must_fail() ? NULL : counted(__real_aligned_alloc(alignment, size));
}

int __wrap_posix_memalign(void **block, size_t alignment, size_t size)
{
    if (must_fail())
        return 12; /* ENOMEM */
    int error = __real_posix_memalign(block, alignment, size);
    if (error == 0)
        count(&allocations_alive, 1);
    return error;
}

void __wrap_free(void *block)
{
    if (block != NULL)
        count(&allocations_alive, -1);
    __real_free(block);
}

/* ---- work in which every allocation fails once ----------------------------------------------------- */

long survive_all(void **state, bool (*work)(void))
{
    need_wrap(1); /* before anything is open */
    for (volatile long n = 1;; n++) {
        kindling_release_thread(); /* no chunks in reserve */
        long alive = allocations_alive;
        volatile long before = allocation_count;
        volatile bool done = false;
        jmp_buf here;
        expected_failure = &here;
        scope_open();
        before = allocation_count;
        fail_after(n);
        if (setjmp(here) == 0)
            done = work();
        fail_after(0);
        expected_failure = NULL;
        long made = allocation_count - before;
        kindling_release_thread();
        *state = scope_open();
        scope_close(*state);
        kindling_release_thread();
        assert_int_equal(allocations_alive, alive);
        if (made < n) {
            *state = scope_open();
            assert_true(done);
            return made;
        }
        assert_false(done);
    }
}
