/* sequential_want.c - a number through a row of layers, right and with each of the mistakes people make. */
#include "want.h"

typedef enum {
    RIGHT,
    FROM_LAST_TO_FIRST,
    EACH_FROM_INPUT,
    FIRST_ALONE,
    LAST_LEFT_OUT,
    FIRST_LEFT_OUT,
    FIRST_AGAIN,
    ADDED,    /* all get the input */
    ADDED_ON, /* each to the signal */
    THROWN_AWAY,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [FROM_LAST_TO_FIRST] = "the layers ran from the last to the first",
    [EACH_FROM_INPUT] = "every layer got the input: the output of each is the input of the next",
    [FIRST_ALONE] = "only the first layer ran: return after the loop",
    [LAST_LEFT_OUT] = "the last layer is left out: i < self->n_children",
    [FIRST_LEFT_OUT] = "the first layer is left out: count from 0",
    [FIRST_AGAIN] = "the first layer ran again and again: children[i]",
    [ADDED] = "the outputs were added: the output of each layer is the input of the next",
    [ADDED_ON] = "each output was added to what had come so far: it takes its place",
    [THROWN_AWAY] = "no layer has run, or their outputs were thrown away: x = module_forward(...)",
};

static double through(const Module *layer, double x, Slip slip);

/* The signal behind layer i of a row; so_far is what has come out of those before it. */
static double behind(const Module *row, int i, double input, double so_far, Slip slip)
{
    int n = row->n_children;
    int which = slip == FROM_LAST_TO_FIRST ? n - 1 - i : slip == FIRST_AGAIN ? 0 : i;
    bool from_input = slip == EACH_FROM_INPUT || slip == ADDED;
    double y = through(row->children[which].module, from_input ? input : so_far, slip);
    if ((slip == ADDED || slip == ADDED_ON) && i > 0)
        return so_far + y;
    return slip == THROWN_AWAY ? input : y;
}

static double through(const Module *layer, double x, Slip slip)
{
    if (strcmp(layer->kind, "AddOne") == 0)
        return x + 1;
    if (strcmp(layer->kind, "Double") == 0)
        return 2 * x;
    if (strcmp(layer->kind, "Square") == 0)
        return x * x;
    int end = slip == FIRST_ALONE ? 1 : layer->n_children - (slip == LAST_LEFT_OUT);
    double y = x;
    for (int i = slip == FIRST_LEFT_OUT; i < end; i++)
        y = behind(layer, i, x, y, slip);
    return y;
}

static Tensor *row_with(const Module *row, const Tensor *x, Slip slip)
{
    Tensor *y = copy_of(x);
    for (long i = 0; i < shape_numel(x->ndim, x->shape); i++)
        y->data[i] = (real)through(row, (double)y->data[i], slip);
    return y;
}

Tensor *row_want(const Module *row, const Tensor *x)
{
    for (Slip slip = 1; slip < SLIPS && row->n_children > 0; slip++)
        MISTAKE(row_with(row, x, slip), said[slip]);
    MISTAKE_MESSAGE("numbers of its own", "a copy came back: without layers it is x itself");
    return row_with(row, x, RIGHT);
}
