/* blocks_want.c - the numbers of blocks in double, and what slips leave in them. */
#include "draws.h"
#include "want.h"

/* d as it is kept. */
static double half_of(double d)
{
    return (double)half_from_float((float)d);
}

/* A tensor of blocks of `width` numbers, and one more row: all untouched. 0x6363 is d then. */
static Tensor *blocks_blank(long blocks, long width)
{
    Tensor *t = blank(SHAPE(blocks + 1, width));
    for (long i = 0; i < (blocks + 1) * width; i++)
        t->data[i] = i % width == 0 ? UNTOUCHED * 257 : UNTOUCHED;
    return t;
}

static double extreme(const real *x, long n, bool last)
{
    double far = 0;
    for (long i = 0; i < n; i++)
        if (last ? fabs((double)x[i]) >= fabs(far) : fabs((double)x[i]) > fabs(far))
            far = (double)x[i];
    return far;
}

static double largest_of(const real *x, long n)
{
    double largest = (double)x[0];
    for (long i = 1; i < n; i++)
        largest = fmax(largest, (double)x[i]);
    return largest;
}

static double cast8(double step)
{
    return (double)(int8_t)(uint8_t)((uint64_t)(int64_t)step & 255);
}

/* ---- 15.6 ------------------------------------------------------------------------------------------------ */

typedef enum {
    RIGHT8,
    ONE_D,
    ONE_BLOCK,
    SAME_NUMBERS,
    CUT8,
    FLOOR8,
    OVER_128,
    LARGEST8,
    D_CUT,
    D_WHOLE,
    D_INVERSE,
    D_LARGEST,
    ZEROS_127,
    D_HALF8,
    SLIPS8
} Slip8;

static const char *const said8[SLIPS8] = {
    [ONE_D] = "all blocks have the d of all numbers: each has one of its own",
    [ONE_BLOCK] = "only the first block was written: n numbers are n / 32 blocks",
    [SAME_NUMBERS] = "every block has the numbers of the first one: x goes on, too",
    [CUT8] = "codes were cut off behind the point: the nearest one is asked for",
    [FLOOR8] = "codes were rounded down: the nearest one is asked for",
    [OVER_128] = "d is divided by 128: the largest code is 127",
    [LARGEST8] =
        "d is of the largest x, and not of the largest |x|: a number far below 0 has no code",
    [D_CUT] = "d was turned into a whole number: half_from_float gives its bits",
    [D_WHOLE] =
        "d are the upper bits of a float: a half float has another exponent; half_from_float",
    [D_INVERSE] = "d holds 1 / d: a reader multiplies codes by d",
    [D_LARGEST] = "d holds max |x|: it is one step of 127",
    [D_HALF8] = "codes were made with d after it had become a half float: with the one before",
    [ZEROS_127] = "of a block of zeros 0 is divided by 0: its codes are 0",
};

static double d_kept(double d, Slip8 slip)
{
    float single = (float)d;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    switch (slip) {
    case D_CUT:
        return trunc(d);
    case D_WHOLE:
        return (double)(bits >> 16);
    case D_INVERSE:
        return half_of(d > 0 ? 1 / d : 0);
    case D_LARGEST:
        return half_of(127 * d);
    default:
        return half_of(d);
    }
}

static void block8(real *to, const real *x, double largest, Slip8 slip)
{
    double d = largest / (slip == OVER_128 ? 128 : 127);
    *to = (real)d_kept(d, slip);
    for (int i = 0; i < 32; i++) {
        double by = slip == D_HALF8 ? (double)half_to_float(half_from_float((float)d)) : d;
        double step = d != 0 ? (double)x[i] / by : slip == ZEROS_127 ? -1 : 0;
        double code = slip == CUT8 ? trunc(step) : slip == FLOOR8 ? floor(step) : round(step);
        to[1 + i] = (real)cast8(code);
    }
}

static Tensor *q8_by(const Tensor *x, Slip8 slip)
{
    long blocks = x->shape[0];
    Tensor *t = blocks_blank(blocks, 33);
    for (long b = 0; b < (slip == ONE_BLOCK ? 1 : blocks); b++) {
        const real *at = x->data + (slip == SAME_NUMBERS ? 0 : b * 32);
        double far = slip == ONE_D      ? fabs(extreme(x->data, blocks * 32, false))
                     : slip == LARGEST8 ? largest_of(at, 32)
                                        : fabs(extreme(at, 32, false));
        block8(t->data + b * 33, at, far, slip);
    }
    return t;
}

Tensor *q8_want(const Tensor *x)
{
    for (Slip8 slip = 1; slip < SLIPS8; slip++)
        MISTAKE(q8_by(x, slip), said8[slip]);
    return q8_by(x, RIGHT8);
}

bool blocks_are_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "the given check is gone: numbers behind the last whole block are in none");
    return true;
}

/* ---- 15.7 ------------------------------------------------------------------------------------------------ */

typedef enum {
    RIGHT4,
    SYMMETRIC,
    SYMMETRIC_8,
    NO_SIGN,
    PLUS_8,
    LAST_OF_EQUALS,
    NIBBLES_SWAPPED,
    NEIGHBOURS,
    NEIGHBOURS_SWAPPED,
    CUT4,
    NO_LIMIT,
    NO_EIGHT,
    ONE_D4,
    ONE_BLOCK4,
    ADDED,
    LOW_ONLY,
    ZEROS_0,
    D_HALF4,
    SLIPS4
} Slip4;

static const char *const said4[SLIPS4] = {
    [SYMMETRIC] = "d is max |x| / 7, as for symmetric codes: here the number furthest from 0 gets "
                  "the code 0, so d is "
                  "that number / -8",
    [SYMMETRIC_8] = "d is max |x| / 8, without a sign: then a number that is furthest above 0 "
                    "would need the code 16",
    [NO_SIGN] =
        "d has no sign: the number furthest from 0 gets the code 0, so d is that number / -8",
    [PLUS_8] = "d is the number furthest from 0, divided by 8: it is divided by -8, for it gets "
               "the code 0, which is "
               "-8 steps",
    [LAST_OF_EQUALS] =
        "of equally large numbers the last one was taken: the first one decides the sign of d",
    [NIBBLES_SWAPPED] = "the halves of the bytes have changed places: code j is in the low bits, "
                        "code j + 16 in the "
                        "high ones",
    [NEIGHBOURS] = "neighbours share a byte: byte j holds codes j and j + 16",
    [NEIGHBOURS_SWAPPED] = "neighbours share a byte: byte j holds codes j and j + 16",
    [CUT4] = "codes were cut off behind the point: the nearest one is asked for, so 8.5 is added",
    [NO_LIMIT] = "there is no limit of 15: 16 does not fit four bits",
    [NO_EIGHT] = "8 is not added: four bits have no sign, and 8 stands for 0",
    [ONE_D4] = "all blocks have the d of all numbers: each has one of its own",
    [ONE_BLOCK4] = "only the first block was written: n numbers are n / 32 blocks",
    [ADDED] = "the high code was added without being moved: it belongs four bits higher",
    [LOW_ONLY] = "only the first 16 codes are there: code j + 16 is in the high bits of byte j",
    [D_HALF4] = "codes were made with d after it had become a half float: with the one before",
    [ZEROS_0] = "of a block of zeros 0 is divided by 0: its codes are 8",
};

/* What of the number that is furthest from 0 becomes d. */
static double d_of(double far, Slip4 slip)
{
    switch (slip) {
    case SYMMETRIC:
        return fabs(far) / 7;
    case SYMMETRIC_8:
    case NO_SIGN:
        return fabs(far) / 8;
    case PLUS_8:
        return far / 8;
    default:
        return far / -8;
    }
}

static int code4(double x, double d, Slip4 slip)
{
    double by = slip == D_HALF4 ? (double)half_to_float(half_from_float((float)d)) : d;
    double step = d != 0 ? x / by : slip == ZEROS_0 ? -8.5 : 0;
    double code = trunc(step + (slip == CUT4 ? 8 : slip == NO_EIGHT ? 0.5 : 8.5));
    if (slip == NO_EIGHT)
        code = round(step);
    if (slip == NO_LIMIT || slip == SYMMETRIC_8)
        return (int)code;
    return (int)fmin(15, code);
}

static int byte_of(const real *x, int j, double d, Slip4 slip)
{
    bool neighbours = slip == NEIGHBOURS || slip == NEIGHBOURS_SWAPPED;
    int low = code4((double)x[neighbours ? 2 * j : j], d, slip);
    int high = code4((double)x[neighbours ? 2 * j + 1 : j + 16], d, slip);
    switch (slip) {
    case NIBBLES_SWAPPED:
    case NEIGHBOURS_SWAPPED:
        return (high | low << 4) & 255;
    case ADDED:
        return (low | high) & 255;
    case LOW_ONLY:
        return low;
    default:
        return (int)(((unsigned)low | (unsigned)high << 4) & 255);
    }
}

static Tensor *q4_by(const Tensor *x, Slip4 slip)
{
    long blocks = x->shape[0];
    Tensor *t = blocks_blank(blocks, 17);
    for (long b = 0; b < (slip == ONE_BLOCK4 ? 1 : blocks); b++) {
        const real *at = x->data + b * 32;
        double far = slip == ONE_D4 ? extreme(x->data, blocks * 32, false)
                                    : extreme(at, 32, slip == LAST_OF_EQUALS);
        double d = d_of(far, slip);
        t->data[b * 17] = (real)half_of(far == 0 ? 0 : d);
        for (int j = 0; j < 16; j++)
            t->data[b * 17 + 1 + j] = (real)byte_of(at, j, d, slip);
    }
    return t;
}

Tensor *q4_want(const Tensor *x)
{
    for (Slip4 slip = 1; slip < SLIPS4; slip++)
        MISTAKE(q4_by(x, slip), said4[slip]);
    return q4_by(x, RIGHT4);
}
