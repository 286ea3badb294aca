/* lesson_15.c - quantization: bytes of GPT-2, numbers on steps, a block byte by byte, and a column that is far larger. */
#include <math.h>
#include <stdio.h>
#include "lesson.h"
#include "svg.h"

/* ---- bytes: what GPT-2 small takes --------------------------------------------------------------------- */

static int bytes(const char *path)
{
    enum { LINES = 4 };
    const double matrices = 124318464, rest = 124439808 - matrices, second = 12e9;
    const struct {
        const char *name;
        double bits;
    } line[LINES] = {{"float32", 32},
                     {"int8, a scale a column", 8},
                     {"Q8_0", 8 * sizeof(BlockQ8) / 32.0},
                     {"Q4_0", 8 * sizeof(BlockQ4) / 32.0}};
    Svg *svg =
        svg_open(path, 680, 190,
                 "GPT-2 small in bytes: as floats, as codes of 8 bits and of 4 bits, and how "
                 "many tokens a second a memory of 12 GB a second allows");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 26, "GPT-2 small, and the tokens a second that 12 GB/s allow");
    for (int i = 0; i < LINES; i++) {
        double y = 46 + 34.0 * i, size = matrices * line[i].bits / 8 + 4 * rest;
        svg_small(svg, SVG_INK, SVG_RIGHT, 160, y + 15, "%s", line[i].name);
        svg_box(svg, i == 0 ? SVG_RED : SVG_GREEN, 172, y, size / 1.25e6, 22, 0.5);
        svg_small(svg, SVG_INK, SVG_LEFT, 180 + size / 1.25e6, y + 15, "%.1f MB", size / 1e6);
        svg_text(svg, i == 0 ? SVG_RED : SVG_GREEN, SVG_RIGHT, 665, y + 16, "%.0f", second / size);
    }
    return svg_close(svg);
}

/* ---- steps: nine numbers in 4 bits ------------------------------------------------------------------------ */

static void draw_steps(Svg *svg, double y, const char *title, QuantParams p, const real *x, long n)
{
    const double left = 330, unit = 78;
    int8_t q[16];
    real back[16];
    quantize_row(q, x, n, p);
    dequantize_row(back, q, n, p);
    svg_text(svg, SVG_INK, SVG_LEFT, 20, y - 52, "%s", title);
    svg_line(svg, SVG_FAINT, 30, y, 650, y);
    for (int code = p.quant_min; code <= p.quant_max; code++) {
        double at = left + unit * (double)p.scale * (code - p.zero_point);
        if (at < 25 || at > 660)
            continue;
        svg_line(svg, code == p.zero_point ? SVG_GREEN : SVG_INK, at, y - 6, at, y + 6);
        svg_small(svg, code == p.zero_point ? SVG_GREEN : SVG_FAINT, SVG_MIDDLE, at, y + 22, "%d",
                  code);
    }
    for (long i = 0; i < n; i++) {
        double from = left + unit * (double)x[i], to = left + unit * (double)back[i];
        svg_dot(svg, SVG_BLUE, from, y - 30, 4);
        svg_line(svg, SVG_BLUE, from, y - 26, to, y - 7);
    }
}

static int steps(const char *path)
{
    enum { N = 9 };
    const real weights[N] = {(real)-3.6, (real)-2.1, (real)-1.4, (real)-0.55, (real)0.1,
                             (real)0.4,  (real)1.3,  (real)2.2,  (real)2.9};
    real relu[N];
    for (int i = 0; i < N; i++)
        relu[i] = (real)fmax(0, (double)weights[i] + 1);
    Svg *svg = svg_open(path, 680, 260,
                        "Nine numbers fall to the nearest of the steps of 4 bits: with symmetric "
                        "codes from -7 to 7, and behind a relu with codes from -8 to 7");
    if (svg == NULL)
        return -1;
    draw_steps(svg, 90, "Weights, symmetric: zero_point 0, codes -7 to 7",
               quant_symmetric(weights, N, 4), weights, N);
    draw_steps(svg, 210, "Behind a relu, affine: all 16 codes above 0, zero_point -8",
               quant_affine(relu, N, 4), relu, N);
    return svg_close(svg);
}

/* ---- block: Q4_0 byte by byte ------------------------------------------------------------------------------ */

static int block(const char *path)
{
    real x[QUANT_BLOCK];
    Rng rng = rng_seed(15);
    for (int i = 0; i < QUANT_BLOCK; i++)
        x[i] = (real)rng_normal(&rng);
    BlockQ4 b;
    quantize_q4_0(&b, x, QUANT_BLOCK);
    Svg *svg = svg_open(path, 680, 210,
                        "A block of Q4_0: two bytes with the scale as a half float, then sixteen "
                        "bytes, each with code j and code j + 16");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 26, "A block of Q4_0: 32 numbers in 18 bytes");
    svg_box(svg, SVG_AMBER, 20, 60, 66, 60, 0.4);
    svg_text(svg, SVG_INK, SVG_MIDDLE, 53, 86, "d");
    svg_small(svg, SVG_INK, SVG_MIDDLE, 53, 106, "%.4f", (double)half_to_float(b.d));
    for (int j = 0; j < QUANT_BLOCK / 2; j++) {
        double at = 96 + 35.0 * j;
        svg_cell(svg, SVG_BLUE, at, 60, 32, 30, 0.1 + (b.qs[j] >> 4) / 20.0);
        svg_cell(svg, SVG_GREEN, at, 90, 32, 30, 0.1 + (b.qs[j] & 15) / 20.0);
        svg_small(svg, SVG_INK, SVG_MIDDLE, at + 16, 80, "%d", b.qs[j] >> 4);
        svg_small(svg, SVG_INK, SVG_MIDDLE, at + 16, 110, "%d", b.qs[j] & 15);
        svg_small(svg, SVG_BLUE, SVG_MIDDLE, at + 16, 52, "x%d", j + 16);
        svg_small(svg, SVG_GREEN, SVG_MIDDLE, at + 16, 138, "x%d", j);
    }
    svg_small(svg, SVG_FAINT, SVG_MIDDLE, 53, 138, "2 bytes");
    svg_small(svg, SVG_BLUE, SVG_LEFT, 96, 166, "above: the high four bits of byte j, code j + 16");
    svg_small(svg, SVG_GREEN, SVG_LEFT, 96, 186,
              "below: its low four bits, code j; number = d (code - 8)");
    return svg_close(svg);
}

/* ---- outlier: one column is 100 times as large ------------------------------------------------------------- */

static int outlier(const char *path)
{
    enum { IN = 64, OUT = 8, LARGE = 3 };
    Tensor *w = tensor_new(SHAPE(IN, OUT));
    Rng rng = rng_seed(15);
    init_normal(w, 0, 1, &rng);
    for (long i = 0; i < IN; i++)
        w->data[i * OUT + LARGE] *= 100;
    Svg *svg =
        svg_open(path, 680, 250,
                 "Eight columns of which one is 100 times as large: how far the others come "
                 "back from themselves, with one scale for all and with one for each column");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 26, "Off by how much of its own size? Column 3 is 100 times as large");
    const QuantScheme schemes[] = {{8, PER_TENSOR}, {8, PER_COLUMN}};
    const char *const names[] = {"one scale for all", "a scale for each column"};
    for (int s = 0; s < 2; s++) {
        double y = 60 + 95.0 * s;
        QuantizedMatrix *q = quantized_matrix_new(IN, OUT, schemes[s]);
        matrix_quantize(q, w);
        Tensor *back = matrix_dequantize(q);
        quantized_matrix_free(q);
        svg_text(svg, SVG_INK, SVG_LEFT, 20, y + 34, "%s", names[s]);
        for (long j = 0; j < OUT; j++) {
            double error = 0, size = 0;
            for (long i = 0; i < IN; i++) {
                error += pow((double)(back->data[i * OUT + j] - w->data[i * OUT + j]), 2);
                size += pow((double)w->data[i * OUT + j], 2);
            }
            double part = sqrt(error / size), at = 200 + 58.0 * (double)j;
            svg_cell(svg, part > 0.1 ? SVG_RED : SVG_GREEN, at, y, 52, 52,
                     part > 0.1 ? 0.2 + 0.6 * part : 0.3);
            svg_small(svg, SVG_INK, SVG_MIDDLE, at + 26, y + 30, part > 0.1 ? "%.0f %%" : "%.2f %%",
                      100 * part);
            svg_small(svg, SVG_FAINT, SVG_MIDDLE, at + 26, y + 68, "%ld", j);
        }
    }
    return svg_close(svg);
}

const LessonPicture pictures_of_15[] = {{"15_quantization/bytes", bytes},
                                        {"15_quantization/steps", steps},
                                        {"15_quantization/block", block},
                                        {"15_quantization/outlier", outlier},
                                        {NULL, NULL}};
