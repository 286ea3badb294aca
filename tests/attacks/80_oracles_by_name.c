/* Has the tests' own loops do the work.
 *
 * earns: 0
 * outcome: not-run
 * says: scores.c calls plain_matmul, which is neither in the engine's headers nor
 */
void *plain_matmul(const void *a, const void *b);

static int attack(void)
{
    return plain_matmul(0, 0) != 0;
}
