/* position.c - where a token stands.
 *
 * Attention by itself does not know order: shuffle the tokens and the outputs are shuffled alike.
 * So each position gets a vector of its own, added to the token's. It is learned, or made of sines
 * and cosines: sinusoidal.c.
 * Invariant: row p of the table belongs to position p, whatever the length of x.
 */
#include "attention_shared.h"

EXERCISE
PositionalEncoding *positions_learned_new(long max_T, long C, Rng *rng)
{
    position_check_table("positions_learned_new", max_T, C);
    UNDO_ON_FAIL;
    PositionalEncoding *p = module_new(sizeof *p, "PositionalEncoding", NULL);
    p->table = module_parameter(&p->module, "weight", SHAPE(max_T, C));
    p->learned = true;
    init_normal(p->table, 0, (real)0.02, rng);
    tensor_named(p->table, "positions");
    return p;
}

EXERCISE
Tensor *positions_forward(PositionalEncoding *p, Tensor *x)
{
    positions_check(p, x);
    long T = x->shape[1];
    Tensor *rows = tensor_slice(p->table, 0, 0, T, 1);
    return tensor_add(x, rows);
}
