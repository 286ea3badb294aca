/* row_gradient.c - 12.7: the way back through one query's attention. */
#include "core.h"
#include "want.h"

/* Closures that the calls since `before` have left: an operation that knows its way back is no answer. */
static void check_by_hand(long before)
{
    long recorded = closures_made() - before;
    check_long(recorded, 0, "by hand: no operation is recorded, and none goes back");
}

TEST(two_keys_and_their_gradient_by_hand, .points = 1, .exercise = "12.7 attention_row_gradient",
     .file = "row_gradient.c")
{
    long before = closures_made();
    Tensor *w = input("weights", SHAPE(2), VALUES((real)0.25, (real)0.75));
    Tensor *values = input("v", SHAPE(2, 2), VALUES(4, 0, 8, 4));
    Tensor *dy = input("dout", SHAPE(2), VALUES(1, 2)), *ds = output("dscores", SHAPE(2));
    const real *weights = w->data, *v = values->data, *dout = dy->data;
    real *dscores = ds->data;

    Tensor *want = EXPECT(row_gradient_want(w, values, dy));
    CALL(attention_row_gradient(2, 2, dscores, weights, v, dout));
    check_tensor(ds, want, "dw = [4, 16], on average 13: 0.25 * (4 - 13), 0.75 * (16 - 13)");
    check_by_hand(before);
}

/* Weights of a row that add up to 1; key `without` is masked. */
static Tensor *row_of_weights(long Tk, long without)
{
    Tensor *w = draw_between("weights", SHAPE(Tk), 0.1, 1);
    real sum = 0;
    w->data[without] = 0;
    for (long j = 0; j < Tk; j++)
        sum += w->data[j];
    for (long j = 0; j < Tk; j++)
        w->data[j] /= sum;
    resealed(w);
    return w;
}

TEST(any_number_of_keys_and_channels, .points = 7, .exercise = "12.7 attention_row_gradient",
     .file = "row_gradient.c")
{
    long before = closures_made();
    long Tk = draw_long("Tk", 4, 6), D = draw_long("D", 7, 9);
    Tensor *w = row_of_weights(Tk, 2), *values = draw("v", SHAPE(Tk, D));
    Tensor *dy = draw("dout", SHAPE(D)), *ds = output("dscores", SHAPE(Tk));
    const real *weights = w->data, *v = values->data, *dout = dy->data;
    real *dscores = ds->data;

    Tensor *want = EXPECT(row_gradient_want(w, values, dy));
    CALL(attention_row_gradient(Tk, D, dscores, weights, v, dout));
    check_tensor(ds, want, "w_j (dw_j - sum_k w_k dw_k), where dw_j = dout . v_j");
    long many = draw_long("many", 3000, 4000);
    Tensor *thin = row_of_weights(many, many / 2), *much = draw("v", SHAPE(many, D));
    Tensor *of_many = output("of_many", SHAPE(many)),
           *want2 = EXPECT(row_gradient_want(thin, much, dy));
    dscores = of_many->data, weights = thin->data, v = much->data;
    CALL(attention_row_gradient(many, D, dscores, weights, v, dout));
    check_tensor(of_many, want2, "thousands of keys are a row, too");
    check_by_hand(before);
}

TEST(a_weight_of_1_teaches_nothing, .points = 4, .exercise = "12.7 attention_row_gradient",
     .file = "row_gradient.c")
{
    long before = closures_made();
    long Tk = draw_long("Tk", 3, 12), only = draw_long("only", 0, Tk - 1);
    Tensor *w = draw("weights", SHAPE(Tk)), *values = draw("v", SHAPE(Tk, 4));
    Tensor *dy = draw("dout", SHAPE(4)), *ds = output("dscores", SHAPE(Tk));
    for (long j = 0; j < Tk; j++)
        w->data[j] = j == only;
    resealed(w);
    const real *weights = w->data, *v = values->data, *dout = dy->data;
    real *dscores = ds->data;

    Tensor *want = EXPECT(row_gradient_want(w, values, dy));
    CALL(attention_row_gradient(Tk, 4, dscores, weights, v, dout));
    check_tensor(ds, want, "one key has all the weight: a small change of a score changes nothing");
    Tensor *alone = output("alone", SHAPE(1)), *nothing = EXPECT(blank(SHAPE(1)));
    CALL(attention_row_gradient(1, 4, alone->data, weights + only, v, dout));
    check_tensor(alone, nothing, "and a key that is the only one");
    w->data[only] = (real)0.625;
    w->data[(only + 1) % Tk] = (real)0.375;
    resealed(w);
    Tensor *shared = EXPECT(row_gradient_want(w, values, dy));
    CALL(attention_row_gradient(Tk, 4, dscores, weights, v, dout));
    check_tensor(ds, shared, "two keys share the weight: what one wins, the other loses");
    check_by_hand(before);
}
