/* quantize_model.c - a model's linear layers give way to layers of codes, wherever they stand.
 *
 * Invariant: either all that has to fit does, or nothing has changed.
 */
#include <string.h>
#include "quantize_parts.h"

static bool is_linear(const Module *m)
{
    return strcmp(m->kind, "Linear") == 0;
}

/* A column that no groups fill stays as it is. */
static bool fits(const Module *m, QuantScheme scheme)
{
    long in = ((const Linear *)m)->weight->shape[0];
    return is_linear(m) && (scheme.group <= 0 || in % scheme.group == 0);
}

/* Only a Sequential calls its layers through its list of children; others keep pointers of their
 * own. */
static void check(const Module *m)
{
    for (int i = 0; i < m->n_children; i++) {
        const Module *child = m->children[i].module;
        if (is_linear(child) && strcmp(m->kind, "Sequential") != 0)
            fail("quantize_model: a %s calls its linear layers by pointers of its own. hint: a GPT "
                 "becomes codes by quantized_gpt_new",
                 m->kind);
        check(child);
    }
}

static void replace_below(Module *m, QuantScheme scheme)
{
    for (int i = 0; i < m->n_children; i++) {
        Module *child = m->children[i].module;
        if (!is_linear(child)) {
            replace_below(child, scheme);
        } else if (fits(child, scheme)) {
            Module *codes = &quantized_linear_from((Linear *)child, scheme)->module;
            codes->owner = m;
            codes->training = child->training;
            m->children[i].module = codes;
            child->owner = NULL;
            module_free(child);
        }
    }
}

Module *quantize_model(Module *m, QuantScheme scheme)
{
    quantized_matrix_check(scheme.group > 0 ? scheme.group : 1, 1, scheme);
    check(m);
    if (!is_linear(m)) {
        replace_below(m, scheme);
        return m;
    }
    if (m->owner != NULL)
        fail("quantize_model: this Linear belongs to a %s. hint: quantize_model of that one",
             m->owner->kind);
    Module *codes = &quantized_linear_from((Linear *)m, scheme)->module;
    module_free(m);
    return codes;
}
