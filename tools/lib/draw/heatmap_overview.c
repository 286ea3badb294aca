/* heatmap_overview.c - a layer of heads as a line of numbers: what kind of head is where.
 *
 * Five questions to every head, each answered by a matrix (layers, heads): over how many keys does
 * a query spread its attention, how much goes to its own place, to the place before, to the first
 * one, and to none of these: where that is most, the first answers say little about the head.
 * Invariant: all answers are shares between 0 and 1, so that one scale of colours serves.
 */
#include "heatmap.h"
#include <math.h>

static double weight(const Tensor *w, long b, long h, long i, long j)
{
    return j < 0 ? 0 : (double)tensor_get(w, AT(b, h, i, j));
}

/* 2^entropy: n for attention that is even over n keys, 1 if all of it goes to one. */
static double keys_in_use(const Tensor *w, long b, long h, long i)
{
    double bits = 0;
    for (long j = 0; j < w->shape[3]; j++) {
        double p = weight(w, b, h, i, j);
        if (p > 0)
            bits -= p * log2(p);
    }
    return exp2(bits);
}

/* A head that mirrors a word, say, looks at none of the usual places. */
static double elsewhere(const Tensor *w, long b, long h, long i)
{
    double sum = 0;
    for (long j = 1; j < w->shape[3]; j++)
        if (j != i && j != i - 1)
            sum += weight(w, b, h, i, j);
    return sum;
}

static double answer(int question, const Tensor *w, long b, long h)
{
    double sum = 0;
    long Tq = w->shape[2], Tk = w->shape[3];
    for (long i = 0; i < Tq; i++)
        switch (question) {
        case 0:
            sum += keys_in_use(w, b, h, i) / (double)Tk;
            break;
        case 1:
            sum += i < Tk ? weight(w, b, h, i, i) : 0;
            break;
        case 2:
            sum += i <= Tk ? weight(w, b, h, i, i - 1) : 0;
            break;
        case 3:
            sum += weight(w, b, h, i, 0);
            break;
        default:
            sum += elsewhere(w, b, h, i);
        }
    return Tq > 0 && Tk > 0 ? sum / (double)Tq : 0;
}

int heatmap_overview_svg(const char *path, long n_layers, const Tensor *const weights[], long batch,
                         const char *title)
{
    enum { QUESTIONS = 5 };
    static const char *const titles[QUESTIONS] = {"keys in use", "on itself", "on the one before",
                                                  "on the first", "elsewhere"};
    heads_check("heatmap_overview_svg", n_layers, weights, batch);
    Scope *scope = scope_open();
    const Tensor *matrix[QUESTIONS];
    for (int q = 0; q < QUESTIONS; q++) {
        Tensor *m = tensor_zeros(SHAPE(n_layers, weights[0]->shape[1]));
        for (long l = 0; l < n_layers; l++)
            for (long h = 0; h < m->shape[1]; h++)
                tensor_set(m, AT(l, h), (real)answer(q, weights[l], batch, h));
        matrix[q] = m;
    }
    int status = heatmap_grid_svg(
        path, QUESTIONS, matrix, titles, QUESTIONS,
        &(HeatmapOptions){
            .title = title, .row_title = "layer", .column_title = "head", .low = 0, .high = 1});
    scope_close(scope);
    return status;
}
