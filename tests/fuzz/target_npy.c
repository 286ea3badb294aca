/* target_npy.c - NumPy's arrays: what is read, is saved and read again as the same numbers. */
#include "fuzz.h"

FUZZ_TARGET(npy)
{
    Tensor *t = npy_load(fuzz_file("a.npy", bytes, size));
    fuzz_told(t != NULL);
    if (t == NULL)
        return;
    fuzz_check(tensor_is_contiguous(t), "strides that no array has");
    fuzz_look(t);
    const char *again = fuzz_path("again.npy");
    fuzz_check(npy_save(again, t) == 0, "%s", kindling_error());
    Tensor *same = npy_load(again);
    fuzz_check(same != NULL && tensor_same_shape(same, t), "what was saved is another array");
    fuzz_check(memcmp(same->data, t->data, (size_t)tensor_numel(t) * sizeof(real)) == 0,
               "what was saved has other numbers");
}
