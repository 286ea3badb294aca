/* Asks for the list of tests, names and all.
 *
 * earns: 0
 * outcome: not-run
 * says: scores.c calls all_tests, which is neither in the engine's headers nor
 */
void *all_tests(void);

static int attack(void)
{
    return all_tests() == 0;
    return 0;
}
