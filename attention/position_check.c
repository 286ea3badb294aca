/* position_check.c - tables of no size, and texts longer than their table. */
#include "attention_shared.h"

void position_check_table(const char *operation, long T, long C)
{
    if (T < 0 || C < 1)
        fail("%s: a table of %ld positions with %ld channels; expected at least 0 and 1", operation,
             T, C);
}

void positions_check(const PositionalEncoding *p, const Tensor *x)
{
    long max_T = p->table->shape[0], C = p->table->shape[1];
    if (x->ndim != 3 || x->shape[2] != C)
        fail(
            "positions_forward: x has shape %s, expected (B, T, C) with C = %ld as in the table %s",
            tensor_shape_text(x), C, tensor_shape_text(p->table));
    long T = x->shape[1];
    if (T > max_T)
        fail("positions_forward: x %s has T = %ld, but the table ends at max_T = %ld. hint: keep "
             "the "
             "last %ld tokens, or make a longer table with positions_%s_new(%ld, %ld%s)",
             tensor_shape_text(x), T, max_T, max_T, p->learned ? "learned" : "sinusoidal", T, C,
             p->learned ? ", rng" : "");
}
