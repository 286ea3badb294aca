/* test_graph_titles.c - in a drawing no arrow runs over a region's title.
 *
 * Graphviz lays the DOT text out (dot -Tplain: boxes and the control points of the arrows); every arrow is
 * followed in small steps. Skipped where Graphviz is not installed.
 */
#include "scratch.h"
#include "files.h"

enum { MOST = 400, STEPS = 50 };
typedef struct {
    double x, y, width, height; /* the middle, and the sizes */
} Box;

static bool inside(Box b, double x, double y)
{
    return fabs(x - b.x) < b.width / 2 && fabs(y - b.y) < b.height / 2;
}

/* Points of cubic Bezier curves, 3 k + 1 of them. */
static bool crosses(Box b, int n, const double *x, const double *y)
{
    for (int i = 0; i + 3 < n; i += 3)
        for (int k = 0; k <= STEPS; k++) {
            double t = (double)k / STEPS, s = 1 - t;
            double p = s * s * s, q = 3 * s * s * t, r = 3 * s * t * t, u = t * t * t;
            if (inside(b, p * x[i] + q * x[i + 1] + r * x[i + 2] + u * x[i + 3],
                       p * y[i] + q * y[i + 1] + r * y[i + 2] + u * y[i + 3]))
                return true;
        }
    return false;
}

static int read_points(const char *text, double *x, double *y)
{
    int n = 0, used = 0;
    if (sscanf(text, "edge %*s %*s %d%n", &n, &used) != 1 || n > MOST)
        return 0;
    for (int i = 0, more; i < n; i++, used += more)
        if (sscanf(text + used, "%lf %lf%n", &x[i], &y[i], &more) != 2)
            return 0;
    return n;
}

/* Titles are the nodes t1, t2, ...; returns how many arrows cross one, and how many of both there are. */
static int count_crossings(const char *dot_file, int *titles, int *arrows)
{
    static Box title[MOST];
    static double x[MOST], y[MOST];
    static char line[65536];
    int crossings = 0;
    char command[128];
    snprintf(command, sizeof command, "dot -Tplain %s", dot_file);
    FILE *layout = popen(command, "r");
    assert_non_null(layout);
    *titles = *arrows = 0;
    while (fgets(line, sizeof line, layout)) { /* all nodes come before all edges */
        Box b;
        if (sscanf(line, "node t%*d %lf %lf %lf %lf", &b.x, &b.y, &b.width, &b.height) == 4)
            title[(*titles)++] = b;
        int n = read_points(line, x, y);
        *arrows += n > 0;
        for (int i = 0; i < *titles && n > 0; i++)
            crossings += crosses(title[i], n, x, y);
    }
    pclose(layout);
    return crossings;
}

static void check_titles(Tensor *root, GraphLevel level, int fewest)
{
    const char *dot_file = scratch("titles.dot");
    assert_int_equal(graph_write(dot_file, root, &(GraphOptions){.level = level}), 0);
    int titles, arrows, crossings = count_crossings(dot_file, &titles, &arrows);
    if (crossings > 0)
        print_error("%d of %d arrows cross a title\n", crossings, arrows);
    assert_true(titles >= fewest && arrows > titles);
    assert_int_equal(crossings, 0);
}

static bool has_dot(void)
{
    return system("command -v dot >/dev/null 2>&1") == 0;
}

static void test_attention(void **state)
{
    (void)state;
    if (!has_dot())
        skip_without("Graphviz");
    Rng rng = rng_seed(1);
    MultiHeadAttention *a = mha_new((MhaOptions){.embed_dim = 16, .num_heads = 4, .init = &rng});
    Tensor *x = tensor_named(tensor_normal(SHAPE(2, 10, 16), 0, 1, &rng), "x");
    Tensor *loss = tensor_mean(tensor_add(x, mha_forward(a, x, mask_causal(10))), ALL_AXES, false);
    check_titles(loss, GRAPH_DEFAULT, 5);
    check_titles(loss, GRAPH_FULL, 5);
    module_free(&a->module);
}

static void test_gpt(void **state)
{
    (void)state;
    if (!has_dot())
        skip_without("Graphviz");
    Gpt *gpt = gpt_new((GptOptions){.vocabulary = 11,
                                    .context = 6,
                                    .embed_dim = 8,
                                    .num_heads = 2,
                                    .num_layers = 12,
                                    .causal = true,
                                    .seed = 1});
    IntTensor *ids = int_tensor_new(SHAPE(1, 6));
    check_titles(gpt_loss(gpt, ids, ids), GRAPH_DEFAULT, 5);
    module_free(&gpt->module);
}

/* The measure itself: a straight arrow through a box, and one beside it. */
static void test_crossings_are_seen(void **state)
{
    (void)state;
    Box b = {.x = 1, .y = 1, .width = 1, .height = 0.4};
    assert_true(crosses(b, 4, (double[]){1, 1, 1, 1}, (double[]){3, 2, 1, 0}));
    assert_false(crosses(b, 4, (double[]){1.6, 1.6, 1.6, 1.6}, (double[]){3, 2, 1, 0}));
    double x[MOST], y[MOST];
    assert_int_equal(read_points("edge n1 n2 4 1 3 1 2 1 1 1 0 solid black\n", x, y), 4);
    assert_close(y[1], 2, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_crossings_are_seen),
        UNIT_TEST(test_attention),
        UNIT_TEST(test_gpt),
    };
    return run_tests_in_scratch("autograd/graph/graph_titles", tests);
}
