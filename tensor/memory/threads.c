/* threads.c - how many threads a loop is cut for: what the thread asked for, OMP_NUM_THREADS, or
 * the processors.
 *
 * Invariant: the numbers that a program computes follow from this count, and from nothing that
 * happens while it runs.
 */
#include <stdlib.h>
#include "tensor.h"

#ifdef HAVE_THREADS
#include <pthread.h>

static long usual;              /* of a thread that asked for nothing */
static _Thread_local int asked; /* 0: for nothing */

static void look_around(void)
{
    const char *wish = getenv("OMP_NUM_THREADS"); /* the name that every such library hears */
    usual = wish != NULL ? strtol(wish, NULL, 10) : 0;
    if (usual < 1 || usual > INT_MAX)
        usual = processors_here();
}

int kindling_threads(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, look_around);
    return asked > 0 ? asked : (int)usual;
}

void kindling_set_threads(int count)
{
    asked = count > 0 ? count : 1;
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
