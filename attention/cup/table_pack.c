/* table_pack.c - what follows each token, as few bytes: a table of logits, in a form of its own.
 *
 *     a letter                  which form
 *     codes                     of 4 or 8 bits, row by row: the largest logit of the row, less x,
 *                               in steps; or x itself, a float
 *     4 bytes                   made of all others and of their order
 *
 * A number added to a row changes no prediction, so the largest logit of each row is written as 0.
 * What lies far below it hardly ever follows, and is cut off. Where that costs too many bits (one
 * token is nearly sure, so that all others are far below), a finer form is taken.
 */
#include <math.h>
#include "cup_check.h"

void table_check(const Tensor *table)
{
    if (table->ndim != 2 || table->shape[0] != table->shape[1])
        fail("table_pack: the table has the shape %s, expected (V, V). hint: row i has the logits "
             "of what follows token i",
             tensor_shape_text(table));
    artefact_check("table_pack", table);
}

/* log of the sum of e^x over a row. */
static double log_sum(const real *row, long n)
{
    double largest = (double)row[0], sum = 0;
    for (long j = 1; j < n; j++)
        largest = fmax(largest, (double)row[j]);
    for (long j = 0; j < n; j++)
        sum += exp((double)row[j] - largest);
    return largest + log(sum);
}

double table_bits(const Tensor *table, const Tensor *seen)
{
    long rows = table->shape[0];
    double nats = 0;
    for (long i = 0; i < rows; i++) {
        const real *x = table->data + i * rows, *y = seen->data + i * rows;
        double of_x = log_sum(x, rows), of_y = log_sum(y, rows);
        for (long j = 0; j < rows; j++)
            nats += exp((double)x[j] - of_x) * (of_y - (double)y[j]);
    }
    return rows == 0 ? 0 : nats / (double)rows / log(2);
}

/* ---- the forms ------------------------------------------------------------------------------- */

typedef struct {
    unsigned char letter;
    int bits;
    double step;
} Form;

/* From the shortest to that which keeps everything. */
static const Form forms[] = {{'4', 4, 0.6}, {'8', 8, 0.125}, {'F', 32, 0}};
enum { FORMS = 3, SEAL = 4 };

static size_t bytes_of(Form f, long count)
{
    return 1 + ((size_t)count * (size_t)f.bits + 7) / 8 + SEAL;
}

/* Another one for each change of a byte, and for each exchange of two neighbours that differ. */
static uint32_t seal_of(const unsigned char *bytes, size_t n)
{
    uint32_t seal = 0;
    for (size_t i = 0; i < n; i++)
        seal = 31 * seal + bytes[i] + 1;
    return seal;
}

static void put_code(unsigned char *codes, long i, Form f, double code)
{
    double most = f.bits == 4 ? 15 : 255;
    unsigned char c = (unsigned char)(code < most ? code : most);
    if (f.bits == 8)
        codes[i] = c;
    else
        codes[i / 2] = (unsigned char)(i % 2 == 0 ? c : codes[i / 2] | c << 4);
}

static size_t write_as(Form f, unsigned char *out, const Tensor *table)
{
    long rows = table->shape[0];
    size_t body = bytes_of(f, rows * rows) - SEAL;
    out[0] = f.letter;
    for (long i = 0; i < rows; i++) {
        const real *x = table->data + i * rows;
        double top = (double)x[0];
        for (long j = 1; j < rows; j++)
            top = fmax(top, (double)x[j]);
        for (long j = 0; j < rows; j++)
            if (f.bits == 32)
                artefact_put_float(out + 1 + 4 * (i * rows + j), (float)x[j]);
            else
                put_code(out + 1, i * rows + j, f, rint((top - (double)x[j]) / f.step));
    }
    uint32_t seal = seal_of(out, body);
    for (int k = 0; k < SEAL; k++)
        out[body + (size_t)k] = (unsigned char)(seal >> 8 * k);
    return body + SEAL;
}

static void read_as(Form f, Tensor *table, const unsigned char *codes)
{
    for (long i = 0; i < tensor_numel(table); i++)
        if (f.bits == 32)
            table->data[i] = (real)artefact_get_float(codes + 4 * i);
        else {
            int code = f.bits == 8 ? codes[i] : codes[i / 2] >> 4 * (i % 2) & 15;
            table->data[i] = (real)(-f.step * code);
        }
}

EXERCISE
size_t table_pack(unsigned char *out, const Tensor *table)
{
    table_check(table);
    Scope *scratch = scope_open();
    Tensor *seen = tensor_new_like(table);
    double own = table_bits(table, table);
    size_t bytes = 0;
    for (int k = 0; k < FORMS; k++) {
        bytes = write_as(forms[k], out, table);
        read_as(forms[k], seen, out + 1);
        if (cup_passes(own, table_bits(table, seen)))
            break;
    }
    scope_close(scratch);
    return bytes;
}

EXERCISE
bool table_unpack(Tensor *table, const unsigned char *in, size_t bytes)
{
    for (int k = 0; k < FORMS; k++) {
        if (bytes != bytes_of(forms[k], tensor_numel(table)) || in[0] != forms[k].letter)
            continue;
        uint32_t seal = seal_of(in, bytes - SEAL), found = 0;
        for (int b = 0; b < SEAL; b++)
            found |= (uint32_t)in[bytes - SEAL + (size_t)b] << 8 * b;
        if (seal != found)
            return false;
        if (forms[k].bits == 32)
            for (long i = 0; i < tensor_numel(table); i++)
                if (!isfinite(artefact_get_float(in + 1 + 4 * i)))
                    return false;
        read_as(forms[k], table, in + 1);
        return true;
    }
    return false;
}
