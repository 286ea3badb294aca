/* test_op_threads.c - comparisons, products, variances, norms, running sums and the k best have the same
 * bits, forward and backward, on any number of threads.
 */
#include "test.h"

enum { OPERATIONS = 12, AXES_OF_X = 3 };

static Tensor *apply(int op, Tensor *x, Tensor *y, int axis)
{
    switch (op) {
    case 0:
        return tensor_maximum(x, y);
    case 1:
        return tensor_minimum(x, y);
    case 2:
        return tensor_clamp_tensor(x, y, tensor_scalar(1));
    case 3:
        return tensor_pow_tensor(tensor_add_scalar(tensor_abs(x), (real)0.1), y);
    case 4:
        return tensor_mul(x, tensor_lt(x, y));
    case 5:
        return tensor_prod(x, AXES(axis), false);
    case 6:
        return tensor_var(x, AXES(axis), 1, false);
    case 7:
        return tensor_std(x, AXES(axis), 0, true);
    case 8:
        return tensor_norm(x, 2, AXES(axis), false);
    case 9:
        return tensor_min(x, AXES(axis), false);
    case 10:
        return tensor_cumsum(x, axis);
    default:
        return tensor_topk(x, 2, axis, true).values;
    }
}

/* The result, and the gradients of both inputs. */
static void run(int op, const Tensor *x, const Tensor *y, int axis, int threads, Tensor *got[3])
{
    kindling_set_threads(threads);
    Tensor *a = tensor_requires_grad(tensor_detach((Tensor *)x)),
           *b = tensor_requires_grad(tensor_detach((Tensor *)y));
    got[0] = apply(op, a, b, axis);
    tensor_backward(tensor_sum(tensor_mul(got[0], got[0]), ALL_AXES, false));
    got[1] = a->grad;
    got[2] = b->grad;
}

static void check(int op, const Tensor *x, const Tensor *y, int axis)
{
    Tensor *alone[3], *together[3];
    run(op, x, y, axis, 1, alone);
    for (int threads = 2; threads <= 3; threads++) {
        run(op, x, y, axis, threads, together);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(together[i] == NULL, alone[i] == NULL);
            if (alone[i] != NULL)
                assert_tensor_identical(together[i], alone[i]);
        }
    }
}

static void test_threads_change_no_bit(void **state)
{
    static const long shapes[][3] = {{120, 150, 3}, {2, 150, 200}, {15000, 2, 3}};
    int before = kindling_threads();
    for (int s = 0; s < 3; s++)
        for (int turned = 0; turned < 2; turned++)
            for (int axis = 0; axis < AXES_OF_X; axis++)
                for (int op = 0; op < OPERATIONS; op++) {
                    Tensor *x = random_tensor(3, shapes[s]);
                    x = turned ? tensor_transpose(x, 0, 2) : x;
                    check(op, x, random_tensor(SHAPE(x->shape[1], 1)), axis);
                    scope_reset(*state);
                }
    kindling_set_threads(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_threads_change_no_bit)};
    return run_tests("autograd/ops/op_threads", tests);
}
