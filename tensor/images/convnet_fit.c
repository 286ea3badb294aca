/* convnet_fit.c - a list of convolutions that sees far for few parameters and operations. */
#include "images_parts.h"

void convnet_check(ConvnetGoal g)
{
    if (g.size < 1 || g.colours < 1 || g.channels < 1 || g.field < 1 || g.map < 1)
        fail("convnet_fit: size %ld, colours %ld, channels %ld, field %ld, map %ld, expected at "
             "least 1 each",
             g.size, g.colours, g.channels, g.field, g.map);
    if (g.kernel < 3)
        fail("convnet_fit: kernel %ld, expected at least 3", g.kernel);
    if (g.map > g.size)
        fail("convnet_fit: a map of %ld from images of %ld, expected at most %ld", g.map, g.size,
             g.size);
}

/* What a number sees grows by a factor if the places under the next window are as far apart as that
 * what each of them sees is wide. Steps of a stride do it for less work, as all behind them have
 * less to do; where the map may not shrink any more, dilation does it. Invariant: `seen` pixels
 * without a hole, and neighbours on the map are `apart` pixels from each other, apart <= seen. */
EXERCISE
long convnet_fit(ConvnetGoal g, Window layers[CONVNET_LAYERS])
{
    convnet_check(g);
    const long k = g.kernel % 2 ? g.kernel : g.kernel - 1; /* an even one cannot keep the size */
    long count = 0, map = g.size, seen = 1, apart = 1;
    while (count == 0 || (seen < g.field && count < CONVNET_LAYERS)) {
        const long dilation = seen / apart, padding = dilation * (k - 1) / 2;
        long stride = k;
        while (stride > 1 && window_out(map, k, stride, padding, dilation) < g.map)
            stride--;
        layers[count++] = (Window){.kernel = {k, k},
                                   .stride = {stride, stride},
                                   .padding = {padding, padding},
                                   .dilation = {dilation, dilation}};
        map = window_out(map, k, stride, padding, dilation);
        seen += dilation * (k - 1) * apart;
        apart *= stride;
    }
    return count;
}
