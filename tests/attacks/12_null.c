/* Reads through a null pointer.
 *
 * earns: 0
 * outcome: crash
 */
static int attack(void)
{
    int *volatile nothing = 0;
    return *nothing;
}
