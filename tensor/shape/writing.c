/* writing.c - a clock that ticks with every writing, and the last writing of some numbers.
 *
 * Invariant: numbers that are written after a moment of writing_clock() have a later `when`. So
 * whoever keeps that moment can tell of any tensor, without having counted its writings, whether it
 * is still as it was.
 */
#include <stdatomic.h>
#include "tensor.h"

static atomic_long now;

long writing_clock(void)
{
    return atomic_load_explicit(&now, memory_order_relaxed);
}

void tensor_written(Tensor *t, const char *by)
{
    if (t->writing == NULL) /* a header of somebody's own, around numbers of his own */
        return;
    *t->writing = (Writing){.when = 1 + atomic_fetch_add_explicit(&now, 1, memory_order_relaxed),
                            .by = by,
                            .file = kindling_call_site.file,
                            .line = kindling_call_site.line};
}
