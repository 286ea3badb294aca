/* mask_sliding.c - each token looks back over a window, and no further.
 *
 * Scores grow with T window in place of T^2, since flash attention skips tiles without an allowed
 * key, and a cache needs no key older than the window. What is older still arrives, by way of those
 * that saw it: through L layers up to L (window - 1) tokens. Source: Beltagy et al. 2020,
 * "Longformer"; Jiang et al. 2023, "Mistral 7B".
 */
#include "attention_shared.h"

Tensor *mask_sliding(long T, long window)
{
    mask_check_length("mask_sliding", "T", T);
    if (window < 1)
        fail("mask_sliding: window is %ld, expected at least 1: a token sees itself", window);
    Tensor *seen = tensor_zeros(SHAPE(T, T));
    for (long i = 0; i < T; i++) {
        long first = window > i ? 0 : i - window + 1;
        for (long j = first; j <= i; j++)
            seen->data[i * T + j] = 1;
    }
    return tensor_named(seen, "sliding mask");
}
