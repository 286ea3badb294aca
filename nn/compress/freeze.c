/* freeze.c - parameters that do not learn, by the beginning of their names.
 *
 * Invariant: what is not in the list requires no gradient, so no walk makes one for it.
 */
#include <string.h>
#include "nn.h"

static bool begins(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

static void check_prefix(const ParameterList *list, const char *prefix)
{
    for (long i = 0; i < list->count; i++)
        if (begins(list->name[i], prefix))
            return;
    fail("parameters_freeze: no parameter begins with \"%s\"; the first is %s, the last %s. hint: "
         "module_summary lists the names",
         prefix, list->count > 0 ? list->name[0] : "none",
         list->count > 0 ? list->name[list->count - 1] : "none");
}

ParameterList *parameters_freeze(const ParameterList *list, long n, const char *const prefixes[])
{
    for (long k = 0; k < n; k++)
        check_prefix(list, prefixes[k]);
    UNDO_ON_FAIL;
    ParameterList *left = parameters_new();
    for (long i = 0; i < list->count; i++) {
        bool frozen = false;
        for (long k = 0; k < n; k++)
            frozen = frozen || begins(list->name[i], prefixes[k]);
        if (frozen) {
            tensor_zero_grad(list->tensor[i]);
            list->tensor[i]->requires_grad = false;
        } else {
            parameters_add(left, list->name[i], list->tensor[i]);
        }
    }
    return left;
}
