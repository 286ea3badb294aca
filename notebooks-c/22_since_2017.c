// %% [markdown]
// # 22 Since 2017
//
// The four parts in which a Llama differs from GPT-2, each alone: a norm without a mean, positions that turn, a gate, heads that share
// keys and values. `make notebook-22 ENGINE=22` runs them on your files.

// %%
#include <math.h>
#include "notebook.h"

enum { C = 64, T = 16 };

static Tensor *drawn(long rows, long columns, double mean, uint64_t seed)
{
    Rng rng = rng_seed(seed);
    return tensor_normal(SHAPE(rows, columns), (real)mean, 1, &rng);
}

// %% [markdown]
// ## A norm without a mean
//
// Rows whose mean is 0 cannot tell an RMSNorm from a layer norm. How large is the mean that RMSNorm leaves?

// %%
CELL {
    table_begin("mean of x|largest difference of the two norms");
    double at_0 = 0, at_2 = 0;
    for (int mean = 0; mean <= 2; mean++) {
        Tensor *x = drawn(T, C, mean, 1);
        if (mean == 0)
            x = tensor_sub(x, tensor_mean(x, AXES(-1), true));
        Tensor *gap = tensor_sub(tensor_rms_norm(x, NULL, (real)1e-5), tensor_layer_norm(x, NULL, NULL, (real)1e-5));
        double most = (double)tensor_item(tensor_max(tensor_abs(gap), ALL_AXES, false));
        table_row("%d|%.5f", mean, most);
        at_0 = mean == 0 ? most : at_0;
        at_2 = mean == 2 ? most : at_2;
    }
    table_end();
    gate(at_0 < 1e-3, "without a mean they agree");
    gate(at_2 > 0.1, "with one they do not");
}

// %% [markdown]
// ## Positions that turn
//
// One vector, as query at position 1000 and as key at the 200 positions in front of it: how much they have in common, by distance.

// %%
CELL {
    enum { FAR = 200 };
    double alike[FAR];
    Tensor *x = drawn(1, C, 0, 2);
    Tensor *q = tensor_rope(x, (RopeOptions){.start = 1000});
    for (long back = 0; back < FAR; back++) {
        Tensor *k = tensor_rope(x, (RopeOptions){.start = 1000 - back});
        alike[back] = (double)tensor_item(tensor_sum(tensor_mul(q, k), ALL_AXES, false)) / C;
    }
    display_chart(1, (Series[]){{NULL, FAR, NULL, alike, false}},
                  &(ChartOptions){.title = "A vector and itself, so many positions apart", .x_title = "positions", .y_title = "product / C"});
    double later = 0;
    for (long back = 1; back < FAR; back++)
        later = fmax(later, alike[back]);
    gate(later < alike[0], "nowhere is it as like itself as in its own place");
}

// %% [markdown]
// ## A gate
//
// Twice the number, twice the result; twice the gate, and it is another matter.

// %%
CELL {
    const double gates[] = {-4, -1, 0, 1, 4};
    table_begin("gate|number 1|number 2");
    for (int i = 0; i < 5; i++) {
        Tensor *one = tensor_swiglu(tensor_from(SHAPE(2), VALUES((real)gates[i], 1)));
        Tensor *two = tensor_swiglu(tensor_from(SHAPE(2), VALUES((real)gates[i], 2)));
        table_row("%.0f|%.3f|%.3f", gates[i], (double)one->data[0], (double)two->data[0]);
        gate(fabs((double)(two->data[0] - 2 * one->data[0])) < 1e-5, "twice the number, twice the result");
    }
    table_end();
}

// %% [markdown]
// ## What a token costs
//
// Caches of one token, made by the engine, counted at 16 bits a number.

// %%
CELL {
    const struct {
        const char *name;
        long layers, heads, width, context;
    } model[] = {{"Transformer, 2017", 6, 8, 64, 512},
                 {"GPT-2 small, 2019", 12, 12, 64, 1024},
                 {"Llama 7B, 2023", 32, 32, 128, 2048},
                 {"Llama 3.1 8B, 2024", 32, 8, 128, 131072}};
    table_begin("model|bytes a token|MiB a text");
    for (int i = 0; i < 4; i++) {
        KvCache *one = kv_cache_new(model[i].layers, 1, model[i].heads, 1, model[i].width);
        double bytes = (double)kv_cache_bytes(one) / sizeof(real) * 2;
        table_row("%s|%.0f|%.0f", model[i].name, bytes, bytes * (double)model[i].context / 0x1p20);
    }
    table_end();
}

// %% [markdown]
// Next: `make notebook-2023 ENGINE=22`, all four together.
