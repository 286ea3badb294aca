/* bpe_bytes.c - GPT-2's way to write bytes as characters that can be seen.
 *
 * Bytes that Latin-1 shows stand for themselves; the others, in their order, are U+0100, U+0101 ...
 */
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.6 ---------------------------------------------------------------------------------------- */

uint32_t bpe_byte_character(unsigned char byte)
{
    /* TODO: the character that stands for this byte.
     *
     * CONTRACT  a byte that Latin-1 shows is itself. The others, in their order, are 256, 257,
     *           ...
     * EXAMPLE   'A' -> 65     byte 0 -> 256     byte 1 -> 257     ' ' (32) -> 288     127 -> 289
     * HOLDS     256 bytes, 256 different characters.
     * YOU HAVE  bpe_is_shown(byte)
     * THINK     the space is the 33rd hidden byte. How do you know that without a table? */
    todo("10.6 bpe_byte_character");
}

int bpe_character_byte(uint32_t character)
{
    /* TODO: the byte that this character stands for; -1: it stands for none.
     *
     * CONTRACT  the way back, for any number: files hold anything.
     * EXAMPLE   65 -> 'A'     256 -> 0     288 -> 32     32 -> -1     1000 -> -1
     * HOLDS     bpe_character_byte(bpe_byte_character(b)) is b, for all 256. */
    todo("10.6 bpe_byte_character");
}
