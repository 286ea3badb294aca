/* compress_plan.c - a network of linear layers in few bytes: which form for which layer.
 *
 * First, channels that carry nothing leave: their column, their bias, their row of the next layer.
 * Of what is left each layer has options, whole, sparse or thin, with what they take and what they
 * are off by on rows that came by; bytes go where they take most error away.
 *
 * Invariant: what is chosen so far fits.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compress_check.h"

void compress_plan_check(long n, Linear *const layer[], const Tensor *x)
{
    if (n < 1 || x->ndim != 2 || x->shape[1] != layer[0]->weight->shape[0])
        fail("compress_plan: %ld layers and rows %s, expected at least 1, and (rows, in)", n,
             tensor_shape_text(x));
    for (long k = 1; k < n; k++)
        if (layer[k]->weight->shape[0] != layer[k - 1]->weight->shape[1])
            fail("compress_plan: layer %ld has %ld outputs, and layer %ld has %ld inputs", k - 1,
                 layer[k - 1]->weight->shape[1], k, layer[k]->weight->shape[0]);
}

size_t stored_bytes(const StoredLayer *s)
{
    size_t numbers = s->bias != NULL ? (size_t)tensor_numel(s->bias) : 0;
    const Tensor *part[] = {s->whole, s->left, s->right};
    for (int i = 0; i < 3; i++)
        numbers += part[i] != NULL ? (size_t)tensor_numel(part[i]) : 0;
    return numbers * sizeof(real) + (s->sparse != NULL ? csr_bytes(s->sparse) : 0);
}

/* ---- the options of a layer ------------------------------------------------------------------ */

typedef enum { WHOLE, SPARSE, THIN } Form;
typedef struct {
    Form form;
    long size; /* numbers that stay, or the rank */
    size_t bytes;
    double error;
} Option;

enum { MOST_OPTIONS = 64 };
typedef struct {
    Tensor *w, *h, *bias; /* without the channels that have left; h comes in */
    double *magnitude;    /* of w, ascending */
    Svd svd;
    long count, now;
    Option option[MOST_OPTIONS];
} Part;

/* All but the `size` largest numbers of w are 0. */
static Tensor *largest_of(const Part *p, long size)
{
    const long n = tensor_numel(p->w);
    Tensor *t = tensor_zeros(p->w->ndim, p->w->shape);
    if (size == 0)
        return t;
    const double least = p->magnitude[n - size];
    long ties = size;
    for (long i = 0; i < n; i++)
        ties -= fabs((double)p->w->data[i]) > least;
    for (long i = 0; i < n; i++) {
        double m = fabs((double)p->w->data[i]);
        if (m > least || (m == least && ties-- > 0))
            t->data[i] = p->w->data[i];
    }
    return t;
}

static StoredLayer stored_as(const Part *p, Form form, long size)
{
    StoredLayer s = {.bias = p->bias};
    const long in = p->w->shape[0], out = p->w->shape[1];
    if (form == WHOLE)
        s.whole = p->w;
    if (form == SPARSE)
        s.sparse = csr_from(tensor_transpose(largest_of(p, size), 0, 1));
    if (form == THIN) {
        s.left = tensor_new(SHAPE(in, size));
        s.right = tensor_new(SHAPE(size, out));
        for (long k = 0; k < size; k++) {
            for (long i = 0; i < in; i++)
                s.left->data[i * size + k] =
                    tensor_get(p->svd.u, AT(i, k)) * tensor_get(p->svd.s, AT(k));
            for (long j = 0; j < out; j++)
                s.right->data[k * out + j] = tensor_get(p->svd.v, AT(j, k));
        }
    }
    return s;
}

static double squares(const Tensor *t)
{
    double sum = 0;
    for (long i = 0; i < tensor_numel(t); i++)
        sum += (double)t->data[i] * (double)t->data[i];
    return sum;
}

static void add_option(Part *p, Form form, long size)
{
    Scope *scope = scope_open();
    StoredLayer s = stored_as(p, form, size);
    Tensor *w = form == WHOLE    ? s.whole
                : form == SPARSE ? largest_of(p, size)
                                 : tensor_matmul(s.left, s.right);
    double all = squares(tensor_matmul(p->h, p->w));
    double off = squares(tensor_matmul(p->h, tensor_sub(w, p->w)));
    p->option[p->count++] = (Option){form, size, stored_bytes(&s), all > 0 ? off / all : 0};
    scope_close(scope);
}

static void find_options(Part *p)
{
    const long n = tensor_numel(p->w), rank = low_rank_limit(p->w->shape[0], p->w->shape[1]);
    p->magnitude = prune_room(n);
    for (long i = 0; i < n; i++)
        p->magnitude[i] = fabs((double)p->w->data[i]);
    sort_numbers(p->magnitude, n);
    p->svd = svd_of(p->w);
    add_option(p, SPARSE, 0);
    add_option(p, WHOLE, n);
    for (long k = 1; k <= 24; k++) /* 1/64 to 24/64: beyond that all numbers take less */
        add_option(p, SPARSE, n * k / 64);
    for (long r = 1; r <= rank && p->count < MOST_OPTIONS; r++)
        add_option(p, THIN, r);
}

/* ---- channels that carry nothing ------------------------------------------------------------- */

#define CARRIES 1e-5 /* of what reaches the next layer, the weakest may have so much together */

typedef struct {
    long count, *which;
} Channels;

static Channels all_channels(long n)
{
    Channels c = {n, scope_alloc(scope_current(), (size_t)n * sizeof(long))};
    for (long j = 0; j < n; j++)
        c.which[j] = j;
    return c;
}

/* Those of h (rows, channels) that the next layer's weight makes something of. */
static Channels channels_that_carry(const Tensor *h, const Tensor *next)
{
    const long n = next->shape[0], rows = h->shape[0], out = next->shape[1];
    double *carried = prune_room(2 * n), *sorted = carried + n, total = 0, tail = 0, least = 0;
    for (long j = 0; j < n; j++) {
        double comes = 0, goes = 0;
        for (long r = 0; r < rows; r++)
            comes += (double)h->data[r * n + j] * (double)h->data[r * n + j];
        for (long i = 0; i < out; i++)
            goes += (double)next->data[j * out + i] * (double)next->data[j * out + i];
        carried[j] = sorted[j] = comes * goes;
        total += carried[j];
    }
    sort_numbers(sorted, n);
    for (long j = 0; j < n && (tail += sorted[j]) <= CARRIES * total; j++)
        least = sorted[j] + 1e-300;
    Channels c = all_channels(n);
    c.count = 0;
    for (long j = 0; j < n; j++)
        if (carried[j] >= least)
            c.which[c.count++] = j;
    return c;
}

static Tensor *picked(const Tensor *t, Channels row, Channels column)
{
    Tensor *out = tensor_new(SHAPE(row.count, column.count));
    for (long i = 0; i < row.count; i++)
        for (long j = 0; j < column.count; j++)
            out->data[i * column.count + j] = t->data[row.which[i] * t->shape[1] + column.which[j]];
    return out;
}

static Tensor *picked_bias(const Tensor *bias, Channels c)
{
    if (bias == NULL)
        return NULL;
    Tensor *out = tensor_new(SHAPE(c.count));
    for (long j = 0; j < c.count; j++)
        out->data[j] = bias->data[c.which[j]];
    return out;
}

/* What comes into each layer, and of it and the layer what carries something. */
static void find_parts(Part *part, long n, Linear *const layer[], Tensor *x)
{
    Channels in = all_channels(x->shape[1]);
    Tensor *h = tensor_contiguous(x);
    for (long k = 0; k < n; k++) {
        const Linear *l = layer[k];
        Tensor *after = tensor_relu(linear_forward(layer[k], h));
        Channels out = k + 1 < n ? channels_that_carry(after, layer[k + 1]->weight)
                                 : all_channels(l->weight->shape[1]);
        part[k].w = picked(l->weight, in, out);
        part[k].bias = picked_bias(l->bias, out);
        part[k].h = picked(h, all_channels(h->shape[0]), in);
        find_options(&part[k]);
        h = after;
        in = out;
    }
}

/* ---- all choices that no other one beats ----------------------------------------------------- */

/* A choice for the first layers: the option of the last of them, and where the others stand. */
typedef struct {
    size_t bytes;
    double error;
    long option, before;
} Choice;
typedef struct {
    long count;
    Choice *choice; /* more bytes, less error */
} Choices;

static int by_bytes(const void *a, const void *b)
{
    const Choice *x = a, *y = b;
    if (x->bytes == y->bytes)
        return x->error < y->error ? -1 : x->error > y->error;
    return x->bytes > y->bytes ? 1 : -1;
}

/* One layer more; what takes more than `bytes`, or as much and is off by more, is left out. */
static Choices extended(Choices c, const Part *p, size_t bytes)
{
    const size_t room = (size_t)(c.count * p->count + 1);
    Choices all = {0, scope_alloc(scope_current(), room * sizeof(Choice))};
    for (long i = 0; i < c.count; i++)
        for (long o = 0; o < p->count; o++) {
            size_t taken = c.choice[i].bytes + p->option[o].bytes;
            double error = c.choice[i].error + p->option[o].error;
            if (taken <= bytes)
                all.choice[all.count++] = (Choice){taken, error, o, i};
        }
    qsort(all.choice, (size_t)all.count, sizeof(Choice), by_bytes);
    long kept = 0;
    for (long i = 0; i < all.count; i++)
        if (kept == 0 || all.choice[i].error < all.choice[kept - 1].error)
            all.choice[kept++] = all.choice[i];
    all.count = kept;
    return all;
}

/* part[k].now of the choice with the least error; 0 for all, if nothing fits. */
static void choose(long n, Part *part, size_t bytes)
{
    Scope *scope = scope_open();
    Choices *upto = scope_alloc(scope, (size_t)(n + 1) * sizeof *upto);
    Choice nothing = {0};
    upto[0] = (Choices){1, &nothing};
    for (long k = 0; k < n; k++)
        upto[k + 1] = extended(upto[k], &part[k], bytes);
    long at = upto[n].count - 1;
    for (long k = n; k > 0 && at >= 0; k--) {
        part[k - 1].now = upto[k].choice[at].option;
        at = upto[k].choice[at].before;
    }
    scope_close(scope);
}

EXERCISE
void compress_plan(StoredLayer *stored, long n, Linear *const layer[], Tensor *x, size_t bytes)
{
    compress_plan_check(n, layer, x);
    Part *part = scope_alloc(scope_current(), (size_t)n * sizeof *part);
    memset(part, 0, (size_t)n * sizeof *part);
    bool before = grad_mode(false);
    find_parts(part, n, layer, x);
    choose(n, part, bytes);
    for (long k = 0; k < n; k++) {
        const Option *o = &part[k].option[part[k].now];
        stored[k] = stored_as(&part[k], o->form, o->size);
    }
    grad_mode(before);
}
