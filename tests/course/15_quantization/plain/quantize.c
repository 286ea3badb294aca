/* quantize.c - numbers to codes and back, one number after the other. */
#include <math.h>
#include "quantize_parts.h"

QuantParams quant_symmetric(const real *x, long n, int bits)
{
    quant_check_range("quant_symmetric", x, n, bits);

    double largest = 0;
    for (long i = 0; i < n; i++) {
        double size = fabs((double)x[i]);
        if (size > largest)
            largest = size;
    }
    QuantParams p;
    p.quant_max = (1 << (bits - 1)) - 1;
    p.quant_min = -p.quant_max;
    p.zero_point = 0;
    p.scale = (float)(largest / p.quant_max);
    return p;
}

QuantParams quant_affine(const real *x, long n, int bits)
{
    quant_check_range("quant_affine", x, n, bits);

    double low = 0, high = 0;
    for (long i = 0; i < n; i++) {
        if (x[i] < low)
            low = x[i];
        if (x[i] > high)
            high = x[i];
    }
    QuantParams p;
    p.quant_min = -(1 << (bits - 1));
    p.quant_max = (1 << (bits - 1)) - 1;
    double steps = p.quant_max - p.quant_min;
    double height = (high - low) / steps;
    p.scale = (float)height;
    if (height == 0)
        p.zero_point = 0;
    else
        p.zero_point = p.quant_min + (int)round(-low / height);
    return p;
}

void quantize_row(int8_t *q, const real *x, long n, QuantParams p)
{
    quant_check_params("quantize_row", p);

    for (long i = 0; i < n; i++) {
        if (p.scale == 0) {
            q[i] = (int8_t)p.zero_point;
            continue;
        }
        float code = roundf((float)(x[i] / p.scale)) + (float)p.zero_point;
        if (code < (float)p.quant_min)
            code = (float)p.quant_min;
        if (code > (float)p.quant_max)
            code = (float)p.quant_max;
        q[i] = (int8_t)code;
    }
}
