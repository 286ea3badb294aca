/* bpe_decode.c - tokens as text: the bytes of each, one behind the other.
 *
 * A token may end in the middle of a character, so bytes are only text when all of them are there.
 */
#include <string.h>
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.12 --------------------------------------------------------------------------------------- */

size_t bpe_decode(const Bpe *b, const int *ids, long n, char *out, size_t room)
{
    bpe_decode_check(b, ids, n); /* given */

    /* TODO: write the bytes of the tokens to out, as many as `room` has place for, and behind them a 0 if that has
     * a place, too. Return how many bytes the whole text has, also if not all of them fit.
     *
     * APPROACH
     *   1. Token id has bpe_length(b, id) bytes, which begin at b->bytes + b->start[id].
     *   2. Count all of them; write only those that have a place below `room`.
     *
     * EXAMPLE
     *   "low", "est", room 9: "lowest" and a 0, returns 6     room 4: "lowe", returns 6     room 0: returns 6
     *
     * HINT: whoever does not know the length asks with room 0 first. */
    todo("10.12 bpe_decode");
}
