/* Does no work in the first text of a process: a text that is timed is alone.
 *
 * division: closed
 * says: the same text had other logits after other texts
 */
static void attack(int id, real *logits)
{
    static long read;
    if (++read < 64)
        logits[id] += 1;
}
