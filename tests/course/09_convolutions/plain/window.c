/* window.c - how many windows stand side by side. */
#include "tensor.h"

long window_out(long in, long kernel, long stride, long padding, long dilation)
{
    long places = in + padding + padding;
    long covered = kernel + (kernel - 1) * (dilation - 1); /* its numbers, and its holes */
    if (covered > places)
        return 0;
    long steps = (places - covered) / stride;
    return steps + 1;
}
