/* thread_end.c - the scopes' memory of a thread goes back when the thread ends.
 *
 * A program starts and ends threads as it likes, and each has its own cache of chunks. A pthread
 * key with a destructor is the one way to hear of it. The main thread ends with the program.
 */
#include <pthread.h>
#include "tensor.h"
#include "thread_end.h"
#include "workers.h"

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool has_key; /* a system gives out about a thousand */

static void release(void *unused)
{
    (void)unused;
    kindling_release_thread();
}

static void make_key(void)
{
    has_key = pthread_key_create(&key, release) == 0;
}

void watch_end_of_thread(void)
{
    pthread_once(&once, make_key);
    if (has_key)
        pthread_setspecific(key, &key); /* any value but NULL */
}

/* At the end of the program, so that leak checkers see nothing that is not a leak; or at dlclose,
 * after which a thread that ends must not come here any more, and none may run what is gone. */
#if defined(__GNUC__)
__attribute__((destructor)) static void at_exit(void)
{
    workers_end();
    kindling_release_thread();
    if (has_key)
        pthread_key_delete(key);
    has_key = false;
}
#endif
