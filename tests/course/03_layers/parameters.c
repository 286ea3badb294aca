/* parameters.c - 03.7: every parameter of a tree, once, by its path. */
#include "want.h"

/* "1 2 3": the number that each parameter of the list holds. */
static const char *numbers_in(const ParameterList *list)
{
    static char text[256];
    size_t used = 0;
    text[0] = '\0';
    for (long i = 0; i < list->count && used < sizeof text - 20; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%g", i > 0 ? " " : "",
                                 (double)list->tensor[i]->data[0]);
    return text;
}

static const char *paths_in(const ParameterList *list)
{
    static char text[512];
    size_t used = 0;
    text[0] = '\0';
    for (long i = 0; i < list->count && used < sizeof text - 80; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%.60s", i > 0 ? " " : "",
                                 list->name[i]);
    return text;
}

/* A box with two parameters; below it "blocks.I" with a third and, inside of that, "inner" with a fourth;
 * and "head" with a fifth, with the third once more as "tied", and with a sixth. They hold n, n + 1, ... */
static Module *a_box(void)
{
    int n = (int)draw_long("n", 10, 90), i = (int)draw_long("I", 0, 40);
    Module *box = holder_by_hand("first", n), *block = holder_by_hand("weight", n + 2);
    Module *head = holder_by_hand("weight", n + 4);
    module_parameter(box, "second", SHAPE(1))->data[0] = (real)(n + 1);
    module_add(block, "inner", holder_by_hand("weight", n + 3));
    module_child(box, "blocks", i, block);
    module_add(box, "head", head);
    module_share(head, "tied", block->parameter[0].tensor);
    module_parameter(head, "scale", SHAPE(1))->data[0] = (real)(n + 5);
    head->parameter[0].tensor->requires_grad = false;
    given(
        "m",
        "a module with first (n), second (n + 1), blocks.I and head; blocks.I has weight (n + 2) "
        "and inner with weight (n + 3); head has weight (n + 4), which is frozen, that n + 2 again "
        "as tied, and scale (n + 5)");
    return box;
}

TEST(collect_every_parameter_once, .points = 3, .exercise = "03.7 parameters_collect",
     .file = "parameters.c")
{
    Module *m = a_box();

    const char *want = EXPECT(numbers_want(m));
    ParameterList *list = CALL(parameters_of(m));
    const char *numbers = numbers_in(list);
    check_text(numbers, want, "the module's own, then each child with all below it; each once");
    parameters_free(list);
    module_free(m);
}

TEST(collect_names_every_path, .points = 3, .exercise = "03.7 parameters_collect",
     .file = "parameters.c")
{
    Module *m = a_box();

    const char *want = EXPECT(paths_want(m));
    ParameterList *list = CALL(parameters_of(m));
    const char *paths = paths_in(list);
    check_text(paths, want,
               "a parameter's path has the name and the number of each child on the "
               "way, and its own name");
    parameters_free(list);
    module_free(m);
}

TEST(collect_what_is_shared, .points = 3, .exercise = "03.7 parameters_collect",
     .file = "parameters.c")
{
    Module *m = holder_by_hand("first", 1), *head = holder_by_hand("scale", 2);
    Module *body = holder_by_hand("weight", 7);
    module_share(head, "tied", body->parameter[0].tensor);
    module_child(m, "head", (int)draw_long("I", 0, 40), head);
    module_child(m, "body", (int)draw_long("J", 0, 40), body);
    given("m", "a module with first, head.I and body.J; head has scale, and shares the weight of "
               "body as tied");

    const char *want = EXPECT(paths_want(m));
    ParameterList *list = CALL(parameters_of(m));
    const char *paths = paths_in(list);
    check_text(paths, want, "a tensor is listed once, by the path on which it is met first");
    parameters_free(list);
    module_free(m);
}

TEST(collect_from_any_tree, .points = 3, .exercise = "03.7 parameters_collect",
     .file = "parameters.c")
{
    Tree t;
    draw_parents(&t);
    for (int i = 0; i < t.n; i++)
        t.module[i] = holder_by_hand("weight", i);
    for (int i = 0; i < t.n; i++)
        module_parameter(t.module[i], "bias", SHAPE(1))->data[0] = (real)(100 + i);
    hang(&t);
    Module *m = t.module[1];
    given("m", "module 1 of a drawn tree of 16; module i has the parameters i and 100 + i");

    const char *want = EXPECT(numbers_want(m));
    ParameterList *list = CALL(parameters_of(m));
    const char *numbers = numbers_in(list);
    check_text(numbers, want, "the module's own, then each child with all below it");
    parameters_free(list);
    module_free(t.module[0]);
}
