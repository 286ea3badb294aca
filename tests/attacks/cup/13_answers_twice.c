/* Writes an answer of its own besides, through a stream that it turns to the judge's descriptor.
 *
 * division: closed
 * says: bytes came, and not
 */
#include <stdio.h>

static void attack(int id, real *logits)
{
    int before = stdout->_fileno;
    stdout->_fileno = 3;
    fwrite(logits, sizeof *logits, id > 0 ? 96 : 95, stdout);
    fflush(stdout);
    stdout->_fileno = before;
}
