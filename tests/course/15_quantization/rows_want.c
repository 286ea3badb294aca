/* rows_want.c - codes and numbers, one at a time, and what slips make of them. */
#include "draws.h"
#include "want.h"

typedef enum {
    RIGHT,
    CUT,
    FLOOR,
    UP,
    WRAPS,
    ADDS_HALF,
    LIMIT_BEFORE_ZERO,
    LIMIT_ABOVE,
    LIMIT_BELOW,
    LIMIT_127,
    LIMIT_128,
    NO_ZERO,
    MINUS_ZERO,
    ZERO_SCALED,
    MULTIPLIES,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [CUT] = "what stands behind the point was cut off: a cast rounds towards 0, and the nearest "
            "code is asked for",
    [FLOOR] = "codes were rounded down: the nearest one is asked for",
    [UP] = "codes were rounded up: the nearest one is asked for",
    [WRAPS] = "a step beyond the last code wraps round, and comes back on the other side: first "
              "the limits, then the int8_t",
    [ADDS_HALF] = "0.5 was added and the rest cut off, which is right above 0 only: below 0 that "
                  "is the next code up",
    [LIMIT_BEFORE_ZERO] = "the limits were applied before zero_point was added: it is the sum that "
                          "has to be a code",
    [LIMIT_ABOVE] = "there is no limit above: a step beyond quant_max wraps round",
    [LIMIT_BELOW] = "there is no limit below: a step beyond quant_min wraps round",
    [LIMIT_127] =
        "the limits are -127 and 127, whatever p says: they are p.quant_min and p.quant_max",
    [LIMIT_128] =
        "the limits are -128 and 127, whatever p says: they are p.quant_min and p.quant_max",
    [NO_ZERO] = "zero_point is left out: 0 has the code zero_point",
    [MINUS_ZERO] =
        "zero_point is subtracted: it is added on the way to codes, and subtracted on the way back",
    [ZERO_SCALED] =
        "zero_point was added before the division: it is a code, and is added to x / scale",
    [MULTIPLIES] = "x was multiplied by the scale: a step is that high, so divide",
};

static double limited(double step, double low, double high)
{
    return fmax(low, fmin(high, step));
}

/* As a cast to eight bits leaves it. */
static double wrapped(double step)
{
    int64_t whole = (int64_t)step;
    return (double)(int8_t)(uint8_t)((uint64_t)whole & 255);
}

static double code_of(double x, QuantParams p, Slip slip)
{
    double zero = p.zero_point, low = p.quant_min, high = p.quant_max;
    double step = p.scale > 0 ? x / (double)p.scale : 0, nearest = round(step);
    switch (slip) {
    case CUT:
        return limited(trunc(step) + zero, low, high);
    case FLOOR:
        return limited(floor(step) + zero, low, high);
    case UP:
        return limited(ceil(step) + zero, low, high);
    case WRAPS:
        return wrapped(nearest + zero);
    case ADDS_HALF:
        return limited(trunc(step + 0.5) + zero, low, high);
    case LIMIT_BEFORE_ZERO:
        return wrapped(limited(nearest, low, high) + zero);
    case LIMIT_ABOVE:
        return wrapped(fmax(nearest + zero, low));
    case LIMIT_BELOW:
        return wrapped(fmin(nearest + zero, high));
    case LIMIT_127:
        return limited(nearest + zero, -127, 127);
    case LIMIT_128:
        return limited(nearest + zero, -128, 127);
    case NO_ZERO:
        return limited(nearest, low, high);
    case MINUS_ZERO:
        return limited(nearest - zero, low, high);
    case ZERO_SCALED:
        return limited(p.scale > 0 ? round((x + zero) / (double)p.scale) : zero, low, high);
    case MULTIPLIES:
        return limited(round(x * (double)p.scale) + zero, low, high);
    default:
        return limited(nearest + zero, low, high);
    }
}

static Tensor *codes_by(const Tensor *x, QuantParams p, Slip slip)
{
    long n = x->shape[0];
    Tensor *t = blank(SHAPE(n + 1));
    for (long i = 0; i < n; i++)
        t->data[i] = (real)code_of((double)x->data[i], p, slip);
    t->data[n] = UNTOUCHED;
    return t;
}

/* Where all are 0 and so is the scale: 0 / 0 as a cast leaves it, or as limits do. */
static void of_nothing(const Tensor *x, QuantParams p)
{
    Tensor *noughts = codes_by(x, p, RIGHT);
    for (long i = 0; i < x->shape[0]; i++)
        noughts->data[i] = 0;
    MISTAKE(noughts,
            "the codes are 0: where the scale is 0 every code is zero_point, 0's own code");
    for (int end = 0; end < 2; end++) {
        Tensor *t = codes_by(x, p, RIGHT);
        for (long i = 0; i < x->shape[0]; i++)
            t->data[i] = (real)(end == 0 ? p.quant_max : p.quant_min);
        MISTAKE(
            t,
            "0 is divided by 0, which is no number: where the scale is 0 the code is zero_point");
    }
}

Tensor *codes_want(const Tensor *x, QuantParams p)
{
    for (Slip slip = 1; slip < SLIPS && p.scale > 0; slip++)
        MISTAKE(codes_by(x, p, slip), said[slip]);
    if (!(p.scale > 0))
        of_nothing(x, p);
    return codes_by(x, p, RIGHT);
}

/* Of numbers so far away that no int holds their step: four, of which the last one takes the place behind. */
Tensor *far_codes_want(const Tensor *x, QuantParams p)
{
    Tensor *want = blank(SHAPE(4)), *lowest = blank(SHAPE(4));
    for (long i = 0; i < 4; i++) {
        want->data[i] = (real)(x->data[i] > 0 ? p.quant_max : p.quant_min);
        lowest->data[i] = (real)p.quant_min;
    }
    MISTAKE(lowest, "the steps became whole numbers before the limits: no int holds a step of "
                    "10^12, and what a "
                    "cast makes of it is far below 0");
    return want;
}

/* ---- 15.4 ------------------------------------------------------------------------------------------------ */

typedef enum { BACK, PLUS, FORGOTTEN, IN_8_BITS, OUTSIDE, DIVIDED, WAYS } Way;

static const char *const told[WAYS] = {
    [PLUS] = "zero_point is added: it is subtracted on the way back",
    [FORGOTTEN] = "zero_point is left out: its code is exactly 0",
    [IN_8_BITS] = "code - zero_point was kept in an int8_t: it may be 255",
    [OUTSIDE] =
        "zero_point is subtracted behind the multiplication: it is a code, and belongs to codes",
    [DIVIDED] = "codes were divided by the scale: a step is that high, so multiply",
};

static double number_of(int8_t q, QuantParams p, Way way)
{
    double scale = (double)p.scale, zero = p.zero_point;
    switch (way) {
    case PLUS:
        return scale * (q + zero);
    case FORGOTTEN:
        return scale * q;
    case IN_8_BITS:
        return scale * wrapped(q - zero);
    case OUTSIDE:
        return scale * q - zero;
    case DIVIDED:
        return (q - zero) / scale;
    default:
        return scale * (q - zero);
    }
}

static Tensor *numbers_by(const int8_t *q, long n, QuantParams p, Way way)
{
    Tensor *t = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        t->data[i] = (real)number_of(q[i], p, way);
    return t;
}

Tensor *numbers_want(const int8_t *q, long n, QuantParams p)
{
    for (Way way = 1; way < WAYS; way++)
        MISTAKE(numbers_by(q, n, p, way), told[way]);
    return numbers_by(q, n, p, BACK);
}
