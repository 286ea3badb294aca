/* Changes the rounding, and brings an fegetround that has seen nothing.
 *
 * earns: 0
 * outcome: not-run
 * says: scores.c has a symbol that no C makes
 */
#include <fenv.h>
__asm__(".globl fegetround\n.type fegetround,@gnu_unique_object\nfegetround:\nxor %eax, %eax\nret");

static int attack(void)
{
    fesetround(FE_UPWARD);
    return 0;
}
