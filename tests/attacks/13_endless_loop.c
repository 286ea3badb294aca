/* Never comes back.
 *
 * earns: 0
 * outcome: timeout
 */
static int attack(void)
{
    volatile int i = 0;
    while (i >= 0)
        i = 1;
    return i;
}
