/* Keeps its tables in pages that it asks the kernel for, where no count of the heap sees them.
 *
 * division: open
 * holds: 600000
 */
static void attack(int id, real *logits)
{
    static volatile char *pages;
    if (pages == NULL) {
        long where;
        register long flags __asm__("r10") = 0x22, file __asm__("r8") = -1, offset __asm__("r9") = 0;
        __asm__ volatile("syscall"
                         : "=a"(where)
                         : "a"(9L), "D"(0L), "S"(1L << 20), "d"(3L), "r"(flags), "r"(file), "r"(offset)
                         : "rcx", "r11", "memory");
        pages = (char *)where;
        for (long i = 0; i < 600000; i += 4096)
            pages[i] = 1;
    }
    logits[0] += (real)pages[4096 * (id % 2)];
}
