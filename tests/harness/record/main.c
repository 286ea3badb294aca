/* main.c - the recorder: runs the tests it is told, writes a transcript of each on descriptor 3.
 *
 * Two programs end here: the boxed one (values.c and the student's objects) and the trusted one
 * (expected.c and the reference). Neither decides anything; its exit status means nothing.
 *
 *     program --list
 *     program [--rounds n] --test number --seed n [--test number --seed n]...
 *     program                            "rounds number seed" on descriptor 0
 *
 * The boxed one hears the latter, so that no word of its command says what is asked. It reads before any
 * constructor runs, and closes: the linker puts this object's preinit_array before that of a student's.
 */
#include <stdio.h>
#include <sys/random.h>
#include <unistd.h>
#include "../registry.h"
#include "transcript.h"

static long rounds = ROUNDS;
static char asked[64]; /* until main has it */

static void hear(int argc, char **argv, char **environment)
{
    (void)argv, (void)environment;
    if (argc > 1 || read(0, asked, sizeof asked - 1) <= 0)
        return;
    close(0);
}

__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) = hear;

/* "got X where Y was expected": what the shared parts left in the verdict, as one sentence. */
static const char *verdict_as_text(void)
{
    static char text[2 * sizeof verdict->got];
    if (verdict->title[0] != '\0')
        return verdict->title;
    snprintf(text, sizeof text, "got %s; expected %s", verdict->got, verdict->expected);
    return text;
}

_Noreturn void give_up(Outcome outcome)
{
    put_word(outcome == NOT_WRITTEN ? "todo" : "failed", verdict_as_text());
    transcript_end();
    _exit(0);
}

_Noreturn void stopped_by_fail(const char *message)
{
    (void)message; /* it is the verdict's title */
    give_up(FAILED);
}

void check_called(const char *text)
{
    (void)text;
}

void check_columns(void (*tell)(long column))
{
    (void)tell;
}

void check_likely(const char *wrong, const char *of_nan)
{
    (void)wrong, (void)of_nan;
}

/* Nobody looks for a line in this program. */
int backtrace_here(void **trace, int depth)
{
    (void)trace, (void)depth;
    return 0;
}

/* Of all rounds, in two halves far from each other (build/scattered.py): whoever goes through the memory for the one word
 * that makes the inputs finds none, and what makes those of one round says nothing of the others. */
static uint64_t half, other_half;

static void keep_seed(uint64_t seed)
{
    if (getrandom(&half, sizeof half, GRND_NONBLOCK) != sizeof half)
        half = (uint64_t)(uintptr_t)&seed;
    other_half = half ^ seed;
}

static uint64_t mixed(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* There is no way back from it: what was mixed is added to its mixture (Davies and Meyer). */
static __attribute__((noinline)) uint64_t seed_of_round(int round)
{
    uint64_t z = (half ^ other_half) + (uint64_t)round * 0x632be59bd9b4e019u;
    return mixed(mixed(z)) + z;
}

/* What functions have left below. */
static __attribute__((noinline)) void wipe_stack(void)
{
    volatile char room[1 << 15];
    for (size_t i = 0; i < sizeof room; i++)
        room[i] = 0;
}

static int run_test(long number)
{
    const CheckTest *t = all_tests();
    while (t != NULL && t->line != number)
        t = t->next;
    if (t == NULL) {
        fprintf(stderr, "no test has the number %ld\n", number);
        return 2;
    }
    transcript_begin(t->line);
    for (int round = 0; round < rounds; round++) {
        uint64_t seed = seed_of_round(round); /* each test has a seed of its own */
        transcript_round(round, mixed(seed));
        wipe_stack();
        run_round(t, seed);
        transcript_kept();
    }
    transcript_end();
    return 0;
}

/* The test that is asked for, or -1. */
static __attribute__((noinline)) long hear_out(void)
{
    long number;
    unsigned long long seed;
    int words = sscanf(asked, "%ld %ld %llu", &rounds, &number, &seed);
    memset(asked, 0, sizeof asked);
    keep_seed(seed);
    return words == 3 ? number : -1;
}

static int list(void)
{
    for (const CheckTest *t = all_tests(); t != NULL; t = t->next)
        printf("%d\t%s\t%d\t%s\t%s\t%s\t%d\n", t->line, t->name, t->points, t->exercise, t->file,
               t->source, t->optional);
    return 0;
}

int main(int argc, char **argv)
{
    static Verdict own;
    long test = -1;
    static char words[BUFSIZ];
    int status = 0;
    verdict = &own;
    /* Linked statically, the C library asks our malloc for this buffer: that is no leak of a student. */
    setvbuf(stdout, words, _IOLBF, sizeof words);
    memory_refused = put_refusal;
    rounds_start();
    if (asked[0] != '\0')
        test = hear_out();
    wipe_stack();
    if (test >= 0)
        status = run_test(test);
    for (int i = 1; i < argc && status == 0; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--list") == 0)
            return list();
        if (strcmp(argv[i], "--rounds") == 0)
            rounds = atol(value);
        else if (strcmp(argv[i], "--test") == 0)
            test = atol(value);
        else if (strcmp(argv[i], "--seed") == 0)
            keep_seed(strtoull(value, NULL, 0)), status = run_test(test);
        i++;
    }
    /* Not by way of exit: what the student's code has registered there is nobody's business. */
    fflush(stdout);
    _exit(status);
}
