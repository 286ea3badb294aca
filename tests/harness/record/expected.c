/* expected.c - the checks of the trusted program: they write down what is right, and how closely.
 *
 * This program is the tests as the student's own run compiles them, with the reference's engine; but
 * each check writes its expectation, and what it is about: the boxed program does not know.
 * Gradients have no expectation written down: the reference's own are written.
 */
#include "transcript.h"

/* "gradient of q" */
static const char *gradient_label(const Tensor *t, int i, char *text, size_t size)
{
    const char *name = input_name(t);
    if (name != NULL)
        snprintf(text, size, "gradient of %s", name);
    else
        snprintf(text, size, "gradient of input %d", i);
    return text;
}

void check_tensor_is(const char *what, const Tensor *value, const Tensor *want, double tolerance,
                     const char *rule)
{
    (void)value, (void)rule;
    put_tensor(what, tolerance, want);
}

void check_shape_is(const char *what, const Tensor *value, int ndim, const long *shape,
                    const char *rule)
{
    char label[256];
    (void)value, (void)rule;
    snprintf(label, sizeof label, "shape of %s", what);
    put_shape(label, ndim, shape);
}

void check_ids_are(const char *what, const IntTensor *value, const IntTensor *want,
                   const char *rule)
{
    (void)value, (void)rule;
    put_ids(what, want);
}

void check_number_is(const char *what, double value, double want, double tolerance,
                     const char *rule)
{
    (void)value, (void)rule;
    put_number(what, tolerance, want);
}

void check_long_is(const char *what, long value, long want, const char *rule)
{
    (void)value, (void)rule;
    put_long(what, want);
}

void check_text_is(const char *what, const char *value, const char *want, const char *rule)
{
    (void)value, (void)rule;
    put_text(what, want);
}

void check_limit(const char *what, double value, double limit, int side, const char *rule)
{
    (void)value, (void)rule;
    put_limit(what, side, limit);
}

void check_view_of(const char *what, const Tensor *view, const Tensor *base, bool shares,
                   const char *rule)
{
    (void)view, (void)base, (void)rule;
    put_long(what, shares);
}

void check_gradients_of(CheckFunction f, void *context, const char *rule, int n, Tensor *const in[])
{
    (void)rule;
    Flow flow = flow_back(f, context, n, in);
    char label[128];
    put_tensor("the result", GRADIENT_TOLERANCE, flow.y);
    for (int i = 0; i < n && i < MAX_LEAVES; i++)
        if (in[i]->requires_grad)
            put_tensor(gradient_label(in[i], i, label, sizeof label), GRADIENT_TOLERANCE,
                       flow.got[i]);
}

_Noreturn void check_did_not_fail(const char *text, const char *rule)
{
    (void)rule;
    snprintf(verdict->title, sizeof verdict->title, "the reference did not fail: %s", text);
    give_up(FAILED);
}

void check_failure_says(const char *text, const char *rule)
{
    (void)rule;
    put_word("m", text);
}

/* ---- known mistakes are told to students, not graded ---------------------------------------------- */

void check_mistake_number(double wrong, const char *sentence)
{
    (void)wrong, (void)sentence;
}
