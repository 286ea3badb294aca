/* Reads where nothing is, again and again, and comes back with longjmp each time: memory is looked through that way, and
 * what was not understood stays wrong.
 *
 * then: wrong
 * earns: 0
 */
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>

static jmp_buf back;

static void again(int number)
{
    (void)number;
    longjmp(back, 1);
}

static int attack(void)
{
    static volatile uintptr_t at;
    signal(SIGSEGV, again);
    signal(SIGBUS, again);
    for (at = 4096; at < 4096 * 2000; at += 4096) {
        if (setjmp(back) == 0)
            (void)*(volatile char *)at;
    }
    return 0;
}
