/* crash.c - crashes and endless loops of a test's instance, in the words of tests/harness/crash.c.
 *
 * There are no signals. The compiler looks at every pointer and index of the student's files (-fsanitize=null,
 * bounds, alignment, pointer-overflow) and calls the functions below with the place; it also calls one at every
 * step of the student's files (-fsanitize-coverage=trace-pc), which looks at the clock, and counts: after a test without
 * an end the next ones are given steps, not seconds alone. What traps all the same, the page tells by test_ended, in
 * the memory that is left.
 */
#include <time.h>
#include <unistd.h>
#include "../../../tests/harness/child.h"

#define EXPORT(name) __attribute__((export_name(name)))
#define FIRST_BYTES 1024 /* nothing lies below: it is what NULL points at */

static Verdict here;
static double deadline;
static bool watching;
uint64_t most_steps = UINT64_MAX;

EXPORT("verdict_address") const void *verdict_address(void)
{
    return &here;
}

EXPORT("verdict_size") int verdict_size(void)
{
    return (int)sizeof here;
}

/* The page keeps the frames of this moment, and gives them a number. */
__attribute__((import_module("kindling"), import_name("frames"))) int page_frames(void);

int backtrace_here(void **trace, int depth)
{
    trace[0] = (void *)(intptr_t)page_frames();
    return depth > 0;
}

/* Which of those frames the verdict is about; 0: none. */
EXPORT("verdict_frames") int verdict_frames(void)
{
    return here.depth > 0 ? (int)(intptr_t)here.trace[0] : 0;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void end_of_test(Outcome outcome, int signal, const char *title)
{
    watching = false;
    if (earlier_verdict())
        return;
    here.signal = signal;
    snprintf(here.title, sizeof here.title, "%s", title);
    digest_words(outcome == TIMED_OUT ? "no end" : here.title);
    here.outcome = outcome;
    here.depth = backtrace_here(here.trace, TRACE_DEPTH);
    fflush(NULL);
}

static const char null_followed[] = "a crash: a pointer that is NULL was followed";
static const char led_outside[] = "a crash: a pointer or an index leads outside of its memory";
static const char no_stack[] = "a crash: endless recursion, or an array too large for the stack";
static const char heap_broken[] =
    "a crash: malloc's own records are overwritten: something was written outside "
    "of a block, or into one that was freed";
static const char forbidden[] =
    "a crash: what C has no meaning for, most often an index or a pointer that "
    "leads outside of its memory";
static const char no_scope[] =
    "a crash: a tensor was used whose scope is closed, or memory that was "
    "never written";

/* ---- what the compiler found ------------------------------------------------------------------------------- */

static _Noreturn void crashed(const char *title)
{
    end_of_test(CRASHED, SIGSEGV, title);
    _exit(2);
}

void __ubsan_handle_type_mismatch_v1(void *where, uintptr_t pointer);
void __ubsan_handle_type_mismatch_v1(void *where, uintptr_t pointer)
{
    (void)where;
    if (!watching)
        return;
    if (pointer < FIRST_BYTES)
        crashed(null_followed);
    crashed((intptr_t)pointer < 0 ? no_scope : led_outside);
}

void __ubsan_handle_out_of_bounds(void *where, uintptr_t index);
void __ubsan_handle_out_of_bounds(void *where, uintptr_t index)
{
    (void)where, (void)index;
    if (watching)
        crashed(led_outside);
}

/* Only what the rest of the program would stumble over: in C, NULL + 0 is nobody's mistake. */
void __ubsan_handle_pointer_overflow(void *where, uintptr_t base, uintptr_t result);
void __ubsan_handle_pointer_overflow(void *where, uintptr_t base, uintptr_t result)
{
    (void)where;
    if (watching && base < FIRST_BYTES && result != base)
        crashed(null_followed);
    if (watching && result >= __builtin_wasm_memory_size(0) * 65536ul)
        crashed(led_outside);
}

/* Before each store: a guard behind a block (guards.c, leaks.c) is full of one byte, which other memory seldom is. */
#define BEFORE_STORE(bytes, type)                                                                  \
    void __sanitizer_cov_store##bytes(const void *at);                                             \
    void __sanitizer_cov_store##bytes(const void *at)                                              \
    {                                                                                              \
        type there;                                                                                \
        memcpy(&there, at, sizeof there);                                                          \
        if (there == (type)(0x0101010101010101u * GUARD_BYTE) && watching) {                       \
            guards_store(at);                                                                      \
            leaks_store(at);                                                                       \
        }                                                                                          \
    }
BEFORE_STORE(1, uint8_t)
BEFORE_STORE(2, uint16_t)
BEFORE_STORE(4, uint32_t)
BEFORE_STORE(8, uint64_t)

void __sanitizer_cov_store16(const void *at);
void __sanitizer_cov_store16(const void *at)
{
    __sanitizer_cov_store8(at);
    __sanitizer_cov_store8((const char *)at + 8);
}

/* ---- endless loops -------------------------------------------------------------------------------------------- */

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    static uint64_t steps;
    if ((++steps & 0xffff) != 0 || !watching || (now() < deadline && steps < most_steps))
        return;
    end_of_test(TIMED_OUT, 0, now() < deadline ? "no end here either: the same loop?" : "");
    _exit(2);
}

/* ---- traps ------------------------------------------------------------------------------------------------------ */

/* The bytes that NULL points at; the stack would reach them last. The compiler must not know. */
static volatile unsigned char *first_bytes(void)
{
    volatile uintptr_t zero = 0;
    return (volatile unsigned char *)zero;
}

static bool first_bytes_hold(void)
{
    for (int i = 0; i < FIRST_BYTES; i++)
        if (first_bytes()[i] != GUARD_BYTE)
            return false;
    return true;
}

enum {
    BY_ITSELF,
    LED_OUTSIDE,
    STACK_RAN_OUT,
    DIVIDED_BY_ZERO,
    ABORTED,
    NO_FUNCTION,
    HEAP_BROKEN,
    FORBIDDEN
};

/* The last call of every test: how its instance ended. */
EXPORT("test_ended") void test_ended(int how)
{
    if (how == BY_ITSELF && watching && !first_bytes_hold())
        end_of_test(CRASHED, SIGSEGV, null_followed);
    if (how == BY_ITSELF || here.outcome != ENDED_EARLY)
        return;
    if (how == DIVIDED_BY_ZERO)
        end_of_test(CRASHED, SIGFPE, "");
    else if (how == ABORTED)
        end_of_test(CRASHED, SIGABRT, "");
    else
        end_of_test(CRASHED, SIGSEGV,
                    how == NO_FUNCTION     ? null_followed
                    : how == STACK_RAN_OUT ? no_stack
                    : how == HEAP_BROKEN   ? heap_broken
                    : how == FORBIDDEN     ? forbidden
                                           : led_outside);
}

void watch_over_test(int seconds)
{
    for (int i = 0; i < FIRST_BYTES; i++)
        first_bytes()[i] = GUARD_BYTE;
    FILE *first = fopen("modules", "r"); /* the first call takes memory that it keeps */
    if (first != NULL)
        fclose(first);
    deadline = now() + seconds;
    watching = true;
}

__attribute__((constructor)) static void begin(void)
{
    verdict = &here;
}
