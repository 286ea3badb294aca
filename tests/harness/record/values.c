/* values.c - the checks of the boxed program: they write down what the student's code gave.
 *
 * Nothing that is expected is compiled into this program (check.h). A result that cannot be written
 * down, because it is no tensor, ends the test, as it does in the student's own run.
 */
#include "transcript.h"

#define TOO_MANY (1L << 40)

static _Noreturn void no_tensor(const char *what, const char *is)
{
    snprintf(verdict->title, sizeof verdict->title, "%s is %s", what, is);
    give_up(FAILED);
}

static void must_be_tensor(const char *what, const Tensor *t)
{
    if (t == NULL)
        no_tensor(what, "NULL");
    bool sound = t->ndim >= 0 && t->ndim <= TENSOR_MAX_AXES;
    for (int d = 0; sound && d < t->ndim; d++)
        sound = t->shape[d] >= 0 && t->shape[d] < TOO_MANY;
    if (!sound)
        no_tensor(what, "no tensor: its memory holds something else");
}

void record_tensor(const char *what, const Tensor *value)
{
    must_be_tensor(what, value);
    put_tensor(what, 0, value);
}

void record_shape(const char *what, const Tensor *value)
{
    must_be_tensor(what, value);
    put_shape(what, value->ndim, value->shape);
}

void record_ids(const char *what, const IntTensor *value)
{
    if (value == NULL)
        no_tensor(what, "NULL");
    put_ids(what, value);
}

void record_number(const char *what, double value)
{
    put_number(what, 0, value);
}

void record_long(const char *what, long value)
{
    put_long(what, value);
}

void record_text(const char *what, const char *value)
{
    if (value == NULL)
        no_tensor(what, "NULL");
    put_text(what, value);
}

void record_limit(const char *what, double value)
{
    put_limit(what, 0, value);
}

void record_shares(const char *what, const Tensor *view, const Tensor *base)
{
    must_be_tensor(what, view);
    put_long(what, shares_memory(view, base));
}

void record_failure(bool failed)
{
    if (failed) {
        put_word("m", failure_message());
        return;
    }
    snprintf(verdict->title, sizeof verdict->title, "the call returned as if nothing were wrong");
    give_up(FAILED);
}

void record_gradients(CheckFunction f, void *context, int n, Tensor *const in[])
{
    Flow flow = flow_back(f, context, n, in);
    char label[128];
    record_tensor("the result", flow.y);
    for (int i = 0; i < n && i < MAX_LEAVES; i++)
        if (in[i]->requires_grad)
            record_tensor(gradient_label(in[i], i, label, sizeof label), flow.got[i]);
}

/* What stands in answers.txt is looked at outside. */
double answer(const char *key)
{
    put_word("answer", key);
    return 0;
}
