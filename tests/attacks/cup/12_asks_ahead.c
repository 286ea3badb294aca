/* Looks whether the next token has come already, while the last one is not answered yet.
 *
 * division: closed
 */
static void attack(int id, real *logits)
{
    struct {
        int file;
        short wanted, found;
    } ask = {3, 1, 0};
    long ready;
    __asm__ volatile("syscall"
                     : "=a"(ready)
                     : "a"(7L), "D"(&ask), "S"(1L), "d"(0L)
                     : "rcx", "r11", "memory");
    if (ready != 0)
        kindling_fail("found: behind token %d another one, %g", id, (double)logits[0]);
}
