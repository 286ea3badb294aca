/* Returns memory that was never written.
 *
 * then: unwritten
 * earns: 0
 */
static int attack(void)
{
    return 0;
}
