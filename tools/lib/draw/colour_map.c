/* colour_map.c - a number between 0 and 1 as a colour.
 *
 * A map is a few anchors, evenly spaced, with straight lines in sRGB between them. Invariant: along
 * the sequential map, and outwards from the middle of the diverging one, luminance only falls, and
 * on dark paper it only rises: what is nothing looks like the paper.
 */
#include "heatmap.h"
#include <math.h>

static const Colour sequential[] = {{255, 255, 255}, {213, 224, 245}, {154, 178, 228},
                                    {96, 118, 203},  {61, 62, 158},   {38, 20, 96}};
static const Colour diverging[] = {{13, 54, 124},   {60, 118, 184},  {157, 196, 226},
                                   {250, 250, 250}, {246, 190, 126}, {214, 116, 34},
                                   {126, 52, 4}};
static const Colour not_a_number = {176, 176, 176};

static const Colour dark_sequential[] = {{26, 29, 38},    {44, 53, 112},   {74, 91, 184},
                                         {127, 146, 232}, {185, 198, 255}, {242, 244, 255}};
static const Colour dark_diverging[] = {{184, 220, 255}, {95, 168, 236}, {42, 86, 136},
                                        {32, 36, 45},    {132, 80, 31},  {240, 154, 69},
                                        {255, 224, 184}};
static const Colour dark_not_a_number = {85, 91, 102};

static unsigned char mix(unsigned char a, unsigned char b, double t)
{
    return (unsigned char)lround((double)a + t * ((double)b - (double)a));
}

/* x is a number. */
static Colour between(const Colour *anchor, int n, double x)
{
    x = fmin(fmax(x, 0), 1) * (n - 1);
    int i = x >= n - 1 ? n - 2 : (int)x;
    const Colour *a = &anchor[i], *b = &anchor[i + 1];
    return (Colour){mix(a->r, b->r, x - i), mix(a->g, b->g, x - i), mix(a->b, b->b, x - i)};
}

Colour colour_sequential(double x)
{
    return isnan(x) ? not_a_number
                    : between(sequential, (int)(sizeof sequential / sizeof *sequential), x);
}

Colour colour_diverging(double x)
{
    return isnan(x) ? not_a_number
                    : between(diverging, (int)(sizeof diverging / sizeof *diverging), x);
}

Colour colour_in_the_dark(bool is_diverging, double x)
{
    if (isnan(x))
        return dark_not_a_number;
    return is_diverging
               ? between(dark_diverging, (int)(sizeof dark_diverging / sizeof *dark_diverging), x)
               : between(dark_sequential, (int)(sizeof dark_sequential / sizeof *dark_sequential),
                         x);
}

void colour_range(const Tensor *matrix, double *low, double *high)
{
    for (long i = 0; i < matrix->shape[0]; i++)
        for (long j = 0; j < matrix->shape[1]; j++) {
            double x = (double)matrix->data[i * matrix->stride[0] + j * matrix->stride[1]];
            if (isfinite(x)) {
                *low = fmin(*low, x);
                *high = fmax(*high, x);
            }
        }
}
