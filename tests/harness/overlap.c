/* overlap.c - memcpy whose two places overlap: what it writes it may still have to read.
 *
 * Most machines copy such places right for as long as they are short, so that no result shows it. The linker sends
 * memcpy here (-Wl,--wrap); a struct that is set to itself is the compiler's own call.
 */
#include "child.h"

void *__real_memcpy(void *to, const void *from, size_t bytes);
void *__wrap_memcpy(void *to, const void *from, size_t bytes);

static _Noreturn void overlapping(void)
{
    verdict->depth = backtrace_here(verdict->trace, TRACE_DEPTH);
    snprintf(verdict->title, sizeof verdict->title, "%s",
             "memcpy was called with two places that overlap");
    snprintf(verdict->likely, sizeof verdict->likely, "%s",
             "memcpy may copy in any order, so some of it can be overwritten before it is read: "
             "memmove is for places that overlap (or is a length too large?)");
    give_up(FAILED);
}

void *__wrap_memcpy(void *to, const void *from, size_t bytes)
{
    const char *a = to, *b = from;
    if (a != b && a < b + bytes && b < a + bytes)
        overlapping();
    return __real_memcpy(to, from, bytes);
}
