/* test_position.c - positions: the table by hand, its laws, learned tables, sequences too long. */
#include "wave.h"

static void test_table_by_hand(void **state)
{
    (void)state;
    /* C = 4: frequencies 1 and 1/100. sin 1, cos 1, sin .01, cos .01; sin 2, cos 2, sin .02, cos .02 */
    assert_values(sinusoidal_positions(3, 4), SHAPE(3, 4),
                  VALUES(0, 1, 0, 1, (real)0.841470984807897, (real)0.540302305868140,
                         (real)0.009999833334167, (real)0.999950000416665, (real)0.909297426825682,
                         (real)-0.416146836547142, (real)0.019998666693333,
                         (real)0.999800006666578),
                  IS_DOUBLE ? 1e-14 : 1e-7);
}

static void test_odd_width_drops_the_last_cosine(void **state)
{
    (void)state;
    /* C = 3: frequencies 1 and 10000^(-2/3) = 0.00215443469003188,
     * sin x = x - x^3/6 + x^5/120. */
    assert_values(sinusoidal_positions(2, 3), SHAPE(2, 3),
                  VALUES(0, 1, 0, (real)0.841470984807897, (real)0.540302305868140,
                         (real)0.002154433023365604),
                  IS_DOUBLE ? 1e-14 : 1e-7);
    assert_values(sinusoidal_positions(2, 1), SHAPE(2, 1), VALUES(0, (real)0.841470984807897),
                  IS_DOUBLE ? 1e-14 : 1e-7);
}

/* sin and cos of one frequency are a point on the unit circle. */
static void test_pairs_have_length_one(void **state)
{
    (void)state;
    Tensor *table = sinusoidal_positions(500, 16);
    for (long i = 0; i < tensor_numel(table); i += 2)
        assert_close(hypot((double)table->data[i], (double)table->data[i + 1]), 1, 1e-6);
}

/* The dot product of two rows depends on their distance alone. */
static void test_similarity_depends_on_the_distance(void **state)
{
    (void)state;
    Tensor *table = sinusoidal_positions(60, 32);
    Tensor *gram = tensor_matmul(table, tensor_transpose(table, 0, 1));
    for (long p = 0; p < 50; p++)
        assert_close((double)tensor_get(gram, AT(p, p + 7)), (double)tensor_get(gram, AT(0, 7)),
                     1e-4);
    assert_true(tensor_get(gram, AT(0, 0)) > tensor_get(gram, AT(0, 1)));
    assert_true(tensor_get(gram, AT(0, 1)) > tensor_get(gram, AT(0, 2)));
}

static void test_empty_table(void **state)
{
    (void)state;
    assert_shape(sinusoidal_positions(0, 4), SHAPE(0, 4));
}

/* A clock with three hands of seven marks; product and distance against rows that are rotated. */
static void test_a_code_of_few_channels(void **state)
{
    (void)state;
    Tensor *table = tensor_new(SHAPE(343, 7));
    position_code(table, 0.5);
    double nearest = 9;
    for (long p = 0; p < 343; p++)
        for (long q = 0; q < p; q++) {
            double product = 0, square = 0;
            for (long c = 0; c < 7; c++) {
                double a = (double)tensor_get(table, AT(p, c)),
                       b = (double)tensor_get(table, AT(q, c));
                product += a * b;
                square += (a - b) * (a - b);
            }
            assert_close(square, 6 - 2 * product, 1e-5);
            nearest = fmin(nearest, sqrt(square));
            double turn = 2 * acos(-1) * (double)(p - q);
            assert_close(product, cos(turn / 7) + cos(turn / 49) + cos(turn / 343), 1e-5);
        }
    assert_true(nearest > 2 * sin(acos(-1) / 7) - 1e-4);
    assert_close((double)tensor_get(table, AT(342, 6)), 0, 0);
    position_code(tensor_new(SHAPE(0, 4)), 1);
    assert_fails_with("a table of 1 channels, expected at least 2",
                      position_code(tensor_new(SHAPE(3, 1)), 1));
    assert_fails_with("expected (T, C), contiguous",
                      position_code(tensor_transpose(tensor_new(SHAPE(3, 4)), 0, 1), 1));
    assert_fails_with("rows that are nan apart", position_code(tensor_new(SHAPE(3, 4)), NAN));
}

static void test_add_uses_the_first_rows(void **state)
{
    (void)state;
    PositionalEncoding *p = positions_sinusoidal_new(10, 4);
    Tensor *x = wave(SHAPE(2, 3, 4), 0, 1), *y = positions_forward(p, x);
    Tensor *expected = tensor_add(x, sinusoidal_positions(3, 4));
    assert_tensor_close(y, expected, 0, 0);
    module_free(&p->module);
}

static void test_a_fixed_table_is_no_parameter(void **state)
{
    (void)state;
    PositionalEncoding *p = positions_sinusoidal_new(10, 4);
    ParameterList *list = parameters_of(&p->module);
    assert_int_equal(list->count, 0);
    assert_false(p->learned);
    assert_false(positions_forward(p, tensor_zeros(SHAPE(1, 2, 4)))->requires_grad);
    parameters_free(list);
    module_free(&p->module);
}

static void test_a_learned_table_is_a_parameter(void **state)
{
    (void)state;
    Rng rng = rng_seed(3);
    PositionalEncoding *p = positions_learned_new(200, 50, &rng);
    ParameterList *list = parameters_of(&p->module);
    assert_int_equal(list->count, 1);
    assert_int_equal(parameters_numel(list), 10000);
    assert_true(p->learned);
    double sum = 0, squares = 0;
    for (long i = 0; i < 10000; i++) {
        sum += (double)p->table->data[i];
        squares += (double)p->table->data[i] * (double)p->table->data[i];
    }
    assert_close(sum / 10000, 0, 0.001); /* N(0, .02): the mean of 10000 has deviation .0002 */
    assert_close(sqrt(squares / 10000), 0.02, 0.001);
    parameters_free(list);
    module_free(&p->module);
}

/* Rows in use get the sum over the batch, the others nothing. */
static void test_gradient_of_a_learned_table(void **state)
{
    (void)state;
    Rng rng = rng_seed(3);
    PositionalEncoding *p = positions_learned_new(3, 2, &rng);
    Tensor *y = positions_forward(p, tensor_zeros(SHAPE(2, 2, 2)));
    Tensor *seed = tensor_from(SHAPE(2, 2, 2), VALUES(1, 2, 3, 4, 10, 20, 30, 40));
    tensor_backward_from(y, seed, false);
    assert_values(p->table->grad, SHAPE(3, 2), VALUES(11, 22, 33, 44, 0, 0), 0);
    module_free(&p->module);
}

static Tensor *add_positions(Tensor *const in[], void *context)
{
    PositionalEncoding p = {.table = in[1], .learned = true};
    (void)context;
    return positions_forward(&p, in[0]);
}

static void test_gradcheck(void **state)
{
    (void)state;
    assert_gradcheck(add_positions, NULL, random_leaf(SHAPE(2, 3, 4)), random_leaf(SHAPE(5, 4)));
}

static void test_mistakes(void **state)
{
    (void)state;
    Rng rng = rng_seed(3);
    PositionalEncoding *learned = positions_learned_new(8, 4, &rng);
    PositionalEncoding *fixed = positions_sinusoidal_new(8, 4);
    Tensor *x = tensor_zeros(SHAPE(1, 9, 4));
    assert_fails_with(
        "positions_forward: x (1, 9, 4) has T = 9, but the table ends at max_T = 8. hint: "
        "keep the last 8 tokens, or make a longer table with "
        "positions_learned_new(9, 4, rng)",
        positions_forward(learned, x));
    assert_fails_with("positions_sinusoidal_new(9, 4)", positions_forward(fixed, x));
    assert_fails_with("positions_forward: x has shape (1, 9, 5), expected (B, T, C) with C = 4",
                      positions_forward(fixed, tensor_zeros(SHAPE(1, 9, 5))));
    assert_fails_with("positions_forward: x has shape (9, 4)",
                      positions_forward(fixed, tensor_zeros(SHAPE(9, 4))));
    assert_fails_with("sinusoidal_positions: a table of 3 positions with 0 channels",
                      sinusoidal_positions(3, 0));
    assert_fails_with("positions_learned_new: a table of -1", positions_learned_new(-1, 4, &rng));
    assert_fails_with("positions_sinusoidal_new: a table of -1", positions_sinusoidal_new(-1, 4));
    module_free(&learned->module);
    module_free(&fixed->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_table_by_hand),
        UNIT_TEST(test_odd_width_drops_the_last_cosine),
        UNIT_TEST(test_pairs_have_length_one),
        UNIT_TEST(test_similarity_depends_on_the_distance),
        UNIT_TEST(test_empty_table),
        UNIT_TEST(test_a_code_of_few_channels),
        UNIT_TEST(test_add_uses_the_first_rows),
        UNIT_TEST(test_a_fixed_table_is_no_parameter),
        UNIT_TEST(test_a_learned_table_is_a_parameter),
        UNIT_TEST(test_gradient_of_a_learned_table),
        UNIT_TEST(test_gradcheck),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("attention/position", tests);
}
