/* flops_want.c - 2 m n k, and what becomes of it. */
#include "want.h"

/* x as an int keeps it: its lowest 32 bits. */
static double in_int(double x)
{
    return (double)(int32_t)(uint32_t)(uint64_t)x;
}

double matmul_want(const Product *p)
{
    double right = 2 * p->m * p->n * p->k, rows = p->m / p->batch;
    MISTAKE_NUMBER(right / 2, "a multiplication and an addition were counted as one: they are two");
    MISTAKE_NUMBER(right / p->batch, "the batch was forgotten: each of its matrices costs m n k");
    MISTAKE_NUMBER(right * p->batch,
                   "the batch was counted twice: it is in the numbers of the result already");
    MISTAKE_NUMBER(2 * p->out * p->n,
                   "k is the axis that disappears, and not the last one of the result");
    MISTAKE_NUMBER(2 * p->out * p->first, "k was taken from the first axis of input 1: of a batch, "
                                          "or of a table (V, C), that is another one");
    MISTAKE_NUMBER(2 * p->out * p->last, "k was taken from the last axis of input 1");
    MISTAKE_NUMBER(2 * p->out * rows, "k was taken from the rows: it is the last axis of input 0");
    MISTAKE_NUMBER(2 * p->a * p->n,
                   "counted from the numbers of a: what a is broadcast over is missing");
    MISTAKE_NUMBER(2 * p->b * rows,
                   "counted from the numbers of b: what b is broadcast over is missing");
    MISTAKE_NUMBER(p->out * (2 * p->k - 1),
                   "k products are added with k - 1 additions; by agreement 2 k are counted");
    MISTAKE_NUMBER(right + p->out,
                   "the additions of the bias were counted: by agreement they are not");
    MISTAKE_NUMBER(right + p->bias,
                   "the numbers of the bias were added: by agreement it is not counted");
    MISTAKE_NUMBER(p->a + p->b + p->out,
                   "those are numbers that are read and written, no arithmetic");
    MISTAKE_NUMBER(2 * p->a * p->b, "not every number of a meets every number of b");
    MISTAKE_NUMBER(2 * p->out, "each number of the result is a sum of k products");
    if (in_int(right) != right)
        MISTAKE_NUMBER(in_int(right), "counted in an int, whose largest number is 2,147,483,647: "
                                      "compute in double");
    MISTAKE_NUMBER(3 * right, "that is forward and backward together");
    return right;
}

bool products_are_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong", "the given line flops_matmul_check(c) is gone");
    return true;
}

static double sum_of(const double *x, long n)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

double forward_want(const GraphSizes *g)
{
    double right = sum_of(g->forward, g->n), products = 0, views = right, visits = 0;
    for (long i = 0; i < g->n; i++) {
        products += g->product[i] ? g->forward[i] : 0;
        views += g->view[i] ? g->numbers[i] : 0;
        visits += g->forward[i] * (double)g->uses[i];
    }
    MISTAKE_NUMBER(
        products,
        "products alone were counted: what else is computed counts as well (flops_closure)");
    MISTAKE_NUMBER(views, "a view was counted: it computes nothing");
    MISTAKE_NUMBER(visits,
                   "what is used several times was counted for each use: it was computed once");
    MISTAKE_NUMBER(right + g->without_gradient,
                   "what no gradient goes through was counted: go along backward_order");
    if (g->n > 0) {
        MISTAKE_NUMBER(g->forward[0],
                       "that is the last operation alone: follow next to the others");
        MISTAKE_NUMBER(right - g->forward[0], "the last operation, the root's own, is missing");
        MISTAKE_NUMBER(right - g->forward[g->n - 1],
                       "the first operation, at the end of the order, is missing");
        MISTAKE_NUMBER(g->forward[g->n - 1],
                       "that is the first operation alone: add, and do not overwrite");
        MISTAKE_NUMBER((double)g->n, "that is how many operations there are");
    }
    if (g->along_first > 0)
        MISTAKE_NUMBER(g->along_first, "that is the chain of first inputs alone");
    MISTAKE_NUMBER(sum_of(g->gradients, g->n), "those are the gradients: forward is asked");
    MISTAKE_NUMBER(right + sum_of(g->gradients, g->n), "that is forward and backward together");
    return right;
}

double gradients_want(const Product *p)
{
    double once = 2 * p->m * p->n * p->k, wanted = (double)(p->wants[0] + p->wants[1]);
    MISTAKE_NUMBER(
        2 * once,
        "two products, whether they are wanted or not: an input that wants no gradient costs none");
    MISTAKE_NUMBER(
        once, "as much as forward: one product for each of the two inputs that wants a gradient");
    MISTAKE_NUMBER(3 * once, "that is forward and both gradients together");
    if (p->wants[2]) {
        MISTAKE_NUMBER(once * (wanted + 1),
                       "the bias was taken for a product: its gradient is a sum");
        MISTAKE_NUMBER(once * wanted + p->out,
                       "the sum for the bias was counted: by agreement products alone are");
    }
    MISTAKE_NUMBER(once * p->wants[0], "the gradient of input 1 is missing: dB = A^T dY");
    MISTAKE_NUMBER(once * p->wants[1], "the gradient of input 0 is missing: dA = dY B^T");
    MISTAKE_NUMBER(once * !p->wants[0] + once * !p->wants[1],
                   "that is the other way round: those were counted that want no gradient");
    MISTAKE_NUMBER(once * wanted / 2, "half of it: a multiplication and an addition are two");
    MISTAKE_NUMBER(once * (wanted + 1), "forward was counted as well: gradients alone are asked");
    MISTAKE_NUMBER(once * wanted * wanted, "each of the products was counted for both inputs");
    return once * wanted;
}

double backward_want(const GraphSizes *g)
{
    double right = sum_of(g->gradients, g->n), forward = sum_of(g->forward, g->n), twice = 0,
           products = 0, once = 0, others_twice = 0;
    for (long i = 0; i < g->n; i++) {
        twice += (g->product[i] ? 2 : 1) * g->forward[i];
        once += g->product[i] ? g->forward[i] : g->gradients[i];
        products += g->product[i] ? g->gradients[i] : 0;
        others_twice += (g->product[i] ? 1 : 2) * g->gradients[i];
    }
    MISTAKE_NUMBER(2 * forward, "backward was taken for twice forward: of data no gradient is "
                                "wanted, and gelu and sum have one input");
    MISTAKE_NUMBER(forward, "backward was taken for as much as forward");
    MISTAKE_NUMBER(twice, "products were counted twice, whether they are wanted or not");
    MISTAKE_NUMBER(
        once, "products were counted once: one for each of the two inputs that wants a gradient");
    MISTAKE_NUMBER(right + forward, "forward was counted as well");
    MISTAKE_NUMBER(products, "what is no product is missing: flops_other_gradients(c)");
    return right;
}
