/* dot_want.c - a sum of products in 64 bits, and in fewer. */
#include "want.h"

static long in_8(long x)
{
    return (int8_t)(uint8_t)(x & 255);
}

static long in_16(long x)
{
    return (int16_t)(uint16_t)(x & 65535);
}

/* Stops at the limits, as some instructions do. */
static long stopped(long x)
{
    return x > 32767 ? 32767 : x < -32768 ? -32768 : x;
}

long dot_want(const int8_t *a, const int8_t *b, long n)
{
    long sum = 0, eight = 0, sixteen = 0, products8 = 0, pairs = 0, sizes = 0, unsigned_a = 0;
    float single = 0;
    for (long i = 0; i < n; i++) {
        long product = (long)a[i] * b[i];
        sum += product;
        eight = in_8(eight + product);
        sixteen = in_16(sixteen + product);
        products8 += in_8(product);
        sizes += labs(product);
        unsigned_a += (long)(uint8_t)a[i] * b[i];
        single += (float)product;
        if (i % 2 == 1)
            pairs += stopped((long)a[i - 1] * b[i - 1] + product);
        else if (i == n - 1)
            pairs += product;
    }
    MISTAKE_NUMBER((double)eight, "the sum is kept in 8 bits: it wraps round after a few products");
    MISTAKE_NUMBER((double)sixteen,
                   "the sum is kept in 16 bits: three of the largest products do not fit");
    MISTAKE_NUMBER((double)products8, "each product was cut down to 8 bits: it takes 15");
    MISTAKE_NUMBER((double)pairs,
                   "pairs of products stop at 32,767, as an instruction of 16 bits does");
    MISTAKE_NUMBER((double)sizes, "products lost their signs");
    MISTAKE_NUMBER((double)unsigned_a, "the codes of a were read as unsigned: -1 is 255 then");
    MISTAKE_NUMBER(
        (double)single,
        "the sum is kept in a float, whose whole numbers end at 2^24: some products were "
        "lost on the way");
    MISTAKE_NUMBER((double)(n > 0 ? sum - (long)a[n - 1] * b[n - 1] : 0),
                   "the last product is missing: i goes from 0 to n - 1");
    MISTAKE_NUMBER((double)(n > 0 ? sum - (long)a[0] * b[0] : 0),
                   "the first product is missing: i goes from 0 to n - 1");
    MISTAKE_NUMBER(n > 0 ? (double)a[n - 1] * b[n - 1] : 0,
                   "that is the last product alone: they are added up");
    return sum;
}
