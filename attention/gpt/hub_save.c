/* hub_save.c - a folder as HuggingFace keeps a model: tensors and config.json.
 *
 * Invariant: each file is whole or not there.
 */
#include <string.h>
#include <sys/stat.h>
#include "engine.h"
#include "hub_save.h"

static bool path_in(char *path, size_t size, const char *folder, const char *name, const char *of)
{
    if (snprintf(path, size, "%s/%s", folder, name) < (int)size)
        return true;
    kindling_set_error("%s: the path has %zu bytes, expected at most 4000", of, strlen(folder));
    return false;
}

static int save_config(const HubForm *form, const Gpt *g, const char *path)
{
    AtomicFile *file = atomic_open(path);
    if (file == NULL)
        return -1;
    form->write_config(g, atomic_stream(file));
    return atomic_commit(file);
}

int hub_save(const HubForm *form, const Gpt *g, const char *folder)
{
    char tensors[4096], config[4096];
    if (!path_in(tensors, sizeof tensors, folder, "model.safetensors", form->caller) ||
        !path_in(config, sizeof config, folder, "config.json", form->caller))
        return -1;
    mkdir(folder, 0777); /* it may be there; if it cannot be, the next line says so */
    UNDO_ON_FAIL;
    Scope *scope = scope_open();
    grad_mode(false);
    int status = form->save_tensors(g, tensors) == 0 && save_config(form, g, config) == 0 ? 0 : -1;
    scope_close(scope);
    return status;
}
