/* position.c - where a token stands. */
#include "attention_shared.h"

PositionalEncoding *positions_learned_new(long max_T, long C, Rng *rng)
{
    position_check_table("positions_learned_new", max_T, C);
    UNDO_ON_FAIL;

    PositionalEncoding *p = module_new(sizeof(PositionalEncoding), "PositionalEncoding", NULL);
    p->learned = true;
    p->table = module_parameter(&p->module, "weight", SHAPE(max_T, C));
    tensor_named(p->table, "positions");
    init_normal(p->table, 0, (real)0.02, rng);
    return p;
}

Tensor *positions_forward(PositionalEncoding *p, Tensor *x)
{
    positions_check(p, x);

    long B = x->shape[0], T = x->shape[1], C = x->shape[2];
    Tensor *rows = tensor_slice(p->table, 0, 0, T, 1);
    Tensor *repeated = tensor_expand(rows, SHAPE(B, T, C));
    return tensor_add(x, repeated);
}
