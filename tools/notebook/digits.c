/* digits.c - handwriting, of a kind: digits drawn with strokes, for notebooks without MNIST.
 *
 * A digit is a line through a few points of a 0 to 1 square, as a pen would go. Every example bends
 * it anew: each point trembles, the whole leans, shifts and changes size, the pen is thick or thin,
 * the ink strong or weak, and at the end every pixel gets noise.
 */
#include <math.h>
#include "notebook.h"

typedef struct {
    double x, y;
} Point;
enum { MOST_POINTS = 14 };
static const Point strokes[10][MOST_POINTS] = {
    {{.5, .05}, {.2, .2}, {.15, .5}, {.2, .8}, {.5, .95}, {.8, .8}, {.85, .5}, {.8, .2}, {.5, .05}},
    {{.3, .25}, {.55, .05}, {.55, .95}},
    {{.2, .25}, {.35, .07}, {.65, .07}, {.8, .28}, {.65, .5}, {.2, .95}, {.85, .95}},
    {{.2, .12},
     {.5, .05},
     {.78, .2},
     {.72, .4},
     {.45, .48},
     {.75, .55},
     {.82, .78},
     {.5, .95},
     {.18, .85}},
    {{.65, .95}, {.65, .05}, {.15, .65}, {.88, .65}},
    {{.8, .05}, {.25, .05}, {.22, .45}, {.55, .4}, {.82, .55}, {.8, .82}, {.5, .95}, {.18, .87}},
    {{.72, .05},
     {.4, .2},
     {.2, .55},
     {.25, .85},
     {.5, .95},
     {.78, .82},
     {.75, .6},
     {.5, .5},
     {.23, .65}},
    {{.15, .05}, {.85, .05}, {.55, .5}, {.4, .95}},
    {{.5, .48},
     {.25, .3},
     {.35, .07},
     {.65, .07},
     {.75, .3},
     {.5, .48},
     {.2, .7},
     {.35, .95},
     {.65, .95},
     {.8, .7},
     {.5, .48}},
    {{.77, .38},
     {.5, .5},
     {.25, .35},
     {.3, .12},
     {.55, .05},
     {.77, .2},
     {.77, .38},
     {.7, .7},
     {.5, .95}},
};

static double distance_to(Point p, Point a, Point b)
{
    double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    double t = length > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length : 0;
    t = fmin(fmax(t, 0), 1);
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

void digit_draw(int digit, long side, real *pixels, Rng *rng)
{
    Point at[MOST_POINTS];
    int n = 0;
    double lean = 0.15 * rng_normal(rng), grow = 1 + 0.08 * rng_normal(rng);
    double shift_x = 0.08 * rng_normal(rng), shift_y = 0.06 * rng_normal(rng);
    for (; n < MOST_POINTS && strokes[digit][n].x + strokes[digit][n].y > 0; n++) {
        double px = strokes[digit][n].x - 0.5 + 0.035 * rng_normal(rng);
        double py = strokes[digit][n].y - 0.5 + 0.035 * rng_normal(rng);
        at[n] = (Point){0.5 + shift_x + grow * 0.85 * (px - lean * py),
                        0.5 + shift_y + grow * 0.85 * py};
    }
    double pen = 0.07 + 0.02 * rng_uniform(rng), ink = 0.7 + 0.3 * rng_uniform(rng);
    for (long i = 0; i < side * side; i++) {
        Point p = {((double)(i % side) + .5) / (double)side,
                   ((double)(i / side) + .5) / (double)side};
        double nearest = 9;
        for (int k = 0; k + 1 < n; k++)
            nearest = fmin(nearest, distance_to(p, at[k], at[k + 1]));
        double value = ink * fmin(fmax(1.5 - nearest / pen, 0), 1) + 0.12 * rng_normal(rng);
        pixels[i] = (real)fmin(fmax(value, 0), 1);
    }
}
