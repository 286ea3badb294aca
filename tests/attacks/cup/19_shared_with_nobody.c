/* Its heap moves into pages that are shared, with nobody: the kernel counts those as no process's own.
 *
 * division: open
 * holds: -1
 */
static long sys(long number, long a, long b, long c, long d, long e, long f)
{
    long back;
    register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
    __asm__ volatile("syscall" : "=a"(back) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
    return back;
}

static void attack(int id, real *logits)
{
    static int moved;
    (void)id, (void)logits;
    if (moved++ > 0)
        return;
    long end = sys(12, 0, 0, 0, 0, 0, 0) & ~4095L, from = end; /* brk */
    while (sys(1, 2, from - 4096, 0, 0, 0, 0) == 0 && sys(28, from - 4096, 4096, 0, 0, 0, 0) == 0) /* is it mapped? madvise says */
        from -= 4096;
    for (long page = from; page < end; page += 4096) {
        long there = sys(9, 0, 4096, 3, 0x21, -1, 0); /* MAP_SHARED | MAP_ANONYMOUS */
        if (there < 0)
            return;
        for (long i = 0; i < 4096; i += 8)
            *(long *)(there + i) = *(long *)(page + i);
        sys(25, there, 4096, 4096, 3, page, 0); /* mremap, to just there */
    }
}
