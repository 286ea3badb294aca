/* svg_plot.c - curves over two axes, linear or logarithmic. Ticks are the caller's: he knows which
 * numbers his text speaks of. */
#include <math.h>
#include "svg.h"

static double share(double value, double low, double high, bool logarithmic)
{
    return logarithmic ? log(value / low) / log(high / low) : (value - low) / (high - low);
}

double svg_plot_x(const SvgPlot *p, double x)
{
    return p->x + p->width * share(x, p->x_low, p->x_high, p->x_log);
}

double svg_plot_y(const SvgPlot *p, double y)
{
    return p->y + p->height * (1 - share(y, p->y_low, p->y_high, p->y_log));
}

void svg_plot(Svg *svg, const SvgPlot *p)
{
    svg_line(svg, SVG_FAINT, p->x, p->y + p->height, p->x + p->width, p->y + p->height);
    svg_line(svg, SVG_FAINT, p->x, p->y, p->x, p->y + p->height);
    if (p->title != NULL)
        svg_title(svg, p->x, p->y - 26, "%s", p->title);
    if (p->x_title != NULL)
        svg_small(svg, SVG_FAINT, SVG_RIGHT, p->x + p->width, p->y + p->height + 34, "%s",
                  p->x_title);
    if (p->y_title != NULL)
        svg_small(svg, SVG_FAINT, SVG_LEFT, p->x - 30, p->y - 9, "%s", p->y_title);
}

static void tick_text(Svg *svg, SvgSide side, double x, double y, double number, const char *text)
{
    if (text != NULL)
        svg_small(svg, SVG_FAINT, side, x, y, "%s", text);
    else
        svg_small(svg, SVG_FAINT, side, x, y, "%g", number);
}

void svg_plot_x_tick(Svg *svg, const SvgPlot *p, double x, const char *text)
{
    double at = svg_plot_x(p, x), bottom = p->y + p->height;
    svg_line(svg, SVG_FAINT, at, bottom, at, bottom + 4);
    tick_text(svg, SVG_MIDDLE, at, bottom + 17, x, text);
}

void svg_plot_y_tick(Svg *svg, const SvgPlot *p, double y, const char *text)
{
    double at = svg_plot_y(p, y);
    svg_line(svg, SVG_FAINT, p->x - 4, at, p->x, at);
    tick_text(svg, SVG_RIGHT, p->x - 8, at + 4, y, text);
}

/* What is not a number, or lies outside, breaks the curve. */
static bool is_inside(const SvgPlot *p, double x, double y)
{
    return x >= p->x_low && x <= p->x_high && y >= p->y_low && y <= p->y_high;
}

void svg_plot_curve(Svg *svg, const SvgPlot *p, SvgKind kind, long n, const double *x,
                    const double *y, const char *name)
{
    enum { MOST = 1024 };
    double px[MOST], py[MOST], end_x = 0, end_y = 0;
    long k = 0;
    for (long i = 0; i <= n; i++) {
        bool inside = i < n && is_inside(p, x[i], y[i]);
        if (inside) {
            end_x = px[k] = svg_plot_x(p, x[i]);
            end_y = py[k++] = svg_plot_y(p, y[i]);
        }
        if (!inside || k == MOST) {
            svg_curve(svg, kind, k, px, py);
            k = 0;
        }
    }
    if (name != NULL && end_x > 0)
        svg_text(svg, kind, SVG_LEFT, end_x + 8, end_y + 4, "%s", name);
}

void svg_plot_points(Svg *svg, const SvgPlot *p, SvgKind kind, long n, const double *x,
                     const double *y)
{
    for (long i = 0; i < n; i++)
        if (is_inside(p, x[i], y[i]))
            svg_dot(svg, kind, svg_plot_x(p, x[i]), svg_plot_y(p, y[i]), 3.5);
}
