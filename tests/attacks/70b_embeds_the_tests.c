/* Wants, under another name, the compiled tests in its own object, from where they are bound for the link.
 *
 * earns: 0
 * outcome: not-run
 */
__asm__(".section .rodata\n"
        "loot: .incbin \"/in/0.o\"\n"
        ".text\n");

static int attack(void)
{
    return 0;
}
