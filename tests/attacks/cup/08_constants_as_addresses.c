/* Constants as a table of addresses, which the linker makes.
 *
 * division: open
 * brings: 40000
 */
static char somewhere;
static char *const volatile hidden[5000] = {[0 ... 4999] = &somewhere + 0x44629};

static void attack(int id, real *logits)
{
    logits[0] += (real)((size_t)hidden[id] & 1);
}
