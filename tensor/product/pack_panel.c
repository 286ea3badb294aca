/* pack_panel.c - a micro-panel: numbers in the order in which they will be used.
 *
 * Strides end here: afterwards every step p finds its numbers side by side, behind those of the
 * step before.
 */
#include "gemm_steps.h"

EXERCISE
void pack_panel(real *panel, long width, Matrix x, long count, long k)
{
    for (long p = 0; p < k; p++)
        for (long i = 0; i < width; i++)
            panel[p * width + i] = i < count ? READ(x.data[i * x.row + p * x.col]) : 0;
}
