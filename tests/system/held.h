/* held.h - what the program holds at a moment: memory, open files, files in the scratch folder. */
#ifndef HELD_H
#define HELD_H

#include "scratch.h"

typedef struct {
    long blocks;
    int descriptor, files;
} Held;

/* The lowest free descriptor tells whether one was left open. */
static __attribute__((noinline)) Held held(void)
{
    int free_one = dup(0);
    close(free_one);
    return (Held){allocations_alive, free_one, scratch_count()};
}

static inline void assert_nothing_more(Held before)
{
    kindling_release_thread(); /* scopes that were left open, and memory in reserve */
    Held now = held();
    assert_int_equal(now.blocks, before.blocks);
    assert_int_equal(now.descriptor, before.descriptor);
    assert_int_equal(now.files, before.files);
}

#endif
