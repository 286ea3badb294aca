/* run_freeze.c - parameters of a run that stay as they are: --freeze tokens,blocks.0.
 *
 * Invariant: what is not in r->parameters gets no gradient, no moments, and no decay.
 */
#include <string.h>
#include "training_run.h"

enum { MOST_NAMES = 64 };

/* The names between the commas, in the current scope; -1: too many of them. */
static long split(const char *names, const char *name[MOST_NAMES])
{
    long n = 0;
    for (; *names != '\0' && n >= 0; names += *names == ',') {
        size_t size = strcspn(names, ",");
        char *copy = memcpy(scope_alloc(scope_current(), size + 1), names, size);
        copy[size] = '\0';
        names += size;
        if (size > 0 && n < MOST_NAMES)
            name[n++] = copy;
        else if (size > 0)
            n = -1;
    }
    return n;
}

static bool begins_any(const ParameterList *list, const char *name)
{
    for (long i = 0; i < list->count; i++)
        if (strncmp(list->name[i], name, strlen(name)) == 0)
            return true;
    return false;
}

static int refuse(const char *names, const char *why)
{
    kindling_set_error("train: --freeze: got \"%.80s\", %s. hint: tokens,positions,blocks.0. "
                       "freezes the embeddings and the first block",
                       names, why);
    return -1;
}

int run_freeze(Run *r)
{
    const char *name[MOST_NAMES], *names = r->recipe.freeze;
    long n = split(names, name);
    if (n == 0)
        return 0;
    if (n < 0)
        return refuse(names, "expected at most 64 names");
    for (long i = 0; i < n; i++)
        if (!begins_any(r->parameters, name[i]))
            return refuse(name[i], "with which no parameter's name begins");
    ParameterList *left = parameters_freeze(r->parameters, n, name);
    parameters_free(r->parameters);
    r->parameters = left;
    return left->count > 0 ? 0 : refuse(names, "and nothing is left that learns");
}
