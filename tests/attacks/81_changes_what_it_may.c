/* Tells the tests that an input is meant to be changed.
 *
 * earns: 0
 * outcome: not-run
 * says: scores.c calls may_change, which is neither in the engine's headers nor
 */
void may_change(const void *tensor);

static int attack(void)
{
    may_change(0);
    return 0;
}
