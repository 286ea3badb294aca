/* A function that chooses another while the program is put together reads what is asked: nobody hears it then, and no test runs.
 *
 * earns: 0
 */
#include <stdio.h>

static int answer(void)
{
    return 0;
}

static int (*choose(void))(void)
{
    while (getc(stdin) != EOF)
        continue;
    return answer;
}
int chosen(void) __attribute__((ifunc("choose")));

static int attack(void)
{
    return chosen();
}
