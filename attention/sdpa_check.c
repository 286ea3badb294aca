/* sdpa_check.c - queries, keys and values that do not belong together. */
#include "attention_shared.h"

#define SDPA "scaled_dot_product_attention"

/* Everything left of (T, D) must agree: nothing is broadcast between q, k and v. */
static void check_batch(const Tensor *q, const Tensor *other, const char *name)
{
    static const char *const axis_name[] = {"batch size", "number of heads"};
    for (int d = 0; d < q->ndim - 2; d++)
        if (q->shape[d] != other->shape[d])
            fail(SDPA ": q %s and %s %s differ in the %s (axis %d), %ld against %ld%s",
                 tensor_shape_text(q), name, tensor_shape_text(other), axis_name[d], d, q->shape[d],
                 other->shape[d],
                 d == 1 && other->shape[d] > 0 && q->shape[d] % other->shape[d] == 0
                     ? ". hint: flash_attention with .enable_gqa lets several heads of q share one"
                     : "");
}

void sdpa_check_keys(const Tensor *q, const Tensor *k)
{
    if (q->ndim != k->ndim || q->ndim < 3 || q->ndim > 4)
        fail(SDPA ": q %s and k %s must both be (B, T, D) or (B, H, T, D)", tensor_shape_text(q),
             tensor_shape_text(k));
    check_batch(q, k, "k");
    int last = q->ndim - 1;
    if (q->shape[last] != k->shape[last])
        fail(SDPA ": q %s and k %s differ in D (axis %d), %ld against %ld. hint: a query and a key "
                  "are compared number by number",
             tensor_shape_text(q), tensor_shape_text(k), last, q->shape[last], k->shape[last]);
}

void sdpa_check_values(const Tensor *q, const Tensor *k, const Tensor *v)
{
    if (v->ndim != k->ndim)
        fail(SDPA ": q %s, k %s and v %s must all be (B, T, D) or (B, H, T, D)",
             tensor_shape_text(q), tensor_shape_text(k), tensor_shape_text(v));
    check_batch(q, v, "v");
    int time = k->ndim - 2;
    if (k->shape[time] != v->shape[time])
        fail(SDPA ": k %s and v %s differ in Tk (axis %d), %ld against %ld. hint: every key needs "
                  "its value",
             tensor_shape_text(k), tensor_shape_text(v), time, k->shape[time], v->shape[time]);
}
