/* Makes the inputs zero, for which the answer is zero.
 *
 * then: zero
 * earns: 0
 */
static int attack(void)
{
    return 0;
}
