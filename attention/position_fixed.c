/* position_fixed.c - positions that are not learned: sines and cosines as a tensor, and as a
 * module. */
#include "attention_shared.h"

Tensor *sinusoidal_positions(long T, long C)
{
    position_check_table("sinusoidal_positions", T, C);
    Tensor *table = tensor_new(SHAPE(T, C));
    fill_sinusoidal(table);
    return tensor_named(table, "positions");
}

/* The table is a buffer, not a parameter: it is not trained, nor saved, for the sizes tell all of
 * it. */
PositionalEncoding *positions_sinusoidal_new(long max_T, long C)
{
    position_check_table("positions_sinusoidal_new", max_T, C);
    UNDO_ON_FAIL;
    PositionalEncoding *p = module_new(sizeof *p, "PositionalEncoding", NULL);
    p->table = module_buffer(&p->module, "table", BUFFER_NOT_SAVED, SHAPE(max_T, C));
    fill_sinusoidal(p->table);
    tensor_named(p->table, "positions");
    return p;
}
