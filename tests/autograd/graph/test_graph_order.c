/* test_graph_order.c - from left to right as in the program, at every level of detail. */
#include "dot_text.h"
#include <unistd.h>

static void test_order_siblings_stand_in_the_order_of_the_program(void **state)
{
    (void)state;
    Tensor *x = tensor_exp(random_leaf(SHAPE(3, 3))), *made[3];
    for (int i = 0; i < 3; i++)
        made[i] = tensor_transpose(tensor_matmul(x, random_leaf(SHAPE(3, 3))), 0, 1);
    Tensor *later = tensor_matmul(x, made[0]); /* reads x, too, but is made from a sibling */
    const char *dot = dot_full(tensor_add(tensor_matmul(made[0], later), tensor_mul(made[1], made[2])));
    assert_int_equal(occurrences(dot, "{rank=same;"), 4); /* three products, three transposes */
    assert_has(dot, "{rank=same; n3 -> n8 [style=invis];}");
    assert_true(dot_accepts(dot));
}

/* Q, K and V of a layer, in a frame of their own or not; one of them goes to a place far away. */
static Tensor *layer(bool framed)
{
    Tensor *x = random_leaf(SHAPE(4, 3)), *qkv[3];
    if (framed)
        region_begin("three products");
    for (int i = 0; i < 3; i++) {
        Tensor *y = tensor_matmul(x, random_leaf(SHAPE(3, 3)));
        qkv[i] = tensor_named(tensor_add(y, random_leaf(SHAPE(3))), (const char *[]){"Q", "K", "V"}[i]);
    }
    if (framed)
        region_close();
    region_begin("scores");
    Tensor *scores = tensor_matmul(qkv[0], tensor_transpose(qkv[1], 0, 1));
    region_close();
    return tensor_add(x, tensor_matmul(composed_softmax(scores, -1), qkv[2]));
}

/* Where Graphviz places the box of this name, from left; -1 where there is no Graphviz. */
static double place(const char *dot, const char *name)
{
    char path[] = "/tmp/kindling-order-XXXXXX", command[160], said[64] = "-1";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, dot, strlen(dot)), (long)strlen(dot));
    snprintf(command, sizeof command,
             "dot -Tplain %s 2>/dev/null | grep '^node.*<B>%s</B>' | cut -d' ' -f3", path, name);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    double found = fgets(said, sizeof said, pipe) ? atof(said) : -1;
    pclose(pipe);
    close(file);
    remove(path);
    return found;
}

static void test_order_is_q_k_v(void **state)
{
    (void)state;
    if (system("dot -V >/dev/null 2>&1") != 0)
        skip();
    for (int framed = 0; framed < 2; framed++)
        for (GraphLevel level = GRAPH_DEFAULT; level <= GRAPH_FULL; level += 2) {
            const char *dot = dot_of(layer(framed), (GraphOptions){.level = level});
            double q = place(dot, "Q"), k = place(dot, "K"), v = place(dot, "V");
            assert_true(0 < q && q < k && k < v);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_order_siblings_stand_in_the_order_of_the_program),
        UNIT_TEST(test_order_is_q_k_v),
    };
    return run_tests("autograd/graph/graph_order", tests);
}
