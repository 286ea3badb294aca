/* position.c - where a token stands.
 *
 * Attention by itself does not know order: shuffle the tokens and the outputs are shuffled alike.
 * So each position p gets a vector of its own, added to the token's. Either it is learned, or it is
 * a set of clock hands that turn at different speeds, from once in 2 pi steps to once in 10000 * 2 pi:
 *
 *     table[p][2i]     = sin(p / 10000^(2i/C))
 *     table[p][2i + 1] = cos(p / 10000^(2i/C))
 *
 * Position p + k is a rotation of position p by an angle that depends on k alone, so "k steps back"
 * is a linear map. Invariant: row p of the table belongs to position p, whatever the length of x.
 * Source: Vaswani et al. 2017, section 3.5.
 */
#include "attention.h"
#include "todo.h"
#include <math.h>

static void check_table(const char *operation, long T, long C)
{
    if (T < 0 || C < 1)
        fail("%s: a table of %ld positions with %ld channels; expected at least 0 and 1", operation,
             T, C);
}

/* ---- 11.6 ---------------------------------------------------------------------------------------- */

/* table is (T, C) and contiguous. */
static void fill_sinusoidal(Tensor *table)
{
    /* TODO: table[p][2i] = sin(p / 10000^(2i/C)), table[p][2i + 1] = cos(the same angle).
     *
     * APPROACH
     *   1. T and C are table->shape[0] and table->shape[1].
     *   2. For every position p and every channel c: which pair i does channel c belong to? Channels
     *      0 and 1 are pair 0, channels 2 and 3 pair 1: i = c / 2.
     *   3. angle = p / pow(10000, 2i / C), in double. 2 * i / C with whole numbers is 0: cast first.
     *   4. An even channel is the sine, an odd one the cosine. Element (p, c) is
     *      table->data[p * C + c]; cast to real.
     *
     * EXAMPLE
     *   C = 4: pair 0 turns by 1 per step, pair 1 by 1 / 10000^(2/4) = 0.01
     *   p = 0:   0       1        0     1
     *   p = 1:   0.8415  0.5403   0.01  0.99995
     *
     * HINT: go channel by channel rather than pair by pair: then an odd C needs no special case (its
     * last sine has no cosine). */
    todo("11.6 fill_sinusoidal");
}

/* ---- given --------------------------------------------------------------------------------------- */

Tensor *sinusoidal_positions(long T, long C)
{
    check_table("sinusoidal_positions", T, C);
    Tensor *table = tensor_new(SHAPE(T, C));
    fill_sinusoidal(table);
    return tensor_named(table, "positions");
}

/* The table is a buffer, not a parameter: it is not trained, nor saved, for the sizes tell all of it. */
PositionalEncoding *positions_sinusoidal_new(long max_T, long C)
{
    check_table("positions_sinusoidal_new", max_T, C);
    UNDO_ON_FAIL;
    PositionalEncoding *p = module_new(sizeof *p, "PositionalEncoding", NULL);
    p->table = module_buffer(&p->module, "table", BUFFER_NOT_SAVED, SHAPE(max_T, C));
    fill_sinusoidal(p->table);
    tensor_named(p->table, "positions");
    return p;
}

/* ---- 11.7 ---------------------------------------------------------------------------------------- */

PositionalEncoding *positions_learned_new(long max_T, long C, Rng *rng)
{
    check_table("positions_learned_new", max_T, C); /* given */
    UNDO_ON_FAIL;

    /* TODO: a module with one parameter, a row of C numbers for each position below max_T.
     *
     * APPROACH
     *   1. module_new for a PositionalEncoding, of the kind "PositionalEncoding".
     *   2. Its table is a parameter named "weight" of shape (max_T, C): module_parameter.
     *   3. learned is true: others read it.
     *   4. Start with normal numbers of mean 0 and standard deviation 0.02, drawn from rng.
     *
     * EXAMPLE
     *   positions_learned_new(1024, 768, rng) has 786,432 numbers to learn: GPT-2's table
     *
     * HINT: embedding_new (11.5), another name for the table, and a smaller start. */
    return todo("11.7 positions_learned_new");
}

/* ---- 11.8 ---------------------------------------------------------------------------------------- */

Tensor *positions_forward(PositionalEncoding *p, Tensor *x)
{
    /* given */
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

    /* TODO: x (B, T, C) plus the first T rows of the table: row t is added to every token at position
     * t, in every sequence of the batch.
     *
     * APPROACH
     *   1. The table is (max_T, C), and x has T positions. Take the rows 0 to T - 1: tensor_slice
     *      along axis 0, from 0 to T, in steps of 1.
     *   2. (B, T, C) + (T, C): broadcasting lines up the last axes, and B is repeated by itself.
     *   3. Both are recorded operations, so a learned table gets its gradient without another line.
     *
     * EXAMPLE
     *   x (1, 2, 2) = [[[1, 2], [3, 4]]], table = [[10, 20], [30, 40], [50, 60]]
     *   -> [[[11, 22], [33, 44]]]: the row of position 2 is not used
     *
     * HINT: two operations, one line each. */
    return todo("11.8 positions_forward");
}
