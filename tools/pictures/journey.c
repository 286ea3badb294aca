/* journey.c - a picture of lesson 12: three tokens of six channels on their way through two heads.
 *
 * Eleven stops, each a tensor that the engine made; a cell's colour is the head it belongs to, or
 * violet between queries and keys, or grey where no head has been cut or all are mixed; and it is
 * the fuller the larger its number.
 */
#include <math.h>
#include "lesson.h"

enum { T = 3, C = 6, H = 2, D = C / H, CELL = 13, STOPS = 11, IN_A_ROW = 6 };

/* How the numbers of a token lie on the page: in one row, in a row with a gap between heads, or each
 * head as a matrix of its own. */
typedef enum { TOGETHER, CUT, STACKED } Lie;
typedef enum { OF_ALL, OF_A_HEAD, OF_PAIRS } Belongs; /* pairs: query against key */

typedef struct {
    Tensor *t; /* its shape is told */
    Lie lie;
    Belongs belongs;
    const char *name, *step;
} Stop;

/* The same numbers as (token, head, column). */
static Tensor *by_token(Stop s)
{
    if (s.lie == STACKED)
        return tensor_transpose(tensor_select(s.t, 0, 0), 0, 1);
    return tensor_select(tensor_reshape(s.t, SHAPE(1, T, H, D)), 0, 0);
}

static double size_of(double number)
{
    return isfinite(number) ? fabs(number) : 0;
}

static double largest_of(Tensor *t)
{
    double largest = 0;
    for (long i = 0; i < T * H * D; i++)
        largest = fmax(largest, size_of((double)tensor_get(t, AT(i / (H * D), i / D % H, i % D))));
    return largest;
}

static SvgKind colour_of(Stop s, long head)
{
    if (s.belongs == OF_A_HEAD)
        return head == 0 ? SVG_BLUE : SVG_AMBER;
    return s.belongs == OF_PAIRS ? SVG_VIOLET : SVG_INK;
}

static void cells(Svg *svg, Stop s, double x, double y)
{
    Tensor *t = by_token(s);
    double largest = largest_of(t);
    for (long i = 0; i < T; i++)
        for (long h = 0; h < H; h++)
            for (long j = 0; j < D; j++) {
                double number = (double)tensor_get(t, AT(i, h, j));
                double right = s.lie == STACKED
                                   ? 0
                                   : (double)(h * D * CELL) + (s.lie == CUT) * 8.0 * (double)h;
                double down = s.lie == STACKED ? (double)(h * (T * CELL + 8)) : 0;
                SvgKind kind = colour_of(s, h);
                svg_box(svg, isfinite(number) ? kind : SVG_FAINT, x + right + (double)(j * CELL),
                        y + down + (double)(i * CELL), CELL - 2, CELL - 2,
                        0.75 * size_of(number) / largest);
            }
}

static void stop(Svg *svg, Stop s, int place)
{
    double x = 24 + 150.0 * (place % IN_A_ROW), y = place < IN_A_ROW ? 66 : 256;
    svg_small(svg, SVG_INK, SVG_LEFT, x, y - 30, "%d  %s", place + 1, s.name);
    svg_small(svg, SVG_FAINT, SVG_LEFT, x, y - 13, "%s", tensor_shape_text(s.t));
    cells(svg, s, x, y);
    if (place + 1 == STOPS)
        return;
    svg_small(svg, SVG_FAINT, SVG_LEFT, x, y + 106, "%s", s.step);
    svg_arrow(svg, SVG_INK, x + 94, y + 19, x + 138, y + 19);
}

int picture_of_the_journey(const char *path)
{
    Rng rng = rng_seed(20);
    MultiHeadAttention *a =
        mha_new((MhaOptions){.embed_dim = C, .num_heads = H, .no_bias = true, .init = &rng});
    Tensor *x = tensor_normal(SHAPE(1, T, C), 0, 1, &rng), *q = linear_forward(a->q, x);
    Tensor *k = split_heads(linear_forward(a->k, x), H),
           *v = split_heads(linear_forward(a->v, x), H);
    Tensor *cut = tensor_reshape(q, SHAPE(1, T, H, D)), *heads = tensor_transpose(cut, 1, 2);
    Tensor *scores = attention_scores(heads, k);
    Tensor *masked = attention_mask(attention_scale(scores, D), mask_causal(T));
    Tensor *weights = attention_weights(masked), *context = attention_context(weights, v);
    Tensor *back = tensor_transpose(context, 1, 2), *merged = tensor_reshape(back, SHAPE(1, T, C));
    Tensor *output = linear_forward(a->out, merged);
    const Stop stops[STOPS] = {{x, TOGETHER, OF_ALL, "x", "@ W_Q (K, V: alike)"},
                               {q, TOGETHER, OF_A_HEAD, "Q", "reshape"},
                               {cut, CUT, OF_A_HEAD, "cut", "transpose"},
                               {heads, STACKED, OF_A_HEAD, "heads", "@ K of the same head"},
                               {scores, STACKED, OF_PAIRS, "scores", "/ sqrt(D), mask"},
                               {masked, STACKED, OF_PAIRS, "scaled, masked", "softmax"},
                               {weights, STACKED, OF_PAIRS, "weights", "@ V of the same head"},
                               {context, STACKED, OF_A_HEAD, "context", "transpose"},
                               {back, CUT, OF_A_HEAD, "side by side", "reshape: a copy"},
                               {merged, TOGETHER, OF_A_HEAD, "merged", "@ W_O"},
                               {output, TOGETHER, OF_ALL, "output", ""}};
    Svg *svg = svg_open(path, 930, 380,
                        "Eleven tensors from the input to the output of attention with two heads, "
                        "with their shapes and what is done between them");
    for (int i = 0; svg != NULL && i < STOPS; i++)
        stop(svg, stops[i], i);
    module_free(&a->module);
    return svg == NULL ? -1 : svg_close(svg);
}
