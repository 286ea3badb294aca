/* torture.h - work with its first, its second, ... allocation failing, once (fail_after) or from there on
 * (fail_from), recovered as a user does.
 * Invariant: a failure is told, and no block of memory, no open file and no half a file is left behind. */
#ifndef TORTURE_H
#define TORTURE_H

#include "held.h"

/* Did make work, though an allocation was to fail? */
static inline bool works(bool (*make)(void), void (*fail_at)(long n), long n)
{
    jmp_buf here;
    volatile bool done = false;
    expected_failure = &here;
    fail_at(n);
    if (setjmp(here) == 0)
        done = make();
    fail_after(0);
    expected_failure = NULL;
    return done;
}

/* least: allocations that make makes. finds_ways: it may do without one that failed. */
static inline void torture_of(bool (*make)(void), void (*fail_at)(long n), long least,
                              bool finds_ways)
{
    kindling_release_thread();
    Held before = held();
    for (volatile long n = 1;; n++) {
        volatile long count = allocation_count;
        bool done = works(make, fail_at, n);
        bool reached = allocation_count - count >= n;
        assert_nothing_more(before);
        assert_true(done ? !reached || finds_ways : reached);
        if (!reached) {
            assert_true(n > least);
            return;
        }
    }
}

static inline void torture(bool (*make)(void), void (*fail_at)(long n), long least)
{
    torture_of(make, fail_at, least, false);
}

#endif
