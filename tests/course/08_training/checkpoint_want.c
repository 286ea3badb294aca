/* checkpoint_want.c - what a checkpoint holds, and what is forgotten. */
#include "want.h"

/* ---- 08.8 checkpoint_tensors ------------------------------------------------------------------------- */

/* What arrives of n numbers: none from 3 on, and so many others. */
static Tensor *weights_alone(long n, long others)
{
    Tensor *t = blank(SHAPE(n + 1));
    t->data[0] = 1;
    t->data[1] = 2;
    t->data[n] = (real)others;
    return t;
}

static void adam_mistakes(void)
{
    static const struct {
        real numbers[7];
        const char *sentence;
    } known[] = {
        {{1, 2, 3, 4, 0, 0, 0}, "only the first moment: there are o->n_state of them"},
        {{1, 2, 0, 0, 5, 6, 0}, "the first moment is missing: which runs from 0"},
        {{1, 2, 0, 4, 0, 6, 0}, "moments of the first parameter are missing: i runs from 0"},
        {{1, 2, 3, 0, 5, 0, 0},
         "moments of the last parameter are missing: i runs over all o->parameters->count"},
        {{1, 2, 5, 6, 0, 0, 0}, "the first moment was listed twice: o->state[which][i]"},
        {{1, 2, 5, 6, 3, 4, 0}, "exp_avg and exp_avg_sq have changed places"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        MISTAKE(values(SHAPE(7), 7, known[i].numbers), known[i].sentence);
}

/* 1 to n, and no others. */
static Tensor *all_numbers(long n)
{
    Tensor *want = blank(SHAPE(n + 1));
    for (long i = 0; i < n; i++)
        want->data[i] = (real)(i + 1);
    return want;
}

Tensor *tensors_want(long n)
{
    Tensor *want = all_numbers(n), *no_weights = copy_of(want), *of_weights = blank(SHAPE(n + 1));
    no_weights->data[0] = no_weights->data[1] = 0;
    of_weights->data[0] = (real)(n - 1);
    of_weights->data[1] = (real)n;
    MISTAKE(no_weights, "the weights are missing: start from module_state(m)");
    MISTAKE_MESSAGE("pointer that is NULL", "o may be NULL: then the list has the model alone");
    MISTAKE_MESSAGE("is taken", "two tensors got the same name: which moment it is belongs into "
                                "the name, as well as the parameter");
    if (n > 2) {
        MISTAKE(weights_alone(n, 0), "the moments are not in the list: which runs from 0 to "
                                     "o->n_state, i over all parameters");
        MISTAKE(weights_alone(n, n - 2),
                "the moments have other names: optimizer.<moment>.<parameter>");
        MISTAKE(of_weights,
                "the weight itself was listed under the names of its moments: o->state[which][i]");
    }
    if (n == 6)
        adam_mistakes();
    return want;
}

Tensor *buffer_want(void)
{
    MISTAKE(weights_alone(3, 0),
            "the buffers are missing: parameters_of leaves them out, module_state does not");
    MISTAKE(blank(SHAPE(4)),
            "the weights are missing, and the buffer, too: start from module_state(m)");
    return all_numbers(3);
}

/* ---- 08.9 checkpoint_notes ------------------------------------------------------------------------ */

static const char *const no_such_note = "there is no such note, and no run goes on without it";

long digits_want(void)
{
    MISTAKE_NUMBER(-1, no_such_note);
    for (int digits = 1; digits < 17; digits++)
        if (digits != 8)
            MISTAKE_NUMBER(digits, "so few digits are another number: a double needs 17, "
                                   "\"%.17g\"");
    MISTAKE_NUMBER(8, "as many digits as a float has, about 8: it is a double, which needs 17, "
                      "\"%.17g\", and no cast on the way");
    return 17;
}

Tensor *counts_want(long steps, long first, long second)
{
    static const char *const one_for_all =
        "one count for all: step_counts(o) writes that of each parameter";
    MISTAKE(values(SHAPE(2), VALUES(-1, -1)), no_such_note);
    MISTAKE(values(SHAPE(2), VALUES((real)first, -1)), one_for_all);
    MISTAKE(values(SHAPE(2), VALUES((real)second, -1)), one_for_all);
    MISTAKE(values(SHAPE(2), VALUES((real)steps, -1)),
            "that is the step of the run: the optimizer counts its own, step_counts(o)");
    return values(SHAPE(2), VALUES((real)first, (real)second));
}

const char *kind_want(void)
{
    MISTAKE_MESSAGE("(no such note)", no_such_note);
    return "Adam";
}

void states_are_written(void)
{
    static const char *const hexadecimal =
        "a state has 64 bits, in hexadecimal: \"%016\" PRIx64 writes all of them";
    MISTAKE_MESSAGE("pointer that is NULL", "o may be NULL: then nothing is said about it");
    MISTAKE_MESSAGE("(no such note)", "the random states were not written, or not all: i runs "
                                      "from 0 to s->n_rng");
    MISTAKE_MESSAGE("\"76543210\"", hexadecimal);
    MISTAKE_MESSAGE("\"18364758544493064720\"", hexadecimal);
    MISTAKE_MESSAGE("\"ff\"", "without its leading zeros: sixteen digits, \"%016\" PRIx64");
    MISTAKE_MESSAGE("rng_1 is \"fedcba9876543210\"",
                    "that is the first state once more: s->rng[i]->state");
}
