/* pack_panel.c - step after step, and in each the rows, then zeros. */
#include "gemm_steps.h"

void pack_panel(real *panel, long width, Matrix x, long count, long k)
{
    for (long p = 0; p < k; p++) {
        real *step = panel + p * width;
        for (long i = 0; i < width; i++) {
            if (i < count)
                step[i] = READ(x.data[i * x.row + p * x.col]);
            else
                step[i] = 0;
        }
    }
}
