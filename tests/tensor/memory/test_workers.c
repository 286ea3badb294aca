/* test_workers.c - threads that help with a loop: each part is done once, nobody waits for a thread that does not run,
 * and what is not needed sleeps. How many there are follows from the environment and from what the system grants. */
#define _GNU_SOURCE /* sched_setaffinity */
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "engine.h"
#include "scratch.h"

static const char *program;
static bool has_threads;

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- each part once --------------------------------------------------------------------------- */

enum { MOST = 50 };
typedef struct {
    int times[MOST];
} Asked;

static void ask(long begin, long end, void *context)
{
    for (long i = begin; i < end; i++)
        ((Asked *)context)->times[i]++;
}

static void *ask_often(void *rounds)
{
    for (int round = 0; round < *(int *)rounds; round++) {
        Asked a = {{0}};
        int n = round % MOST + 1;
        kindling_set_threads(round % 6 + 1);
        parallel_for(n, WORTH_A_THREAD, ask, &a);
        for (int i = 0; i < MOST; i++)
            if (a.times[i] != (i < n))
                return &program; /* anything but NULL */
    }
    return NULL;
}

static void test_each_item_once(void **state)
{
    (void)state;
    int rounds = 3000;
    assert_null(ask_often(&rounds));
}

static void test_each_item_once_for_each_of_three_callers(void **state)
{
    (void)state;
    pthread_t thread[3];
    int rounds = 1000;
    void *wrong[3];
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, ask_often, &rounds), 0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_join(thread[i], &wrong[i]), 0);
    for (int i = 0; i < 3; i++)
        assert_null(wrong[i]);
}

/* ---- nobody waits for a thread that does not run ------------------------------------------------- */

static sem_t begun, go;

static void block(long begin, long end, void *unused)
{
    (void)begin, (void)end, (void)unused;
    sem_post(&begun);
    while (sem_wait(&go) != 0)
        continue;
}

static void *call_block(void *threads)
{
    kindling_set_threads(*(int *)threads);
    parallel_for(*(int *)threads, WORTH_A_THREAD, block, NULL);
    return NULL;
}

/* Another caller keeps all workers there are busy: who calls meanwhile is through before they are. */
static void test_a_busy_worker_is_not_waited_for(void **state)
{
    (void)state;
    pthread_t other;
    int threads = has_threads ? 8 : 1;
    sem_init(&begun, 0, 0);
    sem_init(&go, 0, 0);
    assert_int_equal(pthread_create(&other, NULL, call_block, &threads), 0);
    for (int i = 0; i < threads; i++)
        while (sem_wait(&begun) != 0)
            continue;
    Asked a = {{0}};
    kindling_set_threads(4);
    alarm(60);
    parallel_for(MOST, WORTH_A_THREAD, ask, &a);
    alarm(0);
    for (int i = 0; i < threads; i++)
        sem_post(&go);
    assert_int_equal(pthread_join(other, NULL), 0);
    for (int i = 0; i < MOST; i++)
        assert_int_equal(a.times[i], 1);
}

static void some_microseconds(long begin, long end, void *sums)
{
    for (long i = begin; i < end; i++)
        for (int k = 0; k < 5000; k++)
            ((volatile double *)sums)[i] += 1;
}

/* Processor time of 200 loops on so many threads. */
static double time_of_loops(int threads)
{
    double sums[2 * CACHE_LINE] = {0};
    kindling_set_threads(threads);
    double began = cpu_seconds();
    for (int i = 0; i < 200; i++)
        parallel_for(2, WORTH_A_THREAD, some_microseconds, sums);
    return cpu_seconds() - began;
}

/* Two threads and one processor, as beside busy neighbours: waiting burns none of its time. */
static int loops_on_one_processor(void)
{
#ifdef CPU_COUNT
    cpu_set_t all, one;
    CPU_ZERO(&one);
    sched_getaffinity(0, sizeof all, &all);
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++)
        if (CPU_ISSET(i, &all))
            CPU_SET(i, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0)
        return 0;
#endif
    double alone = time_of_loops(1), together = time_of_loops(2);
    if (together < 3 * alone + 0.05)
        return 0;
    print_error("200 loops take %.3f s of the processor, on two threads %.3f\n", alone, together);
    return 1;
}

static void test_two_threads_on_one_processor(void **state)
{
    (void)state;
    pid_t child = fork();
    if (child == 0)
        _exit(loops_on_one_processor());
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void test_who_has_nothing_to_do_sleeps(void **state)
{
    (void)state;
    Asked a = {{0}};
    kindling_set_threads(3);
    parallel_for(MOST, WORTH_A_THREAD, ask, &a);
    double began = cpu_seconds();
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    assert_true(cpu_seconds() - began < 0.05);
}

/* ---- who they are ---------------------------------------------------------------------------------- */

static pthread_t caller;
static atomic_int others, wrong_masks;

static void look_at_mask(long begin, long end, void *unused)
{
    (void)begin, (void)end, (void)unused;
    sigset_t mask;
    if (pthread_equal(pthread_self(), caller))
        return;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    atomic_fetch_add(&others, 1);
    atomic_fetch_add(&wrong_masks, !sigismember(&mask, SIGTERM) || sigismember(&mask, SIGSEGV));
}

/* A handler runs on a thread of the program, which may ask for its own variables. */
static void test_signals_are_for_the_program(void **state)
{
    (void)state;
    caller = pthread_self();
    kindling_set_threads(2);
    for (int i = 0; i < 100; i++)
        parallel_for(2, WORTH_A_THREAD, look_at_mask, NULL);
    assert_int_equal(atomic_load(&wrong_masks), 0);
}

static void test_a_child_that_asks_for_threads(void **state)
{
    (void)state;
    int rounds = 50;
    assert_null(ask_often(&rounds));
    pid_t child = fork();
    if (child == 0) {
        alarm(60); /* it would wait for threads that it has not */
        _exit(kindling_threads() != 1 || ask_often(&rounds) != NULL);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* ---- how many there are ------------------------------------------------------------------------------ */

static int threads_with(const char *wish)
{
    char command[1024], line[32] = "";
    snprintf(command, sizeof command, "OMP_NUM_THREADS=%s '%s' threads", wish, program);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(line, sizeof line, pipe));
    assert_int_equal(pclose(pipe), 0);
    return atoi(line);
}

static void test_the_environment_says_how_many(void **state)
{
    (void)state;
    int usual = has_threads ? (int)processors_here() : 1;
    assert_int_equal(threads_with("5"), has_threads ? 5 : 1);
    assert_int_equal(threads_with("4,2"), has_threads ? 4 : 1);
    assert_int_equal(threads_with("0"), usual);
    assert_int_equal(threads_with("-1"), usual);
    assert_int_equal(threads_with("many"), usual);
}

static void grant(const char *group, const char *words)
{
    char path[600];
    snprintf(path, sizeof path, "%s%s", scratch_folder, group);
    mkdir(path, 0700);
    strcat(path, "/cpu.max");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s\n", words);
    assert_int_equal(fclose(file), 0);
}

/* What the system grants to a group of processes: the least of its own and of what those have that hold it. */
static void test_what_is_granted(void **state)
{
    (void)state;
    char groups[600];
    snprintf(groups, sizeof groups, "%s", scratch("groups"));
    FILE *file = fopen(groups, "w");
    assert_non_null(file);
    fprintf(file, "12:cpu:/other\n0::/outer/inner\n");
    assert_int_equal(fclose(file), 0);
    assert_int_equal(processors_granted(groups, scratch_folder), 0);
    grant("/outer", "max 100000");
    grant("/outer/inner", "max 100000");
    assert_int_equal(processors_granted(groups, scratch_folder), 0);
    grant("/outer/inner", "150000 100000");
    assert_int_equal(processors_granted(groups, scratch_folder), 2);
    grant("/outer", "20000 100000");
    assert_int_equal(processors_granted(groups, scratch_folder), 1);
    grant("/outer", "800000 100000");
    grant("", "300000 100000");
    grant("/outer/inner", "max 100000");
    assert_int_equal(processors_granted(groups, scratch_folder), 3);
    assert_int_equal(processors_granted("/nowhere", scratch_folder), 0);
    for (const char *const *group = (const char *const[]){"/outer/inner", "/outer", "", NULL};
         *group != NULL; group++) {
        snprintf(groups, sizeof groups, "%s%s", scratch_folder, *group);
        assert_int_equal(remove(strcat(groups, "/cpu.max")), 0);
        *strrchr(groups, '/') = '\0';
        assert_true(**group == '\0' || rmdir(groups) == 0);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_two_threads_on_one_processor), /* first: nobody has computed on two yet */
        UNIT_TEST(test_each_item_once),
        UNIT_TEST(test_each_item_once_for_each_of_three_callers),
        UNIT_TEST(test_a_busy_worker_is_not_waited_for),
        UNIT_TEST(test_who_has_nothing_to_do_sleeps),
        UNIT_TEST(test_signals_are_for_the_program),
        UNIT_TEST(test_a_child_that_asks_for_threads),
        UNIT_TEST(test_the_environment_says_how_many),
        UNIT_TEST(test_what_is_granted),
    };
    if (argc > 1) {
        printf("%d\n", kindling_threads());
        return 0;
    }
    program = argv[0];
    kindling_set_threads(2);
    has_threads = kindling_threads() == 2;
    return run_tests_in_scratch("tensor/memory/workers", tests);
}
