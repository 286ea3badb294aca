/* target_safetensors.c - named tensors in one file: each is read, or refused with a word. */
#include "fuzz.h"

FUZZ_TARGET(safetensors)
{
    SafeTensors *file = safetensors_open(fuzz_file("a.safetensors", bytes, size));
    fuzz_told(file != NULL);
    if (file == NULL)
        return;
    for (long i = 0; i < safetensors_count(file); i++) {
        const char *name = safetensors_name(file, i);
        fuzz_check(i == 0 || strcmp(safetensors_name(file, i - 1), name) < 0,
                   "names are not in order, or come twice");
        fuzz_ask();
        Tensor *t = safetensors_read(file, name);
        fuzz_told(t != NULL);
        fuzz_check(t == NULL || (size_t)tensor_numel(t) <= size, "more numbers than bytes");
        if (t != NULL)
            fuzz_look(t);
    }
    safetensors_metadata(file, "format");
    fuzz_ask();
    fuzz_check(safetensors_read(file, "\1 a name that no file has") == NULL, "it is there");
    fuzz_told(false);
    safetensors_close(file);
}
