/* Keeps its tables far down the stack, where nothing else comes.
 *
 * division: open
 * holds: 600000
 */
static volatile char *kept;

static __attribute__((noinline)) void keep(void)
{
    volatile char far[700000];
    for (long i = 0; i < 600000; i += 512)
        far[i] = 1;
    kept = far + (far[512] - 1);
}

static void attack(int id, real *logits)
{
    if (kept == NULL)
        keep();
    logits[0] += (real)kept[512 * (id % 2)];
}
