/* checkpoint_want.c - what a checkpoint holds, and what is forgotten. */
#include <inttypes.h>
#include "want.h"

/* ---- 08.8 checkpoint_tensors ------------------------------------------------------------------------- */

/* Which of the numbers first, first + 1, ... arrive in n tensors: 1 is the first of them, 0 none; and how
 * many others are listed. */
static Tensor *arriving(long n, const real *which, long others, long first)
{
    Tensor *t = blank(SHAPE(n + 1));
    for (long i = 0; i < n; i++)
        t->data[i] = which[i] > 0 ? which[i] + (real)(first - 1) : 0;
    t->data[n] = (real)others;
    return t;
}

static const real all_of_them[] = {1, 2, 3, 4, 5, 6}, weights_alone[6] = {1, 2}, nothing[6] = {0};

static void adam_mistakes(long first)
{
    static const struct {
        real which[6];
        const char *sentence;
    } known[] = {
        {{1, 2, 3, 4, 0, 0}, "only the first moment: there are o->n_state of them"},
        {{1, 2, 0, 0, 5, 6}, "the first moment is missing: which runs from 0"},
        {{1, 2, 0, 4, 0, 6}, "moments of the first parameter are missing: i runs from 0"},
        {{1, 2, 3, 0, 5, 0},
         "moments of the last parameter are missing: i runs over all o->parameters->count"},
        {{1, 2, 5, 6, 0, 0}, "the first moment was listed twice: o->state[which][i]"},
        {{1, 2, 5, 6, 3, 4}, "exp_avg and exp_avg_sq have changed places"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        MISTAKE(arriving(6, known[i].which, 0, first), known[i].sentence);
}

Tensor *tensors_want(long n, long first)
{
    const real no_weights[] = {0, 0, 3, 4, 5, 6}, of_weights[6] = {(real)(n - 1), (real)n};
    MISTAKE(arriving(n, no_weights, 0, first), "the weights are missing: start from "
                                               "module_state(m)");
    MISTAKE_MESSAGE("pointer that is NULL", "o may be NULL: then the list has the model alone");
    MISTAKE_MESSAGE("is taken", "two tensors got the same name: which moment it is belongs into "
                                "the name, as well as the parameter");
    if (n > 2) {
        MISTAKE(arriving(n, weights_alone, 0, first),
                "the moments are not in the list: which runs from 0 to o->n_state, i over all "
                "parameters");
        MISTAKE(arriving(n, weights_alone, n - 2, first),
                "the moments have other names: optimizer.<moment>.<parameter>");
        MISTAKE(arriving(n, of_weights, 0, first),
                "the weight itself was listed under the names of its moments: o->state[which][i]");
    }
    if (n == 6)
        adam_mistakes(first);
    return arriving(n, all_of_them, 0, first);
}

Tensor *buffer_want(long first)
{
    MISTAKE(arriving(3, weights_alone, 0, first),
            "the buffers are missing: parameters_of leaves them out, module_state does not");
    MISTAKE(arriving(3, nothing, 0, first),
            "the weights are missing, and the buffer, too: start from module_state(m)");
    return arriving(3, all_of_them, 0, first);
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

/* "first", in quotation marks, as somebody has written it. */
static const char *quoted(const char *what, const char *format, uint64_t state)
{
    static char text[4][60];
    static int next;
    char *t = text[next++ % 4], number[30];
    snprintf(number, sizeof number, format, state);
    snprintf(t, sizeof text[0], "%s\"%s\"", what, number);
    return t;
}

void states_are_written(uint64_t first, uint64_t second)
{
    static const char *const hexadecimal =
        "a state has 64 bits, in hexadecimal: \"%016\" PRIx64 writes all of them";
    MISTAKE_MESSAGE("pointer that is NULL", "o may be NULL: then nothing is said about it");
    MISTAKE_MESSAGE("(no such note)", "the random states were not written, or not all: i runs "
                                      "from 0 to s->n_rng");
    MISTAKE_MESSAGE(quoted("", "%" PRIx64, first & UINT32_MAX), hexadecimal);
    MISTAKE_MESSAGE(quoted("", "%" PRIu64, first), hexadecimal);
    MISTAKE_MESSAGE(quoted("", "%" PRIx64, second),
                    "without its leading zeros: sixteen digits, \"%016\" PRIx64");
    MISTAKE_MESSAGE(quoted("rng_1 is ", "%016" PRIx64, first),
                    "that is the first state once more: s->rng[i]->state");
}
