/* csr_new.c - memory for a matrix in compressed sparse rows. */
#include "forms_check.h"

static void check_size(const char *what, long size)
{
    if (size < 0 || size > INT_MAX)
        fail("csr_new: %s is %ld, expected 0 to %d", what, size, INT_MAX);
}

Csr *csr_new(long rows, long columns, long count)
{
    check_size("rows", rows);
    check_size("columns", columns);
    check_size("count", count);
    Scope *scope = scope_current();
    Csr *c = scope_alloc(scope, sizeof *c);
    *c = (Csr){.rows = rows, .columns = columns, .count = count};
    c->row_start = scope_alloc(scope, ((size_t)rows + 1) * sizeof(int));
    c->column = scope_alloc(scope, ((size_t)count + 1) * sizeof(int));
    c->value = scope_alloc(scope, ((size_t)count + 1) * sizeof(real));
    return c;
}

void csr_check(const Tensor *w)
{
    if (w->ndim != 2)
        fail("csr_from: w is %s, expected a matrix (rows, columns)", tensor_shape_text(w));
}

size_t csr_bytes(const Csr *w)
{
    return ((size_t)w->rows + 1 + (size_t)w->count) * sizeof(int) + (size_t)w->count * sizeof(real);
}
