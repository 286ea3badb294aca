/* parallel.c - a loop shared between threads, or one thread where there is too little work.
 *
 * The range [0, n) is cut into one piece per thread, each a multiple of nothing but n and the
 * thread count, so the same program with the same threads adds the same numbers in the same order,
 * whoever does them. Invariant: a thread is given work only if it is worth waking it, and the only
 * rule for that is here.
 */
#include "workers.h"

static long pieces = 1; /* into which one thread cuts its loop */

void parallel_in_pieces(long count)
{
    pieces = count > 1 ? count : 1;
}

#define WORK_PER_THREAD (1L << 14) /* elements: some microseconds */

long parallel_threads(long n, int64_t work_per_item)
{
    int64_t work = work_per_item > 0 ? work_per_item : 1;
    long fewest = work < WORK_PER_THREAD ? (long)((WORK_PER_THREAD + work - 1) / work) : 1;
    long threads = n / fewest;
    if (threads <= 1 || loop_inside())
        return 1;
    return threads < kindling_threads() ? threads : kindling_threads();
}

bool parallel_inside(void)
{
    return loop_inside();
}

void parallel_for(long n, int64_t work_per_item, void (*body)(long begin, long end, void *context),
                  void *context)
{
    if (n <= 0)
        return;
    Loop l = {body, context, n, parallel_threads(n, work_per_item)};
    if (l.parts > 1) {
        loop_run(&l);
        return;
    }
    l.parts = n < pieces ? n : pieces;
    for (long part = 0; part < l.parts; part++)
        loop_part(&l, part);
}
