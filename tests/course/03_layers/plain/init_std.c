/* init_std.c - one variance for each activation, over the number of inputs. */
#include "layer_parts.h"
#include <math.h>

double init_std(long in, long out, const Activation *activation)
{
    init_std_check(in, out);

    if (in == 0)
        return 0;
    double variance = 1.0 / in;
    if (activation == NULL)
        return sqrt(variance);
    switch (*activation) {
    case ACT_RELU:
        variance *= 2;
        break;
    case ACT_TANH:
        variance *= 2.8;
        break;
    case ACT_GELU:
        variance *= 2.16;
        break;
    case ACT_SILU:
        variance *= 2.43;
        break;
    default:
        break;
    }
    return sqrt(variance);
}
