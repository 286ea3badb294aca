/* position.c - where a token stands.
 *
 * Attention by itself does not know order: shuffle the tokens and the outputs are shuffled alike.
 * So each position gets a vector of its own, added to the token's. It is learned, or fixed, as
 * clock hands that turn at different speeds, from once in 2 pi steps to once in 10000 * 2 pi.
 *
 * Position p + k is a rotation of position p by an angle that depends on k alone, so "k steps back"
 * is a linear map.
 * Invariant: row p of the table belongs to position p, whatever the length of x.
 * Source: Vaswani et al. 2017, section 3.5.
 */
#include "attention_shared.h"
#include <math.h>

/* ---- learned --------------------------------------------------------------------------------- */

void position_check_table(const char *operation, long T, long C)
{
    if (T < 0 || C < 1)
        fail("%s: a table of %ld positions with %ld channels; expected at least 0 and 1", operation,
             T, C);
}

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

/* ---- sinusoidal ------------------------------------------------------------------------------ */

/* table[p][2i] = sin(p / 10000^(2i/C)), table[p][2i + 1] = cos(the same) */
EXERCISE
void fill_sinusoidal(Tensor *table)
{
    long T = table->shape[0], C = table->shape[1];
    for (long p = 0; p < T; p++) {
        for (long c = 0; c < C; c++) {
            long i = c / 2;
            double angle = (double)p / pow(10000, (double)(2 * i) / (double)C);
            table->data[p * C + c] = (real)(c % 2 == 0 ? sin(angle) : cos(angle));
        }
    }
}

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

/* ---- of one's own ---------------------------------------------------------------------------- */

#define TWO_PI 6.283185307179586476925287

void position_code_check(const Tensor *table, double apart)
{
    if (table->ndim != 2 || !tensor_is_contiguous(table))
        fail("position_code: the table has shape %s, expected (T, C), contiguous",
             tensor_shape_text(table));
    if (table->shape[1] < 2)
        fail("position_code: a table of %ld channels, expected at least 2", table->shape[1]);
    if (!(apart >= 0))
        fail("position_code: rows that are %g apart, expected at least 0", apart);
}

/* The hands of a clock: each turns once while the next slower one moves on by one of `radix` steps,
 * a whole number, so it is back where it was; the slowest turns once at most. So rows differ by a
 * step of a hand at least, and there is no smaller radix. */
EXERCISE
void position_code(Tensor *table, double apart)
{
    position_code_check(table, apart);
    const long T = table->shape[0], C = table->shape[1], hands = C / 2;
    double radix = 2;
    while (pow(radix, (double)hands) < (double)T)
        radix++;
    for (long p = 0; p < T; p++)
        for (long c = 0; c < C; c++) {
            double turn = pow(radix, (double)(c / 2 + 1)); /* so many steps */
            double angle = TWO_PI * fmod((double)p, turn) / turn;
            double hand = c % 2 == 0 ? cos(angle) : sin(angle);
            table->data[p * C + c] = (real)(c / 2 < hands ? hand : 0);
        }
}

/* ---- forward --------------------------------------------------------------------------------- */

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

EXERCISE
Tensor *positions_forward(PositionalEncoding *p, Tensor *x)
{
    positions_check(p, x);
    long T = x->shape[1];
    Tensor *rows = tensor_slice(p->table, 0, 0, T, 1);
    return tensor_add(x, rows);
}
