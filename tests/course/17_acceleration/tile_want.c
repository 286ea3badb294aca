/* tile_want.c - a micro-tile of C, and what becomes of it by mistake. */
#include "want.h"
#include "vector.h"

typedef enum {
    RIGHT,
    OVERWRITTEN,
    TWICE_C,
    UNTOUCHED,
    LAST_ONLY,
    FIRST_ONLY,
    WITHOUT_FIRST,
    WITHOUT_LAST,
    A_BY_ROWS,
    B_BY_ROWS,
    TIGHT,
    A_STAYS,
    B_STAYS,
    B_STEP_OF_A,
    NO_LAST_ROW,
    FIRST_HALF,
    BOTH_HALVES_FIRST,
    EVERY_STEP,
    ONE_ROW_OF_A,
    SAME_VECTOR,
    OVERLAPPING,
    FLOAT_SUM,
    ROW_0_OF_C,
    STORED_TWICE,
    EIGHT_LANES,
    ALL
} Way;

/* A whole number of a panel, and whether it is there. */
static double number(const Tensor *t, long place, bool *outside)
{
    if (place >= t->shape[0] * t->shape[1]) {
        *outside = true;
        return 0;
    }
    return (double)t->data[place];
}

static double product(const Tensor *a, const Tensor *b, long i, long j, long p, Way way,
                      bool *outside)
{
    long k = a->shape[0], from_a = p * STEP_MR + i, from_b = p * STEP_NR + j;
    if (way == A_BY_ROWS)
        from_a = i * k + p;
    if (way == B_BY_ROWS)
        from_b = j * k + p;
    if (way == A_STAYS)
        from_a = i;
    if (way == B_STAYS)
        from_b = j;
    if (way == B_STEP_OF_A)
        from_b = p * STEP_MR + j;
    if (way == BOTH_HALVES_FIRST && j >= STEP_NR / 2)
        from_b = p * STEP_NR + j - STEP_NR / 2;
    if (way == SAME_VECTOR && j % (2 * LANES) >= LANES)
        from_b = p * STEP_NR + j - LANES;
    if (way == ONE_ROW_OF_A)
        from_a = p * STEP_MR;
    return number(a, from_a, outside) * number(b, from_b, outside);
}

static double summed(const Tensor *a, const Tensor *b, long i, long j, double before, Way way,
                     bool *outside)
{
    long k = a->shape[0], first = way == WITHOUT_FIRST, last = k - (way == WITHOUT_LAST);
    if (way == LAST_ONLY)
        first = k - 1;
    if (way == FIRST_ONLY)
        last = k > 0 ? 1 : 0;
    double sum = way == OVERWRITTEN || way == LAST_ONLY ? 0 : way == TWICE_C ? 2 * before : before;
    for (long p = first < 0 ? 0 : first; p < last; p++) {
        sum += product(a, b, i, j, p, way, outside);
        sum = way == FLOAT_SUM ? (double)(float)sum : sum;
    }
    /* The sums so far are added to C in every step. */
    for (long p = 0; way == EVERY_STEP && p < k; p++)
        sum += (double)(k - 1 - p) * product(a, b, i, j, p, way, outside);
    for (long p = 0; way == OVERLAPPING && j >= LANES && j < STEP_NR - LANES && p < k; p++)
        sum += product(a, b, i, j, p, way, outside);
    return sum;
}

static Tensor *made(const Tensor *a, const Tensor *b, const Tensor *c, long row, long column,
                    Way way)
{
    Tensor *t = copy_of(c);
    bool outside = false;
    long c_row = c->shape[1], rows = STEP_MR - (way == NO_LAST_ROW);
    long columns = way == FIRST_HALF ? STEP_NR / 2 : STEP_NR;
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++) {
            long place = row * c_row + column + i * (way == TIGHT ? STEP_NR : c_row) + j;
            bool again = way == STORED_TWICE && j % (2 * LANES) >= LANES;
            long from = place - (again ? LANES : 0) - (way == ROW_0_OF_C ? i * c_row : 0);
            double before = (double)c->data[from];
            if (way != UNTOUCHED && !(way == EIGHT_LANES && j % 8 >= LANES))
                t->data[place] =
                    (real)summed(a, b, i, again ? j - LANES : j, before, way, &outside);
        }
    return outside ? NULL : t;
}

Tensor *tile_want(const Tensor *a, const Tensor *b, const Tensor *c, long row, long column)
{
    static const char *const said[ALL] = {
        [OVERWRITTEN] = "what stood in C is gone: the sums begin with it",
        [TWICE_C] = "what stood in C is there twice: either the sums begin with it, or they are "
                    "added to it",
        [UNTOUCHED] = "C is as it was: nothing arrived in it",
        [LAST_ONLY] = "only the last step is there, in place of C: each is added to those before "
                      "it, and all to C",
        [FIRST_ONLY] = "only the first step is there: p goes on to k - 1",
        [WITHOUT_FIRST] = "the first step is missing: p begins with 0",
        [WITHOUT_LAST] = "the last step is missing: p < k",
        [A_BY_ROWS] = "the panel of A was read row after row, a[i * k + p]: it has step after "
                      "step, a[p * STEP_MR + i]",
        [B_BY_ROWS] = "the panel of B was read row after row, b[j * k + p]: it has step after "
                      "step, b[p * STEP_NR + j]",
        [TIGHT] = "rows of C are c_row numbers apart, not STEP_NR",
        [A_STAYS] = "every step has the first numbers of A: a step is STEP_MR numbers behind the "
                    "one before",
        [B_STAYS] = "every step has the first numbers of B: a step is STEP_NR numbers behind the "
                    "one before",
        [B_STEP_OF_A] = "steps of B are STEP_NR numbers apart, not STEP_MR",
        [NO_LAST_ROW] = "the last row of the micro-tile got nothing: i < STEP_MR",
        [FIRST_HALF] = "the second half of the columns got nothing: there are STEP_NR of them",
        [BOTH_HALVES_FIRST] =
            "the second half of the columns has the numbers of the first half of B",
        [EVERY_STEP] = "the sums so far were added to C in every step: once, after the last one",
        [SAME_VECTOR] = "the second vector of each strip got the numbers of the first: it begins "
                        "at column j + LANES",
        [OVERLAPPING] = "strips overlap: each has two vectors, so j goes on by 2 * LANES",
        [FLOAT_SUM] = "the sums were kept in floats: a number of C is a real, and so is its sum",
        [ROW_0_OF_C] = "the sums of every row begin with row 0 of C: c[i * c_row + j]",
        [STORED_TWICE] =
            "the first vector of each strip was stored in the place of the second, too",
        [EIGHT_LANES] = "columns got nothing, as if each vector had 8 numbers: it has LANES, which "
                        "is another number in other builds",
        [ONE_ROW_OF_A] = "every row got the numbers of row 0 of A: number i of the step is row i's",
    };
    for (int way = RIGHT + 1; way < ALL; way++) {
        if (said[way] == NULL || (way == FLOAT_SUM && !IS_DOUBLE))
            continue;
        Tensor *wrong = made(a, b, c, row, column, (Way)way);
        if (wrong != NULL)
            MISTAKE(wrong, said[way]);
    }
    return made(a, b, c, row, column, RIGHT);
}

Tensor *tile_behind_b_want(const Tensor *a, const Tensor *b_then_c)
{
    long k = a->shape[0], last = k - 1;
    Tensor *b = blank(SHAPE(k, STEP_NR)), *soon = copy_of(b_then_c);
    memcpy(b->data, b_then_c->data, (size_t)(k * STEP_NR) * sizeof(real));
    Tensor *right = tile_want(a, b, b_then_c, last, 0);
    for (long at = 0; at < STEP_MR * STEP_NR; at++) {
        long row = at / STEP_NR, column = at % STEP_NR;
        for (long step = 0; step < k; step++)
            soon->data[last * STEP_NR + at] +=
                a->data[step * STEP_MR + row] * soon->data[step * STEP_NR + column];
    }
    MISTAKE(soon,
            "C is written in every step: the sums belong into variables, and into C once, after "
            "the last step");
    return right;
}
