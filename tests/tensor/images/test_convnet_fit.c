/* test_convnet_fit.c - lists of windows by hand, and what they see against the gradient of real convolutions. */
#include "images_parts.h"
#include "test.h"

static const ConvnetGoal roomy = {.size = 27,
                                  .colours = 1,
                                  .channels = 2,
                                  .kernel = 3,
                                  .field = 9,
                                  .map = 27,
                                  .parameters = 1e9,
                                  .operations = 1e9};

static void assert_square(Window w, long kernel, long stride, long dilation)
{
    for (int axis = 0; axis < 2; axis++) {
        assert_int_equal(w.kernel[axis], kernel);
        assert_int_equal(w.stride[axis], stride);
        assert_int_equal(w.dilation[axis], dilation);
        assert_int_equal(w.padding[axis], dilation * (kernel - 1) / 2);
    }
}

static void test_by_hand(void **state)
{
    (void)state;
    Window layers[CONVNET_LAYERS];
    ConvnetGoal g = roomy;
    assert_int_equal(convnet_fit(g, layers), 2); /* the map stays: holes */
    assert_square(layers[0], 3, 1, 1);
    assert_square(layers[1], 3, 1, 3);
    g.map = 3; /* 27, 9, 3 */
    assert_int_equal(convnet_fit(g, layers), 2);
    assert_square(layers[0], 3, 3, 1);
    assert_square(layers[1], 3, 3, 1);
    g.field = 10;
    g.map = 14; /* one stride of 2, then 3 + 2 * 2 = 7 pixels */
    assert_int_equal(convnet_fit(g, layers), 3);
    assert_square(layers[0], 3, 2, 1);
    assert_square(layers[1], 3, 1, 1);
    assert_square(layers[2], 3, 1, 3);
    g.kernel = 4; /* an even one would lose a row */
    assert_int_equal(convnet_fit(g, layers), 3);
    g.field = 1;
    assert_int_equal(convnet_fit(g, layers), 1);
}

/* Pixels from which the number in the middle of the last map comes: what flows back from it. */
static long pixels_with_gradient(const Window layers[], long count, long size)
{
    long sizes[CONVNET_LAYERS + 1] = {size};
    Tensor *one = tensor_full(SHAPE(1, 1, 3, 3), 1);
    for (long i = 0; i < count; i++)
        sizes[i + 1] = window_out(sizes[i], 3, layers[i].stride[0], layers[i].padding[0],
                                  layers[i].dilation[0]);
    Tensor *g = tensor_zeros(SHAPE(1, 1, sizes[count], sizes[count]));
    tensor_set(g, AT(0, 0, sizes[count] / 2, sizes[count] / 2), 1);
    for (long i = count - 1; i >= 0; i--) {
        Tensor *dx = tensor_zeros(SHAPE(1, 1, sizes[i], sizes[i]));
        conv2d_backward_x_kernel(dx, 0, g, one, layers[i], 1);
        g = dx;
    }
    long pixels = 0;
    for (long i = 0; i < size * size; i++)
        pixels += g->data[i] != 0;
    return pixels;
}

static void test_fields(void **state)
{
    (void)state;
    Window layers[CONVNET_LAYERS];
    for (long field = 2; field <= 40; field++)
        for (long map = 4; map <= 150; map += 7) {
            Scope *scope = scope_open();
            ConvnetGoal g = roomy;
            g.size = 150;
            g.field = field;
            g.map = map;
            long count = convnet_fit(g, layers);
            assert_true(pixels_with_gradient(layers, count, g.size) >= field * field);
            scope_close(scope);
        }
}

static void test_refusals(void **state)
{
    (void)state;
    Window layers[CONVNET_LAYERS];
    ConvnetGoal g = roomy;
    g.map = 28;
    assert_fails_with("a map of 28 from images of 27, expected at most 27", convnet_fit(g, layers));
    g = roomy;
    g.kernel = 2;
    assert_fails_with("kernel 2, expected at least 3", convnet_fit(g, layers));
    g.field = 0;
    assert_fails_with("field 0, map 27, expected at least 1 each", convnet_fit(g, layers));
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_by_hand), UNIT_TEST(test_fields),
                                       UNIT_TEST(test_refusals)};
    return run_tests("tensor/images/convnet_fit", tests);
}
