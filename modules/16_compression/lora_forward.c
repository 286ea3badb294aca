/* lora_forward.c - optional: a trained layer goes on learning with few numbers (Hu et al. 2021).
 *
 * W stays as it is. What is learnt is a thin product beside it: a has few columns, b few rows.
 */
#include "compress_check.h"
#include "todo.h"

/* ---- 16.8, optional ------------------------------------------------------------------------------ */

Tensor *lora_forward(Tensor *x, Tensor *weight, Tensor *a, Tensor *b, double scale)
{
    lora_check(x, weight, a, b); /* given: (..., in), (in, out), (in, r), (r, out) */

    /* TODO: x W + scale x a b. In which order it is computed is your decision.
     *
     * CONTRACT  the result is (..., out). Gradients reach x, a and b. W is frozen: it gets none,
     *           even if it asks for one.
     * BUDGET    a right result and right gradients earn 4 points. Operations of the whole, as
     *           flops_forward counts them: 2 more if no other order of the products takes fewer for
     *           few rows, the last 2 if none does for many. Rows are all axes of x but the last.
     *           What goes number by number is let pass.
     * EXAMPLE   x = [1 2], W = [1 0; 0 1], a = [1; 1], b = [1 -1], scale 0.5: x a = [3], so [1 2] +
     *           0.5 [3 -3] = [2.5 0.5]
     * HOLDS     b of zeros: x W. The rank as large as W: a b can be any change of W.
     * YOU HAVE  operations.h, up to module 06
     * THINK     Adam keeps two numbers for each one that learns. How many for a W of (4096, 4096),
     *           how many for rank 8? A model that has learnt like this is handed out: must whoever
     *           uses it multiply by a and b at all? */
    (void)weight, (void)scale;
    return todo("16.8 lora_forward");
}
