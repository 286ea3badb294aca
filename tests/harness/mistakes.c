/* mistakes.c - wrong values that people really get, and the sentence for each.
 *
 * What is registered before a call holds for that call and its checks; the next call starts without it, since
 * the same slip on other inputs is another value. Where one result fits several mistakes, no test can
 * tell them apart, and the report says "either ... or ...".
 */
#include "verdict.h"

#define MAX_MISTAKES 128

typedef struct {
    const Tensor *wrong; /* or NULL: a number, or a shape */
    double number;
    int ndim; /* -1: no shape */
    long shape[TENSOR_MAX_AXES];
    const char *words; /* of the report */
    const char *sentence;
} Mistake;

static Mistake mistakes[MAX_MISTAKES];
static int n_mistakes;
static int n_called; /* the first of them are those of the last call */

/* ---- registering ------------------------------------------------------------------------------------ */

static Mistake *add_mistake(const char *sentence)
{
    if (n_mistakes == MAX_MISTAKES) {
        snprintf(verdict->title, sizeof verdict->title,
                 "this test knows more than %d mistakes; its author can raise MAX_MISTAKES in "
                 "tests/harness/mistakes.c",
                 MAX_MISTAKES);
        give_up(FAILED);
    }
    Mistake *m = &mistakes[n_mistakes++];
    *m = (Mistake){.number = NAN, .ndim = -1, .sentence = sentence};
    return m;
}

void check_mistake(const Tensor *wrong, const char *sentence)
{
    add_mistake(sentence)->wrong = wrong;
}

void check_mistake_number(double wrong, const char *sentence)
{
    add_mistake(sentence)->number = wrong;
}

void check_mistake_shape(int ndim, const long *shape, const char *sentence)
{
    Mistake *m = add_mistake(sentence);
    m->ndim = ndim;
    memcpy(m->shape, shape, (size_t)ndim * sizeof *shape);
}

void check_mistake_message(const char *words, const char *sentence)
{
    add_mistake(sentence)->words = words;
}

void mistakes_forget(void)
{
    n_mistakes = n_called = 0;
}

void mistakes_of_next_call(void)
{
    n_mistakes -= n_called;
    memmove(mistakes, mistakes + n_called, (size_t)n_mistakes * sizeof *mistakes);
    n_called = n_mistakes;
}

/* ---- telling ---------------------------------------------------------------------------------------- */

static void tell(const char *sentence)
{
    char *likely = verdict->likely, before[sizeof verdict->likely];
    if (likely[0] == '\0') {
        snprintf(likely, sizeof verdict->likely, "%s", sentence);
        return;
    }
    if (strstr(likely, sentence) != NULL)
        return;
    snprintf(before, sizeof before, "%s", likely + (strncmp(likely, "either ", 7) == 0 ? 7 : 0));
    snprintf(likely, sizeof verdict->likely, "either %.1200s; or %.300s", before, sentence);
}

void mistakes_explain(const char *text)
{
    for (int i = 0; i < n_mistakes; i++)
        if (mistakes[i].words != NULL && strstr(text, mistakes[i].words) != NULL)
            tell(mistakes[i].sentence);
}

/* As tensors_close, but NaN is as good as NaN: a mistake may give one. */
static bool is_mistake(const Tensor *value, const Tensor *wrong, double tolerance)
{
    if (!same_shape(value->ndim, value->shape, wrong->ndim, wrong->shape))
        return false;
    for (long i = 0; i < numel(wrong->ndim, wrong->shape); i++) {
        double a = element(value, i), b = element(wrong, i);
        if (!close_enough(a, b, tolerance) && !(isnan(a) && isnan(b)))
            return false;
    }
    return true;
}

void mistakes_explain_tensor(const Tensor *value, double tolerance)
{
    for (int i = 0; i < n_mistakes; i++)
        if (mistakes[i].wrong != NULL && is_mistake(value, mistakes[i].wrong, tolerance))
            tell(mistakes[i].sentence);
}

void mistakes_explain_shape(const Tensor *t)
{
    mistakes_explain_tensor(t, CHECK_TOLERANCE);
    if (verdict->likely[0] != '\0')
        return; /* a whole value says more than its shape */
    for (int i = 0; i < n_mistakes; i++)
        if (mistakes[i].ndim >= 0 &&
            same_shape(t->ndim, t->shape, mistakes[i].ndim, mistakes[i].shape))
            tell(mistakes[i].sentence);
}

void mistakes_explain_number(double value, double tolerance)
{
    for (int i = 0; i < n_mistakes; i++)
        if (close_enough(value, mistakes[i].number, tolerance))
            tell(mistakes[i].sentence);
}

void mistakes_explain_limit(double value)
{
    for (int i = 0; i < n_mistakes; i++)
        if (mistakes[i].number == value || isinf(mistakes[i].number))
            tell(mistakes[i].sentence);
}
