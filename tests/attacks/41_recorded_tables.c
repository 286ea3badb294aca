/* Values recorded at home, for the seed that everybody has.
 *
 * then: table
 * earns: 0
 * outcome: wrong
 */
static int attack(void)
{
    return 0;
}
