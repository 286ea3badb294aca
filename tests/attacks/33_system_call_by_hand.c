/* Ends the program without any function that could be replaced.
 *
 * earns: 0
 */
static int attack(void)
{
    register long number __asm__("rax") = 231;
    register long status __asm__("rdi") = 0;
    __asm__ volatile("syscall" : : "r"(number), "r"(status) : "rcx", "r11", "memory");
    return 0;
}
