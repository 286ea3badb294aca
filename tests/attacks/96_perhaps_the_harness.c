/* Calls the harness only where it can be found.
 *
 * earns: full
 */
__attribute__((weak)) void resealed(void *tensor);

static int attack(void)
{
    return resealed != 0;
}
