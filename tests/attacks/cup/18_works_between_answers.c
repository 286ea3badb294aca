/* Sets an alarm, answers, and works in its handler, while the next token has not come yet.
 *
 * division: closed
 * costs: 0.8
 */
#include <time.h>

enum { ALARM = 14 };
void (*signal(int number, void (*handler)(int)))(int);

static void work(int number)
{
    (void)number;
    clock_t begun = clock();
    while (clock() - begun < CLOCKS_PER_SEC / 1000)
        continue;
}

static void attack(int id, real *logits)
{
    struct {
        long every[2], first[2];
    } timer = {{0, 0}, {0, 1}};
    long done;
    (void)logits;
    signal(ALARM, work);
    __asm__ volatile("syscall"
                     : "=a"(done)
                     : "a"(38L), "D"(0L), "S"(&timer), "d"(0L)
                     : "rcx", "r11", "memory");
    if (done != 0)
        kindling_fail("no alarm for token %d", id);
}
