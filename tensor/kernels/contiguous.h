/* contiguous.h - kernels that want contiguous rows borrow a contiguous copy when they get a view.
 *
 * The fast path of such a kernel is written once, for contiguous tensors. Views take a detour: copy
 * in, compute, copy out. The copies live in the scope that is open, which the kernel opens and
 * closes around its work.
 */
#ifndef KINDLING_DENSE_H
#define KINDLING_DENSE_H

#include "tensor.h"

/* t itself if it is contiguous, else a contiguous copy in the current scope. NULL stays NULL. */
static inline const Tensor *contiguous_input(const Tensor *t)
{
    if (t == NULL || tensor_is_contiguous(t))
        return t;
    Tensor *copy = tensor_new_like(t);
    copy_kernel(copy, t);
    return copy;
}

/* Where to write in place of out; keep: what out holds now matters. contiguous_store ends the
 * detour. */
static inline Tensor *contiguous_output(Tensor *out, bool keep)
{
    if (out == NULL || tensor_is_contiguous(out))
        return out;
    Tensor *copy = tensor_new_like(out);
    if (keep)
        copy_kernel(copy, out);
    return copy;
}

static inline void contiguous_store(Tensor *out, const Tensor *written)
{
    if (out != written)
        copy_kernel(out, written);
}

#endif
