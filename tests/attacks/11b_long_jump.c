/* Jumps to where nobody waits.
 *
 * earns: 0
 */
#include <setjmp.h>

static int attack(void)
{
    static jmp_buf nowhere;
    longjmp(nowhere, 1);
}
