/* Calls itself without end.
 *
 * earns: 0
 * outcome: crash
 */
static int deeper(volatile int *above)
{
    volatile int here[1024] = {*above};
    return deeper(here) + here[0];
}

static int attack(void)
{
    volatile int start = 1;
    return deeper(&start);
}
