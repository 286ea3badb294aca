/* half_softmax.c - optional: a softmax that has not seen all of its row yet.
 *
 * Invariant: whatever parts a row is cut into, and in whatever order they are put together, the whole is the same up to
 * rounding.
 */
#include "attention.h"
#include "todo.h"
#include <math.h>

/* ---- 12.8, optional ------------------------------------------------------------------------------ */

void attention_merge(HalfSoftmax *all, const HalfSoftmax *part, long D)
{
    /* TODO: two halves of one query's softmax become one.
     *
     * CONTRACT  all and part are what one query has taken from two groups of keys: the largest
     *           score, the sum of e^(score - max), and the sum of e^(score - max) v, D numbers
     *           (attention.h). Afterwards all is that of both groups together. A group without
     *           keys (-infinity, 0, zeros) adds nothing, on either side or on both. Scores may
     *           be thousands. part stays as it is.
     * EXAMPLE   D = 1. A key with score 0 and v = 1: {0, 1, [1]}. A key with score log 4 and v = 4: {log 4, 1, [4]}.
     *           Together {log 4, 1.25, [4.25]}; the output of both is 4.25 / 1.25 = 3.4 = 0.2 * 1 + 0.8 * 4
     * HOLDS     it does not matter which of the two is called all. Keys that come one by one
     *           give what all of them give at once.
     * THINK     each group subtracted a largest score of its own. By which factor is its sum off,
     *           once the larger of the two is known? And out? What is -infinity less
     *           -infinity? */
    todo("12.8 attention_merge");
}
