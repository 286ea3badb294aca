/* target_api.c - a program that nobody would write: operations, views, scopes and walks back as bytes say.
 *
 * A byte says what to do, those behind it to what, with which numbers. Most calls are mistakes, and fail(); none may crash, leave
 * something behind, or change what was there. What works on a view has to work alike on a copy of it.
 */
#include "api.h"
#include <math.h>

enum {
#define OP(name, care, draw, ...) OP_##name,
#include "api_ops.h"
#undef OP
    OPERATIONS
};

/* How many that would be; 0 where it is too many to be made here. */
static long few(const Api *api)
{
    long n = shape_numel(api->ndim, api->shape);
    return n >= 0 && n <= API_LARGEST ? n : 0;
}

/* ---- operations ------------------------------------------------------------------------------------------ */

static Tensor *input(Api *api, int i)
{
    api->used[i] = true;
    return api->in[i];
}

static Tensor *mask_of(Api *api)
{
    Tensor *t = tensor_ones(api->ndim, api->shape);
    for (long i = 0, n = few(api); i < n; i++)
        t->data[i] = (real)(api->values >> i % 8 & 1);
    return t;
}

static IntTensor *indices_of(Api *api)
{
    IntTensor *t = int_tensor_new(api->ndim, api->shape);
    for (long i = 0, n = few(api); i < n; i++)
        t->data[i] = (int)(api->values + 3 * i) % 5 - (api->values > 240);
    return t;
}

static const int *axes_of(const Api *api, int *axes)
{
    for (int i = 0; i < api->n_list; i++)
        axes[i] = (int)api->list[i];
    return axes;
}

#define X(i) input(api, i)
#define I(i) (int)api->number[i]
#define W(i) (long)(api->number[i] % 50)
#define R(i) api->scalar[i]
#define SIZES api->n_list, api->list
#define AXIS_LIST api->n_list, axes_of(api, (int[API_LIST]){0})
#define MASK mask_of(api)
#define INDICES indices_of(api)
static void operate(void *context)
{
    Api *api = context;
    Tensor *parts[API_LIST] = {NULL};
    switch (api->op) {
#define OP(name, care, draw, ...)                                                                  \
    case OP_##name:                                                                                \
        api->made = __VA_ARGS__;                                                                   \
        break;
#include "api_ops.h"
#undef OP
    default:
        break;
    }
    (void)parts;
}

static Tensor *choose(Api *api)
{
    return api->tensor[api_byte(api) % (unsigned)api->count].t;
}

static void add(Api *api, Tensor *t)
{
    if (t == NULL || tensor_numel(t) > API_LARGEST)
        return;
    if (api->count == API_TENSORS)
        memmove(api->tensor, api->tensor + 1, (size_t)--api->count * sizeof *api->tensor);
    api->tensor[api->count++] = (ApiTensor){t, api->depth};
}

/* The same on copies, without a past, gives the same numbers: a view is as good as what it shows. */
static void once_more_on_copies(Api *api)
{
    Api again = *api;
    if (tensor_numel(api->made) > API_LARGEST)
        return;
    Scope *scope = scope_open();
    for (int i = 0; i < API_INPUTS; i++)
        again.in[i] = api_copy(api->in[i]);
    fuzz_check(fuzz_may_fail(operate, &again), "operation %d fails on a copy", api->op);
    fuzz_check(api_close(api->made, again.made), "operation %d: a copy gives other numbers",
               api->op);
    scope_close(scope);
}

static void do_operation(Api *api, int op)
{
    api->op = op;
    for (int i = 0; i < API_INPUTS; i++) {
        api->in[i] = choose(api);
        api->used[i] = false;
    }
    for (int i = 0; i < 4; i++)
        api->number[i] = api_number(api);
    for (int i = 0; i < 2; i++)
        api->scalar[i] = api_scalar(api);
    api->n_list = api_sizes(api, api->list);
    api->ndim = api_sizes(api, api->shape);
    api->values = (uint8_t)api_byte(api);
    api->made = NULL;
    if (op == OP_split) /* which part the result is */
        api->number[1] = api->n_list > 0 ? (api->number[1] & 15) % api->n_list : 0;
    if (!fuzz_may_fail(operate, api) || api->made == NULL)
        return;
    api_check_result(api);
    once_more_on_copies(api);
    add(api, api->made);
}

/* ---- leaves, scopes, walks back ---------------------------------------------------------------------------- */

static void make_leaf(void *context)
{
    Api *api = context;
    Tensor *t = tensor_zeros(api->ndim, api->shape);
    for (long i = 0, n = few(api); i < n; i++)
        t->data[i] = (real)((double)((api->values * 7 + i * 5) % 16) / 4 - 1.5);
    if (api->values % 4 != 0)
        tensor_requires_grad(t);
    api->made = t;
}

static void make_owned(void *context)
{
    Api *api = context;
    api->made = tensor_keep(choose(api));
    api->owned[api->n_owned++] = api->made;
}

static void walk_back(void *context)
{
    Api *api = context;
    unsigned how = api_byte(api);
    Tensor *t = choose(api);
    if (how % 2 == 0)
        tensor_backward(t);
    else
        tensor_backward_from(t, choose(api), how % 4 == 1);
}

static void change_leaf(void *context)
{
    Api *api = context;
    unsigned how = api_byte(api) % 4;
    Tensor *t = choose(api);
    if (how == 0)
        tensor_zero_grad(t);
    else if (how == 1)
        tensor_retain_grad(t);
    else if (how == 2)
        tensor_requires_grad(t);
    else
        api->made = tensor_detach(t);
}

static void write_down(void *context)
{
    Api *api = context;
    FILE *nowhere = api->nowhere;
    unsigned how = api_byte(api);
    Tensor *t = choose(api);
    if (how % 3 == 0)
        tensor_write(nowhere, t);
    else if (how % 3 == 1)
        graph_json(nowhere, t, (long)(how / 3));
    else
        graph_dump(nowhere, t,
                   &(GraphOptions){.level = how % 2 ? GRAPH_FULL : GRAPH_OVERVIEW,
                                   .values = how & 8,
                                   .gradients = how & 16,
                                   .strides = how & 32,
                                   .memory = how & 64,
                                   .most = how & 128 ? 3 : 0});
}

static void open_scope(Api *api)
{
    if (api->depth < 4)
        api->scope[api->depth++] = scope_open();
}

static void close_scope(Api *api)
{
    if (api->depth == 0)
        return;
    int left = 0;
    for (int i = 0; i < api->count; i++)
        if (api->tensor[i].depth < api->depth)
            api->tensor[left++] = api->tensor[i];
    api->count = left;
    scope_close(api->scope[--api->depth]);
    api_check_gradients(api);
}

static void do_other(Api *api, unsigned what)
{
    static void (*const work[])(void *context) = {make_leaf, make_owned, walk_back, change_leaf,
                                                  write_down};
    api->made = NULL;
    if (what == 5)
        open_scope(api);
    if (what == 6)
        close_scope(api);
    if (what == 7)
        grad_mode(api_byte(api) % 2 == 0);
    if (what > 4 || (what == 1 && api->n_owned == 4))
        return;
    if (what == 0) {
        api->ndim = api_sizes(api, api->shape);
        api->values = (uint8_t)api_byte(api);
    }
    uint64_t before = what == 2 ? api_gradients(api) : 0;
    bool done = fuzz_may_fail(work[what], api);
    fuzz_check(done || what != 2 || api_gradients(api) == before,
               "a walk back failed, but gradients changed");
    api_check_gradients(api);
    int depth = api->depth;
    api->depth = what == 1 ? -1 : depth; /* what is owned outlives all scopes */
    if (done)
        add(api, api->made);
    api->depth = depth;
}

FUZZ_TARGET(api)
{
    Api api = {.bytes = bytes, .left = size, .nowhere = fopen("/dev/null", "w")};
    for (int steps = 0; api.left > 0 && steps < 100; steps++) {
        unsigned what = api_byte(&api);
        if (api.count == 0 || what >= 200)
            do_other(&api, api.count == 0 ? 0 : what % 8);
        else
            do_operation(&api, (int)what % OPERATIONS);
    }
    while (api.depth > 0)
        close_scope(&api);
    api.count = 0;
    for (int i = 0; i < api.n_owned; i++)
        tensor_free(api.owned[i]);
    fclose(api.nowhere);
}
