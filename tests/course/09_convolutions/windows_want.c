/* windows_want.c - how many windows stand in a line, counted one by one, and the formulas that people write. */
#include "want.h"

static long counted(long in, long kernel, long stride, long padding, long dilation)
{
    Window w = {
        .kernel = {kernel}, .stride = {stride}, .padding = {padding}, .dilation = {dilation}};
    return plain_out(in, &w, 0);
}

/* free places / stride + 1, rounded down as in mathematics. */
static double formula(long free, long stride)
{
    return floor((double)free / (double)stride) + 1;
}

long windows_want(long in, long kernel, long stride, long padding, long dilation)
{
    long free = in + 2 * padding - dilation * (kernel - 1) - 1, spread = dilation * kernel - kernel;
    MISTAKE_NUMBER(formula(free, stride) - 1, "the first window is missing: + 1 comes last");
    MISTAKE_NUMBER(ceil((double)free / (double)stride) + 1,
                   "rounded up: the window for which there is no room left was counted");
    MISTAKE_NUMBER(formula(free - padding, stride),
                   "the padding was counted on one side only: there are 2 * padding places");
    MISTAKE_NUMBER(formula(free - 2 * padding, stride), "the padding is not counted");
    MISTAKE_NUMBER(formula(free - 4 * padding, stride), "the padding was taken off: it is added");
    MISTAKE_NUMBER(
        formula(free + spread - dilation + 1, stride),
        "the dilation is not counted: a window covers dilation * (kernel - 1) + 1 places");
    MISTAKE_NUMBER(
        formula(free - dilation + 1, stride),
        "a window covers dilation * (kernel - 1) + 1 places, not dilation * kernel: behind "
        "the last number no gap follows");
    MISTAKE_NUMBER(formula(free, 1), "the stride is not counted: divide by it");
    return counted(in, kernel, stride, padding, dilation);
}

long one_more_place_want(long in, long kernel, long stride, long padding, long dilation)
{
    long right = counted(in, kernel, stride, padding, dilation);
    MISTAKE_NUMBER((double)right + 1, "one place too many is free: the first number of a window "
                                      "takes one as well, dilation * (kernel - 1) + 1");
    return right;
}

long fitting_want(long in, long kernel, long stride, long padding, long dilation)
{
    long free = in + 2 * padding - dilation * (kernel - 1) - 1;
    if (free < 0)
        MISTAKE_NUMBER((double)(free / stride + 1),
                       "no window fits, so there are 0: / rounds a negative number towards 0, and "
                       "what is negative is no number of windows");
    else
        MISTAKE_NUMBER(0, "a window that just fits is one: only what is larger does not fit");
    return counted(in, kernel, stride, padding, dilation);
}
