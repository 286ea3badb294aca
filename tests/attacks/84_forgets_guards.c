/* Writes behind a tensor, and has the guards forgotten.
 *
 * earns: 0
 * outcome: not-run
 * says: scores.c calls guards_forget, which is neither in the engine's headers nor
 */
void guards_forget(void);

static int attack(void)
{
    guards_forget();
    return 0;
}
