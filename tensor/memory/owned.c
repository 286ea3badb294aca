/* owned.c - memory that lasts until it is freed, and what a constructor gives back when it fails.
 *
 * A constructor takes one thing after the other, and any of them may fail(). From UNDO_ON_FAIL
 * until its function returns, each block is noted in a list of the thread; fail() gives all of it
 * back, the newest first, before its handler may longjmp away. Constructors call constructors: the
 * list is forgotten when the outermost one returns.
 *
 * Invariant: outside of constructors the list is empty, and nothing is noted.
 */
#include <stdlib.h>
#include <string.h>
#include "owned.h"
#include "chunk.h"

typedef struct {
    void *object;
    void (*undo)(void *object);
} Taken;

static _Thread_local Taken *taken;
static _Thread_local size_t n_taken, room;
static _Thread_local int depth; /* constructors that have not returned yet */

/* ---- the list ------------------------------------------------------------------------------- */

static void forget_all(void)
{
    free(taken);
    taken = NULL;
    n_taken = room = 0;
}

static bool make_room(void)
{
    if (n_taken < room)
        return true;
    size_t larger = room == 0 ? 64 : 2 * room;
    Taken *list = realloc(taken, larger * sizeof *list);
    if (list == NULL)
        return false;
    taken = list;
    room = larger;
    return true;
}

/* Searched from its end: what is freed while something is made was mostly taken just before. */
static void forget(const void *object)
{
    for (size_t i = n_taken; i-- > 0;) {
        if (taken[i].object == object)
            memmove(&taken[i], &taken[i + 1], (--n_taken - i) * sizeof *taken);
    }
}

int owned_begin(void)
{
    return depth++;
}

void owned_commit(const int *before)
{
    depth = *before;
    if (depth == 0)
        forget_all();
}

void owned_undo(void *object, void (*undo)(void *object))
{
    if (depth == 0)
        return;
    if (!make_room()) {
        undo(object);
        fail("out of memory: no room to note what a constructor takes. hint: a smaller model");
    }
    taken[n_taken++] = (Taken){object, undo};
}

void owned_give_back(void)
{
    depth = 0;
    while (n_taken > 0) {
        Taken last = taken[--n_taken];
        last.undo(last.object);
    }
    forget_all();
}

/* ---- memory --------------------------------------------------------------------------------- */

void *owned_alloc(size_t bytes)
{
    void *block = system_alloc(bytes + (bytes == 0));
    owned_undo(block, free);
    return memset(block, 0, bytes);
}

void owned_free(void *block)
{
    forget(block);
    free(block);
}
