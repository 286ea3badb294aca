/* Writes into the transcript that memory was refused, before values that are wrong: another name for nothing.
 *
 * then: wrong
 * earns: 0
 */
#include <unistd.h>

static int attack(void)
{
    for (int i = 0; i < 5; i++)
        write(3, "memory 107374182400\n", 20);
    return 0;
}
