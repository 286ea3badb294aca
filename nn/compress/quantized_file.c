/* quantized_file.c - a model with codes in a safetensors file: codes as I8 or U8, their scales as
 * F16 or F32.
 *
 * Saving and loading go over one list of what there is, so that they cannot differ.
 * Invariant: nothing in the model changes unless everything in the file fits.
 */
#include <string.h>
#include "layer_parts.h"
#include "quantize_parts.h"

/* Something with a name in the file: a tensor, or numbers in memory. */
typedef struct {
    RawTensor raw;
    long shape[TENSOR_MAX_AXES];
    Tensor *tensor; /* NULL: memory */
    void *data;
    size_t bytes;
} Piece;

typedef struct {
    Scope *scope;
    Piece *pieces; /* NULL: they are only counted */
    long count;
} Pieces;

static Piece *add(Pieces *all, const Path *here, const char *name, const char *dtype, int ndim,
                  const long *shape)
{
    static __thread Piece counted;
    Path path = path_below(here, name, -1);
    Piece *p = all->pieces != NULL ? &all->pieces[all->count] : &counted;
    all->count++;
    if (all->pieces == NULL)
        return p;
    char *copy = scope_alloc(all->scope, path.length + 1);
    strcpy(copy, path.text);
    *p = (Piece){.raw = {copy, dtype, ndim, p->shape, NULL}};
    memcpy(p->shape, shape, (size_t)ndim * sizeof *shape);
    return p;
}

static void add_memory(Pieces *all, const Path *here, const char *name, const char *dtype, int ndim,
                       const long *shape, void *data, size_t of_a_number)
{
    Piece *p = add(all, here, name, dtype, ndim, shape);
    p->data = data;
    p->raw.data = data;
    p->bytes = (size_t)shape_numel(ndim, shape) * of_a_number;
}

static void add_tensor(Pieces *all, const Path *here, const char *name, Tensor *t)
{
    Piece *p = add(all, here, name, sizeof(real) == 8 ? "F64" : "F32", t->ndim, t->shape);
    p->tensor = t;
    p->raw.data = t->data;
}

static void add_codes(Pieces *all, const Path *here, QuantizedMatrix *q)
{
    if (q->nibbles != NULL)
        add_memory(all, here, "nibbles", "U8", SHAPE(q->out, q->in / 2), q->nibbles, 1);
    else
        add_memory(all, here, "codes", "I8", SHAPE(q->out, q->in), q->codes, 1);
    if (q->halves != NULL)
        add_memory(all, here, "scales", "F16", SHAPE(q->out, q->in / q->scheme.group), q->halves,
                   sizeof *q->halves);
    else
        add_memory(all, here, "scales", "F32", SHAPE(q->scheme.group == PER_TENSOR ? 1 : q->out),
                   q->scales, sizeof *q->scales);
}

static void collect(Pieces *all, Module *m, const Path *here)
{
    if (module_codes(m) != NULL)
        add_codes(all, here, ((QuantizedLinear *)m)->weight);
    for (int i = 0; i < m->n_parameters; i++)
        if (!m->parameter[i].shared)
            add_tensor(all, here, m->parameter[i].name, m->parameter[i].tensor);
    for (int i = 0; i < m->n_buffers; i++)
        if (m->buffer[i].saved)
            add_tensor(all, here, m->buffer[i].name, m->buffer[i].tensor);
    for (int i = 0; i < m->n_children; i++) {
        Path path = path_below(here, m->children[i].name, m->children[i].index);
        collect(all, m->children[i].module, &path);
    }
}

/* In the current scope. */
static Pieces pieces_of(Module *m)
{
    Pieces all = {.scope = scope_current()};
    Path top = {.length = 0};
    collect(&all, m, &top);
    all.pieces = scope_alloc(all.scope, (size_t)(all.count + 1) * sizeof *all.pieces);
    all.count = 0;
    collect(&all, m, &top);
    return all;
}

int quantized_save(Module *m, const char *path, long n_metadata, const MetadataEntry metadata[])
{
    Scope *scope = scope_open();
    Pieces all = pieces_of(m);
    RawTensor *raw = scope_alloc(scope, (size_t)(all.count + 1) * sizeof *raw);
    for (long i = 0; i < all.count; i++)
        raw[i] = all.pieces[i].raw;
    int status = safetensors_save_raw(path, all.count, raw, n_metadata, metadata);
    scope_close(scope);
    return status;
}

/* ---- loading --------------------------------------------------------------------------------- */

/* What the file has for a piece, in the current scope; NULL, and kindling_error(). */
static const void *read_piece(SafeTensors *file, const char *path, const Piece *p)
{
    if (p->tensor == NULL)
        return safetensors_read_raw(file, p->raw.name, p->raw.dtype, p->raw.ndim, p->shape);
    const Tensor *t = safetensors_read(file, p->raw.name);
    if (t == NULL || tensor_same_shape(t, p->tensor))
        return t;
    kindling_set_error("%s: \"%s\" has shape %s in the file, and %s in the model", path,
                       p->raw.name, tensor_shape_text(t), tensor_shape_text(p->tensor));
    return NULL;
}

static bool read_all(SafeTensors *file, const char *path, Pieces all, const void **found)
{
    for (long i = 0; i < all.count; i++) {
        found[i] = read_piece(file, path, &all.pieces[i]);
        if (found[i] == NULL)
            return false;
    }
    if (safetensors_count(file) == all.count)
        return true;
    kindling_set_error("%s: expected %ld tensors, found %ld: this file is of another model", path,
                       all.count, safetensors_count(file));
    return false;
}

int quantized_load(Module *m, const char *path)
{
    UNDO_ON_FAIL; /* closes the file */
    SafeTensors *file = safetensors_open(path);
    if (file == NULL)
        return -1;
    Scope *scope = scope_open();
    Pieces all = pieces_of(m);
    const void **found = scope_alloc(scope, (size_t)(all.count + 1) * sizeof *found);
    bool fits = read_all(file, path, all, found);
    for (long i = 0; fits && i < all.count; i++) {
        Piece *p = &all.pieces[i];
        if (p->tensor != NULL)
            copy_kernel(p->tensor, found[i]);
        else
            memcpy(p->data, found[i], p->bytes);
    }
    scope_close(scope);
    safetensors_close(file);
    return fits ? 0 : -1;
}
