/* loss_curve.c - a loss curve in characters.
 *
 * A grid of dots is drawn first, 2 across and 4 down in each character for Braille, 1 and 1 for
 * ASCII. Losses are points, joined by vertical runs so that a steep fall is no gap; where several
 * steps share a column, it spans all of them. Invariant: nothing is drawn outside the grid.
 */
#include "loss_log.h"
#include "c_locale.h"
#include <math.h>

typedef struct {
    const LossLog *log;
    long width, height, across, down; /* characters; dots in each */
    double low, high;
    unsigned char *dot; /* rows of width * across */
    long *mark;         /* row of the held-out loss in each column of characters, or -1 */
} Curve;

static void find_range(Curve *c)
{
    c->low = INFINITY;
    c->high = -INFINITY;
    for (long i = 0; i < c->log->n; i++)
        for (int which = 0; which < 2; which++) {
            double y = which ? c->log->held_out[i] : c->log->training[i];
            if (isfinite(y)) {
                c->low = fmin(c->low, y);
                c->high = fmax(c->high, y);
            }
        }
    if (!(c->low < c->high)) {
        double y = isfinite(c->low) ? c->low : 0.5, margin = fmax(0.5, fabs(y) / 8);
        c->low = y - margin;
        c->high = y + margin;
    }
}

/* Which of n places from `first` to `last` is nearest to x. Where numbers are so large that this has no answer,
 * it is the first. */
static long place_of(double x, double first, double last, long n)
{
    double share = (x - first) / (last - first);
    return share >= 0 && share <= 1 ? (long)(share * (double)(n - 1) + 0.5) : 0;
}

static long column_of(const Curve *c, long i, long columns)
{
    double first = c->log->step[0], last = c->log->step[c->log->n - 1];
    return place_of(c->log->step[i], first, last, columns);
}

static long row_of(const Curve *c, double y, long rows)
{
    return place_of(y, c->high, c->low, rows);
}

static void join(Curve *c, long column, long from, long to)
{
    for (long row = from < to ? from : to; row <= (from < to ? to : from); row++)
        c->dot[row * c->width * c->across + column] = 1;
}

/* Between two measurements the curve is a straight line. */
static void draw_line(Curve *c, long x1, long y1, long x2, long y2)
{
    long before = y1;
    for (long x = x1; x <= x2; x++) {
        double t = x2 > x1 ? (double)(x - x1) / (double)(x2 - x1) : 1;
        long y = (long)((double)y1 + t * (double)(y2 - y1) + 0.5);
        join(c, x, before, y);
        before = y;
    }
}

static void draw_losses(Curve *c)
{
    long columns = c->width * c->across, rows = c->height * c->down, x1 = -1, y1 = 0;
    for (long i = 0; i < c->log->n; i++) {
        if (isfinite(c->log->training[i])) {
            long x = column_of(c, i, columns), y = row_of(c, c->log->training[i], rows);
            draw_line(c, x1 < 0 ? x : x1, x1 < 0 ? y : y1, x, y);
            x1 = x;
            y1 = y;
        }
        if (isfinite(c->log->held_out[i]))
            c->mark[column_of(c, i, c->width)] = row_of(c, c->log->held_out[i], c->height);
    }
}

/* Dots of a Braille character are numbered down the left side, down the right, then the last row. */
static void print_character(FILE *stream, const Curve *c, long row, long column)
{
    static const unsigned char bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    unsigned pattern = 0;
    for (long i = 0; i < c->down; i++)
        for (long j = 0; j < c->across; j++)
            if (c->dot[(row * c->down + i) * c->width * c->across + column * c->across + j])
                pattern |= bit[i][j];
    if (c->mark[column] == row)
        fputc('o', stream);
    else if (c->down == 1 || pattern == 0)
        fputc(pattern ? '*' : ' ', stream);
    else
        fprintf(stream, "\xe2%c%c", (int)(0xa0 | pattern >> 6), (int)(0x80 | (pattern & 0x3f)));
}

static void print_row(FILE *stream, const Curve *c, long row)
{
    if (row == 0 || row == c->height - 1)
        c_fprintf(stream, "%8.4g |", row == 0 ? c->high : c->low);
    else
        fprintf(stream, "%8s |", "");
    for (long column = 0; column < c->width; column++)
        print_character(stream, c, row, column);
    fputc('\n', stream);
}

void loss_log_draw(FILE *stream, const LossLog *log, long width, long height, bool ascii)
{
    if (width < 1 || height < 1)
        kindling_fail("loss_log_draw: %ld by %ld characters, expected at least 1 by 1", width,
                      height);
    if (log->n == 0) {
        fputs("no steps yet\n", stream);
        return;
    }
    UNDO_ON_FAIL;
    Curve c = {.log = log,
               .width = width,
               .height = height,
               .across = ascii ? 1 : 2,
               .down = ascii ? 1 : 4};
    c.dot = owned_alloc((size_t)(width * c.across * height * c.down));
    c.mark = owned_alloc((size_t)width * sizeof *c.mark);
    for (long i = 0; i < width; i++)
        c.mark[i] = -1;
    find_range(&c);
    draw_losses(&c);
    for (long row = 0; row < height; row++)
        print_row(stream, &c, row);
    char first[32], last[32];
    c_snprintf(first, sizeof first, "step %.0f", log->step[0]);
    c_snprintf(last, sizeof last, "%.0f", log->step[log->n - 1]);
    fprintf(stream, "%10s%s%*s\n", "", first,
            (int)fmax(0, (double)width - (double)snprintf(NULL, 0, "%s", first)), last);
    owned_free(c.mark);
    owned_free(c.dot);
}
