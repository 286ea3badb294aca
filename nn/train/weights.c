/* weights.c - weights by name in a safetensors file, which Python reads too.
 *
 * Loading has two halves. parameters_read brings the whole file into the current scope and compares
 * names and shapes; parameters_assign copies. Between them a caller can check whatever else it
 * needs, and
 *
 * invariant: nothing in the model changes unless everything in the file fits.
 */
#include "nn.h"
#include <string.h>

int module_save(Module *m, const char *path)
{
    UNDO_ON_FAIL;
    ParameterList *list = module_state(m);
    const char *const *names = (const char *const *)list->name;
    int status = safetensors_save(path, list->count, names, list->tensor, 0, NULL);
    parameters_free(list);
    return status;
}

/* ---- reading ------------------------------------------------------------------------------ */

static bool in_file(const SafeTensors *file, const char *name)
{
    for (long i = 0; i < safetensors_count(file); i++) {
        if (strcmp(safetensors_name(file, i), name) == 0)
            return true;
    }
    return false;
}

/* A file without any buffer of the model was written before the model had one. */
static bool has_buffers(const ParameterList *list, const SafeTensors *file)
{
    for (long i = list->buffers; i < list->after_buffers; i++) {
        if (in_file(file, list->name[i]))
            return true;
    }
    return false;
}

static bool may_lack(const ParameterList *list, long i, const SafeTensors *file)
{
    return i >= list->buffers && i < list->after_buffers && !has_buffers(list, file);
}

static bool names_match(const ParameterList *list, const SafeTensors *file, const char *path,
                        const char *skip)
{
    for (long i = 0; i < list->count; i++) {
        if (!in_file(file, list->name[i]) && !may_lack(list, i, file)) {
            kindling_set_error("%s: \"%s\" %s is missing; the file has %ld tensors, %ld are needed",
                               path, list->name[i], tensor_shape_text(list->tensor[i]),
                               safetensors_count(file), list->count);
            return false;
        }
    }
    for (long i = 0; i < safetensors_count(file); i++) {
        const char *name = safetensors_name(file, i);
        bool skipped = skip != NULL && strncmp(name, skip, strlen(skip)) == 0;
        if (!skipped && parameters_find(list, name) == NULL) {
            bool moment = strncmp(name, "optimizer.", 10) == 0;
            kindling_set_error("%s: \"%s\" is left over: nothing here has that name%s", path, name,
                               moment ? ". hint: use checkpoint_load with an optimizer that has it"
                                      : "");
            return false;
        }
    }
    return true;
}

Tensor **parameters_read(const ParameterList *list, SafeTensors *file, const char *path,
                         const char *skip)
{
    if (!names_match(list, file, path, skip))
        return NULL;
    Tensor **values = scope_alloc(scope_current(), (size_t)(list->count + 1) * sizeof *values);
    for (long i = 0; i < list->count; i++) {
        values[i] = NULL;
        if (may_lack(list, i, file))
            continue;
        values[i] = safetensors_read(file, list->name[i]);
        if (values[i] == NULL)
            return NULL;
        if (!tensor_same_shape(values[i], list->tensor[i])) {
            kindling_set_error("%s: \"%s\" is %s, expected %s", path, list->name[i],
                               tensor_shape_text(values[i]), tensor_shape_text(list->tensor[i]));
            return NULL;
        }
    }
    return values;
}

void parameters_assign(const ParameterList *list, Tensor *const values[])
{
    for (long i = 0; i < list->count; i++) {
        if (values[i] == NULL)
            continue;
        copy_kernel(list->tensor[i], values[i]);
        tensor_written(list->tensor[i], "a file that was loaded");
    }
}

int module_load(Module *m, const char *path)
{
    UNDO_ON_FAIL;
    SafeTensors *file = safetensors_open(path);
    if (file == NULL)
        return -1;
    ParameterList *list = module_state(m);
    Scope *scope = scope_open();
    Tensor **values = parameters_read(list, file, path, NULL);
    if (values != NULL)
        parameters_assign(list, values);
    scope_close(scope);
    parameters_free(list);
    safetensors_close(file);
    return values != NULL ? 0 : -1;
}
