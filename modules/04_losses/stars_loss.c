/* stars_loss.c - a loss for classes that have an order: one star to five. */
#include "cross_entropy.h"
#include "vmath.h"
#include "todo.h"
#include <math.h>

/* ---- 04.5 ---------------------------------------------------------------------------------------- */

double stars_loss(long n, const real *x, int target, double step)
{
    /* TODO: the loss of n logits whose classes have an order, 0 to n - 1. Which loss is your
     * decision.
     *
     * CONTRACT  to be sure of a class is to have its logit far above all others, by 20 and more.
     *           Sure of the target: below 1e-5, and never below 0. Sure of another class: at least `step` more for each class that it is
     *           further away. A number added to all logits changes nothing.
     * BUDGET    that: 6 points. And it is honest: where a class is right as often as p says, no
     *           logits cost less on average than those with the softmax p: 6 more. Logits of any
     *           size up to 10,000; a wrong class that is k above all others costs k or more: the
     *           last 4.
     * EXAMPLE   five stars, one was right, step 1: sure of two stars may cost 20, and three 21
     * HOLDS     one class: 0. With a step of 0 cross-entropy is one answer of many.
     * YOU HAVE  what you wrote before; exp, log, fabs
     * THINK     cross-entropy is honest and knows no order; the mean distance from the target
     *           knows it. Which logits make the mean distance least, if one star and five are
     *           right equally often? What does "three stars or less" know of the order, and how
     *           many questions of that kind are there? */
    (void)n, (void)x, (void)target, (void)step;
    todo("04.5 stars_loss");
}
