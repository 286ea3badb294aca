/* parallel.c - a loop shared between threads, or one thread where OpenMP is missing.
 *
 * The range [0, n) is cut into one piece per thread, each a multiple of nothing but n and the thread
 * count, so the same program with the same threads adds the same numbers in the same order.
 * No function that can fail() may be called inside a body that runs in parallel.
 */
#include "tensor.h"

#ifdef _OPENMP
#include <omp.h>

int kindling_threads(void)
{
    return omp_get_max_threads();
}

void kindling_set_threads(int count)
{
    omp_set_num_threads(count > 0 ? count : 1);
}
#else
int kindling_threads(void)
{
    return 1;
}

void kindling_set_threads(int count)
{
    (void)count;
}
#endif

void parallel_for(long n, long grain, void (*body)(long begin, long end, void *context),
                  void *context)
{
    if (n <= 0)
        return;
#ifdef _OPENMP
    long threads = n / (grain > 0 ? grain : 1);
    if (threads > omp_get_max_threads())
        threads = omp_get_max_threads();
    if (threads > 1 && !omp_in_parallel()) {
#pragma omp parallel num_threads((int)threads)
        {
            long me = omp_get_thread_num(), all = omp_get_num_threads();
            body(n * me / all, n * (me + 1) / all, context);
        }
        return;
    }
#else
    (void)grain;
#endif
    body(0, n, context);
}
