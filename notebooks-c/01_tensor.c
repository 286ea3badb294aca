// %% [markdown]
// # 01 Tensor
//
// A tensor is a window on a row of numbers. How it looks at them, its shape and its strides, is all
// that distinguishes a matrix from its transpose, a row from a column, one number from a thousand.

// %%
#include "notebook.h"

static Tensor *a;

CELL {
    a = tensor_reshape(tensor_arange(0, 24, 1), SHAPE(4, 6));
    tensor_print(a);
    printf("shape %s, strides (%ld, %ld)\n", tensor_shape_text(a), a->stride[0], a->stride[1]);
}

// %% [markdown]
// ## Views move nothing
//
// All of these look at the same 24 numbers. Element $(i, j)$ lies at
// $\mathrm{offset} + i\,s_0 + j\,s_1$.

// %%
static void describe(const char *what, const Tensor *t)
{
    table_row("%s|%s|(%ld, %ld)|%ld|%s", what, tensor_shape_text(t), t->stride[0], t->stride[1],
              (long)(t->data - a->data), tensor_is_contiguous(t) ? "yes" : "no");
}

CELL {
    Tensor *turned = tensor_transpose(a, 0, 1);
    Tensor *every_second = tensor_slice(a, 1, 0, 6, 2);
    Tensor *upside_down = tensor_slice(a, 0, -1, SLICE_END, -1);
    Tensor *repeated = tensor_expand(tensor_slice(a, 0, 1, 2, 1), SHAPE(4, 6));
    table_begin("view|shape|strides|offset|contiguous");
    describe("a", a);
    describe("transpose", turned);
    describe("every second column", every_second);
    describe("rows backwards", upside_down);
    describe("row 1, repeated", repeated);
    table_end();
    display_heatmaps(
        5, (const Tensor *[]){a, turned, every_second, upside_down, repeated},
        (const char *[]){"a", "transpose", "every second", "backwards", "row 1 repeated"}, 5,
        &(HeatmapOptions){.title = "One row of numbers, five windows"});
    gate(turned->data == a->data && repeated->stride[0] == 0, "no number was copied");
}

// %% [markdown]
// Writing through one window shows in all the others.

// %%
CELL {
    Tensor *turned = tensor_transpose(a, 0, 1);
    tensor_set(turned, AT(0, 3), 100);
    printf("a[3, 0] is now %g\n", (double)tensor_get(a, AT(3, 0)));
}

// %% [markdown]
// ## Broadcasting
//
// A column and a row make a table: sizes of 1 are repeated, with a stride of 0.

// %%
CELL {
    Tensor *column = tensor_reshape(tensor_arange(-8, 9, 1), SHAPE(17, 1));
    Tensor *row = tensor_reshape(tensor_arange(-8, 9, 1), SHAPE(1, 17));
    display_heatmaps(3,
                     (const Tensor *[]){tensor_add(column, row), tensor_mul(column, row),
                                        tensor_sub(tensor_abs(column), tensor_abs(row))},
                     (const char *[]){"column + row", "column * row", "|column| - |row|"}, 3,
                     &(HeatmapOptions){.title = "(17, 1) with (1, 17)", .diverging = true});
}

// %%
CELL_FAILS {
    tensor_add(tensor_ones(SHAPE(4, 6)), tensor_ones(SHAPE(4)));
}

// %% [markdown]
// ## Why order matters to the machine
//
// The sum of a large matrix along its rows reads neighbours; down its columns, as written below, every step
// jumps. The numbers are the same, the time is not.

// %%
static double sum_by(const Tensor *t, int first, int second)
{
    double sum = 0;
    for (long i = 0; i < t->shape[first]; i++)
        for (long j = 0; j < t->shape[second]; j++)
            sum += (double)t->data[i * t->stride[first] + j * t->stride[second]];
    return sum;
}

CELL {
    Tensor *large = tensor_ones(SHAPE(2048, 2048));
    double sums[2], times[2];
    for (int way = 0; way < 2; way++) {
        double started = kindling_seconds();
        sums[way] = sum_by(large, way, 1 - way);
        times[way] = 1000 * (kindling_seconds() - started);
    }
    printf("along rows %.1f ms, down columns %.1f ms: %.1f times as long\n", times[0], times[1],
           times[1] / times[0]);
    gate(sums[0] == sums[1], "both sums are %.0f", sums[0]);
}
