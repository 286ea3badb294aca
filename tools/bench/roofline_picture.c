/* roofline_picture.c - the picture of what limits what.
 *
 * Across: flops done per byte moved; up: flops per second; both logarithmic. The slope on the left is
 * the memory's speed, the flat roof the arithmetic's: nothing can be above them, and what is far below
 * has something else in its way. Source: Williams, Waterman, Patterson 2009.
 */
#include <math.h>
#include "bench.h"
#include "heatmap.h"
#include "engine.h"

enum { WIDTH = 760, HEIGHT = 460, LEFT = 60, RIGHT = 20, TOP = 40, BOTTOM = 50 };
static const double least_x = 0.25, most_x = 512; /* flops per byte */

typedef struct {
    FILE *f;
    double least_y, most_y; /* GFLOP/s */
} Plot;

static double across(double flop_per_byte)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * log(flop_per_byte / least_x) / log(most_x / least_x);
}

static double up(const Plot *p, double gflops)
{
    return HEIGHT - BOTTOM -
           (HEIGHT - TOP - BOTTOM) * log(gflops / p->least_y) / log(p->most_y / p->least_y);
}

static void text(const Plot *p, double x, double y, const char *anchor, const char *words)
{
    fprintf(p->f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    prose_write(p->f, words);
    fprintf(p->f, "</text>\n");
}

static void line(const Plot *p, double x1, double y1, double x2, double y2, const char *colour)
{
    fprintf(p->f, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x1, y1,
            x2, y2, colour);
}

static void grid(const Plot *p)
{
    char number[32];
    for (double x = least_x; x <= most_x; x *= 4) {
        line(p, across(x), TOP, across(x), HEIGHT - BOTTOM, "#eee");
        snprintf(number, sizeof number, "%g", x);
        text(p, across(x), HEIGHT - BOTTOM + 16, "middle", number);
    }
    for (double y = p->least_y; y <= p->most_y; y *= 10) {
        line(p, LEFT, up(p, y), WIDTH - RIGHT, up(p, y), "#eee");
        snprintf(number, sizeof number, "%g", y);
        text(p, LEFT - 6, up(p, y) + 4, "end", number);
    }
    text(p, (LEFT + WIDTH) / 2.0, HEIGHT - 12, "middle",
         "flops of matrix products per byte read or written");
    text(p, LEFT - 40, TOP - 18, "start", "GFLOP/s");
}

static void roof(const Plot *p, const Peak *peak)
{
    char words[96];
    double top = peak->gflops[3], ridge = ridge_point(top, peak->bandwidth);
    line(p, across(least_x), up(p, roofline(least_x, top, peak->bandwidth)), across(ridge),
         up(p, top), "#c33");
    line(p, across(ridge), up(p, top), WIDTH - RIGHT, up(p, top), "#c33");
    snprintf(words, sizeof words, "%ld thread%s: %.0f GFLOP/s, %.0f GB/s", peak->threads,
             peak->threads == 1 ? "" : "s", top, peak->bandwidth);
    text(p, WIDTH - RIGHT, up(p, top) - 5, "end", words);
}

/* Labels stand above and below in turn: neighbours are often close. */
static void point(const Plot *p, const RooflinePoint *at, bool above)
{
    double x = fmin(fmax(at->flop_per_byte, least_x), most_x), y = fmax(at->gflops, p->least_y);
    fprintf(p->f, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#36c\"/>\n", across(x), up(p, y));
    text(p, across(x), up(p, y) + (above ? -8 : 16), "middle", at->label);
}

int roofline_write(const char *path, long n_peaks, const Peak *peaks, long n,
                   const RooflinePoint *points)
{
    AtomicFile *file = atomic_open(path);
    if (file == NULL)
        return -1;
    Plot p = {.f = atomic_stream(file), .least_y = 1, .most_y = 10};
    for (long i = 0; i < n_peaks; i++)
        p.most_y = fmax(p.most_y, 1.6 * peaks[i].gflops[3]);
    fprintf(p.f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "font-family=\"sans-serif\" font-size=\"11\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            WIDTH, HEIGHT);
    grid(&p);
    for (long i = 0; i < n_peaks; i++)
        if (peaks[i].gflops[3] > 0 && peaks[i].bandwidth > 0)
            roof(&p, &peaks[i]);
    for (long i = 0; i < n; i++)
        point(&p, &points[i], i % 2 == 0);
    fprintf(p.f, "</svg>\n");
    return atomic_commit(file);
}
