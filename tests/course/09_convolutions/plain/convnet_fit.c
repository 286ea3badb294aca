/* convnet_fit.c - windows of 3 x 3: first as large steps as the map allows, then holes that double. */
#include "images_parts.h"

static Window window_of_3(long step, long hole)
{
    Window w = {0};
    for (int axis = 0; axis < 2; axis++) {
        w.kernel[axis] = 3;
        w.stride[axis] = step;
        w.dilation[axis] = hole;
        w.padding[axis] = hole;
    }
    return w;
}

long convnet_fit(ConvnetGoal g, Window layers[CONVNET_LAYERS])
{
    convnet_check(g);

    long n = 0, rows = g.size, field = 1, width = 1; /* a step on the map is `width` pixels */
    while (field < g.field || n == 0) {
        long step = 0;
        if (window_out(rows, 3, 3, 1, 1) >= g.map)
            step = 3;
        else if (window_out(rows, 3, 2, 1, 1) >= g.map)
            step = 2;
        if (step == 0)
            break;
        layers[n] = window_of_3(step, 1);
        n++;
        rows = window_out(rows, 3, step, 1, 1);
        field += 2 * width;
        width *= step;
    }
    long hole = 1;
    while (field < g.field || n == 0) {
        layers[n] = window_of_3(1, hole);
        n++;
        field += 2 * hole * width;
        hole *= 2;
    }
    return n;
}
