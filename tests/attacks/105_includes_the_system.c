/* Wants lines of the machine in the compiler's words.
 *
 * earns: 0
 * outcome: not-run
 */
#include "/usr/share/doc/base-files/README"
#include "/usr/src/linux/Makefile"

static int attack(void)
{
    return 0;
}
