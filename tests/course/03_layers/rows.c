/* rows.c - 03.7 to 03.10: a tree of modules, layers in a row, and the list of all parameters. */
#include "plain_layers.h"

/* ---- 03.7 module_train ----------------------------------------------------------------------- */

/* Six modules: 0 holds 1, 2 and 5; 2 holds 3 and 4. */
enum { MODULES = 6 };

static Module *a_tree(Module *all[MODULES])
{
    for (int i = 0; i < MODULES; i++)
        all[i] = layer_by_hand(i == 0 || i == 2 ? "Box" : "Leaf", NULL);
    module_child(all[2], "first", -1, all[3]);
    module_child(all[2], "second", -1, all[4]);
    module_child(all[0], "a", -1, all[1]);
    module_child(all[0], "b", -1, all[2]);
    module_child(all[0], "c", -1, all[5]);
    return all[0];
}

static Tensor *flags(Module *const all[MODULES])
{
    Tensor *t = tensor_zeros(SHAPE(MODULES));
    for (int i = 0; i < MODULES; i++)
        t->data[i] = all[i]->training;
    return t;
}

static void register_flag_mistakes(void)
{
#ifndef CHECK_RECORD
    MISTAKE(values(SHAPE(6), VALUES(0, 1, 1, 1, 0, 1)),
            "only the module itself: its children, and theirs, have flags of their own");
    MISTAKE(values(SHAPE(6), VALUES(0, 0, 0, 1, 0, 0)),
            "only one level down: the children of children need it, too. Call module_train for "
            "each child");
    MISTAKE(values(SHAPE(6), VALUES(1, 0, 0, 0, 0, 0)),
            "everything below, but not the module itself: m->training = training");
    MISTAKE(values(SHAPE(6), VALUES(1, 0, 1, 0, 0, 0)),
            "everything below, but not the modules that have children: m->training = training");
    MISTAKE(values(SHAPE(6), VALUES(0, 0, 1, 1, 0, 1)),
            "only the first child: go through all m->n_children of them");
    MISTAKE(values(SHAPE(6), VALUES(0, 0, 0, 0, 0, 1)),
            "the last child is left out: i < m->n_children");
    MISTAKE(values(SHAPE(6), VALUES(0, 1, 0, 1, 0, 0)),
            "the first child is left out: count from 0");
    MISTAKE(values(SHAPE(6), VALUES(1, 1, 1, 1, 1, 1)),
            "switched on where it was to be switched off: the flag is the second argument");
    MISTAKE(values(SHAPE(6), VALUES(1, 1, 1, 1, 0, 1)),
            "no flag has changed: m->training = training");
    MISTAKE(values(SHAPE(6), VALUES(0, 1, 1, 0, 0, 1)),
            "the value changes from level to level: hand on the same");
    MISTAKE(values(SHAPE(6), VALUES(0, 1, 1, 1, 1, 1)),
            "the children were switched on: hand `training` on to them");
#endif
}

TEST(the_flag_reaches_every_module, .points = 3, .exercise = "03.7 module_train",
     .file = "module.c",
     .hints = HINTS("A tree is walked by a function that calls itself for every child.",
                    "The module's own flag first, then module_train for each child.",
                    "for (...) module_train(m->children[i].module, training);"))
{
    Module *all[MODULES], *m = a_tree(all);
    given("m", "a tree: 0 holds 1, 2, 5; 2 holds 3, 4; all but 4 are training");
    all[4]->training = false;
    EXPECT(Tensor *want = values(SHAPE(6), VALUES(0, 0, 0, 0, 0, 0)));
    EXPECT(register_flag_mistakes(););
    CALL(module_train(m, false));
    Tensor *training = flags(all);
    check_tensor(training, want, "the flags of modules 0 to 5 are all 0");
    module_free(m);
}

TEST(the_flag_comes_back, .points = 2, .exercise = "03.7 module_train", .file = "module.c",
     .hints = HINTS("module_train(m, true) is for the next round of training.",
                    "The flag takes the value that is handed in.", "m->training = training;"))
{
    Module *all[MODULES], *m = a_tree(all);
    given("m", "a tree: 0 holds 1, 2, 5; 2 holds 3, 4; only 4 is training");
    for (int i = 0; i < MODULES; i++)
        all[i]->training = i == 4;
    EXPECT(Tensor *want = values(SHAPE(6), VALUES(0, 0, 1, 1, 1, 0)),
           *everywhere = values(SHAPE(6), VALUES(1, 1, 1, 1, 1, 1)));
    MISTAKE(values(SHAPE(6), VALUES(0, 0, 0, 0, 0, 0)),
            "switched off where it was to be switched on: the flag is the second argument");
    MISTAKE(values(SHAPE(6), VALUES(0, 0, 0, 0, 1, 0)),
            "no flag has changed: m->training = training");
    MISTAKE(values(SHAPE(6), VALUES(0, 0, 1, 0, 1, 0)),
            "only the module itself: its children, and theirs, have flags of their own");
    MISTAKE(values(SHAPE(6), VALUES(0, 0, 0, 1, 1, 0)),
            "everything below, but not the module itself: m->training = training");
    CALL(module_train(all[2], true));
    Tensor *some = flags(all);
    check_tensor(some, want, "module 2 and what is below it, nothing above or beside it");
    CALL(module_train(m, true));
    Tensor *training = flags(all);
    check_tensor(training, everywhere, "all flags are 1 again");
    module_free(m);
}

/* A drawn tree: module i hangs below module parent[i] < i, module 0 is the top. */
enum { MANY = 16 };

static void draw_parents(int parent[MANY])
{
    parent[0] = -1;
    for (int i = 1; i < MANY; i++)
        parent[i] = i == 1 ? 0 : i < 4 ? i - 1 : (int)(draw_seed() % (uint64_t)i);
}

static void hang(Module *const all[MANY], const int parent[MANY])
{
    for (int i = 1; i < MANY; i++)
        module_child(all[parent[i]], "child", i, all[i]);
}

/* The flags after module `top` was given the flag `to`; how many levels below it take part. */
static Tensor *plain_flags(const bool *before, const int *parent, int top, bool to, int levels)
{
    Tensor *t = blank(SHAPE(MANY));
    for (int i = 0; i < MANY; i++) {
        int up = i, level = 0;
        for (; up > top; up = parent[up])
            level++;
        t->data[i] = up == top && level <= levels ? to : before[i];
    }
    return t;
}

TEST(the_flag_of_any_tree, .points = 2, .exercise = "03.7 module_train", .file = "module.c",
     .hints = HINTS("A child may have children, and they too: there is no last level.",
                    "The function calls itself for each child with the same flag.",
                    "for (int i = 0; i < m->n_children; i++) "
                    "module_train(m->children[i].module, training);"))
{
    Module *all[MANY];
    int parent[MANY], top = 1;
    bool before[MANY], training = draw_seed() % 2;
    draw_parents(parent);
    for (int i = 0; i < MANY; i++) {
        all[i] = layer_by_hand("Box", NULL);
        all[i]->training = before[i] = draw_seed() % 2;
    }
    hang(all, parent);
    given("m", "a drawn tree of 16 modules with drawn flags, from module %d on", top);
    given("training", "%s", training ? "true" : "false");
    Module *m = all[top];
    EXPECT(Tensor *want = plain_flags(before, parent, top, training, MANY));
    MISTAKE(plain_flags(before, parent, top, training, 0),
            "only the module itself: its children, and theirs, have flags of their own");
    MISTAKE(plain_flags(before, parent, top, training, 1),
            "only one level down: the children of children need it, too");
    MISTAKE(plain_flags(before, parent, top, !training, MANY),
            "the other way round: the flag is the second argument");
    MISTAKE(plain_flags(before, parent, MANY, training, MANY), "no flag has changed");
    CALL(module_train(m, training));
    Tensor *t = blank(SHAPE(MANY));
    for (int i = 0; i < MANY; i++)
        t->data[i] = all[i]->training;
    check_tensor(t, want, "the module and all below it; the others keep what they had");
    module_free(all[0]);
}

/* ---- 03.8 sequential_forward ------------------------------------------------------------------ */

static Tensor *add_one(Module *self, Tensor *x)
{
    (void)self;
    return tensor_add_scalar(x, 1);
}

static Tensor *twice(Module *self, Tensor *x)
{
    (void)self;
    return tensor_mul_scalar(x, 2);
}

static Tensor *squared(Module *self, Tensor *x)
{
    (void)self;
    return tensor_mul(x, x);
}

/* x after add 1, double, square, and after what people write in place of that. */
static double in_order(double x)
{
    return 4 * (x + 1) * (x + 1);
}

static double backwards(double x)
{
    return 2 * x * x + 1;
}

static double last_of_the_input(double x)
{
    return x * x;
}

static double first_alone(double x)
{
    return x + 1;
}

static double without_the_last(double x)
{
    return 2 * (x + 1);
}

static double without_the_first(double x)
{
    return 4 * x * x;
}

static double first_thrice(double x)
{
    return x + 3;
}

static double all_added(double x)
{
    return (x + 1) + 2 * x + x * x;
}

/* Add 1; double and square, which are one layer; double. And what people write in place of that. */
static double nested(double x)
{
    return 8 * (x + 1) * (x + 1);
}

static double nested_backwards(double x)
{
    return 8 * x * x + 1;
}

static double nested_without_the_first(double x)
{
    return 2 * x * x;
}

static double nested_last(double x)
{
    return 2 * x;
}

static void register_nested_mistakes(const Tensor *x)
{
#ifndef CHECK_RECORD
    MISTAKE(plain_map(x, nested_backwards), "the layers ran from the last to the first");
    MISTAKE(plain_map(x, nested_last),
            "every layer got the input: the output of each is the input of the next");
    MISTAKE(plain_map(x, first_alone), "only the first layer ran: return after the loop");
    MISTAKE(plain_map(x, without_the_last), "the last layer is left out: i < self->n_children");
    MISTAKE(plain_map(x, nested_without_the_first), "the first layer is left out: count from 0");
    MISTAKE(plain_map(x, first_thrice), "the first layer ran again and again: children[i]");
#else
    (void)x;
#endif
}

static void register_order_mistakes(const Tensor *x)
{
#ifndef CHECK_RECORD
    MISTAKE(plain_map(x, backwards), "the layers ran from the last to the first");
    MISTAKE(plain_map(x, last_of_the_input),
            "every layer got the input: the output of each is the input of the next");
    MISTAKE(plain_map(x, first_alone), "only the first layer ran: return after the loop");
    MISTAKE(plain_map(x, without_the_last), "the last layer is left out: i < self->n_children");
    MISTAKE(plain_map(x, without_the_first), "the first layer is left out: count from 0");
    MISTAKE(plain_map(x, first_thrice), "the first layer ran again and again: children[i]");
    MISTAKE(plain_map(x, all_added), "the outputs were added: the layers stand in a row");
    MISTAKE(copy_of(x), "no layer has run, or their outputs were thrown away: x = "
                        "module_forward(...)");
#else
    (void)x;
#endif
}

TEST(sequential_runs_in_order, .points = 5, .exercise = "03.8 sequential_forward",
     .file = "sequential.c",
     .hints = HINTS("The signal goes through one layer after the other.",
                    "x = the output of layer i for x, for all i.",
                    "x = module_forward(self->children[i].module, x);"))
{
    Tensor *x = draw("x", SHAPE(2, 3));
    given("row", "a Sequential: add 1, double, square");
    Module *row =
        sequential_new(LAYERS(layer_by_hand("AddOne", add_one), layer_by_hand("Double", twice),
                              layer_by_hand("Square", squared)));
    EXPECT(Tensor *want = plain_map(x, in_order));
    EXPECT(register_order_mistakes(x););
    Tensor *y = CALL(module_forward(row, x));
    check_tensor(y, want, "(2 (x + 1))^2: add 1, then double, then square");
    module_free(row);
}

TEST(sequential_of_none_and_of_sequentials, .points = 2, .exercise = "03.8 sequential_forward",
     .file = "sequential.c",
     .hints = HINTS("Without layers, what comes out is what went in.",
                    "A Sequential is a module: it can be a layer of another.",
                    "for (int i = 0; i < self->n_children; i++) ...; return x;"))
{
    Tensor *x = draw("x", SHAPE(4));
    Module *none = sequential_new(0, NULL);
    Module *inner =
        sequential_new(LAYERS(layer_by_hand("Double", twice), layer_by_hand("Square", squared)));
    Module *outer = sequential_new(
        LAYERS(layer_by_hand("AddOne", add_one), inner, layer_by_hand("Double", twice)));
    given("none", "a Sequential without layers");
    given("outer", "a Sequential: add 1; a Sequential of double and square; double");
    EXPECT(Tensor *want = plain_map(x, nested));
    EXPECT(register_nested_mistakes(x););
    Tensor *same = CALL(module_forward(none, x));
    check_long(same == x, 1, "no layers: x itself");
    Tensor *y = CALL(module_forward(outer, x));
    check_tensor(y, want, "one inside the other: add 1, double, square, double");
    module_free(none);
    module_free(outer);
}

/* ---- 03.9 mlp_new ---------------------------------------------------------------------------- */

/* One digit for each layer: 1 a Linear, 2 an activation. */
static long pattern(const Module *m)
{
    long digits = 0;
    for (int i = 0; i < m->n_children; i++)
        digits = 10 * digits + (strcmp(m->children[i].module->kind, "Linear") == 0 ? 1 : 2);
    return digits;
}

TEST(mlp_has_bends_between_its_layers, .points = 4, .exercise = "03.9 mlp_new", .file = "mlp.c",
     .hints = HINTS("Four widths make three Linear layers and two activations.",
                    "The activation goes in front of every Linear but the first.",
                    "for (int i = 0; i + 1 < n_widths; i++) { if (i > 0) activation; Linear from "
                    "widths[i] to widths[i + 1] }"))
{
    Rng rng = rng_seed(draw_seed());
    MISTAKE_MESSAGE("memory", "one width too many was read: the last layer starts at n_widths - 2");
    MISTAKE_MESSAGE("below 0",
                    "one width too many was read: the last layer starts at n_widths - 2");
    Module *m = CALL(mlp_new(SHAPE(5, 7, 3, 2), ACT_TANH, &rng));
    MISTAKE_NUMBER(121212, "an activation behind the last layer, which gives plain numbers");
    MISTAKE_NUMBER(12121212, "one width too many was read: the last layer starts at n_widths - 2");
    MISTAKE_NUMBER(1212121, "one width too many was read: the last layer starts at n_widths - 2");
    MISTAKE_NUMBER(111, "no activations: three linear layers in a row are one");
    MISTAKE_NUMBER(1212, "the last Linear is missing: four widths make three layers");
    MISTAKE_NUMBER(121, "the last Linear is missing: four widths make three layers");
    MISTAKE_NUMBER(212121, "an activation in front of the first layer: only between layers");
    MISTAKE_NUMBER(12112, "the activations stand in the wrong places: between any two layers");
    MISTAKE_NUMBER(11212, "the activations stand in the wrong places: between any two layers");
    MISTAKE_NUMBER(1121, "one activation is missing: between any two layers");
    MISTAKE_NUMBER(0, "no layers were added: module_child(m, NULL, m->n_children, child)");
    long layers = pattern(m);
    check_long(layers, 12121, "1 is a Linear, 2 an activation: five layers in turn");
    MISTAKE_NUMBER(901132, "the Linear layers count by themselves: a child's number is how many "
                           "there were before it, m->n_children");
    MISTAKE_NUMBER(901122, "numbered by i: a child's number is how many there were before it, "
                           "m->n_children");
    MISTAKE_NUMBER(900000, "all have number 0: a child's number is how many there were before it, "
                           "m->n_children");
    long numbers = 9; /* so that a leading 0 counts */
    for (int i = 0; i < m->n_children; i++)
        numbers = 10 * numbers + m->children[i].index;
    check_long(numbers, 901234, "the layers are numbered 0, 1, 2, 3, 4 (behind a 9)");
    module_free(m);
}

TEST(mlp_widths, .points = 4, .exercise = "03.9 mlp_new", .file = "mlp.c",
     .hints = HINTS("Layer i leads from widths[i] to widths[i + 1].",
                    "Every Linear has a bias; the activation is the one asked for.",
                    "linear_new(widths[i], widths[i + 1], true, rng)"))
{
    Rng rng = rng_seed(draw_seed()), before = rng;
    EXPECT(double b1 = 1 / sqrt(5.0), b2 = 1 / sqrt(7.0); Rng later = after_draws(before, 35 + 7);
           Tensor *start1 = plain_uniform(SHAPE(5, 7), -b1, b1, before),
           *start2 = plain_uniform(SHAPE(7, 3), -b2, b2, later));
    MISTAKE_MESSAGE("memory", "one width too many was read: the last layer starts at n_widths - 2");
    MISTAKE_MESSAGE("below 0",
                    "one width too many was read: the last layer starts at n_widths - 2");
    Module *m = CALL(mlp_new(SHAPE(5, 7, 3), ACT_GELU, &rng));
    MISTAKE_NUMBER(12, "the last Linear is missing: three widths make two layers");
    MISTAKE_NUMBER(1, "the last Linear is missing: three widths make two layers");
    MISTAKE_NUMBER(11, "no activation: it goes in front of every Linear but the first");
    MISTAKE_NUMBER(1212, "an activation behind the last layer, which gives plain numbers");
    MISTAKE_NUMBER(2121, "an activation in front of the first layer: only between layers");
    long layers = pattern(m);
    check_long(layers, 121,
               "1 is a Linear, 2 an activation: two widths are a Linear, a third adds an "
               "activation and a Linear");
    const Linear *first = (const Linear *)m->children[0].module;
    MISTAKE_SHAPE(SHAPE(7, 5), "the widths are swapped: from widths[i] to widths[i + 1]");
    MISTAKE_SHAPE(SHAPE(5, 5), "from a width to itself: from widths[i] to widths[i + 1]");
    MISTAKE_SHAPE(SHAPE(5, 3), "straight from the first width to the last: i + 1 comes after i");
    check_shape(first->weight, SHAPE(5, 7), "the first Linear leads from 5 to 7");
    const Linear *second = (const Linear *)m->children[m->n_children - 1].module;
    MISTAKE_SHAPE(SHAPE(5, 3),
                  "every layer starts with widths[0]: from widths[i] to widths[i + 1]");
    MISTAKE_SHAPE(SHAPE(5, 7), "every layer has the first two widths: widths[i] and widths[i + 1]");
    check_shape(second->weight, SHAPE(7, 3), "the second Linear leads from 7 to 3");
    MISTAKE_NUMBER(0, "the Linear layers have no bias: linear_new(..., true, rng)");
    check_long(first->bias != NULL && second->bias != NULL, 1, "every Linear has a bias");
    check_text(m->children[1].module->kind, "GELU", "the activation is the one asked for: GELU");
    check_tensor(first->weight, start1, "the first layer draws from the caller's rng");
    check_tensor(second->weight, start2, "then the second: from the caller's rng, where it is now");
    Module *single = CALL(mlp_new(SHAPE(4, 2), ACT_GELU, &rng));
    FORGET();
    MISTAKE_NUMBER(0, "the only Linear is missing: two widths make one layer");
    MISTAKE_NUMBER(2, "one layer too many: two widths make one Linear, and nothing behind it");
    check_long(single->n_children, 1, "two widths: one Linear and nothing else");
    check_fails(mlp_new(SHAPE(3), ACT_RELU, &rng), "expected at least 2", "one width is no layer");
    check_fails(mlp_new(SHAPE(3, -1), ACT_RELU, &rng), "width 1 is -1", "no width below 0");
    module_free(m);
    module_free(single);
}

/* ---- 03.10 parameters_collect --------------------------------------------------------------------------- */

static Module *holder(const char *name, double number)
{
    Module *m = layer_by_hand("Holder", NULL);
    module_parameter(m, name, SHAPE(1))->data[0] = (real)number;
    return m;
}

/* The parameters' numbers, in the order of the list; behind them zeros, up to n places. */
static Tensor *numbers_in(const ParameterList *list, long n)
{
    Tensor *t = tensor_zeros(SHAPE(n));
    for (long i = 0; i < n && i < list->count; i++)
        t->data[i] = list->tensor[i]->data[0];
    return t;
}

/* A box with parameters 1 and 2; below it "blocks.0" with 3 and, inside of that, "inner" with 4;
 * and "head" with 5, with 3 once more as "tied", and with 6. */
static Module *a_box(void)
{
    Module *box = holder("first", 1), *block = holder("weight", 3), *head = holder("weight", 5);
    module_parameter(box, "second", SHAPE(1))->data[0] = 2;
    module_child(block, "inner", -1, holder("weight", 4));
    module_child(box, "blocks", 0, block);
    module_child(box, "head", -1, head);
    module_share(head, "tied", block->parameter[0].tensor);
    module_parameter(head, "scale", SHAPE(1))->data[0] = 6;
    return box;
}

static void register_list_mistakes(void)
{
#ifndef CHECK_RECORD
    MISTAKE(values(SHAPE(8), VALUES(1, 2, 0, 0, 0, 0, 0, 0)),
            "only the parameters of the module itself: parameters_collect(list, child, &path) for "
            "each child");
    MISTAKE(values(SHAPE(8), VALUES(1, 2, 3, 5, 6, 0, 0, 0)),
            "the children of children are missing: parameters_collect calls itself");
    MISTAKE(
        values(SHAPE(8), VALUES(1, 2, 3, 4, 5, 3, 6, 0)),
        "a tied weight is listed twice, and would be updated twice: ask parameters_listed() first");
    MISTAKE(values(SHAPE(8), VALUES(1, 2, 3, 4, 5, 0, 0, 0)),
            "the walk stopped at a weight that was listed already: leave that one out and go on");
    MISTAKE(values(SHAPE(8), VALUES(4, 3, 5, 6, 1, 2, 0, 0)),
            "children before parents: the module's own parameters come first");
    MISTAKE(blank(SHAPE(8)), "the list is empty: nothing was added");
    MISTAKE(values(SHAPE(8), VALUES(1, 3, 4, 0, 0, 0, 0, 0)),
            "only the first of each: go through all of them");
    MISTAKE(values(SHAPE(8), VALUES(1, 2, 3, 0, 0, 0, 0, 0)),
            "the last child is left out: i < m->n_children");
    MISTAKE(values(SHAPE(8), VALUES(1, 2, 5, 3, 6, 0, 0, 0)),
            "the first child is left out: count from 0");
    MISTAKE(values(SHAPE(8), VALUES(1, 5, 3, 0, 0, 0, 0, 0)),
            "the last parameter is left out: i < m->n_parameters");
    MISTAKE(values(SHAPE(8), VALUES(2, 3, 6, 0, 0, 0, 0, 0)),
            "the first parameter is left out: count from 0");
    MISTAKE_MESSAGE("is longer than",
                    "parameters_collect calls itself with the same module, without end: hand "
                    "on the child, m->children[i].module");
    MISTAKE_MESSAGE("is taken", "two parameters got the same path: a child's path begins with that "
                                "of its parent, path_below(here, name, index)");
#endif
}

TEST(collect_every_parameter_once, .points = 3, .exercise = "03.10 parameters_collect",
     .file = "parameters.c",
     .hints = HINTS("The module's own parameters, then each child, which does the same.",
                    "A tensor that is listed already is not added again.",
                    "for each child: Path path = path_below(here, its name, its index); "
                    "parameters_collect(list, its module, &path);"))
{
    given("m", "1 and 2 are its own, 3 and 4 are below blocks.0, 5, 3 again and 6 below head");
    Module *m = a_box();
    EXPECT(Tensor *want = values(SHAPE(8), VALUES(1, 2, 3, 4, 5, 6, 0, 0)));
    EXPECT(register_list_mistakes(););
    ParameterList *list = CALL(parameters_of(m));
    Tensor *numbers = numbers_in(list, 8);
    check_tensor(numbers, want, "parents before children, each tensor once; six, and no more (0)");
    check_long(list->count, 6, "six different parameters");
    parameters_free(list);
    module_free(m);
}

TEST(collect_names_every_path, .points = 3, .exercise = "03.10 parameters_collect",
     .file = "parameters.c",
     .hints = HINTS("A path is the way from the top: blocks.0.inner.weight.",
                    "path_below makes it longer by one name; a parameter has no index: -1.",
                    "Path path = path_below(here, m->parameter[i].name, -1);"))
{
    given("m", "1 and 2 are its own, 3 and 4 are below blocks.0, 5, 3 again and 6 below head");
    Module *m = a_box();
    EXPECT(register_list_mistakes(););
    ParameterList *list = CALL(parameters_of(m));
    check_long(list->count, 6, "six different parameters");
    check_text(list->name[0], "first", "a parameter of the top has its own name");
    check_text(list->name[1], "second", "a parameter of the top has its own name");
    check_text(list->name[2], "blocks.0.weight",
               "the child's name and index, then the parameter's name");
    check_text(list->name[3], "blocks.0.inner.weight", "the whole way down from the top");
    check_text(list->name[4], "head.weight", "a child without an index has its name alone");
    check_text(list->name[5], "head.scale", "behind a tied weight it goes on");
    parameters_free(list);
    module_free(m);
}

/* A box whose "head" comes first and shares the weight 7 that "body", behind it, has made. */
static Module *a_box_that_shares_first(void)
{
    Module *box = layer_by_hand("Box", NULL), *head = layer_by_hand("Head", NULL);
    Module *body = holder("weight", 7);
    module_share(head, "tied", body->parameter[0].tensor);
    module_child(box, "head", -1, head);
    module_child(box, "body", -1, body);
    return box;
}

TEST(collect_what_is_shared, .points = 1, .exercise = "03.10 parameters_collect",
     .file = "parameters.c",
     .hints = HINTS("A parameter that is shared has to be in the list as well.",
                    "Whether a module made a tensor or shares it does not matter; whether it is in "
                    "the list already does.",
                    "if (!parameters_listed(list, m->parameter[i].tensor)) parameters_add(...)"))
{
    given("m", "head shares the weight of body, and comes before it");
    Module *m = a_box_that_shares_first(), *head = m->children[0].module;
    ParameterList *list = CALL(parameters_of(m)), *alone = CALL(parameters_of(head));
    check_long(list->count, 1, "one tensor under two names");
    MISTAKE_NUMBER(
        0, "what is only shared was left out: ask parameters_listed(), not whether it is shared");
    long of_head = alone->count;
    check_long(of_head, 1, "a module that shares a weight has it, too");
    check_text(list->name[0], "head.tied",
               "the name of a tied weight is the path on which it is met first: ask "
               "parameters_listed(), not "
               "whether it is shared");
    parameters_free(list);
    parameters_free(alone);
    module_free(m);
}

/* The numbers of module i and of all below it, parents before or behind their children. */
static long walk_numbers(const Tensor *number, const int *parent, int i, bool children_first,
                         long n, real *out)
{
    if (!children_first)
        out[n++] = number->data[i];
    for (int j = i + 1; j < MANY; j++)
        if (parent[j] == i)
            n = walk_numbers(number, parent, j, children_first, n, out);
    if (children_first)
        out[n++] = number->data[i];
    return n;
}

static Tensor *walked(const Tensor *number, const int *parent, bool children_first)
{
    Tensor *t = blank(SHAPE(MANY));
    walk_numbers(number, parent, 0, children_first, 0, t->data);
    return t;
}

TEST(collect_from_any_tree, .points = 1, .exercise = "03.10 parameters_collect",
     .file = "parameters.c",
     .hints = HINTS("A child is finished, with all below it, before the next child begins.",
                    "So parameters_collect calls itself inside the loop over the children.",
                    "Path path = path_below(here, m->children[i].name, m->children[i].index); "
                    "parameters_collect(list, m->children[i].module, &path);"))
{
    Tensor *number = draw("number", SHAPE(MANY));
    Module *all[MANY];
    int parent[MANY];
    draw_parents(parent);
    for (int i = 0; i < MANY; i++) {
        all[i] = holder("weight", 0);
        all[i]->parameter[0].tensor->data[0] = number->data[i];
    }
    hang(all, parent);
    Module *m = all[0];
    given("m", "a drawn tree of 16 modules; module i has the parameter number[i]");
    EXPECT(Tensor *want = walked(number, parent, false));
    EXPECT(register_list_mistakes(););
    MISTAKE(walked(number, parent, true),
            "children before parents: the module's own parameters come first");
    EXPECT(Tensor *top = blank(SHAPE(MANY)); top->data[0] = number->data[0]);
    MISTAKE(top, "only the parameters of the module itself: parameters_collect(list, child, &path) "
                 "for each child");
    ParameterList *list = CALL(parameters_of(m));
    Tensor *numbers = numbers_in(list, MANY);
    check_tensor(numbers, want, "parents before children, each child with all below it");
    check_long(list->count, MANY, "a parameter of each of the 16 modules");
    parameters_free(list);
    module_free(m);
}
