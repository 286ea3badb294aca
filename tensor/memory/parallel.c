/* parallel.c - a loop shared between threads, or one thread where OpenMP is missing.
 *
 * The range [0, n) is cut into one piece per thread, each a multiple of nothing but n and the thread
 * count, so the same program with the same threads adds the same numbers in the same order.
 * Invariant: a thread is given work only if it is worth waking it, and the only rule for that is here.
 */
#include "tensor.h"

#ifdef _OPENMP
#include <omp.h>
#include <pthread.h>

/* fork() leaves a child with one thread, and an OpenMP that would wait for the others: it computes alone. */
static void compute_alone(void)
{
    omp_set_num_threads(1);
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, compute_alone);
}

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
#ifdef _OPENMP
    if (threads > 1 && !omp_in_parallel())
        return threads < omp_get_max_threads() ? threads : omp_get_max_threads();
#endif
    (void)threads;
    return 1;
}

void parallel_for(long n, int64_t work_per_item, void (*body)(long begin, long end, void *context),
                  void *context)
{
    if (n <= 0)
        return;
    long threads = parallel_threads(n, work_per_item);
    if (threads == 1) {
        int64_t calls = n < pieces ? n : pieces;
        for (int64_t i = 0; i < calls; i++)
            body((long)(n * i / calls), (long)(n * (i + 1) / calls), context);
        return;
    }
#ifdef _OPENMP
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
#pragma omp parallel num_threads((int)threads)
    {
        int64_t me = omp_get_thread_num(), all = omp_get_num_threads();
        body((long)(n * me / all), (long)(n * (me + 1) / all), context);
    }
#endif
}
