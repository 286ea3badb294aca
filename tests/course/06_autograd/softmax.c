/* softmax.c - 06.14: every output of a row depends on every input of it. */
#include "gradients.h"

#define FILE_AND_EXERCISE .exercise = "06.14 softmax_backward_row", .file = "backward_rows.c"

/* y (g - sum(g y)), the sum over the axis kept as size 1 by its shape. */
static Tensor *coupled(const Tensor *y, const Tensor *g, int n, const long *kept)
{
    return plain_pair(y, plain_pair(g, summed_to(plain_pair(g, y, times), n, kept), minus), times);
}

/* The sum along axis 1 as it stands at each place, in place of that of the whole row. */
static Tensor *running(const Tensor *y, const Tensor *g)
{
    Tensor *out = blank(y->ndim, y->shape);
    for (long i = 0; i < y->shape[0]; i++)
        for (long k = 0; k < y->shape[2]; k++) {
            double dot = 0;
            for (long j = 0; j < y->shape[1]; j++) {
                double p = at(y, AT(i, j, k)), d = at(g, AT(i, j, k));
                dot += p * d;
                out->data[(i * y->shape[1] + j) * y->shape[2] + k] = (real)(p * (d - dot));
            }
        }
    return out;
}

static double y_one_minus_y(double y)
{
    return y * (1 - y);
}

TEST(two_probabilities_by_hand, .points = 2, FILE_AND_EXERCISE,
     .hints = HINTS("If one probability grows, the other has to shrink.",
                    "sum_j dy_j y_j, for each row, is taken off dy before it is multiplied by y.",
                    "dot += dy[i] * y[i]; in one loop, dx[i] = y[i] * (dy[i] - dot); in a second."))
{
    Tensor *x = leaf(input("x", SHAPE(2), VALUES(0, 1.0986122886681098))),
           *g = input("g", SHAPE(2), VALUES(1, 0));
    EXPECT(Tensor *dx = values(SHAPE(2), VALUES(0.1875, -0.1875)));
    MISTAKE(values(SHAPE(2), VALUES(0.25, 0)),
            "the coupling term is missing: y dy alone forgets that the row sums to 1");
    MISTAKE(values(SHAPE(2), VALUES(0.1875, 0)),
            "y (1 - y) dy is the diagonal only: the coupling term is missing");
    MISTAKE(values(SHAPE(2), VALUES(0, -0.75)), "the sum is over dy alone: it is over dy_j y_j");
    MISTAKE(values(SHAPE(2), VALUES(0.75, -0.25)), "the factor y in front is missing");
    MISTAKE(values(SHAPE(2), VALUES(0.125, -0.375)),
            "the sum still held that of a row that was there before: it starts at 0 in every call");
    MISTAKE(values(SHAPE(2), VALUES(0.3125, 0.1875)),
            "the coupling term is added: it must be subtracted");
    CALL(tensor_backward_from(tensor_softmax(x, 0), g, false));
    check_tensor(x->grad, dx, "y = [0.25, 0.75], sum = 0.25: [0.25 * 0.75, 0.75 * -0.25]");
}

static Tensor *softmax_of(Tensor *const in[], void *context)
{
    return tensor_softmax(in[0], *(int *)context);
}

TEST(along_any_axis, .points = 2, FILE_AND_EXERCISE,
     .hints = HINTS("Every row has a sum of its own, over all of its n numbers.",
                    "dot starts at 0 for each row, and is complete before dx is written.",
                    "real dot = 0; is inside the function, no static variable."))
{
    Tensor *x = leaf(draw("x", SHAPE(2, 3, 4))), *g = draw("g", SHAPE(2, 3, 4)),
           *sq = leaf(draw("sq", SHAPE(3, 3)));
    Tensor *masked = leaf(input("masked", SHAPE(2, 2), VALUES(-INFINITY, -INFINITY, 0, -INFINITY)));
    Tensor *h = draw("h", SHAPE(2, 2)), *k = draw("k", SHAPE(3, 3)),
           *same = input("same", SHAPE(3, 3), VALUES(5, 5, 5, 2, 2, 2, -1, -1, -1));
    int middle = 1;
    EXPECT(Tensor *y = plain_softmax(x, 1); Tensor *dx = coupled(y, g, SHAPE(2, 1, 4)));
    EXPECT(Tensor *q = plain_softmax(sq, 0); Tensor *of_sq = coupled(q, k, SHAPE(1, 3)));
    MISTAKE(plain_pair(y, g, times),
            "the coupling term is missing: y dy alone forgets that the row sums to 1");
    MISTAKE(plain_pair(g, plain_map(y, y_one_minus_y), times),
            "y (1 - y) dy is the diagonal only: the coupling term is missing");
    MISTAKE(running(y, g),
            "the sum was still growing while dx was written: it needs a loop of its own");
    CALL(tensor_backward_from(tensor_softmax(x, 1), g, false));
    check_tensor(x->grad, dx, "dx = y (dy - sum(dy y)), the sum along axis 1");
    CALL(tensor_backward_from(tensor_softmax(sq, 0), k, false));
    check_tensor(sq->grad, of_sq, "the sum along axis 0");
    CALL(tensor_backward_from(tensor_softmax(masked, 1), h, false));
    check_tensor(masked->grad, blank(SHAPE(2, 2)),
                 "rows of -infinity have zero gradients, as has a row with one key");
    sq->grad = x->grad = NULL;
    CALL(tensor_backward_from(tensor_softmax(sq, 1), same, false));
    check_tensor(sq->grad, blank(SHAPE(3, 3)), "the same dy for a whole row moves nothing");
    check_gradients(softmax_of, &middle, "softmax along axis 1", INPUTS(x));
}
