/* bpe_bytes.c - GPT-2's way to write bytes as characters that can be seen. */
#include "bpe_parts.h"

uint32_t bpe_byte_character(unsigned char byte)
{
    if (bpe_is_shown(byte))
        return byte;
    uint32_t hidden = 0; /* how many there are before this one */
    for (int i = 0; i < byte; i++) {
        if (!bpe_is_shown(i))
            hidden++;
    }
    return 256 + hidden;
}

int bpe_character_byte(uint32_t character)
{
    for (int byte = 0; byte < 256; byte++) {
        if (bpe_byte_character((unsigned char)byte) == character)
            return byte;
    }
    return -1;
}
