/* batch_want.c - the losses of a batch in plain loops. */
#include "want.h"

/* log sum e^x of a row. */
static double lse_of(const Tensor *logits, long row)
{
    double largest = -INFINITY, sum = 0;
    for (long j = 0; j < logits->shape[1]; j++)
        largest = fmax(largest, at(logits, AT(row, j)));
    for (long j = 0; j < logits->shape[1]; j++)
        sum += exp(at(logits, AT(row, j)) - largest);
    return largest + log(sum);
}

static double even_loss(const Tensor *logits, long row)
{
    double V = (double)logits->shape[1], sum = 0;
    for (long j = 0; j < logits->shape[1]; j++)
        sum += lse_of(logits, row) - at(logits, AT(row, j));
    return sum / V;
}

Tensor *losses_want(const Tensor *logits, const IntTensor *targets, int ignore, double s)
{
    Tensor *losses = blank(SHAPE(logits->shape[0]));
    for (long r = 0; r < logits->shape[0]; r++) {
        if (targets->data[r] == ignore)
            continue;
        double loss = (1 - s) * (lse_of(logits, r) - at(logits, AT(r, targets->data[r])));
        if (s != 0)
            loss += s * even_loss(logits, r);
        losses->data[r] = (real)loss;
    }
    return losses;
}

Tensor *lse_want(const Tensor *logits)
{
    Tensor *lse = blank(SHAPE(logits->shape[0]));
    for (long r = 0; r < logits->shape[0]; r++)
        lse->data[r] = (real)lse_of(logits, r);
    return lse;
}

long counted_want(const IntTensor *targets, int ignore)
{
    long counted = 0;
    for (long r = 0; r < targets->shape[0]; r++)
        counted += targets->data[r] != ignore;
    return counted;
}

Tensor *mean_want(const Tensor *logits, const IntTensor *targets, int ignore)
{
    Tensor *losses = losses_want(logits, targets, ignore, 0), *mean = blank(SCALAR);
    for (long r = 0; r < logits->shape[0]; r++)
        mean->data[0] += losses->data[r] / (real)counted_want(targets, ignore);
    return mean;
}
