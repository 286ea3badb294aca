/* plan.c - 16.7: networks in few bytes, by what is stored and what comes out. */
#include "draws.h"
#include "want.h"

enum { LAYERS = 3, HIDDEN = 64, ROWS = 48 };

static double uniform(double low, double high)
{
    return low + (high - low) * ((double)(draw_seed() >> 11) * 0x1p-53);
}

static double bell(void)
{
    return uniform(-1, 1) + uniform(-1, 1) + uniform(-1, 1);
}

/* ---- networks that were made of something --------------------------------------------------- */

typedef enum { THIN, SPARSE, DEAD } Kind; /* DEAD: most outputs are below 0 for every row */

/* x of many rows, and of each layer the weight, its bias, and what it was before the noise. */
typedef struct {
    Tensor *x, *hidden;
    Tensor *made[LAYERS], *w[LAYERS], *bias[LAYERS];
    Linear *layer[LAYERS];
} Network;

static Tensor *made_of(Kind kind, long in, long out)
{
    Tensor *w = blank(SHAPE(in, out));
    if (kind == THIN)
        for (long k = 0; k < 2; k++) {
            double a[64], b[64];
            for (long i = 0; i < 64; i++)
                a[i] = bell(), b[i] = bell();
            for (long i = 0; i < in * out; i++)
                w->data[i] += (real)(a[i / out] * b[i % out]);
        }
    for (long i = 0; i < in * out && kind != THIN; i++)
        w->data[i] = (real)(kind == DEAD || draw_seed() % 16 == 0 ? bell() : 0);
    return w;
}

static double size_of(const Tensor *t)
{
    double sum = 0;
    for (long i = 0; i < plain_numel(t); i++)
        sum += (double)t->data[i] * (double)t->data[i];
    return sqrt(sum / (double)plain_numel(t));
}

static Tensor *noisy(const Tensor *made, double noise)
{
    Tensor *w = copy_of(made);
    double size = noise * size_of(made);
    for (long i = 0; i < plain_numel(w); i++)
        w->data[i] += (real)(size * bell());
    return w;
}

static Tensor *rows_of(long rows, long in)
{
    Tensor *x = blank(SHAPE(rows, in));
    for (long i = 0; i < rows * in; i++)
        x->data[i] = (real)bell();
    return x;
}

static Network draw_network(const Kind kinds[LAYERS])
{
    Network net;
    long width[LAYERS + 1] = {30 + (long)(draw_seed() % 7), 36 + (long)(draw_seed() % 5),
                              36 + (long)(draw_seed() % 5), 24 + (long)(draw_seed() % 5)};
    net.x = rows_of(ROWS, width[0]);
    net.hidden = rows_of(HIDDEN, width[0]);
    for (int k = 0; k < LAYERS; k++) {
        long out = width[k + 1];
        net.made[k] = made_of(kinds[k], width[k], out);
        net.w[k] = noisy(net.made[k], kinds[k] == DEAD ? 0 : 0.02);
        net.bias[k] = blank(SHAPE(out));
        for (long j = 0; j < out; j++)
            net.bias[k]->data[j] =
                (real)(kinds[k] == DEAD && j * 7 % out >= out * 3 / 10 ? -1e4 : 0.3 * bell());
        net.layer[k] = new_linear(net.w[k], net.bias[k]);
    }
    given("layer, x", "%ld to %ld to %ld to %ld, and %d rows", width[0], width[1], width[2],
          width[3], ROWS);
    return net;
}

static void end_network(Network *net)
{
    for (int k = 0; k < LAYERS; k++)
        module_free(&net->layer[k]->module);
}

/* ---- what is stored, by plain loops --------------------------------------------------------- */

/* The matrix that a layer stands for, (in, out); NULL: none, or parts that do not fit. */
static Tensor *matrix_of(const StoredLayer *s)
{
    if (s->whole != NULL)
        return s->whole->ndim == 2 ? copy_of(s->whole) : NULL;
    if (s->sparse != NULL) {
        Tensor *w = blank(SHAPE(s->sparse->columns, s->sparse->rows));
        for (long j = 0; j < s->sparse->rows; j++)
            for (int i = s->sparse->row_start[j]; i < s->sparse->row_start[j + 1]; i++)
                w->data[s->sparse->column[i] * s->sparse->rows + j] += s->sparse->value[i];
        return w;
    }
    if (s->left == NULL || s->right == NULL || s->left->shape[1] != s->right->shape[0])
        return NULL;
    return plain_product(s->left, s->right);
}

static long bytes_of(const StoredLayer *s)
{
    const Tensor *part[] = {s->whole, s->left, s->right, s->bias};
    long numbers = 0, places = 0;
    for (int i = 0; i < 4; i++)
        numbers += part[i] != NULL ? plain_numel(part[i]) : 0;
    if (s->sparse != NULL) {
        numbers += s->sparse->count;
        places = s->sparse->count + s->sparse->rows + 1;
    }
    return numbers * (long)sizeof(real) + places * (long)sizeof(int);
}

/* What came of a plan: -1, INFINITY where layers do not chain. */
typedef struct {
    long bytes, inputs, outputs;
    double error;
} Planned;

static Planned planned(Network *net, long n, long bytes)
{
    StoredLayer stored[LAYERS] = {{0}};
    Planned p = {.bytes = 0, .error = INFINITY};
    Tensor *w[LAYERS], *bias[LAYERS];
    compress_plan(stored, n, net->layer, net->x, (size_t)bytes);
    for (long k = 0; k < n; k++) {
        p.bytes += bytes_of(&stored[k]);
        w[k] = matrix_of(&stored[k]);
        bias[k] = stored[k].bias;
        long in = k == 0 ? net->x->shape[1] : w[k - 1]->shape[1];
        if (w[k] == NULL || w[k]->shape[0] != in ||
            (bias[k] != NULL && plain_numel(bias[k]) != w[k]->shape[1]))
            return p;
    }
    if (w[n - 1]->shape[1] != net->w[n - 1]->shape[1])
        return p;
    p.inputs = w[0]->shape[0];
    p.outputs = w[n - 1]->shape[1];
    p.error = far_apart(plain_network(net->hidden, n, w, bias),
                        plain_network(net->hidden, n, net->w, net->bias));
    return p;
}

static long bytes_whole(const Network *net, long n)
{
    long numbers = 0;
    for (long k = 0; k < n; k++)
        numbers += plain_numel(net->w[k]) + plain_numel(net->bias[k]);
    return numbers * (long)sizeof(real);
}

/* ---- tests ---------------------------------------------------------------------------------- */

TEST(plan_keeps_its_bytes, .points = 2, .exercise = "16.7 compress_plan", .file = "compress_plan.c")
{
    Network net = draw_network((const Kind[]){SPARSE, THIN, SPARSE});
    check_called("compress_plan(stored, n, layer, x, bytes), with several numbers of bytes");
    for (long n = 1; n <= LAYERS; n++)
        for (int share = 8; share >= 1; share /= 2) {
            long limit = bytes_whole(&net, n) / share;
            Planned p = planned(&net, n, limit);
            double bytes = (double)p.bytes, error = p.error;
            check_at_most(bytes, (double)limit, "weights in their forms, and biases");
            check_at_most(error, share == 1 ? 0.05 : 1.5,
                          "layers that chain; hardly any error where bytes are enough");
        }
    end_network(&net);
}

static void check_plans(const Kind kinds[LAYERS], const char *rule)
{
    Network net = draw_network(kinds);
    long limit = bytes_whole(&net, LAYERS) / 4;
    check_called("compress_plan(stored, 3, layer, x, a quarter of the bytes)");
    Planned p = planned(&net, LAYERS, limit);
    long inputs = p.inputs, outputs = p.outputs;
    double bytes = (double)p.bytes;
    long all_inputs = EXPECT(net.x->shape[1]), all_outputs = EXPECT(net.w[2]->shape[1]);
    check_long(inputs, all_inputs, "the first layer has all of its inputs");
    check_long(outputs, all_outputs, "the last layer has all of its outputs");
    check_at_most(bytes, (double)limit, "a quarter of the bytes");
    double most = EXPECT(1.5 * made_error_want(net.hidden, LAYERS, net.w, net.made, net.bias));
    double error = p.error;
    check_at_most(error, most, rule);
    end_network(&net);
}

TEST(plan_layer_by_layer, .points = 4, .exercise = "16.7 compress_plan", .file = "compress_plan.c")
{
    const char *rule = "at most 1.5 times the error of what the layers were made of";
    check_plans((const Kind[]){THIN, SPARSE, THIN}, rule);
    check_plans((const Kind[]){SPARSE, THIN, SPARSE}, rule);
}

TEST(plan_with_channels, .points = 4, .exercise = "16.7 compress_plan", .file = "compress_plan.c")
{
    const char *rule = "many channels are 0 for every row: at most 1.5 times the error of what the "
                       "layers were made of";
    check_plans((const Kind[]){DEAD, THIN, SPARSE}, rule);
    check_plans((const Kind[]){SPARSE, DEAD, THIN}, rule);
}
