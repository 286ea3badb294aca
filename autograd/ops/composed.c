/* composed.c - the fused kernels once more, written with plain operations.
 *
 * Slower, since every step makes a tensor, but each line is a line of the formula. The tests hold
 * the fused kernels against these.
 */
#include "autograd.h"
#include "vmath.h"

Tensor *composed_bias_gelu(Tensor *x, Tensor *bias)
{
    return tensor_gelu_tanh(tensor_add(x, bias));
}

/* The maximum is a constant shift: it cancels out, so no gradient needs to pass through it. Nothing
 * has none. */
static Tensor *shifted(Tensor *a, int axis)
{
    if (tensor_numel(a) == 0)
        return a;
    return tensor_sub(a, tensor_detach(tensor_max(a, AXES(axis), true)));
}

Tensor *composed_softmax(Tensor *a, int axis)
{
    region_begin_collapsed("softmax");
    Tensor *e = tensor_exp(shifted(a, axis));
    Tensor *y = tensor_div(e, tensor_sum(e, AXES(axis), true));
    region_close();
    return y;
}

Tensor *composed_log_softmax(Tensor *a, int axis)
{
    region_begin("log softmax");
    Tensor *x = shifted(a, axis);
    Tensor *y = tensor_sub(x, tensor_log(tensor_sum(tensor_exp(x), AXES(axis), true)));
    region_close();
    return y;
}

/* (..., 1): SQUARE_SCALE for rows whose squares may be more than a real holds, 1 for the others;
 * NULL: there are none. */
static Tensor *scale_of_rows(Tensor *x)
{
    if (tensor_numel(x) == 0)
        return NULL;
    Tensor *scale = tensor_max(tensor_abs(tensor_detach(x)), AXES(-1), true);
    const real most = 1 / real_sqrt(SQUARE_SCALE);
    long huge = 0;
    for (long i = 0, rows = tensor_numel(scale); i < rows; i++) {
        bool is_huge = scale->data[i] > most;
        scale->data[i] = is_huge ? SQUARE_SCALE : 1;
        huge += is_huge;
    }
    return huge > 0 ? scale : NULL;
}

Tensor *composed_layer_norm(Tensor *x, Tensor *gamma, Tensor *beta, real eps)
{
    region_begin_collapsed("layer norm");
    Tensor *scale = scale_of_rows(x);
    if (scale != NULL)
        x = tensor_mul(x, scale);
    Tensor *centered = tensor_sub(x, tensor_mean(x, AXES(-1), true));
    Tensor *variance = tensor_mean(tensor_mul(centered, centered), AXES(-1), true);
    if (scale == NULL)
        variance = tensor_add_scalar(variance, eps);
    else
        variance = tensor_add(variance, tensor_mul_scalar(tensor_mul(scale, scale), eps));
    Tensor *y = tensor_div(centered, tensor_sqrt(variance));
    if (gamma != NULL)
        y = tensor_mul(y, gamma);
    if (beta != NULL)
        y = tensor_add(y, beta);
    region_close();
    return y;
}

/* What the loss of each row is multiplied by: 1 / (rows that count), 0 for ignored rows. */
static Tensor *row_weights(const IntTensor *targets, int ignore_index)
{
    long N = int_tensor_numel(targets), counted = 0;
    Tensor *weights = tensor_zeros(SHAPE(N, 1));
    for (long i = 0; i < N; i++)
        counted += targets->data[i] != ignore_index;
    for (long i = 0; i < N; i++)
        if (targets->data[i] != ignore_index)
            weights->data[i] = 1 / (real)counted;
    return weights;
}

Tensor *composed_cross_entropy(Tensor *logits, const IntTensor *targets, int ignore_index,
                               real smoothing)
{
    int last = tensor_axis("composed_cross_entropy", -1, logits);
    region_begin_collapsed("loss");
    long V = logits->shape[last], N = int_tensor_numel(targets);
    IntTensor *pick =
        int_tensor_new(SHAPE(N, 1)); /* ignored rows pick anything; their weight is 0 */
    for (long i = 0; i < N; i++)
        pick->data[i] = targets->data[i] == ignore_index ? 0 : targets->data[i];
    Tensor *log_p = composed_log_softmax(tensor_reshape(logits, SHAPE(N, V)), 1);
    Tensor *right = tensor_gather(log_p, 1, pick);
    Tensor *average = tensor_mean(log_p, AXES(1), true);
    Tensor *gain =
        tensor_add(tensor_mul_scalar(right, 1 - smoothing), tensor_mul_scalar(average, smoothing));
    Tensor *loss = tensor_neg(
        tensor_sum(tensor_mul(gain, row_weights(targets, ignore_index)), ALL_AXES, false));
    region_close();
    return loss;
}
