/* tables.c - 11.5 and 11.7: tables of tokens and of positions that are learned. */
#include "want.h"

static double mean_of(const Tensor *t)
{
    long n = t->shape[0] * t->shape[1];
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += (double)t->data[i];
    return sum / (double)n;
}

/* Around 0, where the mean should be. */
static double deviation_of(const Tensor *t)
{
    long n = t->shape[0] * t->shape[1];
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += (double)t->data[i] * (double)t->data[i];
    return sqrt(sum / (double)n);
}

static double largest_difference(const Tensor *a, const Tensor *b)
{
    double largest = 0;
    for (long i = 0; i < a->shape[0] * a->shape[1]; i++)
        largest = fmax(largest, fabs((double)(a->data[i] - b->data[i])));
    return largest;
}

static long zeros_in(const Tensor *t)
{
    long zeros = 0;
    for (long i = 0; i < t->shape[0] * t->shape[1]; i++)
        zeros += t->data[i] == 0;
    return zeros;
}

/* ---- 11.5 embedding_new --------------------------------------------------------------------------------- */

TEST(a_table_that_is_a_parameter, .points = 2, .exercise = "11.5 embedding_new",
     .file = "embedding.c")
{
    long V = draw_long("V", 5, 9), C = draw_long("C", 2, 4);
    Rng rng = rng_seed(draw_seed());

    Embedding *e = CALL(embedding_new(V, C, &rng));
    check_shape(e->weight, SHAPE(V, C), "the table has a row for each token: (V, C)");
    long parameters = e->module.n_parameters;
    check_long(parameters, 1, "the table is the one parameter of the module");
    Tensor *parameter = e->module.parameter[0].tensor;
    check_shares(e->weight, parameter, "e->weight is that parameter");
    const char *name = e->module.parameter[0].name, *kind = e->module.kind;
    check_text(name, "weight", "the parameter is named as in PyTorch: weight");
    check_text(kind, "Embedding", "the kind is what module_summary prints");
    module_free(&e->module);
    Embedding *none = CALL(embedding_new(0, 0, &rng));
    check_shape(none->weight, SHAPE(0, 0), "an empty table is no mistake");
    module_free(&none->module);
    check_fails(embedding_new(-1, 3, &rng), "vocabulary is -1", "no sizes below 0");
    check_fails(embedding_new(3, -1, &rng), "channels -1", "no sizes below 0");
}

TEST(a_normal_start, .points = 2, .exercise = "11.5 embedding_new", .file = "embedding.c")
{
    long V = 80, C = 50;
    given("V", "80"), given("C", "50");
    Rng rng = rng_seed(draw_seed());

    Embedding *e = CALL(embedding_new(V, C, &rng));
    double mean_of_numbers = mean_of(e->weight), hundredfold = 100 * deviation_of(e->weight);
    check_number(mean_of_numbers, 0, 0.08, "a mean of 0");
    check_number(hundredfold, 100, 0.08, "100 times the standard deviation, which is 1");
    long zeros = zeros_in(e->weight);
    check_long(zeros, 0, "every row is drawn, and no number that is drawn is just 0");
    Embedding *next = CALL(embedding_new(V, C, &rng));
    double difference = largest_difference(e->weight, next->weight);
    check_at_least(difference, 1, "the next table from the same rng is another");
    module_free(&e->module);
    module_free(&next->module);
}

/* ---- 11.7 positions_learned_new --------------------------------------------------------------------------- */

TEST(positions_to_be_learned, .points = 2, .exercise = "11.7 positions_learned_new",
     .file = "position.c")
{
    long max_T = draw_long("max_T", 5, 9), C = draw_long("C", 2, 4);
    Rng rng = rng_seed(draw_seed());

    PositionalEncoding *p = CALL(positions_learned_new(max_T, C, &rng));
    check_shape(p->table, SHAPE(max_T, C), "a row for each position: (max_T, C)");
    long parameters = p->module.n_parameters;
    check_long(parameters, 1, "the table is the one parameter of the module");
    Tensor *parameter = p->module.parameter[0].tensor;
    check_shares(p->table, parameter, "p->table is that parameter");
    const char *name = p->module.parameter[0].name, *kind = p->module.kind;
    check_text(name, "weight", "the parameter is named weight");
    check_text(kind, "PositionalEncoding", "the kind is what module_summary prints");
    module_free(&p->module);
    PositionalEncoding *other = CALL(positions_learned_new(max_T, C, &rng));
    check_long(other->learned, true, "learned is true: others tell the two kinds apart by it");
    module_free(&other->module);
    check_fails(positions_learned_new(-1, C, &rng), "positions_learned_new: a table of -1",
                "no negative length");
}

TEST(a_small_start, .points = 2, .exercise = "11.7 positions_learned_new", .file = "position.c")
{
    long max_T = 80, C = 50;
    given("max_T", "80"), given("C", "50");
    Rng rng = rng_seed(draw_seed());

    PositionalEncoding *p = CALL(positions_learned_new(max_T, C, &rng));
    double tenthousandfold = 10000 * deviation_of(p->table);
    check_number(tenthousandfold, 200, 0.08, "10,000 times the standard deviation, which is 0.02");
    PositionalEncoding *next = CALL(positions_learned_new(max_T, C, &rng));
    double difference = largest_difference(p->table, next->table);
    check_at_least(difference, 0.02, "the next table from the same rng is another");
    module_free(&p->module);
    module_free(&next->module);
}
