/* panel_want.c - a micro-panel, and other orders of its numbers. */
#include "want.h"

/* x(i, p) with its strides changed places; false: that is not in x. */
static bool turned(const Tensor *x, long i, long p, real *to)
{
    long place = i * x->stride[1] + p * x->stride[0];
    *to = place < x->shape[0] * x->shape[1] ? x->data[place] : 0;
    return place < x->shape[0] * x->shape[1];
}

typedef enum {
    RIGHT,
    BY_ROWS,
    STEP_OF_COUNT,
    LAST_AGAIN,
    TIGHT,
    TURNED,
    BACKWARDS,
    WITHOUT_LAST_STEP,
    WITHOUT_LAST_ROW,
    BEHIND_COUNT,
    ALL
} Way;

static Tensor *packed(const Tensor *x, long count, long width, long size, Way way)
{
    long k = x->shape[1], there = x->shape[0];
    Tensor *panel = blank(SHAPE(size));
    bool known = true;
    for (long p = 0; p < k; p++)
        for (long i = 0; i < width; i++) {
            long row = way == LAST_AGAIN && i >= count ? count - 1 : i;
            bool is_read = row < (way == BEHIND_COUNT && there > count ? there : count);
            real number = is_read ? (real)at(x, AT(row, p)) : 0;
            if (way == TIGHT && i < count)
                number = x->data[i * k + p];
            if (way == TURNED && i < count)
                known = turned(x, i, p, &number) && known;
            if (way == WITHOUT_LAST_ROW && i == count - 1)
                number = 0;
            long place = p * width + i;
            if (way == BY_ROWS)
                place = i * k + p;
            if (way == STEP_OF_COUNT)
                place = p * count + (i < count ? i : 0);
            if (way == STEP_OF_COUNT && i >= count)
                continue;
            if (way == BACKWARDS)
                place = p * width + width - 1 - i;
            panel->data[place] = number;
        }
    /* What was never written shows what output() put there. */
    for (long i = 0; way == STEP_OF_COUNT && i < size; i++)
        if (i >= count * k)
            panel->data[i] = (real)NAN;
    for (long i = 0; way == WITHOUT_LAST_STEP && i < width; i++)
        panel->data[(k - 1) * width + i] = (real)NAN;
    return known ? panel : NULL;
}

Tensor *panel_want(const Tensor *x, long count, long width, long size)
{
    static const char *const said[ALL] = {
        [BY_ROWS] = "row after row: a panel has step after step, panel[p * width + i]",
        [STEP_OF_COUNT] = "steps stand `count` numbers apart: they stand `width` apart, also where "
                          "rows are missing",
        [LAST_AGAIN] = "where rows are missing the last one stands again: it should be 0",
        [TIGHT] = "rows of x were taken for neighbours in memory: x.row and x.col say where "
                  "element p of row i lies",
        [TURNED] = "x.row and x.col have changed places",
        [BACKWARDS] = "the rows stand in the panel from the last to the first",
        [WITHOUT_LAST_STEP] = "the last step is missing: p < k",
        [WITHOUT_LAST_ROW] = "the last row is missing: i < count",
        [BEHIND_COUNT] = "rows of x behind `count` were packed, too: from there on 0 should stand",
    };
    for (int way = RIGHT + 1; way < ALL; way++) {
        Tensor *wrong = packed(x, count, width, size, (Way)way);
        if (wrong != NULL && (way != BEHIND_COUNT || x->shape[0] > count))
            MISTAKE(wrong, said[way]);
    }
    return packed(x, count, width, size, RIGHT);
}
