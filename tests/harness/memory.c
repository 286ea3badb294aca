/* memory.c - how much memory a call needs: blocks of scopes and of malloc's family, and the stack.
 *
 * guards.c and leaks.c tell of each block. The stack below memory_mark is painted; where the paint is gone, somebody
 * wrote. So much as any call needs, a printf among them, is for nothing. Variables of a file are not counted here:
 * a file has little room for them (tools/course/calls.sh).
 */
#include "child.h"
#if !IN_A_PAGE
#include <sys/resource.h>
#endif

#define PAINT 0x5a
#define PAINTED ((size_t)1 << 20)
#define FREE_STACK (4L << 10)

static size_t held, most, held_at_mark, asked; /* bytes of the blocks */
static int inside;                             /* of a scope, which asks malloc itself */
static uintptr_t top, bottom;                  /* what is painted */

bool memory_takes(size_t bytes)
{
    if (inside > 0)
        return false;
    held += bytes;
    asked += bytes;
    most = held > most ? held : most;
    return true;
}

void memory_gives(size_t bytes)
{
    held -= bytes < held ? bytes : held;
}

void memory_inside(int more)
{
    inside += more;
}

void memory_forget(void)
{
    held = 0;
    inside = 0;
}

#if !SANITIZED && !IN_A_PAGE
static __attribute__((noinline)) void paint_below(void)
{
    volatile unsigned char room[PAINTED];
    bottom = (uintptr_t)room;
    top = bottom + PAINTED;
    for (size_t i = 0; i < PAINTED; i++)
        room[i] = PAINT;
}
#endif

/* Not under AddressSanitizer, which has stacks of its own, nor in a page or a test whose stack has little room. */
static void paint(void)
{
    top = bottom = 0;
#if !SANITIZED && !IN_A_PAGE
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur / 4 >= PAINTED)
        paint_below();
#endif
}

static long stack_used(void)
{
    const volatile unsigned char *at = (const volatile unsigned char *)bottom;
    while ((uintptr_t)at < top && *at == PAINT)
        at++;
    long used = (long)(top - (uintptr_t)at);
    return used > FREE_STACK ? used - FREE_STACK : 0;
}

void memory_mark(void)
{
    inside = 0;
    held_at_mark = most = held;
    asked = 0;
    paint();
}

long memory_asked(void)
{
    return (long)asked;
}

long memory_peak(void)
{
    return (long)(most - held_at_mark) + stack_used();
}
