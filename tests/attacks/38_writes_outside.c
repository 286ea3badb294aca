/* Writes in front of and behind what it was given.
 *
 * then: outside
 * earns: 0
 */
static int attack(void)
{
    return 0;
}
