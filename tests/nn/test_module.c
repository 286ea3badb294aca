/* test_module.c - names, walks, tied weights, and that freeing a model gives everything back. */
#include "layer_parts.h"
#include "test.h"

typedef struct {
    Module module;
    Linear *first, *second;
    Embedding *tokens;
    Tensor *table; /* owned by the struct, not a parameter */
} Model;

static void destroy(Module *self)
{
    tensor_free(((Model *)self)->table);
}

static Model *model_new(void)
{
    Rng rng = rng_seed(1);
    Model *m = module_new(sizeof *m, "Model", NULL);
    m->module.destroy = destroy;
    m->table = tensor_new_in(NULL, SHAPE(4));
    m->tokens = embedding_new(5, 3, &rng);
    m->first = linear_new(3, 4, true, &rng);
    m->second = linear_new(4, 2, false, &rng);
    module_add(&m->module, "tokens", &m->tokens->module);
    module_child(&m->module, "blocks", 0, &m->first->module);
    module_child(&m->module, "blocks", 1, &m->second->module);
    return m;
}

static void test_parameters_have_paths_for_names(void **state)
{
    (void)state;
    Model *m = model_new();
    ParameterList *list = parameters_of(&m->module);
    assert_int_equal(list->count, 4);
    assert_string_equal(list->name[0], "tokens.weight");
    assert_string_equal(list->name[1], "blocks.0.weight");
    assert_string_equal(list->name[2], "blocks.0.bias");
    assert_string_equal(list->name[3], "blocks.1.weight");
    assert_int_equal(parameters_numel(list), 15 + 12 + 4 + 8);
    assert_ptr_equal(parameters_find(list, "blocks.0.bias"), m->first->bias);
    assert_null(parameters_find(list, "blocks.0"));
    assert_true(m->first->bias->requires_grad);
    assert_null(m->first->bias->scope);
    parameters_free(list);
    module_free(&m->module);
}

static void test_an_index_alone_names_the_layers_of_a_sequential(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Module *inner = mlp_new(SHAPE(1, 2, 1), ACT_RELU, &rng);
    Module *m = sequential_new(LAYERS(relu_new(), inner));
    ParameterList *list = parameters_of(m);
    assert_int_equal(list->count, 4);
    assert_string_equal(list->name[0], "1.0.weight");
    assert_string_equal(list->name[3], "1.2.bias");
    parameters_free(list);
    module_free(m);
}

static void test_tied_weights_appear_once_and_are_freed_once(void **state)
{
    (void)state;
    long alive = allocations_alive;
    Model *m = model_new();
    Module *head = module_new(sizeof *head, "Head", NULL);
    module_share(head, "weight", m->tokens->weight);
    module_add(&m->module, "head", head);
    ParameterList *list = parameters_of(&m->module);
    assert_int_equal(list->count, 4);
    assert_ptr_equal(parameters_find(list, "tokens.weight"), m->tokens->weight);
    assert_null(parameters_find(list, "head.weight"));
    parameters_free(list);
    module_free(&m->module);
    assert_int_equal(allocations_alive, alive);
}

static void test_free_gives_back_parameters_gradients_and_the_rest(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Tensor *x = random_tensor(SHAPE(4, 3));
    long alive = 0;
    for (int warm = 1; warm >= 0;
         warm--) { /* the first round leaves chunks in the thread's cache */
        Scope *scope = scope_open();
        alive = warm ? 0 : allocations_alive;
        Module *m = mlp_new(SHAPE(3, 8, 1), ACT_TANH, &rng);
        tensor_backward(tensor_sum(module_forward(m, x), ALL_AXES, false));
        assert_true(allocations_alive > alive);
        module_free(m);
        scope_close(scope);
    }
    module_free(&model_new()->module);
    module_free(NULL);
    assert_int_equal(allocations_alive, alive);
}

static void test_train_reaches_everything_below(void **state)
{
    (void)state;
    Model *m = model_new();
    assert_true(m->second->module.training);
    module_train(&m->module, false);
    assert_false(m->module.training);
    assert_false(m->second->module.training);
    module_train(&m->module, true);
    assert_true(m->second->module.training);
    module_free(&m->module);
}

static void test_zero_grad_clears_all_gradients(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Linear *l = linear_new(2, 1, true, &rng);
    ParameterList *list = parameters_of(&l->module);
    tensor_backward(tensor_sum(linear_forward(l, tensor_ones(SHAPE(3, 2))), ALL_AXES, false));
    assert_values(l->bias->grad, SHAPE(1), VALUES(3), 0);
    parameters_zero_grad(list);
    assert_null(l->bias->grad);
    assert_null(l->weight->grad);
    parameters_free(list);
    module_free(&l->module);
}

static void test_many_children_keep_their_order(void **state)
{
    (void)state;
    Module *m = sequential_new(0, NULL);
    for (int i = 0; i < 33; i++)
        module_child(m, "layer", i, relu_new());
    assert_int_equal(m->n_children, 33);
    for (int i = 0; i < 33; i++)
        assert_int_equal(m->children[i].index, i);
    module_free(m);
}

static void test_summary_is_a_table_with_a_total(void **state)
{
    (void)state;
    Model *m = model_new();
    FILE *stream = tmpfile();
    module_summary(stream, &m->module);
    rewind(stream);
    char text[1024] = "";
    size_t n = fread(text, 1, sizeof text - 1, stream);
    text[n] = '\0';
    fclose(stream);
    module_free(&m->module);
    assert_non_null(strstr(text, "blocks.0.weight  (3, 4)"));
    assert_non_null(strstr(text, "  12\n"));
    const char *total = strstr(text, "total");
    assert_non_null(total);
    assert_non_null(strstr(total, " 39\n"));
}

/* As many as one adds, and layers of a list whose parameters have names without a printf. */
static void test_as_many_as_one_adds(void **state)
{
    (void)state;
    static const char *const names[] = {"wq", "wk", "wv", "wo", "w1", "w2", "w3", "a", "b"};
    enum { NAMES = sizeof names / sizeof *names };
    Module *m = module_new(sizeof *m, "Model", NULL);
    Tensor *made[3][NAMES];
    for (int i = 0; i < 3; i++) {
        Module *layer = module_new(sizeof *layer, "Layer", NULL);
        module_child(m, "layer", i, layer);
        for (int j = 0; j < NAMES; j++)
            made[i][j] = module_parameter(layer, names[j], SHAPE(1 + j));
    }
    ParameterList *list = parameters_of(m);
    assert_int_equal(list->count, 3 * NAMES);
    assert_string_equal(list->name[NAMES], "layer.1.wq");
    assert_string_equal(list->name[3 * NAMES - 1], "layer.2.b");
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < NAMES; j++)
            assert_ptr_equal(list->tensor[i * NAMES + j], made[i][j]);
    parameters_free(list);
    module_free(m);
}

static void test_mistakes_are_named(void **state)
{
    (void)state;
    Model *m = model_new();
    Module *other = module_new(sizeof *other, "Other", NULL);
    Module *child = relu_new();
    assert_fails_with("this Linear already belongs to a Model",
                      module_add(other, "again", &m->first->module));
    assert_fails_with("needs a name or an index", module_child(other, NULL, -1, child));
    assert_fails_with("module_add: argument 2, name, is NULL", module_add(other, NULL, child));
    assert_fails_with("Model takes more than one tensor",
                      module_forward(&m->module, tensor_ones(SHAPE(1))));
    assert_fails_with("Linear already has a parameter \"bias\"",
                      module_parameter(&m->first->module, "bias", SHAPE(1)));
    assert_fails_with("ends with its scope", module_share(other, "t", tensor_ones(SHAPE(2))));
    module_free(child);
    module_free(other);
    module_free(&m->module);
}

/* A path that has no room is refused, wherever its names come from. */
static void test_paths_without_end(void **state)
{
    (void)state;
    Path path = {.length = 0};
    size_t room = sizeof path.text;
    static const char name[] = "a_name_of_25_letters_long";
    while (path.length + sizeof name < room)
        path = path_below(&path, name, -1);
    assert_true(path.length < room && strlen(path.text) == path.length);
    assert_fails_with("parameters_of: the path \"a_name_of_25_letters_long",
                      path_below(&path, name, -1));
    Module *top = module_new(sizeof *top, "Top", NULL), *at = top;
    for (size_t length = 0; length < room; length += sizeof name) {
        Module *below = module_new(sizeof *below, "Below", NULL);
        module_add(at, name, below);
        at = below;
    }
    module_parameter(at, "weight", SHAPE(1));
    assert_fails_with("is longer than", parameters_of(top));
    module_free(top);
}

static void test_names_of_buffers(void **state)
{
    (void)state;
    Module *m = module_new(sizeof *m, "Counter", NULL);
    module_parameter(m, "weight", SHAPE(2));
    module_buffer(m, "count", BUFFER_SAVED, SCALAR);
    assert_fails_with("Counter already has a parameter \"weight\"",
                      module_buffer(m, "weight", BUFFER_SAVED, SHAPE(1)));
    assert_fails_with("Counter already has a buffer \"count\"",
                      module_buffer(m, "count", BUFFER_SAVED, SHAPE(1)));
    module_buffer(m, "mean", BUFFER_SAVED, SHAPE(2));
    assert_fails_with("Counter already has a buffer \"mean\"",
                      module_parameter(m, "mean", SHAPE(1)));
    ParameterList *all = module_state(m);
    assert_int_equal(all->count, 3);
    parameters_free(all);
    module_free(m);
}

static void test_a_list_of_ones_own(void **state)
{
    (void)state;
    Model *m = model_new();
    ParameterList *list = parameters_new();
    char name[32];
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "p%d", i);
        parameters_add(list, name, tensor_ones(SHAPE(2)));
    }
    assert_int_equal(list->count, 40);
    assert_string_equal(list->name[39], "p39");
    assert_fails_with("the name \"p7\" is taken", parameters_add(list, "p7", m->first->bias));
    parameters_add(list, "weight", m->first->weight);
    assert_fails_with("parameters_add: \"tied\" is listed already, as \"weight\"",
                      parameters_add(list, "tied", m->first->weight));
    assert_int_equal(list->count, 41);
    parameters_free(list);
    parameters_free(NULL);
    module_free(&m->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_parameters_have_paths_for_names),
        UNIT_TEST(test_an_index_alone_names_the_layers_of_a_sequential),
        UNIT_TEST(test_tied_weights_appear_once_and_are_freed_once),
        UNIT_TEST(test_free_gives_back_parameters_gradients_and_the_rest),
        UNIT_TEST(test_train_reaches_everything_below),
        UNIT_TEST(test_zero_grad_clears_all_gradients),
        UNIT_TEST(test_many_children_keep_their_order),
        UNIT_TEST(test_summary_is_a_table_with_a_total),
        UNIT_TEST(test_as_many_as_one_adds),
        UNIT_TEST(test_mistakes_are_named),
        UNIT_TEST(test_paths_without_end),
        UNIT_TEST(test_names_of_buffers),
        UNIT_TEST(test_a_list_of_ones_own),
    };
    return run_tests("nn/module", tests);
}
