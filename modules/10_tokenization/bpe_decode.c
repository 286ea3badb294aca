/* bpe_decode.c - tokens as text: the bytes of each, one behind the other.
 *
 * A token may end in the middle of a character, so bytes are only text when all of them are there.
 */
#include <string.h>
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.9 --------------------------------------------------------------------------------------- */

size_t bpe_decode(const Bpe *b, const int *ids, long n, char *out, size_t room)
{
    bpe_decode_check(b, ids, n); /* given */

    /* TODO: the bytes of the tokens, as many as `room` has place for, and a 0 behind them if that
     * has a place, too; returns how many bytes
     * the whole text has.
     *
     * CONTRACT  also if not all of them fit: so one asks with room 0 first. A token may fit in
     *           part. Bytes are left as they are: a token may end in the middle of a character.
     * EXAMPLE   "low", "est", room 9: "lowest" and a 0, returns 6     room 4: "lowe", returns 6     room 0: returns 6
     * HOLDS     nothing is written at out[room] or behind.
     * YOU HAVE  bpe_length(b, id); b->bytes + b->start[id]; memcpy
     * THINK     two numbers grow: what has been counted, and what has been written. When do they
     *           part? */
    todo("10.9 bpe_decode");
}
