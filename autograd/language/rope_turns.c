/* rope_turns.c - how far each position turns each pair of numbers (Su et al. 2021).
 *
 * What two turned vectors have in common depends on how far apart they stand, not on where.
 * Invariant: a position has the same turns, whichever positions stand beside it.
 */
#include <math.h>
#include "language_parts.h"

/* ---- what a caller can do wrong -------------------------------------------------------------- */

static void check_scaling(RopeOptions o)
{
    if (!(o.base >= 0))
        fail("tensor_rope: base is %g, expected a number above 0, or 0 for 10000", o.base);
    if (!(o.factor >= 0))
        fail("tensor_rope: factor is %g, expected a number above 0, or 0 for none", o.factor);
    if (o.trained_context == 0 && o.low_frequency_factor == 0 && o.high_frequency_factor == 0)
        return;
    if (o.trained_context < 1 || !(o.low_frequency_factor > 0) ||
        !(o.high_frequency_factor > o.low_frequency_factor))
        fail("tensor_rope: low_frequency_factor %g, high_frequency_factor %g, trained_context %ld: "
             "expected 0 < low < high and a context of at least 1. hint: all three 0 make every "
             "frequency smaller by the same factor",
             o.low_frequency_factor, o.high_frequency_factor, o.trained_context);
}

static void check_positions(const Tensor *x, RopeOptions o)
{
    if (o.start < 0)
        fail("tensor_rope: start is %ld, expected a position, at least 0", o.start);
    const IntTensor *p = o.positions;
    if (p == NULL)
        return;
    if (o.start != 0)
        fail("tensor_rope: start is %ld, but there are positions, too. hint: give one of the two",
             o.start);
    long T = x->shape[x->ndim - 2];
    bool for_all = p->ndim == 1 && p->shape[0] == T;
    bool for_each = p->ndim == 2 && x->ndim > 2 && p->shape[0] == x->shape[0] && p->shape[1] == T;
    if (!for_all && !for_each)
        fail("tensor_rope: positions have %d axes, the first with %ld; x %s needs (%ld,), or (B, "
             "%ld) with B its first axis",
             p->ndim, p->ndim > 0 ? p->shape[0] : 0, tensor_shape_text(x), T, T);
    for (long i = 0; i < int_tensor_numel(p); i++)
        if (p->data[i] < 0)
            fail("tensor_rope: positions[%ld] is %d, expected at least 0", i, p->data[i]);
}

void rope_check(const Tensor *x, RopeOptions o)
{
    if (x->ndim < 2)
        fail("tensor_rope: x has shape %s, expected (..., T, D): rows at T positions",
             tensor_shape_text(x));
    long D = x->shape[x->ndim - 1];
    if (o.pairs != ROPE_INTERLEAVED && o.pairs != ROPE_HALF)
        fail("tensor_rope: pairs is %d, expected ROPE_INTERLEAVED or ROPE_HALF", (int)o.pairs);
    if (o.dims < 0 || o.dims > D || o.dims % 2 != 0)
        fail("tensor_rope: dims is %ld, expected an even number up to D = %ld, or 0 for all",
             o.dims, D);
    if (o.dims == 0 && D % 2 != 0)
        fail("tensor_rope: x %s has rows of %ld numbers, which do not go into pairs. hint: .dims = "
             "%ld turns all but the last",
             tensor_shape_text(x), D, D - 1);
    check_scaling(o);
    check_positions(x, o);
}

/* ---- how far each position turns each pair --------------------------------------------------- */

/* Slow turns, which the trained context has not seen come round, are slowed down; fast ones, which
 * tell neighbours apart, are not (Llama 3.1). */
double rope_scaled(double frequency, RopeOptions o)
{
    double factor = o.factor == 0 ? 1 : o.factor;
    if (o.trained_context == 0)
        return frequency / factor;
    double turns = (double)o.trained_context * frequency / (2 * acos(-1));
    double keep =
        (turns - o.low_frequency_factor) / (o.high_frequency_factor - o.low_frequency_factor);
    keep = keep < 0 ? 0 : keep > 1 ? 1 : keep;
    return (1 - keep) * frequency / factor + keep * frequency;
}

/* Angles are computed in double: position 100,000 times a frequency has no digits left in a float
 * for the turn itself. */
EXERCISE
Tensor *rope_turns(const Tensor *x, RopeOptions o)
{
    rope_check(x, o);
    long T = x->shape[x->ndim - 2], n = (o.dims > 0 ? o.dims : x->shape[x->ndim - 1]) / 2;
    bool for_each = o.positions != NULL && o.positions->ndim == 2;
    long B = for_each ? o.positions->shape[0] : 1;
    Tensor *turns = for_each ? tensor_new(SHAPE(B, T, 2 * n)) : tensor_new(SHAPE(T, 2 * n));
    for (long i = 0; i < n; i++) {
        double frequency = pow(o.base == 0 ? 10000 : o.base, -(double)i / (double)n);
        frequency = rope_scaled(frequency, o);
        for (long row = 0; row < B * T; row++) {
            long p = o.positions != NULL ? o.positions->data[row] : o.start + row;
            real *turn = turns->data + row * 2 * n;
            turn[i] = (real)cos((double)p * frequency);
            turn[n + i] = (real)sin((double)p * frequency);
        }
    }
    return turns;
}
