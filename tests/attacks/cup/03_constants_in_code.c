/* Constants as operands of instructions.
 *
 * division: open
 * brings: 40000
 */
#define TEN(x) x x x x x x x x x x

static void attack(int id, real *logits)
{
    static volatile unsigned at[96];
    TEN(TEN(TEN(TEN(at[id] = 0x84462912u;))))
    logits[0] += (real)(at[id] & 1);
}
