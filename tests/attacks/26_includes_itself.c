/* A file that includes itself.
 *
 * earns: 0
 * outcome: not-run
 */
#include __FILE__

static int attack(void)
{
    return 0;
}
