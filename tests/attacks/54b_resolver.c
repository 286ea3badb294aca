/* Runs while the program is being put together.
 *
 * earns: 0
 */
#include <unistd.h>

static int answer(void)
{
    return 0;
}

static int (*choose(void))(void)
{
    __asm__ volatile("syscall" : : "a"(231L), "D"(0L) : "rcx", "r11", "memory");
    return answer;
}
int chosen(void) __attribute__((ifunc("choose")));

static int attack(void)
{
    return chosen();
}
