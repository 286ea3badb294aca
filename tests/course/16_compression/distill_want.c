/* distill_want.c - soft and hard losses, right and with each of the mistakes people make. */
#include "want.h"

static void softmax_row(const Tensor *x, long row, double T, double *p)
{
    long V = x->shape[x->ndim - 1];
    double largest = -INFINITY, sum = 0;
    for (long j = 0; j < V; j++)
        largest = fmax(largest, (double)x->data[row * V + j] / T);
    for (long j = 0; j < V; j++)
        sum += p[j] = exp((double)x->data[row * V + j] / T - largest);
    for (long j = 0; j < V; j++)
        p[j] /= sum;
}

static long rows_of(const Tensor *x)
{
    return tensor_numel(x) / x->shape[x->ndim - 1];
}

/* ---- 16.15 ---------------------------------------------------------------------------------------------- */

typedef enum { KL, REVERSED, CROSS, STUDENT_SAYS } Kind;

/* The sum over all rows, with a temperature for each side, and no T^2. */
static double divergence(const Tensor *student, const Tensor *teacher, double of_student,
                         double of_teacher, Kind kind)
{
    double sum = 0, p[16], q[16];
    long V = student->shape[student->ndim - 1];
    for (long r = 0; r < rows_of(student); r++) {
        softmax_row(teacher, r, of_teacher, p);
        softmax_row(student, r, of_student, q);
        for (long j = 0; j < V; j++)
            sum += kind == KL         ? p[j] * log(p[j] / q[j])
                   : kind == REVERSED ? q[j] * log(q[j] / p[j])
                   : kind == CROSS    ? -p[j] * log(q[j])
                                      : q[j] * log(p[j] / q[j]);
    }
    return sum;
}

static void mistake_number(double wrong, double want, const char *sentence)
{
    if (fabs(wrong - want) > 1e-6)
        MISTAKE_NUMBER(wrong, sentence);
}

double soft_want(const Tensor *s, const Tensor *t, double T)
{
    double rows = (double)rows_of(s), mean = divergence(s, t, T, T, KL) / rows, want = T * T * mean;
    double V = (double)s->shape[s->ndim - 1], square = T * T / rows;
    mistake_number(mean, want, "T^2 is missing: gradients would shrink as the temperature rises");
    mistake_number(T * mean, want,
                   "times T in place of T^2: softmax(x / T) makes gradients T times "
                   "smaller, and p - q is T times smaller again");
    mistake_number(square * divergence(s, t, T, T, REVERSED), want,
                   "the divergence is the wrong way round: p log(p / q), p is the teacher's");
    mistake_number(square * divergence(s, t, T, T, CROSS), want,
                   "that is the cross-entropy: p log p is missing, and who agrees has not 0");
    mistake_number(square * divergence(s, t, T, T, STUDENT_SAYS), want,
                   "weighted by the student's probabilities: the teacher's p weighs");
    mistake_number(-want, want, "the sign is wrong: log p - log q");
    mistake_number(square * divergence(s, t, T, 1, KL), want,
                   "the teacher has no temperature: T divides both");
    mistake_number(square * divergence(s, t, 1, T, KL), want,
                   "the student has no temperature: T divides both");
    mistake_number(square * divergence(s, t, 1, 1, KL), want,
                   "there is no temperature in the softmax: logits are divided by T");
    mistake_number(square * divergence(s, t, 1 / T, 1 / T, KL), want,
                   "logits were multiplied by T: divide them");
    mistake_number(want * rows, want, "the sum over rows: divide by how many there are");
    mistake_number(want / V, want, "the mean over all numbers: divide by rows, not by rows V");
    if (s->ndim == 3)
        mistake_number(want * (double)s->shape[1], want,
                       "divided by the first axis: every row of (B, T, V) counts");
    return want;
}

Tensor *soft_gradient_want(const Tensor *s, const Tensor *t, double T)
{
    Tensor *g = blank(s->ndim, s->shape);
    long V = s->shape[s->ndim - 1], rows = rows_of(s);
    double p[16], q[16];
    for (long r = 0; r < rows; r++) {
        softmax_row(t, r, T, p);
        softmax_row(s, r, T, q);
        for (long j = 0; j < V; j++)
            g->data[r * V + j] = (real)(T * (q[j] - p[j]) / (double)rows);
    }
    MISTAKE(plain_scaled(g, 1 / T / T), "T^2 is missing: gradients would shrink as the temperature "
                                        "rises");
    MISTAKE(plain_scaled(g, 1 / T),
            "times T in place of T^2: softmax(x / T) makes gradients T times "
            "smaller, and p - q is T times smaller again");
    MISTAKE_MESSAGE("does not require a gradient",
                    "the student was detached: it is the teacher that is a "
                    "constant");
    return g;
}

long no_teacher_gradient_want(void)
{
    MISTAKE_NUMBER(1, "the teacher was not detached: it would learn from its student");
    return 0;
}

/* ---- 16.16 ---------------------------------------------------------------------------------------------- */

static double hard_loss(const Tensor *x, const IntTensor *labels, double T)
{
    double sum = 0, q[16];
    for (long r = 0; r < rows_of(x); r++) {
        softmax_row(x, r, T, q);
        sum -= log(q[labels->data[r]]);
    }
    return sum / (double)rows_of(x);
}

double both_want(const Tensor *s, const Tensor *t, const IntTensor *labels, double T, double alpha)
{
    double soft = T * T * divergence(s, t, T, T, KL) / (double)rows_of(s);
    double hard = hard_loss(s, labels, 1), want = alpha * soft + (1 - alpha) * hard;
    mistake_number((1 - alpha) * soft + alpha * hard, want,
                   "alpha and 1 - alpha have changed places: alpha is the teacher's");
    mistake_number(soft + hard, want,
                   "both were added as they are: alpha and 1 - alpha weigh them");
    mistake_number(alpha * soft + hard, want, "1 - alpha is missing at the cross-entropy");
    mistake_number(soft + (1 - alpha) * hard, want, "alpha is missing at the soft loss");
    mistake_number(
        alpha * soft + (1 - alpha) * hard_loss(s, labels, T), want,
        "labels know no temperature: the cross-entropy is that of the logits as they are");
    mistake_number(alpha * soft + (1 - alpha) * hard_loss(t, labels, 1), want,
                   "the cross-entropy is the teacher's: the student's is asked for");
    mistake_number(alpha * soft, want,
                   "the labels do not count: 1 - alpha times the cross-entropy");
    mistake_number(alpha * soft / T / T + (1 - alpha) * hard, want,
                   "T^2 is missing in the soft part");
    mistake_number(alpha * soft * T * T + (1 - alpha) * hard, want,
                   "T^2 is there twice: the soft loss has it already");
    return want;
}
