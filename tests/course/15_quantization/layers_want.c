/* layers_want.c - ranges, layers and bytes by loops, and what is forgotten in them. */
#include "want.h"

/* ---- 15.10 ---------------------------------------------------------------------------------------------- */

typedef struct {
    double low, high, count;
} Seen;

static void look(Seen *s, const Tensor *x)
{
    for (long i = 0; i < tensor_numel(x); i++) {
        long index[TENSOR_MAX_AXES];
        for (long d = x->ndim - 1, rest = i; d >= 0; rest /= x->shape[d], d--)
            index[d] = rest % x->shape[d];
        s->low = fmin(s->low, at(x, x->ndim, index));
        s->high = fmax(s->high, at(x, x->ndim, index));
        s->count++;
    }
}

static Tensor *three(double low, double high, double count)
{
    return values(SHAPE(3), VALUES((real)low, (real)high, (real)count));
}

Tensor *observed_want(const Tensor *a, const Tensor *b)
{
    Seen all = {0, 0, 0}, last = {0, 0, 0}, bare = {INFINITY, -INFINITY, 0};
    const Tensor *newest = b != NULL ? b : a;
    look(&all, a);
    look(&last, newest);
    look(&bare, a);
    if (b != NULL) {
        look(&all, b);
        look(&bare, b);
    }
    double largest = fmax(-all.low, all.high), batches = b != NULL ? 2 : 1;
    MISTAKE(three(last.low, last.high, all.count),
            "that is the range of this batch alone: it only grows");
    MISTAKE(three(last.low, last.high, last.count),
            "that is the range of this batch alone: it only grows");
    MISTAKE(three(all.low, all.high, last.count), "count is of this batch alone: it goes on");
    MISTAKE(three(all.low, all.high, batches), "batches are counted: count is how many numbers");
    MISTAKE(three(all.low, all.high, (double)(a->shape[0] + (b != NULL ? b->shape[0] : 0))),
            "rows are counted: count is how many numbers");
    MISTAKE(three(all.low, all.high, 0), "nothing is counted");
    MISTAKE(three(bare.low, bare.high, bare.count),
            "0 is not in the range: it must be, or it has no code");
    MISTAKE(three(-largest, largest, all.count),
            "the range is the same on both sides of 0: low and high differ");
    MISTAKE(three(0, all.high, all.count), "low stays 0: numbers lie below it, too");
    MISTAKE(three(all.low, 0, all.count), "high stays 0: numbers lie above it, too");
    MISTAKE(three(all.high, all.low, all.count), "low and high have changed places");
    return three(all.low, all.high, all.count);
}

/* ---- 15.11 ---------------------------------------------------------------------------------------------- */

typedef enum {
    RIGHT,
    NO_BIAS,
    BIAS_TWICE,
    BIAS_IN_CODES,
    IGNORES_INPUT,
    ALWAYS_INPUT,
    ONE_SCALE,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [NO_BIAS] = "the bias is missing",
    [BIAS_TWICE] = "the bias was added twice",
    [BIAS_IN_CODES] = "the bias became codes of the weights' scale: it is added in full precision",
    [IGNORES_INPUT] =
        "l->input was not used: where l->calibrated is set, no row has a scale of its own",
    [ALWAYS_INPUT] =
        "l->input was used though l->calibrated is not set: each row has a scale of its own",
    [ONE_SCALE] = "x was made one row, or one scale, for all: each row has its own",
};

static double row_scale(const Tensor *rows, long first, long count)
{
    double largest = 0;
    for (long i = first; i < first + count; i++)
        largest = fmax(largest, fabs((double)rows->data[i]));
    return largest / 127;
}

static double bias_of(const QuantizedLinear *l, long j, Slip slip)
{
    double b = l->bias != NULL && slip != NO_BIAS ? (double)l->bias->data[j] : 0;
    double scale = (double)l->weight->scales[j];
    if (slip == BIAS_IN_CODES)
        return scale * fmax(-127, fmin(127, round(b / scale)));
    return slip == BIAS_TWICE ? 2 * b : b;
}

/* rows: x, contiguous */
static double one_number(const Tensor *rows, long r, const QuantizedLinear *l, long j, Slip slip)
{
    const QuantizedMatrix *w = l->weight;
    bool fixed = (l->calibrated && slip != IGNORES_INPUT) || slip == ALWAYS_INPUT;
    double scale = fixed               ? (double)l->input.scale
                   : slip == ONE_SCALE ? row_scale(rows, 0, tensor_numel(rows))
                                       : row_scale(rows, r * w->in, w->in);
    double low = fixed ? l->input.quant_min : -127, high = fixed ? l->input.quant_max : 127;
    double zero = fixed ? l->input.zero_point : 0, sum = 0;
    for (long i = 0; i < w->in; i++) {
        double step = scale > 0 ? round((double)rows->data[r * w->in + i] / scale) + zero : zero;
        sum += (fmax(low, fmin(high, step)) - zero) * w->codes[j * w->in + i];
    }
    return scale * (double)w->scales[j] * sum + bias_of(l, j, slip);
}

static Tensor *layer_by(const Tensor *x, const QuantizedLinear *l, Slip slip)
{
    const Tensor *rows = copy_of(x);
    long shape[TENSOR_MAX_AXES], in = l->weight->in, out = l->weight->out;
    for (int d = 0; d < x->ndim; d++)
        shape[d] = d == x->ndim - 1 ? out : x->shape[d];
    Tensor *y = blank(x->ndim, shape);
    for (long r = 0; r < tensor_numel(x) / in; r++)
        for (long j = 0; j < out; j++)
            y->data[r * out + j] = (real)one_number(rows, r, l, j, slip);
    return y;
}

Tensor *layer_want(const Tensor *x, const QuantizedLinear *l)
{
    long in = l->weight->in, out = l->weight->out, rows = tensor_numel(x) / in;
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (!(slip == ALWAYS_INPUT && l->calibrated) && !(slip == ONE_SCALE && rows == 1) &&
            !(slip == ONE_SCALE && l->calibrated))
            MISTAKE(layer_by(x, l, slip), said[slip]);
    if (x->ndim != 2)
        MISTAKE_SHAPE(SHAPE(rows, out),
                      "the axes of x did not come back: (..., in) becomes (..., out)");
    MISTAKE_MESSAGE("a pointer that is NULL",
                    "l->bias was used without asking whether there is one");
    MISTAKE_MESSAGE("does not lie row by row",
                    "matmul_int8 wants rows that lie one behind the other: tensor_contiguous");
    return layer_by(x, l, RIGHT);
}

/* ---- 15.12 ---------------------------------------------------------------------------------------------- */

static long codes_bytes(const QuantizedMatrix *q)
{
    return q->in * q->out / (q->nibbles != NULL ? 2 : 1);
}

static long scales_of(const QuantizedMatrix *q)
{
    return q->scheme.group > 0             ? q->in * q->out / q->scheme.group
           : q->scheme.group == PER_TENSOR ? 1
                                           : q->out;
}

static long right_bytes(const QuantizedMatrix *q)
{
    return codes_bytes(q) + scales_of(q) * (q->halves != NULL ? 2 : 4);
}

long matrix_bytes_want(const QuantizedMatrix *q)
{
    long count = q->in * q->out, scales = right_bytes(q) - codes_bytes(q), codes = codes_bytes(q);
    MISTAKE_NUMBER((double)codes, "scales are left out: without them codes mean nothing");
    MISTAKE_NUMBER((double)(codes + scales_of(q)),
                   "a scale is more than one byte: 4, or 2 as a half float");
    MISTAKE_NUMBER((double)(codes + 4 * scales_of(q)),
                   "scales of groups are half floats, of 2 bytes");
    MISTAKE_NUMBER((double)(codes + 2 * scales_of(q)), "scales of columns are floats, of 4 bytes");
    MISTAKE_NUMBER((double)(codes + scales_of(q) * (long)sizeof(void *)),
                   "that is the size of a pointer to a scale: sizeof *q->scales");
    MISTAKE_NUMBER((double)(count + scales),
                   "a nibble was counted as a byte: two of them share one");
    MISTAKE_NUMBER((double)(4 * count + scales), "codes were counted as floats: each is one byte");
    MISTAKE_NUMBER((double)(count * (long)sizeof(real) + scales),
                   "codes were counted as floats: each is one byte");
    if (q->scheme.group > 0)
        MISTAKE_NUMBER((double)(codes + 2 * q->in / q->scheme.group),
                       "the scales of a single column were counted: each has as many");
    MISTAKE_NUMBER((double)(codes + 4 * q->out),
                   "there is a scale for each column only if the scheme says so");
    MISTAKE_NUMBER((double)(codes + 4), "there is one scale for all only if the scheme says so");
    MISTAKE_NUMBER((double)(codes + scales + 2), "one scale too many was counted");
    MISTAKE_NUMBER((double)(codes + scales + (long)sizeof *q),
                   "the struct was counted, too: what its pointers point at is asked for");
    MISTAKE_NUMBER((double)sizeof *q,
                   "that is the size of the struct: what its pointers point at is asked for");
    return right_bytes(q);
}

typedef struct {
    bool no_codes, no_parameters, no_buffers, no_children, no_grandchildren, shared;
    long number;
} Counting;

static long bytes_by(const Module *m, Counting c, int depth)
{
    const QuantizedMatrix *q = module_codes(m);
    long bytes = q != NULL && !c.no_codes ? right_bytes(q) : 0;
    for (int i = 0; i < m->n_parameters && !c.no_parameters; i++)
        if (!m->parameter[i].shared || c.shared)
            bytes += tensor_numel(m->parameter[i].tensor) * c.number;
    for (int i = 0; i < m->n_buffers && !c.no_buffers; i++)
        bytes += tensor_numel(m->buffer[i].tensor) * c.number;
    bool goes_on = !c.no_children && !(c.no_grandchildren && depth == 1);
    for (int i = 0; i < m->n_children && goes_on; i++)
        bytes += bytes_by(m->children[i].module, c, depth + 1);
    return bytes;
}

long model_bytes_want(const Module *m)
{
    const Counting right = {.number = sizeof(real)};
    Counting slip[7] = {right, right, right, right, right, right, right};
    static const char *const what[7] = {
        "codes are left out: module_codes(m)",
        "parameters are left out: some layers stay as they were",
        "buffers are left out: biases of layers of codes are among them",
        "the modules below m are left out",
        "only the children were counted, and not their children: a function may call itself",
        "a parameter that is shared was counted twice: by the module that made it",
        "numbers were counted, not bytes: a parameter takes sizeof(real)",
    };
    slip[0].no_codes = slip[1].no_parameters = slip[2].no_buffers = true;
    slip[3].no_children = slip[4].no_grandchildren = slip[5].shared = true;
    slip[6].number = 1;
    for (int i = 0; i < 7; i++)
        MISTAKE_NUMBER((double)bytes_by(m, slip[i], 0), what[i]);
    if (sizeof(real) != 4) {
        slip[6].number = 4;
        MISTAKE_NUMBER((double)bytes_by(m, slip[6], 0),
                       "4 bytes a number are those of a float: sizeof(real)");
    }
    return bytes_by(m, right, 0);
}
