/* checkpoint_fits.c - do the tensors of a checkpoint have the sizes that its metadata say?
 *
 * Invariant: nothing larger than the file is allocated.
 */
#include "training_run.h"

static int check_shape(SafeTensors *file, const char *path, const char *name, long rows,
                       long columns)
{
    Scope *scope = scope_open();
    const Tensor *t = safetensors_read(file, name);
    bool fits = t != NULL && t->ndim == 2 && t->shape[0] == rows && t->shape[1] == columns;
    if (t != NULL && !fits)
        kindling_set_error(
            "%s: \"%s\" is %s, expected (%ld, %ld) for the settings in its metadata. "
            "hint: another copy of the file, this one was changed",
            path, name, tensor_shape_text(t), rows, columns);
    scope_close(scope);
    return fits ? 0 : -1;
}

int checkpoint_fits(const char *path, const GptOptions *o)
{
    UNDO_ON_FAIL;
    SafeTensors *file = safetensors_open(path);
    if (file == NULL)
        return -1;
    long C = o->embed_dim;
    int status = check_shape(file, path, "tokens.weight", o->vocabulary, C);
    if (status == 0 && o->positions == POSITIONS_LEARNED)
        status = check_shape(file, path, "positions.weight", o->context, C);
    for (long i = 0; status == 0 && i < o->num_layers; i++) {
        char name[64];
        snprintf(name, sizeof name, "blocks.%ld.attn.out.weight", i);
        status = check_shape(file, path, name, C, C);
    }
    safetensors_close(file);
    return status;
}
