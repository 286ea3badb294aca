/* benchmark_keep.c - what a timed body has computed goes through here, so that it is computed at
 * all. */
#include "benchmark.h"

static const void *volatile kept; /* written each time: volatile says that somebody may look */

void benchmark_keep(const void *result)
{
    kept = result;
}
