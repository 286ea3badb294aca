/* table_pack.c - each row from its own largest logit down, 16 steps; floats where that is not good enough. */
#include <math.h>
#include "cup_check.h"

static unsigned check_of(const unsigned char *in, size_t n)
{
    unsigned check = 7;
    for (size_t i = 0; i < n; i++)
        check = (check * 257 + in[i]) % 65521;
    return check;
}

/* Two codes in a byte. Each row has its top and its step in front. */
static unsigned char *write_row(unsigned char *at, const real *x, long n)
{
    real top = x[0], low = x[0];
    for (long j = 0; j < n; j++) {
        if (x[j] > top)
            top = x[j];
        if (x[j] < low)
            low = x[j];
    }
    if (low < top - 10)
        low = top - 10;
    real step = (top - low) / 15;
    artefact_put_float(at, (float)top);
    artefact_put_float(at + 4, (float)step);
    at += 8;
    for (long j = 0; j < n; j++) {
        long code = 0;
        if (step > 0)
            code = x[j] < low ? 15 : lround((double)((top - x[j]) / step));
        if (j % 2 == 0)
            at[j / 2] = (unsigned char)code;
        else
            at[j / 2] += (unsigned char)(16 * code);
    }
    return at + (n + 1) / 2;
}

static void read_row(real *x, long n, const unsigned char *at)
{
    float top = artefact_get_float(at), step = artefact_get_float(at + 4);
    for (long j = 0; j < n; j++) {
        int code = at[8 + j / 2];
        code = j % 2 == 0 ? code % 16 : code / 16;
        x[j] = (real)(top - step * (float)code);
    }
}

static size_t row_bytes(long n)
{
    return 8 + (size_t)(n + 1) / 2;
}

static size_t finish(unsigned char *out, size_t n)
{
    unsigned check = check_of(out, n);
    out[n] = (unsigned char)(check % 256);
    out[n + 1] = (unsigned char)(check / 256);
    return n + 2;
}

size_t table_pack(unsigned char *out, const Tensor *table)
{
    table_check(table);

    long V = table->shape[0];
    Scope *scope = scope_open();
    Tensor *back = tensor_zeros(SHAPE(V, V));
    unsigned char *at = out + 1;
    out[0] = 1;
    for (long i = 0; i < V; i++) {
        unsigned char *next = write_row(at, table->data + i * V, V);
        read_row(back->data + i * V, V, at);
        at = next;
    }
    bool good = table_bits(table, back) <= 1.01 * table_bits(table, table);
    scope_close(scope);
    if (good && at - out < 4 * V * V)
        return finish(out, (size_t)(at - out));
    out[0] = 2;
    for (long i = 0; i < V * V; i++)
        artefact_put_float(out + 1 + 4 * i, (float)table->data[i]);
    return finish(out, (size_t)(1 + 4 * V * V));
}

bool table_unpack(Tensor *table, const unsigned char *in, size_t bytes)
{
    long V = table->shape[0];
    if (bytes < 3)
        return false;
    size_t body = bytes - 2;
    unsigned check = check_of(in, body);
    if (in[body] != check % 256 || in[body + 1] != check / 256)
        return false;
    if (in[0] == 1 && body == 1 + (size_t)V * row_bytes(V)) {
        for (long i = 0; i < V; i++)
            for (int k = 0; k < 2; k++)
                if (!isfinite(artefact_get_float(in + 1 + (size_t)i * row_bytes(V) + 4 * k)))
                    return false;
        for (long i = 0; i < V; i++)
            read_row(table->data + i * V, V, in + 1 + (size_t)i * row_bytes(V));
        return true;
    }
    if (in[0] == 2 && body == 1 + 4 * (size_t)(V * V)) {
        for (long i = 0; i < V * V; i++)
            if (!isfinite(artefact_get_float(in + 1 + 4 * i)))
                return false;
        for (long i = 0; i < V * V; i++)
            table->data[i] = artefact_get_float(in + 1 + 4 * i);
        return true;
    }
    return false;
}
