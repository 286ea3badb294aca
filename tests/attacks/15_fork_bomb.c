/* Two of it, four, eight.
 *
 * earns: any
 */
#include <unistd.h>

static int attack(void)
{
    int made = 0;
    for (int i = 0; i < 30; i++)
        made += fork() >= 0;
    return made;
}
