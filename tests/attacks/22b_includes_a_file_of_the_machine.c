/* Lets the compiler read any file.
 *
 * earns: 0
 * outcome: not-run
 */
#include "/etc/passwd"

static int attack(void)
{
    return 0;
}
