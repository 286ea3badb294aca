/* bpe_bytes.c - GPT-2's way to write bytes as characters that can be seen.
 *
 * Bytes that Latin-1 shows stand for themselves; the others, in their order, are U+0100, U+0101
 * ...: a space is U+0120, a line break U+010A.
 */
#include "bpe_parts.h"

uint32_t bpe_byte_character(unsigned char byte)
{
    if (bpe_is_shown(byte))
        return byte;
    uint32_t hidden = 0; /* how many come before */
    for (int i = 0; i < byte; i++)
        hidden += !bpe_is_shown(i);
    return 256 + hidden;
}

int bpe_character_byte(uint32_t character)
{
    if (character < 256)
        return bpe_is_shown((int)character) ? (int)character : -1;
    uint32_t hidden = 0;
    for (int i = 0; i < 256; i++) {
        if (!bpe_is_shown(i) && hidden++ == character - 256)
            return i;
    }
    return -1;
}
