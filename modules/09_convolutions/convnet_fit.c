/* convnet_fit.c - which layers, if a network has to see far and may cost little? */
#include "images_parts.h"
#include "todo.h"

/* ---- 09.11 ----------------------------------------------------------------------------------- */

long convnet_fit(ConvnetGoal g, Window layers[CONVNET_LAYERS])
{
    convnet_check(g); /* given: all sizes are at least 1 */

    /* TODO: a network of convolutions as the list of its windows; returns how many they are.
     *
     * CONTRACT  layers[0] looks at the image, layers[1] at the map of layers[0], and so on; each has
     *           g.channels outputs. A number of the last map sees every pixel of a square of
     *           g.field x g.field or more (what lies beyond the border counts as seen), and the
     *           last map has g.map rows and columns or more. No window has more than g.kernel rows
     *           or columns, and its padding is at most half of dilation (kernel - 1).
     * BUDGET    seen, and large enough: 3 points. At most g.parameters besides: 4 more. At most
     *           g.operations, too: the last 3. (ConvnetGoal in images_parts.h says what counts.)
     * EXAMPLE   images of 10 x 10 with 1 colour, 4 channels, kernel 3, field 5, map 10: two layers of
     *           3 x 3 with padding 1 see 5 x 5 pixels; 40 + 148 parameters, 7,200 + 28,800 operations
     * HOLDS     at least 1 layer, at most CONVNET_LAYERS. One of 3 x 3 more makes a chain of them see
     *           2 pixels more; a field of 45 takes 22 of them, four times what is allowed.
     * YOU HAVE  window_out; the lesson's "How far one sees"
     * THINK     if each number of a map sees 9 pixels in a row, how far apart may those be that the
     *           next window looks at, so that no pixel between them is left out? What brings them so
     *           far apart? Which of your layers has the most places to compute, and what follows? */
    todo("09.11 convnet_fit");
}
