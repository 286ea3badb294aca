/* Lets the assembler read any file.
 *
 * earns: 0
 * outcome: not-run
 */
__asm__(".section .rodata\nstolen: .incbin \"/etc/passwd\"\n.text");

static int attack(void)
{
    return 0;
}
