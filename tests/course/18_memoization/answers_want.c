/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

static const double L = 12, C = 768, T = 1024, N = 124439808;

double token_bytes_want(void)
{
    MISTAKE_NUMBER(L * C * 4, "a key and a value: it is both");
    MISTAKE_NUMBER(2 * C * 4, "that is one layer; each of 12 remembers its own");
    MISTAKE_NUMBER(2 * L * C, "that is how many numbers; each takes 4 bytes");
    MISTAKE_NUMBER(2 * L * 64 * 4, "that is one head; there are 12");
    MISTAKE_NUMBER(3 * L * C * 4, "queries are not kept: only the token itself ever asks them");
    MISTAKE_NUMBER(2 * L * C * 2, "2 bytes is half precision; a float takes 4");
    return 2 * L * C * 4;
}

double text_bytes_want(long layers, long H, long D, long tokens)
{
    const double l = (double)layers, row = (double)H * (double)D, n = l * row * (double)tokens;
    MISTAKE_NUMBER(4 * n, "keys and values: it is both");
    MISTAKE_NUMBER(2 * n, "that is how many numbers; each takes 4 bytes");
    MISTAKE_NUMBER(8 * n / l, "that is one layer; there are L");
    MISTAKE_NUMBER(8 * n / (double)H, "that is one head; there are H in each layer");
    MISTAKE_NUMBER(12 * n, "queries are not kept: only the token itself ever asks them");
    MISTAKE_NUMBER(16 * n, "8 bytes is a double; a float takes 4");
    MISTAKE_NUMBER(8 * l * row, "that is one token; there are T");
    MISTAKE_NUMBER(8 * n * (double)tokens,
                   "scores are not kept: a key and a value for each token, not for each pair");
    return 8 * n;
}

double grouped_bytes_want(void)
{
    MISTAKE_NUMBER(2 * L * C * T * 4 / 3, "3 heads in place of 12 is a quarter, not a third");
    MISTAKE_NUMBER(2 * L * C * T * 4 / 12, "that is one head for all 12; here there are 3");
    MISTAKE_NUMBER(2 * L * C * T * 4 / 2 * 1.25,
                   "keys and values are shared, both of them: a quarter of the whole");
    MISTAKE_NUMBER(2 * L * C * T * 4, "queries are not kept: what is shared is kept once");
    return 2 * L * C * T;
}

double tokens_read_of_256_want(void)
{
    MISTAKE_NUMBER(256 * 320, "not every pass reads 320 tokens: the first reads 64, the last 319");
    MISTAKE_NUMBER(256 * 64 + 256 * 257 / 2, "the first pass reads the prompt alone, 64 tokens");
    MISTAKE_NUMBER(256 * 255 / 2, "the prompt is read again each time, too");
    MISTAKE_NUMBER(320 * 319 / 2, "the prompt is there at once: the first pass reads 64 tokens");
    MISTAKE_NUMBER(320 * 321 / 2, "the prompt is there at once: the first pass reads 64 tokens");
    MISTAKE_NUMBER(320, "that is how long the text becomes; each pass reads all that stands there");
    return 256 * 64 + 256 * 255 / 2;
}

double tokens_read_once_want(void)
{
    MISTAKE_NUMBER(320, "the last token is drawn and not read: nothing is drawn after it");
    MISTAKE_NUMBER(256, "the prompt has to be read, too");
    MISTAKE_NUMBER(255, "the prompt has to be read, too");
    MISTAKE_NUMBER(257, "that is how many calls; the first reads 64 tokens");
    return 319;
}

double tokens_per_second_want(void)
{
    MISTAKE_NUMBER(12e9 / N, "a parameter takes 4 bytes");
    MISTAKE_NUMBER(12 * 1073741824.0 / (4 * N), "12 * 10^9 bytes, not 12 * 2^30");
    MISTAKE_NUMBER(4 * N / 12e9, "that is seconds per token");
    MISTAKE_NUMBER(12e9 / (8 * N), "a float takes 4 bytes; each is read once");
    MISTAKE_NUMBER(12e9 / (4 * N + 75497472), "that is with the whole cache read, too");
    return 12e9 / (4 * N);
}

double rows_to_equal_want(void)
{
    MISTAKE_NUMBER(6, "6 caches take 453 million bytes, less than the parameters' 498");
    MISTAKE_NUMBER(6.6, "there is no part of a text: the next whole number");
    MISTAKE_NUMBER(6.59, "there is no part of a text: the next whole number");
    MISTAKE_NUMBER(4 * N / 75497472, "there is no part of a text: the next whole number");
    MISTAKE_NUMBER(2, "a parameter takes 4 bytes, too");
    MISTAKE_NUMBER(27, "a number of the cache takes 4 bytes, too");
    return 7;
}

double tokens_refilled_want(void)
{
    MISTAKE_NUMBER(512, "half of 1024 is forgotten, and 1025 were there");
    MISTAKE_NUMBER(1, "all positions have moved: nothing in the cache is right for them");
    MISTAKE_NUMBER(1024, "that is a window that slides: half of the context is forgotten at once");
    MISTAKE_NUMBER(1025, "so many do not fit: the first half of the context is forgotten");
    return 513;
}
