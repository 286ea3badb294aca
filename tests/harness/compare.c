/* compare.c - the checks. Invariant: the shape is looked at first, and NaN never passes.
 *
 * A check that fails fills the verdict and ends the test: what came back, what was expected, and
 * which known mistake (mistakes.c) or disguise (explain.c) gives exactly that.
 */
#include "verdict.h"

/* ---- failing ---------------------------------------------------------------------------------------- */

static void write_shape(char *text, size_t size, int ndim, const long *shape)
{
    size_t used = (size_t)snprintf(text, size, "shape (");
    for (int d = 0; d < ndim && used < size; d++)
        used += (size_t)snprintf(text + used, size - used, d ? ", %ld" : "%ld", shape[d]);
    if (used < size)
        snprintf(text + used, size - used, ndim == 1 ? ",)" : ")");
}

static _Noreturn void failed(const char *rule)
{
    snprintf(verdict->rule, sizeof verdict->rule, "%s", rule ? rule : "");
    give_up_round();
}

static void likely(const char *sentence)
{
    snprintf(verdict->likely, sizeof verdict->likely, "%s", sentence);
}

/* The text of a value, as a student would write it: CALL(f(x)) is f(x). */
static const char *bare(const char *what)
{
    static char text[256];
    size_t n = 0;
    int depth = 0, call = -1; /* how deep in brackets, and where the CALL stands */
    for (; *what != '\0' && n + 1 < sizeof text; what++) {
        if (call < 0 && strncmp(what, "CALL(", 5) == 0) {
            call = depth;
            what += 4;
        } else if (*what == ')' && depth == call) {
            call = -1;
        } else {
            depth += (*what == '(') - (*what == ')');
            text[n++] = *what;
        }
    }
    text[n] = '\0';
    return text;
}

/* A pointer that a student's function returned: is it a tensor at all? */
static void check_is_tensor(const char *what, const Tensor *t, const char *rule)
{
    if (t != NULL && t->ndim >= 0 && t->ndim <= TENSOR_MAX_AXES)
        return;
    snprintf(verdict->got, sizeof verdict->got, "%s is %s", bare(what),
             t ? "no tensor: its memory holds something else" : "NULL");
    snprintf(verdict->expected, sizeof verdict->expected, "a tensor");
    digest_words(verdict->got);
    if (t == NULL && verdict->likely[0] == '\0' && strstr(what, "grad") != NULL)
        likely(no_gradient_arrived);
    failed(rule);
}

/* A whole number is shown with all of its digits, another with so many that one sees it differ. */
static int digits_of(double x, double other)
{
    char text[32], of_other[32];
    snprintf(text, sizeof text, "%.9g", x);
    snprintf(of_other, sizeof of_other, "%.9g", other);
    return x == floor(x) ? 15 : strcmp(text, of_other) == 0 ? 17 : 9;
}

/* Numbers of axes make another frame; sizes are numbers. */
static void digest_shape(const char *what, int ndim, const long *shape, int wanted,
                         const long *want)
{
    char axes[32];
    snprintf(axes, sizeof axes, "%d axes", ndim);
    digest_words(what);
    digest_words(axes);
    for (int d = 0; d < ndim; d++)
        digest_number((double)shape[d], d < wanted ? (double)want[d] : -1, 0);
}

void check_shape_is(const char *what, const Tensor *t, int ndim, const long *shape,
                    const char *rule)
{
    check_is_tensor(what, t, rule);
    if (same_shape(t->ndim, t->shape, ndim, shape))
        return;
    write_shape(verdict->got, sizeof verdict->got, t->ndim, t->shape);
    write_shape(verdict->expected, sizeof verdict->expected, ndim, shape);
    digest_shape(what, t->ndim, t->shape, ndim, shape);
    failed(rule);
}

/* ---- tensors ------------------------------------------------------------------------------------------ */

void check_tensor_is(const char *what, const Tensor *value, const Tensor *want, double tolerance,
                     const char *rule)
{
    check_is_tensor(what, value, rule);
    check_shape_is(what, value, want->ndim, want->shape, rule);
    long n = numel(want->ndim, want->shape), wrong = 0, first = 0;
    for (long i = n - 1; i >= 0; i--)
        if (!close_enough(element(value, i), element(want, i), tolerance)) {
            wrong++;
            first = i;
        }
    if (wrong == 0)
        return;
    char place[128];
    index_text(want->ndim, want->shape, first, place, sizeof place);
    double got = readable(element(value, first)), right = readable(element(want, first));
    snprintf(verdict->got, sizeof verdict->got, "%.*g at %s of %s   (%ld of %ld numbers differ)",
             digits_of(got, right), got, place, bare(what), wrong, n);
    snprintf(verdict->expected, sizeof verdict->expected, "%.*g at %s", digits_of(right, got), right,
             place);
    digest_words(what);
    for (long i = 0; i < n; i++)
        digest_number(element(value, i), element(want, i), tolerance);
    print_matrices(value, want, first, verdict->got, verdict->expected, sizeof verdict->got);
    const char *changed = verdict->likely[0] == '\0' ? inputs_changed() : NULL;
    if (changed != NULL)
        snprintf(verdict->likely, sizeof verdict->likely,
                 "the input %s was changed: it is only read, results go elsewhere (memcpy writes "
                 "into its first argument)",
                 changed);
    bool has_nan = false;
    for (long i = 0; i < n; i++)
        has_nan |= isnan(element(value, i));
    if (verdict->likely[0] == '\0' && what_it_means(has_nan) != NULL)
        likely(what_it_means(has_nan));
    else if (verdict->likely[0] == '\0' && !columns_are_cases())
        explain_tensor(value, want, fmax(tolerance, CHECK_TOLERANCE), verdict->likely,
                       sizeof verdict->likely);
    if (want->ndim > 0)
        column_is_wrong(first % want->shape[want->ndim - 1]);
    failed(rule);
}

void check_ids_are(const char *what, const IntTensor *value, const IntTensor *want,
                   const char *rule)
{
    if (value == NULL || !same_shape(value->ndim, value->shape, want->ndim, want->shape)) {
        if (value == NULL) {
            snprintf(verdict->got, sizeof verdict->got, "%s is NULL", bare(what));
            digest_words(verdict->got);
        } else {
            write_shape(verdict->got, sizeof verdict->got, value->ndim, value->shape);
            digest_shape(what, value->ndim, value->shape, want->ndim, want->shape);
        }
        write_shape(verdict->expected, sizeof verdict->expected, want->ndim, want->shape);
        failed(rule);
    }
    for (long i = 0; i < numel(want->ndim, want->shape); i++)
        if (value->data[i] != want->data[i]) {
            char place[128];
            index_text(want->ndim, want->shape, i, place, sizeof place);
            snprintf(verdict->got, sizeof verdict->got, "%d at %s of %s", value->data[i], place,
                     bare(what));
            snprintf(verdict->expected, sizeof verdict->expected, "%d", want->data[i]);
            if (never_set(value->data[i]))
                likely(of_the_unset);
            digest_words(what);
            for (long j = 0; j < numel(want->ndim, want->shape); j++)
                digest_number(value->data[j], want->data[j], 0);
            failed(rule);
        }
}

/* ---- numbers and words ----------------------------------------------------------------------------------- */

void check_number_is(const char *what, double value, double want, double tolerance,
                     const char *rule)
{
    if (close_enough(value, want, tolerance))
        return;
    snprintf(verdict->got, sizeof verdict->got, "%s is %.*g", bare(what), digits_of(value, want),
             readable(value));
    snprintf(verdict->expected, sizeof verdict->expected, "%.*g", digits_of(want, value),
             readable(want));
    digest_words(what);
    digest_number(value, want, tolerance);
    /* So near to what is right, a mistake that is as near explains nothing. */
    mistakes_explain_number(value, close_enough(value, want, CHECK_TOLERANCE)
                                       ? tolerance
                                       : fmax(tolerance, CHECK_TOLERANCE));
    if (verdict->likely[0] == '\0' && IS_DOUBLE && close_enough(value, want, 1e-6))
        likely("right to about 7 digits: either a float on the way (add and keep it in double), or "
               "a tiny term is missing or stands elsewhere");
    if (verdict->likely[0] == '\0' && isnan(value))
        likely(how_nan_comes);
    if (verdict->likely[0] == '\0' && never_set(value))
        likely(of_the_unset);
    failed(rule);
}

/* Is it the text of "a == b" and the like, which is true or false? */
static bool is_comparison(const char *what)
{
    static const char *const operators[] = {" == ", " != ", " < ", " > ", " <= ", " >= "};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (strstr(what, operators[i]) != NULL && strchr(what, '?') == NULL)
            return true;
    return false;
}

void check_long_is(const char *what, long value, long want, const char *rule)
{
    if (value == want)
        return;
    if (is_comparison(what) && want == !value) {
        snprintf(verdict->got, sizeof verdict->got, "%s is %s", bare(what),
                 value ? "true" : "false");
        snprintf(verdict->expected, sizeof verdict->expected, "%s", want ? "true" : "false");
    } else {
        snprintf(verdict->got, sizeof verdict->got, "%s is %ld", bare(what), value);
        snprintf(verdict->expected, sizeof verdict->expected, "%ld", want);
    }
    digest_words(what);
    digest_number((double)value, (double)want, 0);
    mistakes_explain_number((double)value, 0);
    if (verdict->likely[0] == '\0' && never_set((double)value))
        likely(of_the_unset);
    failed(rule);
}

void check_text_is(const char *what, const char *value, const char *want, const char *rule)
{
    if (value != NULL && strcmp(value, want) == 0)
        return;
    snprintf(verdict->got, sizeof verdict->got, "%s is \"%.300s\"", bare(what),
             value ? value : "NULL");
    snprintf(verdict->expected, sizeof verdict->expected, "\"%.300s\"", want);
    digest_words(what);
    digest_text(value ? value : "NULL");
    failed(rule);
}

void check_limit(const char *what, double value, double limit, int side, const char *rule)
{
    if (side < 0 ? value <= limit : value >= limit)
        return;
    snprintf(verdict->got, sizeof verdict->got, "%s is %.6g", bare(what), value);
    snprintf(verdict->expected, sizeof verdict->expected, "at %s %.6g", side < 0 ? "most" : "least",
             limit);
    digest_words(what);
    digest_number(value, limit, 0);
    if (verdict->likely[0] == '\0' && never_set(value))
        likely(of_the_unset);
    failed(rule);
}

void check_view_of(const char *what, const Tensor *view, const Tensor *base, bool shares,
                   const char *rule)
{
    check_is_tensor(what, view, rule);
    if (shares_memory(view, base) == shares)
        return;
    snprintf(verdict->got, sizeof verdict->got, "%s %s", bare(what),
             shares ? "has numbers of its own" : "is a view: it shares the numbers of its input");
    snprintf(verdict->expected, sizeof verdict->expected,
             shares ? "a view on the same numbers" : "numbers of its own");
    digest_words(verdict->got);
    failed(rule);
}
