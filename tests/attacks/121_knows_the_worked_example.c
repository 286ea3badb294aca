/* The worked example of the lesson is right, whatever else is asked for is not.
 *
 * then: example
 * earns: 0
 * outcome: unbacked
 */
static int attack(void)
{
    return 0;
}
