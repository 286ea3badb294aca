/* matrix.c - 15.5: a matrix of codes. */
#include "draws.h"
#include "want.h"

/* (in, out): every `piece` numbers of a column have a scale of their own, or all the same; then the largest is in a
 * column that is neither the first, nor the second, nor the last. */
static Tensor *draw_columns(const char *name, long in, long out, long piece, bool same, long most)
{
    Tensor *w = draw(name, SHAPE(in, out));
    double scale = draw_scale();
    long peak = same ? 2 + below(out - 3) : 0;
    for (long j = 0; j < out; j++)
        for (long i = 0; i < in; i += piece) {
            scale = same ? scale : ldexp(draw_scale(), (int)((j + i / piece) % 3));
            real *at = w->data + i * out + j;
            fill_steps(at, piece, out, scale, same ? most - 20 * ((j - peak + out) % out) : most);
            if (most == 8)
                at[below(piece) * out] = (real)(-8 * scale); /* nibbles: as blocks are drawn */
        }
    resealed(w);
    return w;
}

/* Codes and scales of a matrix, with room behind them that has to stay UNTOUCHED. */
typedef struct {
    uint8_t codes[MOST + 64];
    float scales[32];
    uint16_t halves[32];
} Room;

static QuantizedMatrix matrix_in(Room *room, long in, long out, QuantScheme scheme)
{
    untouched(room, sizeof *room);
    long n = in * out, scales = scheme.group == PER_TENSOR ? 1 : out;
    QuantizedMatrix q = {.scheme = scheme, .in = in, .out = out};
    if (scheme.bits == 4)
        q.nibbles = memset(room->codes, 0, (size_t)n / 2);
    else
        q.codes = memset(room->codes, 0, (size_t)n);
    if (scheme.group > 0)
        q.halves = memset(room->halves, 0, (size_t)(n / scheme.group) * sizeof *q.halves);
    else
        q.scales = memset(room->scales, 0, (size_t)scales * sizeof *q.scales);
    return q;
}

/* How many bytes of that room are not as they were: what the matrix keeps is left out. */
static long written_behind(const Room *room, const QuantizedMatrix *q)
{
    Room now = *room;
    Tensor *codes = kept_codes(q), *scales = kept_scales(q);
    memset(now.codes, UNTOUCHED, (size_t)tensor_numel(codes));
    memset(q->halves != NULL ? (void *)now.halves : (void *)now.scales, UNTOUCHED,
           (size_t)tensor_numel(scales) *
               (q->halves != NULL ? sizeof *q->halves : sizeof *q->scales));
    long written = 0;
    for (size_t i = 0; i < sizeof now; i++)
        written += ((const uint8_t *)&now)[i] != UNTOUCHED;
    return written;
}

static void check(const Tensor *w, QuantScheme scheme, const char *codes_rule,
                  const char *scales_rule);

TEST(a_scale_for_each_column, .points = 3, .exercise = "15.5 matrix_quantize",
     .file = "matrix_quantize.c")
{
    long in = draw_long("in", 5, 12), out = draw_long("out", 2, 4);
    Tensor *w = draw_columns("w", in, out, in, false, 127);
    check(w, (QuantScheme){8, PER_COLUMN}, "codes of a column lie side by side, by its own scale",
          "one scale for each column");
}

TEST(one_scale_for_all, .points = 2, .exercise = "15.5 matrix_quantize",
     .file = "matrix_quantize.c")
{
    long in = draw_long("in", 6, 12), out = draw_long("out", 4, 5);
    Tensor *w = draw_columns("w", in, out, in, true, 127);
    check(w, (QuantScheme){8, PER_TENSOR}, "all codes by the scale of the largest |w| of all",
          "a single scale");
}

TEST(a_scale_for_each_group, .points = 3, .exercise = "15.5 matrix_quantize",
     .file = "matrix_quantize.c")
{
    long group = 4 * draw_long("a quarter of a group", 2, 4), groups = draw_long("groups", 3, 4);
    long out = draw_long("out", 2, 4);
    Tensor *w = draw_columns("w", group * groups, out, group, false, 127);
    check(w, (QuantScheme){8, group}, "each group of a column by its own scale, as a float",
          "scales as half floats, those of a column side by side");
}

TEST(before_scales_are_halves, .points = 1, .exercise = "15.5 matrix_quantize",
     .file = "matrix_quantize.c")
{
    long group = 4 * draw_long("a quarter of a group", 2, 4), groups = draw_long("groups", 3, 4);
    long out = draw_long("out", 2, 4), in = group * groups;
    Tensor *w = draw("w", SHAPE(in, out));
    for (long j = 0; j < out; j++)
        for (long i = 0; i < in; i += group) {
            double scale = ldexp(draw_scale(), (int)((j + i / group) % 3));
            for (long k = i, end = i + group; k < end; k++)
                w->data[k * out + j] =
                    (real)(sign() * between_scales(scale, (double)(90 + below(36))));
            w->data[(i + below(group)) * out + j] = (real)(sign() * 127 * scale);
        }
    resealed(w);
    check(w, (QuantScheme){8, group}, "codes by the scale as a float, before it is kept as a half",
          "scales as half floats");
}

TEST(nibbles_of_a_matrix, .points = 2, .exercise = "15.5 matrix_quantize",
     .file = "matrix_quantize.c")
{
    long groups = draw_long("groups", 3, 4), out = draw_long("out", 2, 4);
    Tensor *w = draw_columns("w", 32 * groups, out, 32, false, 8);
    check(w, (QuantScheme){4, 32}, "16 bytes of a Q4_0 block for each 32 numbers of a column",
          "d of the blocks, those of a column side by side");
}

TEST(a_matrix_that_is_a_view, .points = 1, .exercise = "15.5 matrix_quantize",
     .file = "matrix_quantize.c")
{
    long in = draw_long("in", 5, 12), out = draw_long("out", 2, 4);
    Tensor *columns = draw("columns", SHAPE(out, in));
    for (long j = 0; j < out; j++)
        fill_steps(columns->data + j * in, in, 1, draw_scale() * (double)(1 + j), 127);
    resealed(columns);
    Tensor *w = tensor_transpose(columns, 0, 1);
    check(w, (QuantScheme){8, PER_COLUMN}, "a column of w, wherever its numbers lie",
          "one scale for each column");
    Tensor *whole = draw("whole", SHAPE(in, out + 2));
    double scale = draw_scale();
    fill_steps(whole->data, in * (out + 2), 1, scale, 60);
    whole->data[out + 2] = (real)(scale * 127); /* in a column that the view leaves out */
    resealed(whole);
    check(tensor_slice(whole, 1, 1, out + 1, 1), (QuantScheme){8, PER_TENSOR},
          "all codes by the scale of the largest |w| of the view", "a single scale");
}

static void check(const Tensor *w, QuantScheme scheme, const char *codes_rule,
                  const char *scales_rule)
{
    given("scheme", "%s", quant_scheme_name(scheme));
    Room room;
    QuantizedMatrix kept = matrix_in(&room, w->shape[0], w->shape[1], scheme), *q = &kept;
    Tensor *want = EXPECT(matrix_codes_want(w, scheme));
    Tensor *want_scales = EXPECT(matrix_scales_want(w, scheme));
    CALL(matrix_quantize(q, w));
    Tensor *codes = kept_codes(q), *scales = kept_scales(q);
    check_tensor_within(codes, want, 0, codes_rule);
    check_tensor_within(scales, want_scales, 1e-6, scales_rule);
    long bytes_behind = written_behind(&room, q);
    check_long(bytes_behind, 0,
               "nothing is written behind the last column: it has in / group groups");
}
