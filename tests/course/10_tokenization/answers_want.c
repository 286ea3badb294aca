/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double gpt2_vocabulary_want(void)
{
    MISTAKE_NUMBER(50256, "<|endoftext|> is a token, too");
    MISTAKE_NUMBER(50000, "those are the merges: the bytes are tokens, too, and <|endoftext|>");
    MISTAKE_NUMBER(50001, "the 256 bytes are tokens, too");
    MISTAKE_NUMBER(50128 + 1, "a byte has 256 values, not 128");
    return 50257;
}

double tokens_of_aaaaaaa_want(void)
{
    MISTAKE_NUMBER(2, "(aa, aa) is a merge, and (aaaa, aa) is none: aaaa aa a");
    MISTAKE_NUMBER(4, "aa aa aa a: two of these can be merged once more");
    MISTAKE_NUMBER(7, "that is how many letters there are");
    MISTAKE_NUMBER(1, "(aaaa, aa) is no merge");
    return 3;
}

double most_merges_want(void)
{
    MISTAKE_NUMBER(12, "each merge makes the word one token shorter, and the last one has no pair");
    MISTAKE_NUMBER(10, "from 12 tokens to 1, one at a time");
    MISTAKE_NUMBER(66, "those are all pairs of places: only neighbours are merged");
    return 11;
}

double table_share_want(void)
{
    MISTAKE_NUMBER(0.31, "as a percentage, please: 31");
    const double table = 50257.0 * 768;
    MISTAKE_NUMBER(100 * 256 * 768 / 124439808.0, "that would be a vocabulary of bytes alone");
    MISTAKE_NUMBER(100 * 2 * table / 124439808.0, "GPT-2's head is the same table: it counts once");
    MISTAKE_NUMBER(table / 124439808.0, "as a percentage, please");
    return 100 * table / 124439808.0;
}

double bits_per_byte_want(void)
{
    MISTAKE_NUMBER(2.6 / log(2), "that is bits per token: a token has 4.5 bytes");
    MISTAKE_NUMBER(2.6 / 4.5, "that is nats per byte: a bit is ln 2 nats");
    MISTAKE_NUMBER(2.6 * log(2) / 4.5, "nats are divided by ln 2");
    MISTAKE_NUMBER(2.6 / log(2) * 4.5, "divide by the bytes of a token");
    return 2.6 / log(2) / 4.5;
}
