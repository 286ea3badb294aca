/* inputs_text.c - how a report shows what was handed over. */
#include "sealed.h"
#include <ctype.h>

void shape_as_text(int ndim, const long *shape, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "(");
    for (int d = 0; d < ndim && used < size; d++)
        used += (size_t)snprintf(text + used, size - used, d ? ", %ld" : "%ld", shape[d]);
    if (used < size)
        snprintf(text + used, size - used, ndim == 1 ? ",)" : ")");
}

void describe(Input *in, int ndim, const long *shape, bool in_full)
{
    shape_as_text(ndim, shape, in->text, sizeof in->text);
    if (!in_full || ndim > 2 || in->count > 8 || in->count == 0)
        return;
    size_t used = 0, size = sizeof in->text;
    long columns = ndim == 0 ? 1 : shape[ndim - 1];
    for (long i = 0; i < in->count && used < size; i++) {
        double x = in->ids ? in->ids->data[i] : (double)in->tensor->data[i];
        bool first = i % columns == 0, last = i % columns == columns - 1;
        used +=
            (size_t)snprintf(in->text + used, size - used, "%s%s%.4g%s", i ? ", " : "",
                             first && ndim ? (ndim == 2 && i == 0 ? "[[" : "[") : "", x,
                             last && ndim ? (ndim == 2 && i == in->count - 1 ? "]]" : "]") : "");
    }
}

static bool in_a_name(char c)
{
    return c == '_' || isalpha((unsigned char)c);
}

static bool mentions(const char *call, const char *name)
{
    size_t n = strlen(name);
    for (const char *s = call; (s = strstr(s, name)) != NULL; s += n)
        if ((s == call || !in_a_name(s[-1])) && !in_a_name(s[n]))
            return true;
    return false;
}

/* A loop over calls names its inputs again: only the last of a name is that of the call. */
static bool named_again(int i)
{
    for (int later = i + 1; later < seal_count(); later++)
        if (strcmp(seal_at(later)->name, seal_at(i)->name) == 0)
            return true;
    return false;
}

void inputs_describe(const char *call, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s", call);
    const char *before = " with ";
    for (int i = 0; i < seal_count() && used < size; i++)
        if (!named_again(i) && mentions(call, seal_at(i)->name)) {
            const char *is = seal_at(i)->text[0] == '(' ? "" : "= ";
            used += (size_t)snprintf(text + used, size - used, "%s%s %s%s", before,
                                     seal_at(i)->name, is, seal_at(i)->text);
            before = ", ";
        }
}

const char *input_name(const Tensor *t)
{
    for (int i = 0; i < seal_count(); i++)
        if (seal_at(i)->tensor == t)
            return seal_at(i)->name;
    return NULL;
}

const char *inputs_equal_to(const Tensor *t)
{
    for (int i = 0; i < seal_count(); i++)
        if (seal_at(i)->tensor != NULL && seal_at(i)->count > 1 && !seal_at(i)->changeable &&
            tensors_close(t, seal_at(i)->tensor, CHECK_TOLERANCE))
            return seal_at(i)->name;
    return NULL;
}
