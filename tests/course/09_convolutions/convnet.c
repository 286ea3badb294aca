/* convnet.c - 09.11: a network as a list of windows. What it sees is looked at pixel by pixel. */
#include "draws.h"
#include "want.h"

enum { GOALS = 16, FAR = 2048 };

/* ---- what a list of windows sees and costs --------------------------------------------------------- */

static bool is_layer(const ConvnetGoal *g, Window *w)
{
    for (int a = 0; a < 2; a++) {
        w->stride[a] += w->stride[a] == 0;
        w->dilation[a] += w->dilation[a] == 0;
        if (w->kernel[a] < 1 || w->kernel[a] > g->kernel || w->stride[a] < 1 ||
            w->stride[a] > FAR || w->dilation[a] < 1 || w->dilation[a] > FAR || w->padding[a] < 0 ||
            2 * w->padding[a] > w->dilation[a] * (w->kernel[a] - 1))
            return false;
    }
    return true;
}

/* How many pixels side by side one number of the end sees along an axis, of the first FAR. */
static long pixels_seen(const Window layers[], long n, int axis)
{
    bool sees[FAR] = {true}, below[FAR];
    for (long i = n - 1; i >= 0; i--) {
        memset(below, 0, sizeof below);
        for (long at = 0; at < FAR; at++)
            for (long k = 0; sees[at] && k < layers[i].kernel[axis]; k++) {
                long pixel = at * layers[i].stride[axis] + k * layers[i].dilation[axis];
                if (pixel < FAR)
                    below[pixel] = true;
            }
        memcpy(sees, below, sizeof sees);
    }
    long most = 0, run = 0;
    for (long pixel = 0; pixel < FAR; pixel++) {
        run = sees[pixel] ? run + 1 : 0;
        most = run > most ? run : most;
    }
    return most;
}

typedef struct {
    long seen, map, broken;
    double parameters, operations;
} Network;

static Network network_of(const ConvnetGoal *g, Window layers[], long n)
{
    Network net = {.broken = n < 1 ? 1 : n > CONVNET_LAYERS ? n - CONVNET_LAYERS : 0};
    for (long i = 0; net.broken == 0 && i < n; i++)
        net.broken += !is_layer(g, &layers[i]);
    if (net.broken > 0)
        return net;
    long size[2] = {g->size, g->size}, in = g->colours;
    for (long i = 0; i < n; i++, in = g->channels) {
        for (int a = 0; a < 2; a++) {
            long out = windows_along(size[a], &layers[i], a);
            size[a] = out < 0 ? 0 : out;
        }
        double weights = (double)(layers[i].kernel[0] * layers[i].kernel[1] * in * g->channels);
        net.parameters += weights + (double)g->channels;
        net.operations += 2 * weights * (double)(size[0] * size[1]);
    }
    long seen[2] = {pixels_seen(layers, n, 0), pixels_seen(layers, n, 1)};
    net.seen = seen[0] < seen[1] ? seen[0] : seen[1];
    net.map = size[0] < size[1] ? size[0] : size[1];
    return net;
}

/* ---- goals ---------------------------------------------------------------------------------------- */

/* Budgets are those of `layers` layers with as many weights as one may have, on maps that are one row and one
 * column larger than the last one has to be; 0: they limit nothing. */
static double limit_of(const ConvnetGoal *g, long layers, double each)
{
    double area = (double)(g->kernel * g->kernel), inputs = (double)(g->colours - g->channels);
    layers = layers > 0 ? layers : CONVNET_LAYERS;
    return each * area * (double)g->channels * (inputs + (double)(layers * g->channels));
}

/* Layers that are allowed: one more than it takes if each could see g->kernel times as much. */
static long layers_for(const ConvnetGoal *g)
{
    long layers = 1;
    for (long seen = 1; seen < g->field; seen *= g->kernel)
        layers++;
    return layers;
}

typedef struct {
    long least,
        most; /* the image is as many times as large as the last map has to be, in some goals 12 times */
    bool few, fast; /* parameters, operations are limited */
} Kind;

static const ConvnetGoal *draw_goals(Kind kind)
{
    IntTensor *size = draw_ids("size", SHAPE(GOALS), 48, 96);
    IntTensor *colours = draw_ids("colours", SHAPE(GOALS), 1, 3);
    IntTensor *channels = draw_ids("channels", SHAPE(GOALS), 4, 16);
    IntTensor *kernel = draw_ids("kernel", SHAPE(GOALS), 3, 6);
    IntTensor *field = draw_ids("field", SHAPE(GOALS), 10, 45);
    IntTensor *map = draw_ids("map", SHAPE(GOALS), kind.least, kind.most);
    field->data[0] = 1;
    field->data[2] = (int)draw_long("a small field", 2, 3);
    size->data[1] = (int)draw_long("a large image", 257, 300);
    Tensor *parameters = draw_between("parameters", SHAPE(GOALS), 0, 1);
    Tensor *operations = draw_between("operations", SHAPE(GOALS), 0, 1);
    ConvnetGoal *goals = scope_alloc(scope_current(), GOALS * sizeof *goals);
    for (long i = 0; i < GOALS; i++) {
        bool small = i % 4 == 3; /* a stride as large as that would leave pixels out */
        map->data[i] = small ? 12 : map->data[i];
        map->data[i] = (size->data[i] + map->data[i] - 1) / map->data[i];
        ConvnetGoal g = {.size = size->data[i],
                         .colours = colours->data[i],
                         .channels = channels->data[i],
                         .kernel = kernel->data[i],
                         .field = field->data[i],
                         .map = map->data[i]};
        long layers = layers_for(&g), rows = !kind.fast ? 4 * g.size
                                             : small    ? g.size / 3 + 2
                                                        : g.map + 1;
        g.parameters = limit_of(&g, kind.few ? layers : 0, 1);
        g.parameters += (double)(g.channels * (kind.few ? layers + 2 : CONVNET_LAYERS));
        g.operations = limit_of(&g, kind.fast ? layers : 0, 2 * (double)(rows * rows));
        parameters->data[i] = (real)g.parameters;
        operations->data[i] = (real)g.operations;
        goals[i] = g;
    }
    resealed_ids(field), resealed_ids(size), resealed_ids(map);
    resealed(parameters), resealed(operations);
    given("g", "goal i has number i of each");
    return goals;
}

/* For a report: the goals, and what was answered to each. */
static const ConvnetGoal *asked;
static Window answered[GOALS][CONVNET_LAYERS];
static long layers_of[GOALS];

static void tell_goal(long i)
{
    const ConvnetGoal *g = &asked[i];
    char text[200] = "";
    size_t used = 0;
    given("g",
          "size %ld, colours %ld, channels %ld, kernel %ld, field %ld, map %ld, parameters %.0f, "
          "operations %.0f",
          g->size, g->colours, g->channels, g->kernel, g->field, g->map, g->parameters,
          g->operations);
    for (long k = 0; k < layers_of[i] && k < CONVNET_LAYERS && used < sizeof text; k++) {
        const Window *w = &answered[i][k];
        used += (size_t)snprintf(
            text + used, sizeof text - used, "%s%ldx%ld stride %ld dilation %ld padding %ld",
            k ? ", " : "", w->kernel[0], w->kernel[1], w->stride[0], w->dilation[0], w->padding[0]);
    }
    given("layers", "%s", layers_of[i] > 0 ? text : "none");
}

/* A column for each goal: what it sees and how large the last map is, of what is asked for; what it costs, from
 * the budget on; layers that break a rule. */
static Tensor *networks_for(const ConvnetGoal *goals)
{
    Tensor *t = blank(SHAPE(5, GOALS));
    Window *layers = ROOM_FOR(CONVNET_LAYERS, Window);
    for (long i = 0; i < GOALS; i++) {
        const ConvnetGoal *g = &goals[i];
        long n = convnet_fit(*g, layers);
        layers_of[i] = n;
        memcpy(answered[i], layers, sizeof answered[i]);
        Network net = network_of(g, layers, n);
        double number[] = {(double)(net.seen < g->field ? net.seen : g->field),
                           (double)(net.map < g->map ? net.map : g->map),
                           net.parameters > g->parameters ? net.parameters : g->parameters,
                           net.operations > g->operations ? net.operations : g->operations,
                           (double)net.broken};
        for (int row = 0; row < 5; row++)
            t->data[row * GOALS + i] = (real)number[row];
    }
    return t;
}

static void check_networks(Kind kind, const char *rule)
{
    const ConvnetGoal *goals = draw_goals(kind);

    Tensor *want = EXPECT(convnet_want(goals, GOALS));
    check_called("convnet_fit(g, layers)");
    asked = goals;
    check_columns(tell_goal);
    Tensor *networks = networks_for(goals);
    check_tensor_within(networks, want, 0, rule);
}

TEST(far_enough, .points = 3, .exercise = "09.11 convnet_fit", .file = "convnet_fit.c")
{
    check_networks(
        (Kind){.least = 1, .most = 2},
        "row 0: pixels that are seen, of those asked for; row 1: rows and columns of the "
        "last map, of those asked for; row 4: layers with a window that is not allowed");
}

TEST(few_parameters, .points = 4, .exercise = "09.11 convnet_fit", .file = "convnet_fit.c")
{
    check_networks((Kind){.least = 1, .most = 12, .few = true},
                   "row 0: pixels that are seen, row 1: the last map, as far as asked for; row 2: "
                   "parameters, where they are more than the budget");
}

TEST(few_operations, .points = 3, .exercise = "09.11 convnet_fit", .file = "convnet_fit.c")
{
    check_networks(
        (Kind){.least = 2, .most = 3, .few = true, .fast = true},
        "row 0: pixels that are seen, row 1: the last map, as far as asked for; rows 2 and "
        "3: parameters and operations, where they are more than the budget");
}
