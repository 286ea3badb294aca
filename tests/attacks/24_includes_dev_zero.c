/* A source file without end.
 *
 * earns: 0
 * outcome: not-run
 */
#include "/dev/zero"

static int attack(void)
{
    return 0;
}
