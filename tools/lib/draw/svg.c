/* svg.c - lines, boxes and words of a drawing. See svg.h.
 *
 * The file is text with one mark a line, in the order of the calls, coordinates to a tenth of a pixel:
 * the same calls give the same bytes, so that a picture can be compared with what is committed.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "heatmap.h"
#include "c_locale.h"
#include "svg.h"
#include "engine.h"

struct Svg {
    AtomicFile *file;
    FILE *out;
};

/* Okabe and Ito's colours (2008), which colour-blind people tell apart, and lighter ones for the
 * dark, where filled boxes are mixed with the paper so that the texts in them can be read. */
static const char style[] =
    "<style>\n"
    "svg{--ink:#1f2430;--faint:#545b68;--blue:#0072b2;--green:#007a58;--amber:#8f5400;--red:#"
    "b83c08;"
    "--violet:#5b3fa8;--page:#fff;--mix:70%;font-family:system-ui,-apple-system,"
    "'Segoe UI',sans-serif;font-size:13px}\n"
    "@media(prefers-color-scheme:dark){svg{--ink:#e6e8ee;--faint:#aab3c1;--blue:#56b4e9;"
    "--green:#3ecfa5;--amber:#f0b429;--red:#ff8a5c;--violet:#b39dff;--page:#16181d;--mix:55%}}\n"
    ".k0{color:var(--ink)}.k1{color:var(--faint)}.k2{color:var(--blue)}.k3{color:var(--green)}"
    ".k4{color:var(--amber)}.k5{color:var(--red)}.k6{color:var(--violet)}\n"
    "line,path{stroke:currentColor;fill:none;stroke-width:1.5}text{fill:currentColor}"
    "circle,.h{fill:currentColor;stroke:none}.b{stroke:currentColor;stroke-width:1.2}"
    ".c,.b{fill:currentColor}@supports(fill:color-mix(in srgb,red 50%,blue)){.c,.b{fill:color-mix(in "
    "srgb,currentColor var(--mix),var(--page))}}.d{stroke-dasharray:4 4}.s{font-size:11px}"
    ".t{font-weight:600}\n"
    "</style>\n";

Svg *svg_open(const char *path, double width, double height, const char *described)
{
    UNDO_ON_FAIL;
    AtomicFile *file = atomic_open(path);
    if (file == NULL)
        return NULL;
    Svg *svg = owned_alloc(sizeof *svg);
    *svg = (Svg){file, atomic_stream(file)};
    c_fprintf(svg->out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" width=\"%g\" "
              "height=\"%g\" role=\"img\">\n<title>",
              width, height, width, height);
    prose_write(svg->out, described);
    fprintf(svg->out, "</title>\n%s", style);
    return svg;
}

int svg_close(Svg *svg)
{
    fputs("</svg>\n", svg->out);
    int status = atomic_commit(svg->file);
    owned_free(svg);
    return status;
}

/* -0.0 is written as 0.0. */
static double tenth(double x)
{
    return isfinite(x) ? round(x * 10) / 10 + 0.0 : 0;
}

static void line(Svg *svg, SvgKind kind, const char *more, double x1, double y1, double x2,
                 double y2)
{
    c_fprintf(svg->out, "<line class=\"k%d%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
              (int)kind, more, tenth(x1), tenth(y1), tenth(x2), tenth(y2));
}

void svg_line(Svg *svg, SvgKind kind, double x1, double y1, double x2, double y2)
{
    line(svg, kind, "", x1, y1, x2, y2);
}

void svg_dashed(Svg *svg, SvgKind kind, double x1, double y1, double x2, double y2)
{
    line(svg, kind, " d", x1, y1, x2, y2);
}

/* A head at (x, y) of an arrow that comes from (from_x, from_y). */
static void head(Svg *svg, SvgKind kind, double from_x, double from_y, double x, double y)
{
    double length = fmax(hypot(x - from_x, y - from_y), 1e-9);
    double dx = (x - from_x) / length * 7, dy = (y - from_y) / length * 7;
    c_fprintf(svg->out, "<path class=\"k%d h\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fZ\"/>\n",
              (int)kind, tenth(x), tenth(y), tenth(x - dx + dy / 2), tenth(y - dy - dx / 2),
              tenth(x - dx - dy / 2), tenth(y - dy + dx / 2));
}

void svg_arrow(Svg *svg, SvgKind kind, double x1, double y1, double x2, double y2)
{
    double length = fmax(hypot(x2 - x1, y2 - y1), 1e-9), cut = fmin(5 / length, 1);
    svg_line(svg, kind, x1, y1, x2 - (x2 - x1) * cut, y2 - (y2 - y1) * cut);
    head(svg, kind, x1, y1, x2, y2);
}

void svg_arc(Svg *svg, SvgKind kind, double x1, double y1, double x2, double y2, double rise)
{
    double middle_x = (x1 + x2) / 2, middle_y = (y1 + y2) / 2 - 2 * rise;
    c_fprintf(svg->out, "<path class=\"k%d\" d=\"M%.1f %.1fQ%.1f %.1f %.1f %.1f\"/>\n", (int)kind,
              tenth(x1), tenth(y1), tenth(middle_x), tenth(middle_y), tenth(x2), tenth(y2));
    head(svg, kind, middle_x, middle_y, x2, y2);
}

void svg_curve(Svg *svg, SvgKind kind, long n, const double *x, const double *y)
{
    if (n < 1)
        return;
    fprintf(svg->out, "<path class=\"k%d\" d=\"", (int)kind);
    for (long i = 0; i < n; i++)
        c_fprintf(svg->out, "%c%.1f %.1f", i == 0 ? 'M' : 'L', tenth(x[i]), tenth(y[i]));
    fputs("\"/>\n", svg->out);
}

void svg_dot(Svg *svg, SvgKind kind, double x, double y, double radius)
{
    c_fprintf(svg->out, "<circle class=\"k%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", (int)kind,
              tenth(x), tenth(y), tenth(radius));
}

static void rectangle(Svg *svg, SvgKind kind, const char *shape, double x, double y, double width,
                      double height, double amount)
{
    amount = isfinite(amount) ? fmin(fmax(amount, 0), 1) : 0;
    c_fprintf(svg->out,
              "<rect class=\"k%d %s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
              "fill-opacity=\"%.2f\"/>\n",
              (int)kind, shape, tenth(x), tenth(y), tenth(width), tenth(height), amount);
}

void svg_box(Svg *svg, SvgKind kind, double x, double y, double width, double height, double amount)
{
    rectangle(svg, kind, "b", x, y, width, height, amount);
}

void svg_cell(Svg *svg, SvgKind kind, double x, double y, double width, double height,
              double amount)
{
    rectangle(svg, kind, "c", x, y, width, height, amount);
}

/* ---- words -------------------------------------------------------------------------------------- */

/* 7087872 is written 7,087,872: whole numbers of five digits and more, other than codes like 00110. */
static void group_digits(char *to, size_t size, const char *from)
{
    size_t n = 0;
    for (char before = ' '; *from != '\0' && n + 2 < size; before = from[-1]) {
        size_t digits = strspn(from, "0123456789");
        bool groups = digits > 4 && before != '.' && *from != '0';
        if (digits == 0)
            to[n++] = *from++;
        for (; digits > 0 && n + 2 < size; digits--) {
            to[n++] = *from++;
            if (groups && digits > 1 && digits % 3 == 1)
                to[n++] = ',';
        }
    }
    to[n] = '\0';
}

static void words(Svg *svg, SvgKind kind, const char *more, SvgSide side, double x, double y,
                  const char *format, va_list rest)
{
    static const char *const anchor[] = {"start", "middle", "end"};
    char text[512], grouped[512];
    c_vsnprintf(text, sizeof text, format, rest);
    group_digits(grouped, sizeof grouped, text);
    c_fprintf(svg->out, "<text class=\"k%d%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">",
              (int)kind, more, tenth(x), tenth(y), anchor[side]);
    prose_write(svg->out, grouped);
    fputs("</text>\n", svg->out);
}

void svg_text(Svg *svg, SvgKind kind, SvgSide side, double x, double y, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    words(svg, kind, "", side, x, y, format, rest);
    va_end(rest);
}

void svg_small(Svg *svg, SvgKind kind, SvgSide side, double x, double y, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    words(svg, kind, " s", side, x, y, format, rest);
    va_end(rest);
}

void svg_title(Svg *svg, double x, double y, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    words(svg, SVG_INK, " t", SVG_LEFT, x, y, format, rest);
    va_end(rest);
}
