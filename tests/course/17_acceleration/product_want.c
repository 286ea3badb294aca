/* product_want.c - products of matrices, right and in ways in which they go wrong. */
#include "want.h"

/* How one product is made; all 0 is right. */
typedef struct {
    bool twice_c;                   /* what stood in C is there twice */
    bool overwrites;                /* C is not read */
    bool untouched;                 /* nothing arrives in C */
    bool tight_a, tight_b, tight_c; /* as if rows were neighbours */
    bool turned_a, turned_b;        /* row and col have changed places */
    bool turned_panels_of_a;        /* the same, behind the beginning of each tile */
    bool col_1_a, col_1_b;          /* as if neighbours of a row were neighbours in memory */
    long less_m, less_n, less_k;    /* the last of these are left out */
    long from_m, from_n, from_k;    /* the first of these */
    bool last_only;                 /* a product replaces the sum of those before */
    bool plus;                      /* a + b in place of a b */
    bool swapped;                   /* what belongs to (i, j) goes to (j, i) */
    double sign;                    /* 0 means 1 */
    /* in tiles */
    long tile_m, tile_n, tile_k; /* 0: the whole size */
    bool no_rest_m, no_rest_n, no_rest_k, first_tile_only;
    bool a_stays_i, a_stays_p, b_stays_p, b_stays_j, c_stays_i,
        c_stays_j; /* pointers that do not move */
    bool overwrites_each_block, edges_only_overwrite, edges_left_out;
} Slip;

static double number_at(const Tensor *t, long place, bool *outside)
{
    if (place >= t->shape[0] * t->shape[1]) {
        *outside = true;
        return 0;
    }
    return (double)t->data[place];
}

static double element_of(const Tensor *t, long i, long j, bool tight, bool turned, bool *outside)
{
    long place = i * t->stride[0] + j * t->stride[1];
    if (turned)
        place = i * t->stride[1] + j * t->stride[0];
    if (tight)
        place = i * t->shape[1] + j;
    return number_at(t, place, outside);
}

typedef struct {
    const Tensor *a, *b;
    Tensor *c; /* so far */
    Slip s;
    bool outside; /* it would read or write where nothing is */
} Making;

static long smaller(long a, long b)
{
    return a < b ? a : b;
}

/* Rows i0 to i1, columns j0 to j1, products p0 to p1. */
static void make_part(Making *w, const long from[3], const long to[3], bool edge)
{
    const Slip *s = &w->s;
    long c_row = w->c->shape[1], n = w->b->shape[1];
    for (long i = from[0]; i < to[0]; i++)
        for (long j = from[1]; j < to[1]; j++) {
            double sum = 0;
            for (long p = from[2]; p < to[2]; p++) {
                double x =
                    element_of(w->a, s->a_stays_i ? i - from[0] : i, s->a_stays_p ? p - from[2] : p,
                               s->tight_a, s->turned_a, &w->outside);
                double y =
                    element_of(w->b, s->b_stays_p ? p - from[2] : p, s->b_stays_j ? j - from[1] : j,
                               s->tight_b, s->turned_b, &w->outside);
                const long *step = w->a->stride;
                if (s->turned_panels_of_a)
                    x = number_at(w->a,
                                  from[0] * step[0] + from[2] * step[1] + (i - from[0]) * step[1] +
                                      (p - from[2]) * step[0],
                                  &w->outside);
                if (s->col_1_a)
                    x = number_at(w->a, i * step[0] + p, &w->outside);
                if (s->col_1_b)
                    y = number_at(w->b, p * w->b->stride[0] + j, &w->outside);
                double product = s->plus ? x + y : x * y;
                sum = s->last_only ? product : sum + product;
            }
            long row = s->c_stays_i ? i - from[0] : i, column = s->c_stays_j ? j - from[1] : j;
            long place = row * (s->tight_c ? n : c_row) + column;
            if (s->swapped)
                place = column * c_row + row;
            if (place >= w->c->shape[0] * c_row) {
                w->outside = true;
                continue;
            }
            bool over = (s->overwrites && from[2] == 0) || s->overwrites_each_block ||
                        (s->edges_only_overwrite && edge);
            if (!s->untouched && !(s->edges_left_out && edge))
                w->c->data[place] =
                    (real)((over                         ? 0
                            : s->twice_c && from[2] == 0 ? 2 * (double)w->c->data[place]
                                                         : (double)w->c->data[place]) +
                           (s->sign != 0 ? s->sign : 1) * sum);
        }
}

/* NULL if that cannot be told. */
static Tensor *made(const Tensor *a, const Tensor *b, const Tensor *c, Slip s)
{
    Making w = {.a = a, .b = b, .c = copy_of(c), .s = s};
    long size[3] = {a->shape[0] - s.less_m, b->shape[1] - s.less_n, a->shape[1] - s.less_k};
    long first[3] = {s.from_m, s.from_n, s.from_k};
    long tile[3] = {s.tile_m, s.tile_n, s.tile_k};
    const bool no_rest[3] = {s.no_rest_m, s.no_rest_n, s.no_rest_k};
    long end[3];
    for (int d = 0; d < 3; d++) {
        tile[d] = tile[d] > 0 ? tile[d] : size[d] > 0 ? size[d] : 1;
        end[d] = no_rest[d] ? size[d] / tile[d] * tile[d] : size[d];
        if (s.first_tile_only)
            end[d] = smaller(tile[d], size[d]);
    }
    for (long i = first[0]; i < end[0]; i += tile[0])
        for (long p = first[2]; p < end[2]; p += tile[2])
            for (long j = first[1]; j < end[1]; j += tile[1]) {
                const long from[3] = {i, j, p};
                const long to[3] = {smaller(i + tile[0], end[0]), smaller(j + tile[1], end[1]),
                                    smaller(p + tile[2], end[2])};
                make_part(&w, from, to, to[0] - from[0] < tile[0] || to[1] - from[1] < tile[1]);
            }
    return w.outside ? NULL : w.c;
}

typedef struct {
    Slip slip;
    const char *said;
} Known;

static const Known of_any_step[] = {
    {{.overwrites = true}, "what stood in C is gone: A B is added to it"},
    {{.twice_c = true},
     "what stood in C is there twice: either the sums begin with it, or they are added to it"},
    {{.untouched = true}, "C is as it was: nothing arrived in it"},
    {{.sign = 2}, "A B was added twice"},
    {{.sign = -1}, "A B was subtracted"},
    {{.tight_a = true},
     "rows of A were taken for neighbours in memory, and its strides, a.row and a.col, left out"},
    {{.tight_b = true},
     "rows of B were taken for neighbours in memory, and its strides, b.row and b.col, left out"},
    {{.tight_a = true, .tight_b = true},
     "rows of A and of B were taken for neighbours in memory: both have strides"},
    {{.col_1_a = true},
     "a.col was left out: neighbours in a row of A are a.col numbers apart, not 1"},
    {{.col_1_b = true},
     "b.col was left out: neighbours in a row of B are b.col numbers apart, not 1"},
    {{.turned_a = true}, "a.row and a.col have changed places"},
    {{.turned_b = true}, "b.row and b.col have changed places"},
    {{.turned_a = true, .turned_b = true}, "row and col have changed places, of A and of B"},
    {{.tight_c = true},
     "rows of C are c_row numbers apart, not n: what stands between them is somebody else's"},
    {{.swapped = true}, "what belongs to row i, column j of C went to row j, column i"},
    {{.less_m = 1}, "the last row of C got nothing: i < m"},
    {{.less_n = 1}, "the last column of C got nothing: j < n"},
    {{.less_k = 1}, "the last product of each sum is missing: p < k"},
    {{.from_m = 1}, "the first row of C got nothing: i begins with 0"},
    {{.from_n = 1}, "the first column of C got nothing: j begins with 0"},
    {{.from_k = 1}, "the first product of each sum is missing: p begins with 0"},
    {{.last_only = true}, "only the last product is there: each is added to those before it"},
    {{.last_only = true, .overwrites = true},
     "only the last product is there, in place of C: each is added to those before it, and all to "
     "C"},
    {{.plus = true}, "numbers of A and B were added: they are multiplied"},
};

static void known(const Tensor *a, const Tensor *b, const Tensor *c, Slip s, const char *said)
{
    Tensor *wrong = made(a, b, c, s);
    if (wrong != NULL)
        MISTAKE(wrong, said);
}

Tensor *product_want(const Tensor *a, const Tensor *b, const Tensor *c)
{
    for (size_t i = 0; i < sizeof of_any_step / sizeof *of_any_step; i++)
        known(a, b, c, of_any_step[i].slip, of_any_step[i].said);
    sums_gone_wrong(a, b, c);
    return made(a, b, c, (Slip){0});
}

/* ---- in tiles ---------------------------------------------------------------------------------------- */

static const Known of_tiles[] = {
    {{.no_rest_m = true},
     "the rows in the rest of the tiles got nothing: m need not be a multiple of tile"},
    {{.no_rest_n = true},
     "the columns in the rest of the tiles got nothing: n need not be a multiple of tile"},
    {{.no_rest_k = true},
     "the products in the rest of the tiles are missing: k need not be a multiple of tile"},
    {{.no_rest_m = true, .no_rest_n = true},
     "the rows and columns in the rest of the tiles got nothing: m and n need not be multiples of "
     "tile"},
    {{.no_rest_m = true, .no_rest_n = true, .no_rest_k = true},
     "all rests of tiles were left out: m, n and k need not be multiples of tile"},
    {{.first_tile_only = true}, "only the first tile was made"},
    {{.a_stays_i = true}, "A begins with row 0 in every tile: it begins with row i"},
    {{.a_stays_p = true}, "A begins with column 0 in every tile: it begins with column p"},
    {{.a_stays_i = true, .a_stays_p = true},
     "A begins at (0, 0) in every tile: a.data has to move to (i, p)"},
    {{.b_stays_p = true}, "B begins with row 0 in every tile: it begins with row p"},
    {{.b_stays_j = true}, "B begins with column 0 in every tile: it begins with column j"},
    {{.b_stays_p = true, .b_stays_j = true},
     "B begins at (0, 0) in every tile: b.data has to move to (p, j)"},
    {{.c_stays_i = true},
     "every tile of rows was added to the first rows of C: c begins with row i"},
    {{.c_stays_j = true},
     "every tile of columns was added to the first columns of C: c begins with column j"},
    {{.c_stays_i = true, .c_stays_j = true},
     "every tile was added at the beginning of C: c has to move to (i, j)"},
    {{.a_stays_p = true, .b_stays_p = true},
     "every tile has the first products: a.data and b.data have to move along p"},
    {{.overwrites_each_block = true},
     "only the products of the last p are there: each small product is added to C, and does not "
     "begin with 0"},
};

Tensor *tiled_want(const Tensor *a, const Tensor *b, const Tensor *c, long tile)
{
    for (size_t i = 0; i < sizeof of_tiles / sizeof *of_tiles; i++) {
        Slip s = of_tiles[i].slip;
        s.tile_m = s.tile_n = s.tile_k = tile;
        known(a, b, c, s, of_tiles[i].said);
    }
    return product_want(a, b, c);
}

bool tile_is_checked(void)
{
    MISTAKE_MESSAGE("no end", "the given check is gone: in steps of 0 a loop never ends");
    MISTAKE_MESSAGE("as if nothing were wrong", "the given check is gone: no tile has 0 rows");
    return true;
}

/* ---- in micro-panels ------------------------------------------------------------------------------------ */

static const Known of_panels[] = {
    {{.no_rest_m = true},
     "the rows behind the last whole micro-panel got nothing: a micro-tile that sticks out of C is "
     "made, too"},
    {{.no_rest_n = true},
     "the columns behind the last whole micro-panel got nothing: a micro-tile that sticks out of C "
     "is made, too"},
    {{.no_rest_m = true, .no_rest_n = true},
     "only whole micro-tiles were made: those that stick out of C are missing"},
    {{.no_rest_k = true},
     "the products behind the last whole block of K are missing: the last block may be shorter"},
    {{.edges_left_out = true},
     "micro-tiles that stick out of C got nothing: they were left out, or not copied back"},
    {{.edges_only_overwrite = true},
     "micro-tiles that stick out of C have lost what stood there: what exists of C goes beside, "
     "before tile adds to it"},
    {{.turned_panels_of_a = true}, "a.row and a.col have changed places where A is packed"},
    {{.a_stays_i = true}, "every panel of A has its first rows: it begins with row i"},
    {{.a_stays_p = true}, "every block of K has the first columns of A: it begins with column p"},
    {{.b_stays_p = true}, "every block of K has the first rows of B: it begins with row p"},
    {{.a_stays_p = true, .b_stays_p = true},
     "every block of K has the first products: A and B have to move along p"},
    {{.b_stays_j = true}, "every panel of B is its first one: it begins with column j"},
    {{.c_stays_i = true},
     "every panel of rows was added to the first rows of C: c begins with row i"},
    {{.c_stays_j = true},
     "every panel of columns was added to the first columns of C: c begins with column j"},
};

Tensor *packed_want(const Tensor *a, const Tensor *b, const Tensor *c)
{
    for (size_t i = 0; i < sizeof of_panels / sizeof *of_panels; i++) {
        Slip s = of_panels[i].slip;
        s.tile_m = STEP_MR;
        s.tile_n = STEP_NR;
        s.tile_k = STEP_KC;
        known(a, b, c, s, of_panels[i].said);
    }
    if (a->shape[1] > STEP_KC) {
        known(a, b, c,
              (Slip){.tile_m = STEP_MR, .tile_n = STEP_NR, .less_k = a->shape[1] - STEP_KC},
              "only the first block of K is there: p goes on in steps of STEP_KC");
        known(a, b, c,
              (Slip){.tile_m = STEP_MR,
                     .tile_n = STEP_NR,
                     .tile_k = STEP_KC,
                     .overwrites_each_block = true},
              "only the last block of K is there: each is added to C");
    }
    return product_want(a, b, c);
}

/* ---- in parts ------------------------------------------------------------------------------------------- */

/* Rows [first, last) of part t are made from rows of A that begin at a_first. */
static Tensor *in_parts(const Tensor *a, const Tensor *b, const Tensor *c, long parts, int way)
{
    long m = a->shape[0], panels = (m + STEP_MR - 1) / STEP_MR;
    Tensor *result = copy_of(c);
    for (long t = 0; t < parts; t++) {
        long first = panels * t / parts * STEP_MR, last = panels * (t + 1) / parts * STEP_MR;
        last = smaller(last, m);
        if (way == 0) /* every part has all rows */
            first = 0, last = m;
        if (way == 1 && t == parts - 1) /* the last part is left out */
            continue;
        if (way == 2) /* rows that divide evenly, and the rest is nobody's */
            first = m / parts * t, last = m / parts * (t + 1);
        if (way == 3) /* whole panels that divide evenly */
            first = panels / parts * STEP_MR * t,
            last = smaller(panels / parts * STEP_MR * (t + 1), m);
        if (way == 4 && t > 0) /* only the first part runs */
            continue;
        if (way == 5) /* whole panels only */
            last = smaller(last, m / STEP_MR * STEP_MR);
        for (long i = first; i < last; i++)
            for (long j = 0; j < b->shape[1]; j++) {
                double sum = 0;
                for (long p = 0; p < a->shape[1]; p++) {
                    long from = way == 6 ? i - first : i;
                    sum += at(a, AT(from, p)) * at(b, AT(p, j));
                }
                long to = way == 7 ? i - first : i;
                result->data[to * c->shape[1] + j] += (real)sum;
            }
    }
    return result;
}

Tensor *parts_want(const Tensor *a, const Tensor *b, const Tensor *c, long parts)
{
    static const char *const said[] = {
        "every part made all rows of C, so A B was added `parts` times: part t has rows of its own",
        "the last part got nothing: parts count from 0 to parts - 1",
        "m / parts rows for each part: the rows left over are nobody's",
        "panels / parts micro-panels for each part: those left over are nobody's",
        "only the first part was made",
        "the rows behind the last whole micro-panel are nobody's: panels is m / STEP_MR, rounded "
        "up",
        "A begins with row 0 in every part: a.data has to move to the part's first row",
        "every part was added to the first rows of C: c has to move to the part's first row",
    };
    for (int way = 0; way < 8; way++)
        MISTAKE(in_parts(a, b, c, parts, way), said[way]);
    return product_want(a, b, c);
}

/* Each part is made `times` it. */
static Tensor *made_again(const Tensor *a, const Tensor *b, const Tensor *c, const long *times,
                          long parts)
{
    Tensor *result = copy_of(c);
    long m = a->shape[0], panels = (m + STEP_MR - 1) / STEP_MR;
    for (long t = 0; t < parts; t++) {
        long first = panels * t / parts * STEP_MR, last = panels * (t + 1) / parts * STEP_MR;
        for (long i = first; i < smaller(last, m); i++)
            for (long j = 0; j < b->shape[1]; j++) {
                double sum = 0;
                for (long p = 0; p < a->shape[1]; p++)
                    sum += at(a, AT(i, p)) * at(b, AT(p, j));
                result->data[i * c->shape[1] + j] += (real)((double)times[t] * sum);
            }
    }
    return result;
}

Tensor *pieces_want(const Tensor *a, const Tensor *b, const Tensor *c, long parts, long pieces)
{
    static const char *const said[] = {
        "every call of body made all parts, so A B was added once for each call: body(begin, end, "
        "context) makes parts begin to end - 1",
        "every call of body began with part 0, which was made again and again: with part begin",
        "every call of body went on to the last part, which was made again and again: to part "
        "end - 1",
        "every call of body made one part, and those behind it are missing: it makes parts begin "
        "to end - 1",
    };
    for (int way = 0; way < 4; way++) {
        long times[16] = {0};
        for (long i = 0; i < pieces; i++) {
            long begin = parts * i / pieces, end = parts * (i + 1) / pieces;
            long from = way == 0 || way == 1 ? 0 : begin;
            long to = way == 0 || way == 2 ? parts : way == 3 ? begin + 1 : end;
            for (long t = from; t < to; t++)
                times[t]++;
        }
        MISTAKE(made_again(a, b, c, times, parts), said[way]);
    }
    return parts_want(a, b, c, parts);
}

bool parts_are_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "the given check is gone: with no part nobody does anything");
    return true;
}
