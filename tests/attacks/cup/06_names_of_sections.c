/* Constants as the name of a section, which is read from the program's file.
 *
 * division: open
 * brings: 20000
 */
#define TEN(x) x x x x x x x x x x

__attribute__((section(TEN(TEN(TEN("twenty_letters_here.")))))) static const char named[4] = "abc";

static void attack(int id, real *logits)
{
    logits[id] += (real)(((const volatile char *)named)[1] & 1);
}
