/* api_ops.h - the operations of target_api.c: those of random graphs, in the same form, and these. */
#define WINDOW_(...)                                                                               \
    (Window)                                                                                       \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
OP(argmax, , , (tensor_argmax(X(0), I(0), I(1) & 1), NULL))
OP(argmin, , , (tensor_argmin(X(0), I(0), I(1) & 1), NULL))
OP(conv2d_any, , ,
   tensor_conv2d(X(0), X(1), NULL,
                 WINDOW_(.dilation = {W(0), 1}, .stride = {W(1), W(2)}, .padding = {W(3), 0}), 1))
OP(max_pool2d, , ,
   tensor_max_pool2d(X(0),
                     WINDOW_(.kernel = {W(0), W(1)}, .stride = {W(2), 0}, .padding = {W(3), 0})))
OP(avg_pool2d_any, , ,
   tensor_avg_pool2d(X(0), WINDOW_(.kernel = {W(0), W(1)}, .stride = {W(2), 0}), I(3)))
OP(batch_norm2d_known, , ,
   tensor_batch_norm2d(X(0), NULL, NULL, tensor_detach(X(1)), tensor_detach(X(2)), false, 0, R(0)))
OP(split_heads, , , split_heads(X(0), I(0)))
OP(merge_heads, , , merge_heads(X(0)))
OP(mask_combine, , , (mask_combine(X(0), X(1)), NULL))
OP(attention_masked_fused, , , attention_output(X(0), X(1), X(2), MASK, I(0), NULL))
#undef WINDOW_
#include "../autograd/random/random_graph_ops.h"
