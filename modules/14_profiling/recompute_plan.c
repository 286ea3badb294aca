/* recompute_plan.c - optional: which parts of a step are made again, when memory is short. */
#include <math.h>
#include "measure_check.h"
#include "todo.h"

/* ---- 14.10, optional ----------------------------------------------------------------------------- */

void recompute_plan(bool again[], long n, const RecomputePart *part, double budget)
{
    recompute_plan_check(n, part, budget); /* given: 0 to RECOMPUTE_MOST parts, and a choice that fits */

    /* TODO: again[i] for each of n parts of a forward pass, blocks of a model: true if what is inside
     * of it is given back, and made again when the gradient comes by. How you choose is your decision.
     *
     * CONTRACT  bytes that are held: results of all parts; what is inside of each that is kept; and
     *           what is inside of the largest that is made again, for these come back one at a
     *           time. At most `budget`.
     * BUDGET    bytes that are kept: 2 points. Flops that are done twice, of all parts made again: at
     *           most 1.3 times the fewest that any choice has: 3 more. The fewest: the last 3.
     * EXAMPLE   inside 6, 4, 4 bytes, results of 1 byte, 10, 5, 7 flops. With 17 bytes nothing is
     *           made again. With 14 the first alone is not enough: 3 + 8 are kept, and its 6 come
     *           back, which makes 17. One of the others gives 3 + 10 + 4, again 17. Both of them
     *           give 3 + 6 + 4 = 13, for 12 flops.
     * HOLDS     all parts alike: only how many are made again matters. More bytes, never more flops.
     * YOU HAVE  part[i].inside, .result and .flops; RECOMPUTE_MOST
     * THINK     16 blocks that are alike: how many bytes does the first block made again save, and
     *           how many the second? What do products cost for each byte they leave, and what a
     *           softmax: which of the two would you make again first? */
    (void)again;
    todo("14.10 recompute_plan");
}
