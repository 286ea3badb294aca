/* measure.c - what a lookup saves against the product with one-hot rows, and what positions are for.
 *
 * Both ways fetch the same N rows of a (V, C) table. The product multiplies N V C numbers, nearly all
 * of them by 0; the lookup copies N C. Predicted from two speeds of this machine, measured first.
 */
#include <math.h>
#include <stdio.h>
#include <time.h>
#include "kindling.h"
#include "predict.h"

#define N 128L /* tokens */
#define C 256L /* channels */

enum { RATIO, GROWTH, LETTERS_ALONE, POSITIONS };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- lookup against product --------------------------------------------------------------------- */

typedef struct {
    Tensor *out, *one_hot, *table;
    const IntTensor *ids;
} Fetch;

static void by_product(const Fetch *f)
{
    matmul_kernel(f->out, f->one_hot, f->table);
}

static void by_lookup(const Fetch *f)
{
    embedding_kernel(f->out, f->table, f->ids);
}

/* The best of a few runs, in seconds. */
static double best_time(void (*run)(const Fetch *f), const Fetch *f)
{
    double best = INFINITY;
    for (int i = 0; i < 20; i++) {
        double start = now();
        run(f);
        best = fmin(best, now() - start);
    }
    return best;
}

static Fetch fetch_new(long V, Rng *rng)
{
    IntTensor *ids = int_tensor_new(SHAPE(N));
    Tensor *one_hot = tensor_zeros(SHAPE(N, V));
    for (long i = 0; i < N; i++) {
        ids->data[i] = (int)rng_below(rng, V);
        one_hot->data[i * V + ids->data[i]] = 1;
    }
    return (Fetch){.out = tensor_zeros(SHAPE(N, C)),
                   .one_hot = one_hot,
                   .table = tensor_normal(SHAPE(V, C), 0, 1, rng),
                   .ids = ids};
}

/* Gives the time of the lookup. */
static double compare(long V, double product_speed, double lookup_speed, Rng *rng)
{
    Scope *scope = scope_open();
    Fetch f = fetch_new(V, rng);
    double product = (double)(N * V * C) / product_speed, lookup = (double)(N * C) / lookup_speed;
    double product_time = best_time(by_product, &f), lookup_time = best_time(by_lookup, &f);
    printf("%7ld %10.1f MB %11.3f %10.3f %12.4f %10.4f %11.0f x\n", V,
           (double)(N * V) * sizeof(real) / 1e6, 1e3 * product, 1e3 * product_time, 1e3 * lookup,
           1e3 * lookup_time, product_time / lookup_time);
    measured(RATIO, product_time / lookup_time);
    scope_close(scope);
    return lookup_time;
}

static void measure_lookup(void)
{
    static const long vocabulary[] = {1000, 4000, 16000, 32000};
    Rng rng = rng_seed(11);
    Scope *scope = scope_open();
    Fetch f = fetch_new(2000, &rng);
    double product_speed = (double)(N * 2000 * C) / best_time(by_product, &f);
    double lookup_speed = (double)(N * C) / best_time(by_lookup, &f);
    scope_close(scope);
    printf(
        "%ld tokens, %ld channels. This machine, at V = 2000: %.1f thousand million products and\n"
        "%.2f thousand million copied numbers per second.\n\n",
        N, C, product_speed / 1e9, lookup_speed / 1e9);
    printf("                       product with one-hot, ms         lookup, ms\n"
           "      V   one-hot rows   predicted   measured    predicted   measured       ratio\n");
    double time[4];
    for (int i = 0; i < 4; i++)
        time[i] = compare(vocabulary[i], product_speed, lookup_speed, &rng);
    measured(GROWTH, time[3] / time[0]);
}

/* ---- the same letter in two places ---------------------------------------------------------------- */

static const char text[] = "abcabdabe";
#define T ((long)sizeof text - 2) /* letters that have a next one */
#define LETTERS 5L

/* Guess the next letter from the letter alone, or from the letter and its position. */
static double train(bool with_positions)
{
    Rng rng = rng_seed(3);
    Embedding *tokens = embedding_new(LETTERS, 16, &rng);
    PositionalEncoding *positions = positions_learned_new(T, 16, &rng);
    Linear *head = linear_new(16, LETTERS, true, &rng);
    Module *model = module_new(sizeof *model, "Model", NULL);
    module_add(model, "tokens", &tokens->module);
    module_add(model, "positions", &positions->module);
    module_add(model, "head", &head->module);
    ParameterList *list = parameters_of(model);
    Optimizer *adam = adam_new(list, (OptimizerOptions){.lr = 0.03});
    double loss = 0;
    for (int step = 0; step < 400; step++) {
        Scope *scope = scope_open();
        IntTensor *ids = int_tensor_new(SHAPE(1, T)), *next = int_tensor_new(SHAPE(1, T));
        for (long t = 0; t < T; t++) {
            ids->data[t] = text[t] - 'a';
            next->data[t] = text[t + 1] - 'a';
        }
        Tensor *x = embedding_forward(tokens, ids);
        if (with_positions)
            x = positions_forward(positions, x);
        Tensor *l = tensor_cross_entropy(linear_forward(head, x), next, NO_IGNORE_INDEX, 0);
        loss = (double)tensor_item(l);
        optimizer_zero_grad(adam);
        tensor_backward(l);
        optimizer_step(adam);
        scope_close(scope);
    }
    optimizer_free(adam);
    parameters_free(list);
    module_free(model);
    return loss;
}

static void measure_positions(void)
{
    printf("\nThe letter after each letter of \"%s\", 400 steps of Adam. After b comes c, d or e,\n"
           "each once: whoever sees only the letter cannot do better than 3/8 ln 3 = %.4f.\n\n",
           text, 3.0 / 8 * log(3));
    double alone = train(false), both = train(true);
    printf("  letters alone            loss %.4f\n", alone);
    printf("  letters and positions    loss %.4f\n", both);
    measured(LETTERS_ALONE, alone);
    measured(POSITIONS, both);
    contract(alone < 0.45, "11.1 to 11.4: the table of letters learns");
    contract(both < 0.1, "11.6: a learned vector per position is added to the letter's");
}

int main(void)
{
    kindling_set_threads(1); /* a lookup is too short to be worth two */
    predict(RATIO, "the product takes how many times the lookup at V = 32000", "");
    predict(GROWTH, "the lookup at V = 32000 takes how many times that at 1000", "");
    predict(LETTERS_ALONE, "loss with the letters alone", "");
    predict(POSITIONS, "loss with letters and positions", "");
    measure_lookup();
    measure_positions();
    return conclude();
}
