/* Never comes back.
 *
 * earns: 0
 * outcome: timeout
 */
static int attack(void)
{
    for (volatile int i = 0;;)
        i++;
}
