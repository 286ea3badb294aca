/* graph_collect.c - find everything the roots were made from, once, producers before consumers.
 *
 * A depth-first walk over tensors with a stack threaded through the nodes, so that a chain of any
 * length is fine. Unlike the backward walk it also follows detached tensors, where no gradient
 * goes. Invariant: a node enters the list after all of its inputs, and a tensor has one node
 * however often it is used; a hash table by address sees to that.
 */
#include "graph.h"
#include <math.h>
#include <string.h>

void *graph_alloc(const Graph *graph, size_t bytes)
{
    return memset(scope_alloc(graph->scope, bytes), 0, bytes);
}

Tensor *const *graph_saved(const Closure *c)
{
    return c->capture;
}

static bool is_input(const Closure *c, const Tensor *t)
{
    for (int i = 0; i < c->n_in; i++)
        if (c->in[i] == t)
            return true;
    return t == c->out;
}

/* A saved tensor belongs in the picture when a user gave it a name, as a mask may have: what a
 * kernel leaves for its backward has none. */
static bool is_shown_saved(const Closure *c, int i)
{
    const Tensor *t = graph_saved(c)[i];
    return t != NULL && t->closure == NULL && t->name != NULL && !is_input(c, t);
}

static double tensor_bytes(const Tensor *t)
{
    return (double)tensor_numel(t) * (double)sizeof(real);
}

/* Of a gradient, which is contiguous. */
static double squared_norm(const Tensor *t)
{
    double sum = 0;
    for (long i = 0, n = tensor_numel(t); i < n; i++)
        sum += (double)t->data[i] * (double)t->data[i];
    return sum;
}

static void take_numbers(GraphCost *cost, const Tensor *t, const GraphOptions *options)
{
    if (options->gradients && t->grad != NULL) {
        cost->n_gradients = tensor_numel(t);
        cost->squared_gradient = squared_norm(t->grad);
        cost->gradient = cost->n_gradients == 1 ? (double)t->grad->data[0] : 0;
    }
    if (options->values) {
        GraphNumbers numbers = graph_numbers(t);
        cost->n_values = numbers.n;
        cost->n_strange = numbers.strange;
        cost->value = numbers.last;
        cost->low = numbers.low;
        cost->high = numbers.high;
    }
}

static GraphCost cost_of(const Tensor *t, const GraphOptions *options)
{
    const Closure *c = tensor_closure(t);
    GraphCost cost = {0};
    take_numbers(&cost, t, options);
    if (c == NULL || c->op->view == NULL)
        cost.bytes = tensor_bytes(t);
    if (c == NULL)
        return cost;
    for (int i = 0; i < c->op->saved; i++) {
        const Tensor *saved = graph_saved(c)[i];
        if (saved != NULL && saved->closure == NULL && !is_input(c, saved))
            cost.bytes += tensor_bytes(saved);
    }
    cost.forward_seconds = c->origin.forward_seconds;
    cost.backward_seconds = c->origin.backward_seconds;
    return cost;
}

static GraphNode *new_node(Graph *graph, const Tensor *t)
{
    GraphNode *node = graph_alloc(graph, sizeof *node);
    node->tensor = t;
    node->closure = tensor_closure(t);
    node->recorded = node->closure ? node->closure->origin.region : NULL;
    node->name = t->name;
    node->cost = cost_of(t, &graph->options);
    node->kind = node->closure ? NODE_OPERATION : t->requires_grad ? NODE_PARAMETER : NODE_CONSTANT;
    if (node->closure) {
        int most = node->closure->n_in + node->closure->op->saved;
        node->in = graph_alloc(graph, (size_t)most * sizeof *node->in + 1);
    }
    return node;
}

static const Tensor *next_input(GraphNode *node)
{
    const Closure *c = node->closure;
    if (c == NULL)
        return NULL;
    for (; node->next_in < c->n_in; node->next_in++)
        if (c->in[node->next_in] != NULL)
            return c->in[node->next_in];
    for (; node->next_in < c->n_in + c->op->saved; node->next_in++)
        if (is_shown_saved(c, node->next_in - c->n_in))
            return graph_saved(c)[node->next_in - c->n_in];
    return NULL;
}

static void append(Graph *graph, GraphNode *node)
{
    node->number = graph->n_nodes++;
    if (graph->last)
        graph->last->next = node;
    else
        graph->first = node;
    graph->last = node;
}

/* What a computation starts from is an input; what it is combined with on the way is a constant. */
static void mark_inputs(Graph *graph)
{
    for (GraphNode *node = graph->first; node; node = node->next) {
        GraphNode *source = node->n_in > 0 ? node->in[0] : NULL;
        if (source && source->kind == NODE_CONSTANT && source->tensor->ndim > 0 &&
            !tensor_made_in_no_grad(source->tensor))
            source->kind = NODE_INPUT;
    }
}

static void collect_past(Graph *graph, GraphTable *seen, const Tensor *root)
{
    void **place = graph_table_at(seen, (uintptr_t)root);
    if (*place != NULL)
        return; /* another root was made from it */
    GraphNode *stack = new_node(graph, root);
    *place = stack;
    while (stack) {
        GraphNode *node = stack;
        const Tensor *t = next_input(node);
        if (t == NULL) {
            stack = node->below;
            append(graph, node);
            continue;
        }
        place = graph_table_at(seen, (uintptr_t)t);
        if (*place == NULL) {
            *place = new_node(graph, t);
            ((GraphNode *)*place)->below = stack;
            stack = *place;
        }
        node->in[node->n_in++] = *place;
        node->next_in++;
    }
}

static void name_leaves(Graph *graph, GraphTable *seen)
{
    const GraphOptions *o = &graph->options;
    for (long i = 0; i < o->n_names; i++) {
        GraphNode *node = *graph_table_at(seen, (uintptr_t)o->named[i]);
        if (node != NULL && node->closure == NULL)
            node->name = o->names[i];
    }
}

static void mark_root(GraphNode *root)
{
    root->is_root = true;
    if (root->closure == NULL && root->kind == NODE_CONSTANT)
        root->kind = NODE_INPUT;
    if (root->closure != NULL && tensor_numel(root->tensor) == 1)
        root->kind = NODE_LOSS;
}

void graph_collect(Graph *graph, const Tensor *root)
{
    const GraphOptions *o = &graph->options;
    GraphTable seen = graph_table(graph->scope);
    collect_past(graph, &seen, root);
    for (int i = 0; i < o->n_roots; i++)
        collect_past(graph, &seen, o->roots[i]);
    mark_inputs(graph);
    mark_root(*graph_table_at(&seen, (uintptr_t)root));
    for (int i = 0; i < o->n_roots; i++)
        mark_root(*graph_table_at(&seen, (uintptr_t)o->roots[i]));
    name_leaves(graph, &seen);
}
