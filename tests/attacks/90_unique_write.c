/* A write of its own for everybody, by a kind of symbol that C does not have.
 *
 * earns: 0
 * outcome: not-run
 * says: scores.c has a symbol that no C makes
 */
__asm__(".globl write\n.type write,@gnu_unique_object\nwrite:\nmov %rdx, %rax\nret");

static int attack(void)
{
    return 0;
}
