/* chart.c - lines and points as SVG: losses, curves, clouds of examples.
 *
 * Axes come from the data unless they are given; ticks are 1, 2 or 5 times a power of ten. Colours
 * are Okabe and Ito's (2008), which colour-blind people tell apart. Invariant: what does not lie
 * inside the axes, or is not finite, is left out; the file is well-formed whatever the numbers.
 */
#include <math.h>
#include "notebook.h"
#include "engine.h"

enum { WIDTH = 640, HEIGHT = 340, LEFT = 64, RIGHT = 16, BELOW = 48, TICKS = 5 };

typedef struct {
    FILE *out;
    double x_low, x_high, y_low, y_high;
    double top;
} Chart;

static const char *const colours[CHART_MOST] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                "#e69f00", "#56b4e9", "#555555", "#b8a800"};

static double x_of(const Series *s, long i)
{
    return s->x != NULL ? s->x[i] : (double)i;
}

/* ---- axes -------------------------------------------------------------------------------------- */

static void widen(double *low, double *high, double value)
{
    if (isfinite(value)) {
        *low = fmin(*low, value);
        *high = fmax(*high, value);
    }
}

/* Nothing to go by, or all the same: something around it. */
static void settle(double *low, double *high, double margin)
{
    if (!(*low <= *high)) {
        *low = 0;
        *high = 1;
    }
    double room = *high > *low ? margin * (*high - *low) : fmax(fabs(*low), 1) * 0.5;
    *low -= room;
    *high += room;
}

static void find_axes(Chart *c, int n, const Series *series, const ChartOptions *o)
{
    c->x_low = c->y_low = INFINITY;
    c->x_high = c->y_high = -INFINITY;
    for (int k = 0; k < n; k++)
        for (long i = 0; i < series[k].n; i++) {
            widen(&c->x_low, &c->x_high, x_of(&series[k], i));
            widen(&c->y_low, &c->y_high, series[k].y[i]);
        }
    settle(&c->x_low, &c->x_high, 0.02);
    settle(&c->y_low, &c->y_high, 0.05);
    if (o->x_low != 0 || o->x_high != 0) {
        c->x_low = o->x_low;
        c->x_high = o->x_high;
    }
    if (o->y_low != 0 || o->y_high != 0) {
        c->y_low = o->y_low;
        c->y_high = o->y_high;
    }
}

static double place_x(const Chart *c, double x)
{
    return LEFT + (x - c->x_low) / (c->x_high - c->x_low) * (WIDTH - LEFT - RIGHT);
}

static double place_y(const Chart *c, double y)
{
    return HEIGHT - BELOW - (y - c->y_low) / (c->y_high - c->y_low) * (HEIGHT - BELOW - c->top);
}

static double tick_step(double low, double high)
{
    double rough = (high - low) / TICKS, power = pow(10, floor(log10(rough)));
    double digit = rough / power;
    return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

/* Adding 0 makes 0 of -0. */
static void write_ticks(const Chart *c)
{
    double step = tick_step(c->x_low, c->x_high);
    for (double k = ceil(c->x_low / step); k * step <= c->x_high; k++)
        fprintf(c->out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n",
                place_x(c, k * step), HEIGHT - BELOW + 16, k * step + 0.0);
    step = tick_step(c->y_low, c->y_high);
    for (double k = ceil(c->y_low / step); k * step <= c->y_high; k++) {
        double y = place_y(c, k * step);
        fprintf(c->out, "<path d=\"M%d %.1fH%d\" stroke=\"#e3e8eb\"/>\n", LEFT, y, WIDTH - RIGHT);
        fprintf(c->out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", LEFT - 6,
                y + 3.5, k * step + 0.0);
    }
    fprintf(c->out, "<path d=\"M%d %.1fV%dH%d\" fill=\"none\" stroke=\"#90a4ae\"/>\n", LEFT, c->top,
            HEIGHT - BELOW, WIDTH - RIGHT);
}

/* ---- text -------------------------------------------------------------------------------------- */

static void write_titles(const Chart *c, const ChartOptions *o)
{
    if (o->title != NULL) {
        fprintf(c->out, "<text x=\"14\" y=\"24\" font-size=\"14\" font-weight=\"bold\">");
        prose_write(c->out, o->title);
        fputs("</text>\n", c->out);
    }
    if (o->x_title != NULL) {
        fprintf(c->out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#607d8b\">",
                (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12);
        prose_write(c->out, o->x_title);
        fputs("</text>\n", c->out);
    }
    if (o->y_title != NULL) {
        fprintf(c->out,
                "<text transform=\"translate(16 %.1f) rotate(-90)\" text-anchor=\"middle\" "
                "fill=\"#607d8b\">",
                (c->top + HEIGHT - BELOW) / 2);
        prose_write(c->out, o->y_title);
        fputs("</text>\n", c->out);
    }
}

/* One line above the plot. */
static void write_legend(const Chart *c, int n, const Series *series)
{
    double x = LEFT;
    for (int k = 0; k < n; k++) {
        if (series[k].name == NULL)
            continue;
        fprintf(c->out,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"14\" height=\"%d\" rx=\"2\" fill=\"%s\"/>\n",
                x, c->top - (series[k].points ? 17 : 14), series[k].points ? 10 : 4, colours[k]);
        fprintf(c->out, "<text x=\"%.1f\" y=\"%.1f\">", x + 19, c->top - 8);
        prose_write(c->out, series[k].name);
        fputs("</text>\n", c->out);
        x += 19 + 6.2 * (double)label_width(series[k].name) + 16;
    }
}

/* ---- data -------------------------------------------------------------------------------------- */

static bool is_inside(const Chart *c, double x, double y)
{
    return x >= c->x_low && x <= c->x_high && y >= c->y_low && y <= c->y_high; /* false for NaN */
}

static void write_points(const Chart *c, const Series *s, const char *colour)
{
    for (long i = 0; i < s->n; i++)
        if (is_inside(c, x_of(s, i), s->y[i]))
            fprintf(c->out,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.2\" fill=\"%s\" fill-opacity=\".8\">"
                    "<title>%g, %g</title></circle>\n",
                    place_x(c, x_of(s, i)), place_y(c, s->y[i]), colour, x_of(s, i), s->y[i]);
}

/* A gap wherever the line leaves the axes. */
static void write_line(const Chart *c, const Series *s, const char *colour)
{
    bool drawing = false;
    fputs("<path d=\"M0 0", c->out);
    for (long i = 0; i < s->n; i++) {
        bool inside = is_inside(c, x_of(s, i), s->y[i]);
        if (inside)
            fprintf(c->out, "%c%.1f %.1f", drawing ? 'L' : 'M', place_x(c, x_of(s, i)),
                    place_y(c, s->y[i]));
        drawing = inside;
    }
    fprintf(c->out,
            "\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\n",
            colour);
}

int chart_svg(const char *path, int n, const Series *series, const ChartOptions *options)
{
    static const ChartOptions none = {0};
    const ChartOptions *o = options != NULL ? options : &none;
    if (n < 0 || n > CHART_MOST)
        kindling_fail("chart_svg: %d series, expected 0 to %d", n, CHART_MOST);
    AtomicFile *file = atomic_open(path);
    if (file == NULL)
        return -1;
    bool legend = false;
    for (int k = 0; k < n; k++)
        legend = legend || series[k].name != NULL;
    Chart c = {.out = atomic_stream(file), .top = 14 + (o->title != NULL) * 22 + legend * 22};
    find_axes(&c, n, series, o);
    fprintf(c.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
            "%d\" "
            "font-family=\"Helvetica,Arial,sans-serif\" font-size=\"11\" fill=\"#37474f\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    write_titles(&c, o);
    write_legend(&c, n, series);
    write_ticks(&c);
    for (int k = 0; k < n; k++)
        (series[k].points ? write_points : write_line)(&c, &series[k], colours[k]);
    fputs("</svg>\n", c.out);
    return atomic_commit(file);
}
