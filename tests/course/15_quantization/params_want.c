/* params_want.c - scales and zero points by hand, and by the ways that people take. */
#include "want.h"

static Tensor *four(double scale, double zero, double least, double most)
{
    return values(SHAPE(4), VALUES((real)scale, (real)zero, (real)least, (real)most));
}

static double least_of(const Tensor *x, long n, double least)
{
    for (long i = 0; i < n; i++)
        least = fmin(least, (double)x->data[i]);
    return least;
}

static double largest_of(const Tensor *x, long n, double largest)
{
    for (long i = 0; i < n; i++)
        largest = fmax(largest, (double)x->data[i]);
    return largest;
}

static double mean_size(const Tensor *x, long n)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += fabs((double)x->data[i]);
    return n > 0 ? sum / (double)n : 0;
}

/* ---- 15.1 ------------------------------------------------------------------------------------------------ */

Tensor *symmetric_want(const Tensor *x, long n, int bits)
{
    double most = ldexp(1, bits - 1) - 1, high = largest_of(x, n, -INFINITY);
    double low = least_of(x, n, INFINITY), largest = n > 0 ? fmax(fabs(low), fabs(high)) : 0;
    MISTAKE(four(high / most, 0, -most, most),
            "the scale is of the largest x, and not of the largest |x|: a number far below 0 has "
            "no code");
    MISTAKE(four(fmax(high, 0) / most, 0, -most, most),
            "the scale is of the largest x, and not of the largest |x|: a number far below 0 has "
            "no code");
    MISTAKE(four(fabs(low) / most, 0, -most, most),
            "the scale is of the least x alone: which is larger, the least or the largest, without "
            "its sign?");
    MISTAKE(four((high - low) / (2 * most), 0, -most, most),
            "the scale is the range over all steps: then 0 has to move; with zero_point 0 both "
            "sides reach as far as the larger one");
    MISTAKE(four(largest / (most + 1), 0, -most, most),
            "the scale is divided by 2^(bits-1): the largest code is one less, so the largest "
            "number has none");
    MISTAKE(four(largest / (most + 1), 0, -most - 1, most),
            "the scale is divided by 2^(bits-1): the largest code is one less, so the largest "
            "number has none; and the lowest code that bits can hold is left out");
    MISTAKE(four(largest / most, 0, -most - 1, most),
            "the lowest code that bits can hold is used: it is left out, so that -x has the code "
            "-q");
    MISTAKE(four(largest / (2 * most + 1), 0, -most, most),
            "the scale is divided by 2^bits - 1, which are the steps of both sides: max |x| is one "
            "side");
    MISTAKE(four(largest / (2 * most), 0, -most, most),
            "the scale is divided by the codes of both sides: max |x| is one side");
    MISTAKE(four(largest / 127, 0, -127, 127),
            "127 is the largest code of 8 bits; with fewer bits it is 2^(bits-1) - 1");
    MISTAKE(four(largest / 127, 0, -most, most),
            "127 is the largest code of 8 bits; with fewer bits it is 2^(bits-1) - 1");
    MISTAKE(four(largest / most, 0, -127, 127),
            "codes of fewer bits do not reach 127: quant_max is 2^(bits-1) - 1");
    MISTAKE(four(most / largest, 0, -most, most),
            "that is steps for a unit: a scale is how high a step is, max |x| / quant_max");
    MISTAKE(four(largest, 0, -most, most),
            "the scale is max |x| itself: divided by quant_max it is one step");
    MISTAKE(four(mean_size(x, n) / most, 0, -most, most),
            "the scale is of the mean |x|: all that is larger has no code");
    MISTAKE(four(largest / most, 0, 0, 2 * most), "codes begin at 0: they are on both sides of it");
    MISTAKE(four(largest / most, 0, 0, 0), "quant_min and quant_max are not set");
    MISTAKE(four(1, 0, -most, most),
            "the scale of nothing is 1: with the scale 0 it says that every number is 0");
    MISTAKE(four(NAN, 0, -most, most), "0 is divided by 0");
    MISTAKE_MESSAGE("the scale is inf", "something was divided by 0");
    return four(largest / most, 0, -most, most);
}

/* ---- 15.2 ------------------------------------------------------------------------------------------------ */

typedef struct {
    double low, high, steps, least;
} Range;

/* With what 0 has for a code, by this rounding. */
static Tensor *affine(Range r, double scale, double (*rounding)(double))
{
    double zero = scale > 0 ? r.least - rounding(r.low / scale) : 0;
    return four(scale, zero, r.least, r.least + r.steps);
}

static void rounding_mistakes(Range r)
{
    double scale = (r.high - r.low) / r.steps, most = r.least + r.steps;
    double zero = r.least - round(r.low / scale);
    MISTAKE(affine(r, scale, trunc),
            "zero_point was cut off and not rounded: what stands behind the point may be large");
    MISTAKE(four(scale, trunc(r.least - r.low / scale), r.least, most),
            "zero_point was cut off and not rounded: what stands behind the point may be large");
    MISTAKE(affine(r, scale, floor),
            "zero_point was rounded to one side: the nearest whole number is asked for");
    MISTAKE(affine(r, scale, ceil),
            "zero_point was rounded to one side: the nearest whole number is asked for");
    MISTAKE(four(scale, r.least + round(r.low / scale), r.least, most),
            "low / scale is added: it is below 0, so that would move the zero out of the codes");
    MISTAKE(four(scale, -round(r.low / scale), r.least, most),
            "zero_point counts from 0 on, as for codes from 0 to 2^bits - 1: low has the code "
            "quant_min here");
    MISTAKE(four(scale, -round(r.low / scale), 0, r.steps),
            "codes from 0 to 2^bits - 1 are those of an unsigned byte: an int8_t begins at "
            "-2^(bits-1)");
    MISTAKE(four(scale, most - round(r.low / scale), r.least, most),
            "low has the code quant_max: the least number gets the least code");
    MISTAKE(four(scale, round(r.low / scale), r.least, most),
            "that is on which step low stands: 0 stands quant_min - low / scale");
    MISTAKE(four(scale, 0, r.least, most),
            "zero_point is 0: then low has no code, or the upper codes are used by nobody");
    MISTAKE(four(scale, zero, r.least + 1, most),
            "quant_min leaves the lowest code out: that is symmetric; here all codes are used");
    MISTAKE(four(scale, zero, -128, 127),
            "codes of fewer bits do not reach from -128 to 127: quant_min is -2^(bits-1)");
    MISTAKE(four(scale, zero, 0, 0), "quant_min and quant_max are not set");
}

Tensor *affine_want(const Tensor *x, long n, int bits)
{
    Range r = {least_of(x, n, 0), largest_of(x, n, 0), ldexp(1, bits) - 1, -ldexp(1, bits - 1)};
    Range bare = {least_of(x, n, INFINITY), largest_of(x, n, -INFINITY), r.steps, r.least};
    double scale = (r.high - r.low) / r.steps, codes = r.steps + 1;
    double largest = fmax(-r.low, r.high);
    MISTAKE(affine(bare, (bare.high - bare.low) / r.steps, round),
            "0 is not in the range: it must be, or it has no code, and what is 0 comes back as "
            "something else");
    MISTAKE(affine(r, (r.high - r.low) / codes, round),
            "the scale is divided by 2^bits: so many codes have one step less between them");
    MISTAKE(affine(r, (r.high - r.low) / (r.steps - 1), round),
            "the scale is divided by 2^bits - 2: from the lowest code to the highest are "
            "2^bits - 1 steps");
    MISTAKE(affine(r, (r.high - r.low) / 255, round),
            "255 steps are those of 8 bits; with fewer bits there are 2^bits - 1");
    MISTAKE(affine(r, (r.high - r.low) / 127, round),
            "the scale is divided by 127: the range is cut into all 2^bits - 1 steps");
    MISTAKE(four(largest / (r.least + r.steps), 0, -(r.least + r.steps), r.least + r.steps),
            "these are the symmetric parameters: here the range may lie anywhere");
    MISTAKE(affine(r, r.high - r.low, round),
            "the scale is the whole range: divided by 2^bits - 1 it is one step");
    if (scale > 0)
        rounding_mistakes(r);
    MISTAKE(four(0, r.least, r.least, r.least + r.steps),
            "of numbers that are all 0, zero_point is 0");
    MISTAKE(four(1, 0, r.least, r.least + r.steps),
            "the scale of nothing is 1: with the scale 0 it says that every number is 0");
    MISTAKE(four(1, r.least, r.least, r.least + r.steps),
            "the scale of nothing is 1: with the scale 0 it says that every number is 0");
    MISTAKE(four(0, (double)INT32_MIN, r.least, r.least + r.steps), "0 is divided by 0");
    return affine(r, scale, round);
}

bool range_is_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "the given check is gone: of NaN or infinity there is no step");
    return true;
}
