/* run_log.c - a line of the log: losses, speed, and how far a step moves the weights.
 *
 * A learning rate that suits a model moves its matrices by about a thousandth of their size a step
 * (Karpathy, "makemore", part 3); a hundredth is unrest, a hundred-thousandth is standing still. And
 * a gradient that is very large in one place and small elsewhere spoils Adam's mean of squares.
 * Of each matrix some numbers stand for all, evenly spread: what a copy of them costs is nothing
 * beside a step. With --lora the matrix is the weight with its product added, as the model uses it: of
 * its two factors one begins with 0, and each step of that would look huge.
 * Invariant: a line says what its own step did.
 */
#include <math.h>
#include <stdlib.h>
#include "training_run.h"

enum { SAMPLE = 1024 }; /* numbers of a matrix, at most */

/* Is a line of the log written behind step `step`, counted from 1? */
static bool is_logged(const Run *r, long step)
{
    const Recipe *p = &r->recipe;
    bool measured = step == p->steps || (p->eval_every > 0 && step % p->eval_every == 0);
    return measured || step % p->log_every == 0;
}

/* Those whose steps are measured: what learns, or with --lora what changes by it. */
static long count_matrices(const Run *r)
{
    return r->lora != NULL ? r->lora->count : r->parameters->count;
}

static const Tensor *matrix(const Run *r, long k)
{
    return r->lora != NULL ? r->lora->lora[k]->weight : r->parameters->tensor[k];
}

static long sampled(const Tensor *t)
{
    long n = tensor_numel(t);
    return t->ndim < 2 ? 0 : n < SAMPLE ? n : SAMPLE;
}

/* Number `at` of the product beside a weight. */
static double beside(const Lora *l, long at)
{
    long rank = l->b->shape[0], columns = l->b->shape[1];
    const real *row = l->a->data + at / columns * rank, *column = l->b->data + at % columns;
    double sum = 0;
    for (long i = 0; i < rank; i++)
        sum += (double)row[i] * (double)column[i * columns];
    return (double)l->scale * sum;
}

/* Number i of those that stand for matrix k. */
static double value(const Run *r, long k, long i)
{
    const Tensor *t = matrix(r, k);
    long at = i * (tensor_numel(t) / sampled(t));
    return (double)t->data[at] + (r->lora != NULL ? beside(r->lora->lora[k], at) : 0);
}

void run_note_weights(Run *r)
{
    long count = count_matrices(r);
    r->noted_step = -1;
    if (!is_logged(r, r->trainer.step + 1))
        return;
    if (r->noted == NULL)
        r->noted = owned_alloc((size_t)count * SAMPLE * sizeof *r->noted);
    double *to = r->noted;
    for (long k = 0; k < count; k++)
        for (long i = 0; i < sampled(matrix(r, k)); i++)
            *to++ = value(r, k, i);
    r->noted_step = r->trainer.step;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The size of a matrix's update over that of the matrix, the median of all matrices but those that were
 * 0; NaN if nothing was noted, or no matrix learns. */
static double update_ratio(const Run *r)
{
    if (r->noted_step != r->trainer.step - 1)
        return NAN;
    Scope *scope = scope_open();
    long count = count_matrices(r), matrices = 0;
    double *ratio = scope_alloc(scope, (size_t)count * sizeof *ratio);
    const double *before = r->noted;
    for (long k = 0; k < count; k++) {
        double moved = 0, size = 0;
        for (long i = 0; i < sampled(matrix(r, k)); i++, before++) {
            double by = value(r, k, i) - *before;
            moved += by * by;
            size += *before * *before;
        }
        if (size > 0)
            ratio[matrices++] = sqrt(moved / size);
    }
    qsort(ratio, (size_t)matrices, sizeof *ratio, by_size);
    double median = matrices > 0 ? ratio[matrices / 2] : NAN;
    scope_close(scope);
    return median;
}

/* The largest number of a gradient over the root of the mean of its squares, the largest of all
 * parameters; NaN without a gradient. */
static double gradient_peak(const Run *r)
{
    double most = NAN;
    for (long k = 0; k < r->parameters->count; k++) {
        const Tensor *g = r->parameters->tensor[k]->grad;
        double sum = 0, peak = 0;
        long n = g != NULL ? tensor_numel(g) : 0;
        for (long i = 0; i < n; i++) {
            double x = fabs((double)g->data[i]);
            sum += x * x;
            peak = x > peak ? x : peak;
        }
        if (sum > 0 && !(peak / sqrt(sum / (double)n) <= most))
            most = peak / sqrt(sum / (double)n);
    }
    return most;
}

/* ---- a line ---------------------------------------------------------------------------------------- */

static void write_number(FILE *log, char before, double x)
{
    if (isnan(x))
        fprintf(log, "%c-", before);
    else
        fprintf(log, "%c%.6g", before, x);
}

void run_log_line(Run *r)
{
    const Trainer *t = &r->trainer;
    double seconds = kindling_seconds() - r->started;
    long tokens = (t->step - r->first_step) * t->tokens_per_step;
    fprintf(r->log, "%ld\t%.6g", t->step, r->loss_sum / (double)r->loss_count);
    write_number(r->log, '\t', r->held_out_step == t->step ? r->held_out_loss : NAN);
    fprintf(r->log, "\t%.6g\t%.0f", run_learning_rate(r, t->step - 1), (double)tokens / seconds);
    write_number(r->log, '\t', t->last_norm);
    write_number(r->log, '\t', gradient_peak(r));
    write_number(r->log, '\t', update_ratio(r));
    fprintf(r->log, "\n");
    r->loss_sum = 0;
    r->loss_count = 0;
}
