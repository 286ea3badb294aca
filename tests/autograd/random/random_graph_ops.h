/* random_graph_ops.h - the operations that random graphs are made of, one row each:
 *
 *     OP(name, what central differences need, how parameters are drawn, the call)
 *
 * The call is both compiled and, as text, printed. X(i) is an input, I(i) a whole number, R(i) a real
 * one, SIZES and AXIS_LIST are lists, MASK a constant of 0 and 1, INDICES whole numbers with a shape,
 * parts an array of tensors. Included several times, with OP defined as needed. Views come first.
 */
OP(transpose, SMOOTH, two_axes, tensor_transpose(X(0), I(0), I(1)))
OP(permute, SMOOTH, all_axes, tensor_permute(X(0), AXIS_LIST))
OP(reshape, SMOOTH, new_shape, tensor_reshape(X(0), SIZES))
OP(expand, SMOOTH, larger_shape, tensor_expand(X(0), SIZES))
OP(squeeze, SMOOTH, unit_axis, tensor_squeeze(X(0), I(0)))
OP(unsqueeze, SMOOTH, gap, tensor_unsqueeze(X(0), I(0)))
OP(slice, SMOOTH, piece, tensor_slice(X(0), I(0), I(1), I(2), I(3)))
OP(slice_back, SMOOTH, piece_backwards, tensor_slice(X(0), I(0), I(1), I(2), I(3)))
OP(slice_reversed, SMOOTH, backwards, tensor_slice(X(0), I(0), I(1), SLICE_END, I(2)))
OP(select, SMOOTH, one_index, tensor_select(X(0), I(0), I(1)))
OP(split, SMOOTH, pieces, (tensor_split(X(0), SIZES, I(0), parts), parts[I(1)]))
OP(flatten, SMOOTH, one_axis, tensor_flatten(X(0), I(0)))
OP(contiguous, SMOOTH, one_input, tensor_contiguous(X(0)))

OP(pad, SMOOTH, frame, tensor_pad(X(0), SIZES, R(0)))
OP(concat, SMOOTH, joinable, tensor_concat(2, (Tensor *[]){X(0), X(1)}, I(0)))
OP(concat3, SMOOTH, joinable3, tensor_concat(3, (Tensor *[]){X(0), X(1), X(2)}, I(0)))
OP(stack, SMOOTH, stackable, tensor_stack(2, (Tensor *[]){X(0), X(1)}, I(0)))

OP(add, SMOOTH, broadcast_pair, tensor_add(X(0), X(1)))
OP(sub, SMOOTH, broadcast_pair, tensor_sub(X(0), X(1)))
OP(mul, SMOOTH, broadcast_pair, tensor_mul(X(0), X(1)))
OP(div, POSITIVE_DIVISOR, broadcast_pair, tensor_div(X(0), X(1)))
OP(mul_scalar, SMOOTH, one_scalar, tensor_mul_scalar(X(0), R(0)))
OP(add_scalar, SMOOTH, one_scalar, tensor_add_scalar(X(0), R(0)))

OP(neg, SMOOTH, one_input, tensor_neg(X(0)))
OP(abs, KINK_AT_0, one_input, tensor_abs(X(0)))
OP(exp, SMOOTH, one_input, tensor_exp(X(0)))
OP(log, POSITIVE, one_input, tensor_log(X(0)))
OP(sqrt, POSITIVE, one_input, tensor_sqrt(X(0)))
OP(sin, SMOOTH, one_input, tensor_sin(X(0)))
OP(cos, SMOOTH, one_input, tensor_cos(X(0)))
OP(pow, POSITIVE, one_scalar, tensor_pow(X(0), R(0)))
OP(square, SMOOTH, one_input, tensor_pow(X(0), 2))
OP(clamp, KINK_AT_BOUNDS, bounds, tensor_clamp(X(0), R(0), R(1)))

OP(pow_tensor, POSITIVE, broadcast_pair, tensor_pow_tensor(X(0), X(1)))
OP(maximum, KINK_AT_EQUAL, broadcast_pair, tensor_maximum(X(0), X(1)))
OP(minimum, KINK_AT_EQUAL, broadcast_pair, tensor_minimum(X(0), X(1)))
OP(clamp_low, KINK_AT_EQUAL, broadcast_pair, tensor_clamp_tensor(X(0), X(1), NULL))
OP(clamp_high, KINK_AT_EQUAL, broadcast_pair, tensor_clamp_tensor(X(0), NULL, X(1)))
OP(where_less, KINK_AT_EQUAL, broadcast_pair, tensor_where(tensor_lt(X(0), X(1)), X(0), X(1)))
OP(mul_mask, KINK_AT_BOUNDS, bounds, tensor_mul(X(0), tensor_ge_scalar(X(0), R(0))))

OP(relu, KINK_AT_0, one_input, tensor_relu(X(0)))
OP(leaky_relu, KINK_AT_0, one_scalar, tensor_leaky_relu(X(0), R(0)))
OP(sigmoid, SMOOTH, one_input, tensor_sigmoid(X(0)))
OP(tanh, SMOOTH, one_input, tensor_tanh(X(0)))
OP(gelu, SMOOTH, one_input, tensor_gelu(X(0)))
OP(gelu_tanh, SMOOTH, one_input, tensor_gelu_tanh(X(0)))
OP(bias_gelu, SMOOTH, norm_scale, tensor_bias_gelu(X(0), X(1)))
OP(composed_bias_gelu, SMOOTH, norm_scale, composed_bias_gelu(X(0), X(1)))
OP(silu, SMOOTH, one_input, tensor_silu(X(0)))

OP(matmul, SMOOTH, factors, tensor_matmul(X(0), X(1)))
OP(linear, SMOOTH, layer, tensor_linear(X(0), X(1), X(2)))
OP(linear_plain, SMOOTH, layer_without_bias, tensor_linear(X(0), X(1), NULL))

OP(tied_linear, SMOOTH, tied_layer, tensor_tied_linear(X(0), X(1)))
OP(matmul_transposed, SMOOTH, tied_layer, tensor_matmul_transposed(X(0), X(1)))

OP(sum, SMOOTH, some_axes, tensor_sum(X(0), AXIS_LIST, I(0)))
OP(mean, SMOOTH, some_axes, tensor_mean(X(0), AXIS_LIST, I(0)))
OP(max, KINK_AT_TIES, full_axes, tensor_max(X(0), AXIS_LIST, I(0)))
OP(min, KINK_AT_LOW_TIES, full_axes, tensor_min(X(0), AXIS_LIST, I(0)))
OP(prod, SMOOTH, some_axes, tensor_prod(X(0), AXIS_LIST, I(0)))
OP(var, SMOOTH, some_axes, tensor_var(X(0), AXIS_LIST, 0, I(0)))
OP(std, POSITIVE_RESULT, some_axes, tensor_std(X(0), AXIS_LIST, 0, I(0)))
OP(norm, POSITIVE_RESULT, some_axes, tensor_norm(X(0), 2, AXIS_LIST, I(0)))
OP(cumsum, SMOOTH, one_axis, tensor_cumsum(X(0), I(0)))
OP(topk, KINK_AT_ORDER, best, tensor_topk(X(0), I(1), I(0), I(2)).values)
OP(sort, KINK_AT_ORDER, best, tensor_sort(X(0), I(0), I(2)).values)

OP(masked_fill, SMOOTH, masked, tensor_masked_fill(X(0), MASK, R(0)))
OP(where, SMOOTH, masked_pair, tensor_where(MASK, X(0), X(1)))
OP(embedding, SMOOTH, rows, tensor_embedding(X(0), INDICES))
OP(gather, SMOOTH, picked, tensor_gather(X(0), I(0), INDICES))
OP(index_select, SMOOTH, steps, tensor_index_select(X(0), I(0), INDICES))
OP(scatter_add, SMOOTH, scattered, tensor_scatter_add(X(0), I(0), INDICES, X(1)))

OP(softmax, SMOOTH, one_axis, tensor_softmax(X(0), I(0)))
OP(log_softmax, SMOOTH, one_axis, tensor_log_softmax(X(0), I(0)))
OP(logsumexp, SMOOTH, one_axis, tensor_logsumexp(X(0), I(0), I(1)))
OP(composed_softmax, SMOOTH, one_axis, composed_softmax(X(0), I(0)))
OP(composed_log_softmax, SMOOTH, one_axis, composed_log_softmax(X(0), I(0)))

OP(layer_norm, SMOOTH, norm, tensor_layer_norm(X(0), X(1), X(2), R(0)))
OP(layer_norm_scale, SMOOTH, norm_scale, tensor_layer_norm(X(0), X(1), NULL, R(0)))
OP(layer_norm_plain, SMOOTH, norm_plain, tensor_layer_norm(X(0), NULL, NULL, R(0)))
OP(composed_layer_norm, SMOOTH, norm, composed_layer_norm(X(0), X(1), X(2), R(0)))
OP(rms_norm, SMOOTH, norm_scale, tensor_rms_norm(X(0), X(1), R(0)))
OP(rms_norm_plain, SMOOTH, norm_plain, tensor_rms_norm(X(0), NULL, R(0)))
OP(composed_rms_norm, SMOOTH, norm_scale, composed_rms_norm(X(0), X(1), R(0)))
OP(rope, SMOOTH, turns, tensor_rope(X(0), (RopeOptions){.start = I(0), .dims = I(1)}))
OP(rope_half, SMOOTH, turns,
   tensor_rope(X(0), (RopeOptions){.pairs = ROPE_HALF, .start = I(0), .dims = I(1)}))
OP(composed_rope, SMOOTH, turns, composed_rope(X(0), (RopeOptions){.start = I(0), .dims = I(1)}))
OP(swiglu, SMOOTH, gated, tensor_swiglu(X(0)))
OP(composed_swiglu, SMOOTH, gated, composed_swiglu(X(0)))
OP(dropout, SMOOTH, chance, tensor_dropout(X(0), R(0), true, &(Rng){I(0)}))

OP(conv2d, SMOOTH, convolution,
   tensor_conv2d(X(0), X(1), X(2), (Window){.padding = {1, 1}, .stride = {I(0), 1}}, 1))
OP(avg_pool2d, SMOOTH, pool,
   tensor_avg_pool2d(X(0), (Window){.padding = {1, 1}, .stride = {1, I(0)}, .kernel = {2, 2}},
                     I(1)))
OP(batch_norm2d, SMOOTH, batch_norm,
   tensor_batch_norm2d(X(0), X(1), X(2), NULL, NULL, true, 0, R(0)))

OP(cross_entropy, SMOOTH, targets, tensor_cross_entropy(X(0), INDICES, I(0), R(0)))
OP(composed_cross_entropy, SMOOTH, targets, composed_cross_entropy(X(0), INDICES, I(0), R(0)))
OP(mse_loss, SMOOTH, alike_numbers, tensor_mse_loss(X(0), X(1)))
OP(bce_with_logits, SMOOTH, alike_numbers, tensor_bce_with_logits(X(0), X(1)))

OP(sdpa, SMOOTH, attention, scaled_dot_product_attention(X(0), X(1), X(2), NULL).output)
OP(sdpa_masked, SMOOTH, attention_masked,
   scaled_dot_product_attention(X(0), X(1), X(2), MASK).output)
OP(self_attention, SMOOTH, three_axes, self_attention(X(0), NULL).output)
OP(flash_attention, SMOOTH, attention_fused,
   flash_attention(X(0), X(1), X(2), (FlashAttentionOptions){.causal = I(0)}))

/* Half of its gradient is missing. Never drawn: the tests of the checks put it into a graph. */
OP(forgetful_square, SMOOTH, one_input, tensor_mul(X(0), tensor_detach(X(0))))
