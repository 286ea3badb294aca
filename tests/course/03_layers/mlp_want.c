/* mlp_want.c - the layers of a perceptron in words, right and with each of the mistakes people make. */
#include "want.h"

typedef enum {
    RIGHT,
    NO_ACTIVATIONS,
    BEHIND_EACH,
    BEFORE_EACH,
    FIRST_MISSING, /* of the activations */
    ALWAYS_RELU,
    LAST_MISSING,
    ONE_TOO_MANY,
    SWAPPED,
    TO_ITSELF,
    FROM_FIRST,
    FIRST_TWO,
    NO_BIAS,
    LINEAR_BY_I, /* the child's number */
    ALL_BY_I,
    ALL_ZERO,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [NO_ACTIVATIONS] = "no activations: linear layers in a row are one; each Linear but the first "
                       "has one in front",
    [BEHIND_EACH] = "an activation behind the last layer, which gives plain numbers",
    [BEFORE_EACH] = "an activation in front of the first layer: only between layers",
    [FIRST_MISSING] = "one activation is missing: between any two layers",
    [ALWAYS_RELU] = "always a ReLU: the activation is the one asked for",
    [LAST_MISSING] = "the last Linear is missing: there is one layer less than widths",
    [ONE_TOO_MANY] = "one width too many was read: the last layer starts at n_widths - 2",
    [SWAPPED] = "the widths are swapped: either here, where it is from widths[i] to widths[i + 1], "
                "or in linear_new",
    [TO_ITSELF] = "from a width to itself: from widths[i] to widths[i + 1]",
    [FROM_FIRST] = "every layer starts with widths[0]: from widths[i] to widths[i + 1]",
    [FIRST_TWO] = "every layer has the first two widths: from widths[i] to widths[i + 1]",
    [NO_BIAS] =
        "the Linear layers have no bias: either linear_new did not get true, or it made none",
    [LINEAR_BY_I] = "the Linear layers count by themselves: a child's number is how many there "
                    "were before it, m->n_children",
    [ALL_BY_I] = "numbered by i: a child's number is how many there were before it, m->n_children",
    [ALL_ZERO] =
        "all have number 0: a child's number is how many there were before it, m->n_children",
};

enum { ROOM = 300 };
typedef struct {
    char text[ROOM];
    int n_children;
    bool by_width; /* "Linear (5, 7), Tanh", else "0 Linear, 1 Tanh" */
} Words;

/* i counts Linear layers. */
static void append(Words *w, const char *kind, int i, Slip slip)
{
    size_t used = strlen(w->text);
    bool by_i = slip == ALL_BY_I || (slip == LINEAR_BY_I && strcmp(kind, "Linear") == 0);
    int number = slip == ALL_ZERO ? 0 : by_i ? i : w->n_children;
    char numbered[100];
    snprintf(numbered, sizeof numbered, "%d %.60s", number, kind);
    snprintf(w->text + used, ROOM - used, "%s%s", w->n_children > 0 ? ", " : "",
             w->by_width ? kind : numbered);
    w->n_children++;
}

static void append_linear(Words *w, const long *widths, int i, Slip slip)
{
    long from = widths[slip == FROM_FIRST || slip == FIRST_TWO ? 0 : i];
    long to = widths[slip == FIRST_TWO ? 1 : slip == TO_ITSELF ? i : i + 1];
    char kind[64];
    snprintf(kind, sizeof kind, "Linear (%ld, %ld)%s", slip == SWAPPED ? to : from,
             slip == SWAPPED ? from : to, slip == NO_BIAS ? " without bias" : "");
    append(w, w->by_width ? kind : "Linear", i, slip);
}

/* Is there an activation in front of Linear number i? */
static bool bends_before(int i, Slip slip)
{
    if (slip == NO_ACTIVATIONS || slip == BEHIND_EACH)
        return false;
    return slip == BEFORE_EACH || i > (slip == FIRST_MISSING ? 1 : 0);
}

static void describe(Words *w, int n_widths, const long *widths, const char *activation, Slip slip)
{
    int layers = n_widths - 1 + (slip == ONE_TOO_MANY) - (slip == LAST_MISSING);
    const char *kind = slip == ALWAYS_RELU ? "ReLU" : activation;
    for (int i = 0; i < layers; i++) {
        if (bends_before(i, slip))
            append(w, kind, i, slip);
        append_linear(w, widths, i, slip);
        if (slip == BEHIND_EACH)
            append(w, kind, i, slip);
    }
}

static const char *mlp_want(int n_widths, const long *widths, const char *activation, bool by_width)
{
    static Words right;
    static char quoted[SLIPS][ROOM];
    for (Slip slip = 1; slip < SLIPS; slip++) {
        Words w = {.by_width = by_width};
        describe(&w, n_widths, widths, activation, slip);
        snprintf(quoted[slip], ROOM, "\"%.280s\"", w.text);
        MISTAKE_MESSAGE(quoted[slip], said[slip]);
    }
    right = (Words){.by_width = by_width};
    describe(&right, n_widths, widths, activation, RIGHT);
    return right.text;
}

const char *mlp_layers_want(int n_widths, const long *widths, const char *activation)
{
    return mlp_want(n_widths, widths, activation, false);
}

const char *mlp_widths_want(int n_widths, const long *widths, const char *activation)
{
    return mlp_want(n_widths, widths, activation, true);
}

long mlp_draws_want(int n_widths, const long *widths)
{
    MISTAKE_NUMBER(0, "nothing was drawn from the caller's rng: hand it on to every linear_new");
    long n = 0;
    for (int i = 0; i + 1 < n_widths; i++)
        n += (widths[i] + 1) * widths[i + 1];
    return n;
}
