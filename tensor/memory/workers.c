/* workers.c - the threads that help with a loop: a part is offered to each, and what nobody has
 * begun is taken back.
 *
 * On a machine that others use a thread may not get to run for milliseconds, and a loop takes
 * microseconds. So nobody waits for a thread that does not run: who called a loop does his own
 * part, then all parts that have not been begun, and waits for those only that are being worked on.
 * Where nothing is to be done a thread stays awake for a moment, for the next loop is near, gives
 * the processor to whoever wants it meanwhile, and then sleeps. Who runs a part changes no bit.
 * Invariant: a worker's loop, part and next belong to the caller that hired it; its state says
 * whose turn it is.
 */
#include "workers.h"

void loop_part(const Loop *l, long part)
{
    int64_t n = l->n;
    l->body((long)(n * part / l->parts), (long)(n * (part + 1) / l->parts), l->context);
}

#ifdef HAVE_THREADS
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { MOST_WORKERS = 255, LOOKS = 64 };
/* Seconds. From one loop of a step to the next it is a tenth of AWAKE. */
#define AWAKE 200e-6
#define SHORTEST_ALONE 1e-3
#define LONGEST_ALONE 250e-3

/* Worker: IDLE -> ASLEEP, OFFERED -> BUSY -> IDLE.
 * Caller: IDLE or ASLEEP -> OFFERED, OFFERED -> IDLE, BUSY -> AWAITED. */
enum {
    IDLE,
    ASLEEP,  /* the worker sleeps until there is a part */
    OFFERED, /* there is one, for the worker to begin or for the caller to take back */
    BUSY,
    AWAITED, /* busy, and the caller sleeps until it is not */
};

typedef struct Worker {
    _Alignas(64) atomic_int state; /* alone in its line of the cache: both look all the time */
    _Alignas(64) _Atomic(const Loop *) loop; /* of the caller that hired it; NULL: free */
    long part;
    struct Worker *next; /* of those that this caller hired */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t woken;
} Worker;

static Worker worker[MOST_WORKERS];
static atomic_int n_workers, most_workers = MOST_WORKERS;
static atomic_bool ended;
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local bool inside;
static _Thread_local double alone_until; /* the calling thread computes without help */

bool loop_inside(void)
{
    return inside;
}

/* ---- waiting -------------------------------------------------------------------------------- */

static void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static void wake(Worker *w)
{
    pthread_mutex_lock(&w->lock); /* between its last look and its sleep nobody gets in */
    pthread_mutex_unlock(&w->lock);
    pthread_cond_signal(&w->woken);
}

static void change(Worker *w, int state)
{
    int was = atomic_exchange(&w->state, state);
    if (was == ASLEEP || was == AWAITED)
        wake(w);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Until the state is another: awake for a moment, then under the name of one who sleeps. */
static void await_change(Worker *w, int state, int asleep)
{
    double began = now();
    for (int look = 1; atomic_load_explicit(&w->state, memory_order_acquire) == state; look++) {
        if (look % LOOKS != 0) {
            pause_briefly();
            continue;
        }
        sched_yield();
        if (now() - began > AWAKE)
            break;
    }
    if (!atomic_compare_exchange_strong(&w->state, &state, asleep))
        return;
    pthread_mutex_lock(&w->lock);
    while (atomic_load(&w->state) == asleep && !atomic_load(&ended))
        pthread_cond_wait(&w->woken, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

/* ---- a worker ------------------------------------------------------------------------------- */

static bool take(Worker *w, int then)
{
    int offered = OFFERED;
    return atomic_compare_exchange_strong(&w->state, &offered, then);
}

static void *work(void *me)
{
    Worker *w = me;
    inside = true;
    while (!atomic_load(&ended)) {
        if (!take(w, BUSY)) {
            await_change(w, IDLE, ASLEEP);
            continue;
        }
        loop_part(atomic_load(&w->loop), w->part);
        change(w, IDLE);
        /* who wants the processor may have it now, and not in the middle of a part */
        sched_yield();
    }
    return NULL;
}

/* fork() leaves the child without workers. */
static void forget_workers(void)
{
    memset(worker, 0, sizeof worker);
    making = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    atomic_store(&n_workers, 0);
    inside = false;
    kindling_set_threads(1);
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, forget_workers);
}

/* A program's signals are for its own threads, but for those that say what a thread itself did
 * wrong. */
static bool start(Worker *w)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
    sigset_t others, before;
    sigfillset(&others);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        sigdelset(&others, own[i]);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->woken, NULL);
    pthread_sigmask(SIG_SETMASK, &others, &before);
    bool started = pthread_create(&w->thread, NULL, work, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* Number i, if there is to be one. */
static bool has_worker(int i)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (i < atomic_load(&n_workers))
        return true;
    if (i >= atomic_load(&most_workers))
        return false;
    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&making);
    if (i == atomic_load(&n_workers) && !atomic_load(&ended)) {
        if (start(&worker[i]))
            atomic_store(&n_workers, i + 1);
        else
            atomic_store(&most_workers, i); /* the system has no more: ask no more */
    }
    pthread_mutex_unlock(&making);
    return i < atomic_load(&n_workers);
}

void workers_end(void)
{
    pthread_mutex_lock(&making);
    atomic_store(&ended, true);
    int n = atomic_load(&n_workers);
    pthread_mutex_unlock(&making);
    for (int i = 0; i < n; i++)
        wake(&worker[i]);
    for (int i = 0; i < n; i++)
        pthread_join(worker[i].thread, NULL);
    atomic_store(&n_workers, 0);
}

/* ---- who calls ------------------------------------------------------------------------------ */

static bool hire(Worker *w, const Loop *l)
{
    const Loop *nobody = NULL;
    return atomic_load(&w->loop) == NULL && atomic_compare_exchange_strong(&w->loop, &nobody, l);
}

/* Parts 1, 2, ... go to workers that are free; *offered is the first that did not. There are as
 * many workers as there are processors, or as one caller wants, less the one that he is. */
static Worker *offer(const Loop *l, long *offered)
{
    Worker *hired = NULL;
    long most = l->parts > processors_here() ? l->parts : processors_here();
    for (int i = 0; *offered < l->parts && i < most - 1 && has_worker(i); i++) {
        Worker *w = &worker[i];
        if (!hire(w, l))
            continue;
        w->part = (*offered)++;
        w->next = hired;
        hired = w;
        change(w, OFFERED);
    }
    return hired;
}

static void dismiss(Worker *hired)
{
    for (Worker *w = hired, *next; w != NULL; w = next) {
        for (int state; (state = atomic_load(&w->state)) == BUSY || state == AWAITED;)
            await_change(w, state, AWAITED);
        next = w->next;
        atomic_store(&w->loop, NULL);
    }
}

/* Help can cost more than it gives: where others want the processors, a worker loses its own in the
 * middle of a part. A caller that was kept waiting until it would have been through alone then
 * computes alone, each time for longer. */
static void judge(double took, double alone)
{
    static _Thread_local double alone_for;
    if (took < 1.25 * alone + 50e-6)
        return;
    double at = now();
    alone_for = at - alone_until > 8 * alone_for || alone_for == 0 ? SHORTEST_ALONE : 2 * alone_for;
    alone_for = alone_for < LONGEST_ALONE ? alone_for : LONGEST_ALONE;
    alone_until = at + alone_for;
}

void loop_run(const Loop *l)
{
    double began = now();
    long offered = 1, mine = 1;
    inside = true;
    Worker *hired = began < alone_until ? NULL : offer(l, &offered);
    loop_part(l, 0);
    for (long part = offered; part < l->parts; part++, mine++)
        loop_part(l, part);
    for (Worker *w = hired; w != NULL; w = w->next)
        if (take(w, IDLE)) {
            loop_part(l, w->part);
            mine++;
        }
    double worked = now() - began;
    dismiss(hired);
    inside = false;
    if (mine < l->parts)
        judge(now() - began, worked * (double)l->parts / (double)mine);
}

#else /* kindling_threads() is 1, and no loop gets here */

bool loop_inside(void)
{
    return false;
}

void loop_run(const Loop *l)
{
    loop_part(l, 0);
}

void workers_end(void)
{
}
#endif
