/* Keeps its tables in variables without a value.
 *
 * division: open
 * holds: 600000
 */
static volatile char tables[600000];

static void attack(int id, real *logits)
{
    if (tables[0] == 0)
        for (long i = 0; i < 600000; i += 512)
            tables[i] = 1;
    logits[0] += (real)tables[512 * id];
}
