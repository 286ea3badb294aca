/* values.c - the checks of the boxed program: they write down what the student's code gave.
 *
 * Nothing that is expected is compiled into this program (check.h), and no words about the values. A result
 * that cannot be written down, because it is no tensor, ends the test, as it does in the student's own run.
 */
#include <unistd.h>
#include "transcript.h"

#define TOO_MANY (1L << 40)
#define UNNAMED ""

static _Noreturn void no_tensor(const char *is)
{
    put_word("is", is);
    transcript_end();
    _exit(0);
}

static void must_be_tensor(const Tensor *t)
{
    if (t == NULL)
        no_tensor("NULL");
    bool sound = t->ndim >= 0 && t->ndim <= TENSOR_MAX_AXES;
    for (int d = 0; sound && d < t->ndim; d++)
        sound = t->shape[d] >= 0 && t->shape[d] < TOO_MANY;
    if (!sound)
        no_tensor("no tensor: its memory holds something else");
}

void record_tensor(const Tensor *value)
{
    must_be_tensor(value);
    put_tensor(UNNAMED, 0, value);
}

void record_shape(const Tensor *value)
{
    must_be_tensor(value);
    put_shape(UNNAMED, value->ndim, value->shape);
}

void record_ids(const IntTensor *value)
{
    if (value == NULL)
        no_tensor("NULL");
    put_ids(UNNAMED, value);
}

void record_number(double value)
{
    put_number(UNNAMED, 0, value);
}

void record_long(long value)
{
    put_long(UNNAMED, value);
}

void record_text(const char *value)
{
    if (value == NULL)
        no_tensor("NULL");
    put_text(UNNAMED, value);
}

void record_limit(double value)
{
    put_limit(UNNAMED, 0, value);
}

void record_shares(const Tensor *view, const Tensor *base)
{
    must_be_tensor(view);
    put_long(UNNAMED, shares_memory(view, base));
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
    record_tensor(flow.y);
    for (int i = 0; i < n && i < MAX_LEAVES; i++)
        if (in[i]->requires_grad)
            record_tensor(flow.got[i]);
}
