/* codes.c - 11.7: a code of positions, judged by products and distances of its rows. */
#include "attention_shared.h"
#include "want.h"
#include <math.h>

enum { CODES = 6 };

/* ---- what holds of a table ------------------------------------------------------------------------- */

static const real *row_of(const Tensor *table, long p)
{
    return table->data + p * table->shape[1];
}

static double product_of(const Tensor *table, long p, long q)
{
    double sum = 0;
    for (long c = 0; c < table->shape[1]; c++)
        sum += (double)row_of(table, p)[c] * (double)row_of(table, q)[c];
    return sum;
}

/* How much the product of two rows differs from that of two others that are as far apart, at most. */
static double deviation(const Tensor *table)
{
    long T = table->shape[0], step = T > 40 ? T / 30 : 1;
    double most = 0;
    for (long p = 0; p < T; p += step)
        for (long q = p; q < T; q++)
            most = fmax(most, fabs(product_of(table, p, q) - product_of(table, 0, q - p)));
    return most < 1e-5 ? 0 : most;
}

/* The distance of the nearest two rows; `enough` if no two are nearer. */
static double nearest_rows(const Tensor *table, double enough)
{
    long T = table->shape[0], C = table->shape[1];
    double least = enough * enough * (1 - 1e-6);
    bool found = false;
    for (long p = 0; p < T; p++)
        for (long q = p + 1; q < T; q++) {
            double square = 0;
            for (long c = 0; c < C && square < least; c++) {
                double d = (double)row_of(table, p)[c] - (double)row_of(table, q)[c];
                square += d * d;
            }
            if (square < least)
                least = square, found = true;
        }
    return found ? sqrt(least) : enough;
}

static double largest_number(const Tensor *table)
{
    double most = 1;
    for (long i = 0; i < table->shape[0] * table->shape[1]; i++) {
        double size = fabs((double)table->data[i]);
        if (isnan(size))
            return size;
        most = size > most + 1e-6 ? size : most;
    }
    return most;
}

/* ---- sizes ----------------------------------------------------------------------------------------- */

typedef struct {
    long least_T, most_T, least_C, most_C;
    bool dense; /* T is that for 4 channels or more, and `apart` a share of what is possible */
} Kind;

/* T^(1 / pairs) rows on each circle, if pairs of channels are circles: what is between neighbours then. */
static double possible(long T, long pairs)
{
    return 2 * acos(-1) / pow((double)T, 1 / (double)pairs);
}

static const CodeSize *draw_sizes(Kind kind)
{
    IntTensor *T = draw_ids("T", SHAPE(CODES), kind.least_T, kind.most_T);
    IntTensor *C = draw_ids("C", SHAPE(CODES), kind.least_C, kind.most_C);
    Tensor *apart = draw_between("apart", SHAPE(CODES), 0.6, 0.7);
    CodeSize *sizes = scope_alloc(scope_current(), CODES * sizeof *sizes);
    for (long i = 0; i < CODES; i++) {
        if (i == 0)
            T->data[i] = (int)(kind.dense ? draw_long("some", 20, 50) : draw_long("few", 1, 2));
        C->data[i] = i == 0 && kind.dense ? (int)draw_long("one or none", 2, 3) : C->data[i];
        double share = (double)apart->data[i];
        apart->data[i] =
            (real)(kind.dense ? share * possible(T->data[i], C->data[i] / 2) : share / 7);
        sizes[i] = (CodeSize){.T = T->data[i], .C = C->data[i], .apart = (double)apart->data[i]};
    }
    resealed_ids(T), resealed_ids(C), resealed(apart);
    given("table", "table i has T rows and C channels, and rows that are apart, number i of each");
    return sizes;
}

static Tensor *codes_for(const CodeSize *sizes)
{
    Tensor *t = blank(SHAPE(3, CODES));
    for (long i = 0; i < CODES; i++) {
        Scope *scope = scope_open();
        Tensor *table = tensor_full(SHAPE(sizes[i].T, sizes[i].C), (real)NAN);
        position_code(table, sizes[i].apart);
        t->data[i] = (real)nearest_rows(table, sizes[i].apart);
        t->data[CODES + i] = (real)deviation(table);
        t->data[2 * CODES + i] = (real)largest_number(table);
        scope_close(scope);
    }
    return t;
}

static void check_codes(Kind kind)
{
    const CodeSize *sizes = draw_sizes(kind);

    Tensor *want = EXPECT(codes_want(sizes, CODES));
    check_called("position_code(table, apart)");
    Tensor *codes = codes_for(sizes);
    check_tensor_within(codes, want, 0,
                        "row 0: how far the nearest two rows are apart, of what is asked for; row "
                        "1: by how much products of equal distance differ; row 2: the largest "
                        "number, from 1 on");
}

TEST(few_positions, .points = 5, .exercise = "11.7 position_code", .file = "position_code.c")
{
    check_codes((Kind){.least_T = 5, .most_T = 40, .least_C = 4, .most_C = 12});
}

TEST(many_positions, .points = 5, .exercise = "11.7 position_code", .file = "position_code.c")
{
    check_codes((Kind){.least_T = 1000, .most_T = 4096, .least_C = 8, .most_C = 16});
}

TEST(few_channels, .points = 5, .exercise = "11.7 position_code", .file = "position_code.c")
{
    check_codes((Kind){.least_T = 200, .most_T = 700, .least_C = 4, .most_C = 7, .dense = true});
}
