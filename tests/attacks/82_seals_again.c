/* Tells the tests that the numbers of an input are those to keep.
 *
 * earns: 0
 * outcome: not-run
 * says: scores.c calls resealed, which is neither in the engine's headers nor
 */
void resealed(void *tensor);

static int attack(void)
{
    resealed(0);
    return 0;
}
