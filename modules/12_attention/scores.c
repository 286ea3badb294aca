/* scores.c - the five formulas of attention, one function each.
 *
 *     scores  = q k^T               how well does query i fit key j?      (..., Tq, Tk)
 *     scaled  = scores / sqrt(D)    keep their spread near 1
 *     masked  = -infinity where the mask is 0
 *     weights = softmax(masked)     each row becomes a distribution over the keys
 *     context = weights @ v         the values, averaged by these weights (..., Tq, D)
 *
 * Use the operations of autograd/ops/operations.h (tensor_...): they record how a result was made, so
 * gradients flow back by themselves. Numbers written into ->data by hand would cut the graph.
 */
#include "attention_shared.h"
#include "todo.h"
#include <math.h>

/* ---- 12.1 ---------------------------------------------------------------------------------------- */

Tensor *attention_scores(Tensor *q, Tensor *k)
{
    scores_check(q, k); /* given: what a caller can do wrong */

    /* TODO: scores[i][j] = q[i] . k[j], for every query i and every key j at once.
     *
     * APPROACH
     *   1. Turn k (..., Tk, D) into (..., D, Tk).
     *   2. Multiply: (..., Tq, D) @ (..., D, Tk) is (..., Tq, Tk).
     *
     * EXAMPLE
     *   q = [[1, 2]]   k = [[3, 4], [5, 6]]
     *   scores = [[1*3 + 2*4, 1*5 + 2*6]] = [[11, 17]]
     *
     * HINT: axes may be negative, -1 is the last, -2 the one before: that works with and without
     * batches and heads in front. */
    return todo("12.1 attention_scores");
}

/* ---- 12.2 ---------------------------------------------------------------------------------------- */

Tensor *attention_scale(Tensor *scores, long head_dim)
{
    scale_check(head_dim); /* given */

    /* TODO: divide every score by the square root of head_dim.
     *
     * APPROACH
     *   1. The factor is 1 / sqrt(head_dim); compute it in double.
     *   2. Every score times this one number; the operation takes a real: (real)(...)
     *
     * EXAMPLE
     *   scores = [[4, 8]], head_dim = 4   ->   [[4/2, 8/2]] = [[2, 4]]
     *
     * HINT: a score is a sum of head_dim products. If each has variance 1, the sum has variance
     * head_dim, and spreads like its square root. */
    return todo("12.2 attention_scale");
}

/* ---- 12.7 ---------------------------------------------------------------------------------------- */

Tensor *attention_mask(Tensor *scores, Tensor *mask)
{
    /* TODO: scores where the mask is 1, minus infinity where it is 0.
     *
     * APPROACH
     *   1. No mask (NULL): the scores as they are.
     *   2. mask_check("attention_mask", mask, scores) refuses anything that is no mask.
     *   3. tensor_masked_fill(a, m, value) writes value where m is 1. Here it has to be written
     *      where the mask is 0: mask_invert gives the opposite mask.
     *   4. The value is (real)-INFINITY.
     *
     * EXAMPLE
     *   scores = [[5, 6], [7, 8]]   mask = [[1, 0], [1, 1]]   ->   [[5, -inf], [7, 8]]
     *
     * HINT: why not a number such as -1e9? Because an allowed score can be even smaller than
     * that, and then the forbidden key wins. e^(-infinity) is exactly 0, whatever the others are. */
    return todo("12.7 attention_mask");
}

/* ---- 12.8 ---------------------------------------------------------------------------------------- */

Tensor *attention_weights(Tensor *scores)
{
    /* TODO: each query's scores become weights that add up to 1.
     *
     * APPROACH
     *   1. scores (..., Tq, Tk) to weights (..., Tq, Tk): e^score, divided by the sum of e^score over
     *      all keys of that query. An operation of module 02 does it; which axis are the keys?
     *
     * EXAMPLE
     *   scores = [[0, 0], [0, log 3]]   ->   [[0.5, 0.5], [0.25, 0.75]]
     *
     * HINT: a row of the result belongs to one query and must add up to 1. */
    return todo("12.8 attention_weights");
}

/* ---- 12.9 ---------------------------------------------------------------------------------------- */

Tensor *attention_context(Tensor *weights, Tensor *v)
{
    /* TODO: for each query the average of the values, weighted.
     *
     * APPROACH
     *   1. weights (..., Tq, Tk) and v (..., Tk, D): their product is (..., Tq, D).
     *
     * EXAMPLE
     *   weights = [[0.25, 0.75]]   v = [[4, 0], [8, 4]]
     *   context = [[0.25*4 + 0.75*8, 0.25*0 + 0.75*4]] = [[7, 3]]
     *
     * HINT: one operation. Which of its two arguments comes first? */
    return todo("12.9 attention_context");
}
