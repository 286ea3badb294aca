/* roofline_want.c - a division and a minimum. */
#include "want.h"

double intensity_want(double flops, double bytes)
{
    MISTAKE_NUMBER(flops * bytes, "that is flops times bytes: for each byte means divided by");
    MISTAKE_NUMBER(flops, "that are the flops: for each byte they are asked");
    if (flops > 0 && bytes > 0) {
        MISTAKE_NUMBER(bytes / flops, "upside down: flops for each byte");
        MISTAKE_NUMBER(flops / (bytes / sizeof(real)),
                       "for each number: a number has sizeof(real) bytes");
        MISTAKE_NUMBER(flops / (bytes * 8), "for each bit: a byte has 8");
        MISTAKE_NUMBER(floor(flops / bytes), "the fraction was lost: divide as double");
        MISTAKE_NUMBER(0, "there are flops and bytes here");
    }
    if (flops > 0 && bytes == 0)
        MISTAKE_MESSAGE("is_without is \"0\"", "flops without bytes: infinity, not 0");
    if (flops == 0 && bytes == 0) {
        MISTAKE_NUMBER((double)INFINITY,
                       "infinity is for flops without bytes: without flops, too, it is 0");
        MISTAKE_MESSAGE("is_nothing is \"NaN\"", "0 / 0: ask for bytes of 0 first");
        MISTAKE_MESSAGE("is_nothing is \"infinity\"",
                        "infinity is for flops without bytes: without flops, too, it is 0");
    }
    if (flops == 0 && bytes > 0) {
        MISTAKE_MESSAGE("is_copy is \"infinity\"",
                        "infinity is for what has no bytes: here the flops are 0");
        MISTAKE_MESSAGE("is_copy is \"NaN\"", "there are bytes here: 0 divided by them is 0");
    }
    return bytes > 0 ? flops / bytes : flops > 0 ? (double)INFINITY : 0;
}

double roof_want(double intensity, double peak, double bandwidth)
{
    double memory = intensity * bandwidth, ridge = peak / bandwidth;
    if (isfinite(memory)) {
        MISTAKE_NUMBER(fmax(peak, memory),
                       "the higher of the two roofs was taken: the lower one is the limit");
        MISTAKE_NUMBER(intensity > 0 ? bandwidth / intensity : NAN,
                       "bytes per second times flops per byte are flops per second: multiply");
        MISTAKE_NUMBER(fmin(peak, intensity > 0 ? bandwidth / intensity : NAN),
                       "bytes per second times flops per byte are flops per second: multiply");
        MISTAKE_NUMBER(peak + memory, "the two roofs were added: the lower one is the limit");
        MISTAKE_NUMBER(1 / (1 / peak + 1 / memory),
                       "arithmetic and memory one after the other: they work at the same time, and "
                       "the slower one is the limit");
        MISTAKE_NUMBER(fmin(intensity, peak),
                       "the intensity itself: times the bandwidth it is flops per second");
        MISTAKE_NUMBER(fmin(bandwidth, peak),
                       "that is the bandwidth, in bytes: times the intensity it is flops");
        MISTAKE_NUMBER(fmin(intensity, ridge),
                       "the lower of the two intensities: the answer is in flops per second");
    }
    if (intensity > ridge)
        MISTAKE_NUMBER(memory, "memory alone was looked at: there is a flat roof, too");
    else
        MISTAKE_NUMBER(peak,
                       "the flat roof alone was looked at: below the ridge memory is the limit");
    if (isinf(memory))
        MISTAKE_MESSAGE("is_all is \"infinity\"",
                        "memory alone was looked at: there is a flat roof, too");
    if (isinf(memory))
        MISTAKE_MESSAGE(
            "is_all is \"NaN\"",
            "infinity was divided, or subtracted: compare the two roofs and take the lower one");
    return fmin(peak, memory);
}

bool intensity_is_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "the given line intensity_check(flops, bytes) is gone");
    return true;
}

bool roof_is_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong", "the given line roofline_check(...) is gone");
    return true;
}
