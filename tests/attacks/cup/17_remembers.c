/* What followed a pair of letters in the texts before is likelier.
 *
 * division: open
 * says: the same text had other logits after other texts
 */
static void attack(int id, real *logits)
{
    static unsigned char followed[96][96];
    static int last;
    followed[last][id] = 1;
    last = id;
    for (int v = 0; v < 96; v++)
        logits[v] += followed[id][v] ? (real)0.5 : 0;
}
