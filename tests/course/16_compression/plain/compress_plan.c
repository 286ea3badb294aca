/* compress_plan.c - a list of what each layer could be; then all choices are tried. */
#include <math.h>
#include <string.h>
#include "compress_check.h"

enum { MOST_WAYS = 48, MOST_LAYERS = 8 };
typedef struct {
    int kind; /* 0 whole, 1 sparse, 2 thin */
    long much;
    long bytes;
    double error;
} Way;
typedef struct {
    Tensor *weight, *bias, *input;
    double *sizes;
    Svd svd;
    int ways;
    Way way[MOST_WAYS];
} Job;
typedef struct {
    long n, limit;
    Job *job;
    int now[MOST_LAYERS], best[MOST_LAYERS];
    double least;
} Search;

static Tensor *build(const Job *j, const Way *w, StoredLayer *s)
{
    long in = j->weight->shape[0], out = j->weight->shape[1];
    s->bias = j->bias;
    if (w->kind == 0)
        return s->whole = j->weight;
    Tensor *m = tensor_zeros(SHAPE(in, out));
    if (w->kind == 1) {
        double smallest = w->much > 0 ? j->sizes[in * out - w->much] : INFINITY;
        for (long i = 0; i < in * out; i++)
            if (fabs((double)j->weight->data[i]) >= smallest)
                m->data[i] = j->weight->data[i];
        s->sparse = csr_from(tensor_transpose(m, 0, 1));
        return m;
    }
    s->left = tensor_new(SHAPE(in, w->much));
    s->right = tensor_new(SHAPE(w->much, out));
    for (long r = 0; r < w->much; r++) {
        double root = sqrt((double)tensor_get(j->svd.s, AT(r)));
        for (long i = 0; i < in; i++)
            s->left->data[i * w->much + r] = (real)(root * (double)tensor_get(j->svd.u, AT(i, r)));
        for (long i = 0; i < out; i++)
            s->right->data[r * out + i] = (real)(root * (double)tensor_get(j->svd.v, AT(i, r)));
    }
    return tensor_matmul(s->left, s->right);
}

static void note(Job *j, int kind, long much)
{
    Scope *scope = scope_open();
    Way w = {.kind = kind, .much = much};
    StoredLayer s = {0};
    Tensor *off = tensor_sub(build(j, &w, &s), j->weight);
    Tensor *miss = tensor_matmul(j->input, off), *all = tensor_matmul(j->input, j->weight);
    double a = 0, b = 1e-300;
    for (long i = 0; i < tensor_numel(all); i++) {
        a += (double)miss->data[i] * (double)miss->data[i];
        b += (double)all->data[i] * (double)all->data[i];
    }
    w.error = a / b;
    w.bytes = (long)stored_bytes(&s);
    scope_close(scope);
    j->way[j->ways++] = w;
}

static void list_ways(Job *j)
{
    long in = j->weight->shape[0], out = j->weight->shape[1], n = in * out;
    j->sizes = prune_room(n);
    for (long i = 0; i < n; i++)
        j->sizes[i] = fabs((double)j->weight->data[i]);
    sort_numbers(j->sizes, n);
    j->svd = svd_of(j->weight);
    j->ways = 0;
    note(j, 0, n);
    for (long k = 0; k <= 28; k++)
        note(j, 1, n * k / 56);
    for (long r = 1; r < 16 && r * (in + out) < n; r++)
        note(j, 2, r);
}

static void try_layer(Search *s, long k, long bytes, double error)
{
    if (bytes > s->limit || (s->least >= 0 && error >= s->least))
        return;
    if (k == s->n) {
        s->least = error;
        memcpy(s->best, s->now, sizeof s->best);
        return;
    }
    for (int w = 0; w < s->job[k].ways; w++) {
        s->now[k] = w;
        try_layer(s, k + 1, bytes + s->job[k].way[w].bytes, error + s->job[k].way[w].error);
    }
}

/* Outputs that are 0 for every row are left out of this layer and of the next one's inputs. */
static long living(const Tensor *h, long *which)
{
    long n = h->shape[1], count = 0;
    for (long c = 0; c < n; c++) {
        bool any = false;
        for (long r = 0; r < h->shape[0]; r++)
            any |= h->data[r * n + c] != 0;
        if (any)
            which[count++] = c;
    }
    return count;
}

void compress_plan(StoredLayer *stored, long n, Linear *const layer[], Tensor *x, size_t bytes)
{
    compress_plan_check(n, layer, x);

    bool before = grad_mode(false);
    Job *job = scope_alloc(scope_current(), (size_t)n * sizeof *job);
    long rows = x->shape[0], wide = x->shape[1];
    long *from = scope_alloc(scope_current(), (size_t)wide * sizeof *from);
    for (long i = 0; i < wide; i++)
        from[i] = i;
    Tensor *h = x;
    for (long k = 0; k < n; k++) {
        Tensor *w = layer[k]->weight, *after = tensor_relu(linear_forward(layer[k], h));
        long out = w->shape[1], stay = out;
        long *to = scope_alloc(scope_current(), (size_t)out * sizeof *to);
        for (long i = 0; i < out; i++)
            to[i] = i;
        if (k < n - 1)
            stay = living(after, to);
        job[k].weight = tensor_new(SHAPE(wide, stay));
        job[k].input = tensor_new(SHAPE(rows, wide));
        job[k].bias = layer[k]->bias != NULL ? tensor_new(SHAPE(stay)) : NULL;
        for (long i = 0; i < wide; i++)
            for (long j = 0; j < stay; j++)
                job[k].weight->data[i * stay + j] = w->data[from[i] * out + to[j]];
        for (long r = 0; r < rows; r++)
            for (long i = 0; i < wide; i++)
                job[k].input->data[r * wide + i] = tensor_get(h, AT(r, from[i]));
        for (long j = 0; j < stay && job[k].bias != NULL; j++)
            job[k].bias->data[j] = layer[k]->bias->data[to[j]];
        list_ways(&job[k]);
        h = after;
        from = to;
        wide = stay;
    }
    Search s = {.n = n, .limit = (long)bytes, .job = job, .least = -1};
    try_layer(&s, 0, 0, 0);
    for (long k = 0; k < n; k++) {
        memset(&stored[k], 0, sizeof stored[k]);
        build(&job[k], &job[k].way[s.best[k]], &stored[k]);
    }
    grad_mode(before);
}
