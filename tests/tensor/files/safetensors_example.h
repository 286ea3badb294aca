/* safetensors_example.h - a small file that is right: two tensors and an entry of metadata. */
#ifndef SAFETENSORS_EXAMPLE_H
#define SAFETENSORS_EXAMPLE_H

#include "scratch.h"

static inline void save_example(const char *path)
{
    const char *names[] = {"w", "b"};
    Tensor *tensors[] = {tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, -6)),
                         tensor_from(SHAPE(1), VALUES((real)0.5))};
    const MetadataEntry metadata[] = {{"step", "7"}};
    assert_int_equal(safetensors_save(path, 2, names, tensors, 1, metadata), 0);
}

#endif
