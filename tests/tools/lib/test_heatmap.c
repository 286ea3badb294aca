/* test_heatmap.c - heat maps as SVG and as text: the files are compared as text, never by eye. */
#include "scratch.h"
#include "heatmap.h"

static const char *svg_path(void)
{
    return scratch("a.svg");
}

static const char *svg_of(const Tensor *m, HeatmapOptions options)
{
    assert_int_equal(heatmap_svg(svg_path(), m, &options), 0);
    return text_of_file(svg_path());
}

static const char *text_of(const Tensor *m, const char *const rows[], const char *const columns[],
                           HeatmapStyle style, long width)
{
    heatmap_text(text_stream(), m, rows, columns, style, width);
    return text_written();
}

static Tensor *two_by_three(void)
{
    return tensor_from(SHAPE(2, 3), VALUES(0, (real)0.25, (real)0.5, (real)0.75, 1, (real)0.125));
}

/* ---- colours --------------------------------------------------------------------------------- */

/* On paper, and within a dark page. */
#define FILL(light, dark) "fill=\"" light "\" style=\"fill:light-dark(" light "," dark ")\""

/* Relative luminance of sRGB (WCAG 2). */
static double luminance(Colour c)
{
    const double channel[3] = {c.r / 255.0, c.g / 255.0, c.b / 255.0},
                 weight[3] = {.2126, .7152, .0722};
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += weight[i] * (channel[i] <= 0.04045 ? channel[i] / 12.92
                                                  : pow((channel[i] + 0.055) / 1.055, 2.4));
    return sum;
}

static void test_colours_get_steadily_darker(void **state)
{
    (void)state;
    for (int i = 1; i <= 100; i++) {
        assert_true(luminance(colour_sequential(i / 100.0)) <
                    luminance(colour_sequential((i - 1) / 100.0)));
        double near = 0.5 + (i - 1) / 200.0, far = 0.5 + i / 200.0;
        assert_true(luminance(colour_diverging(far)) < luminance(colour_diverging(near)));
        assert_true(luminance(colour_diverging(1 - far)) < luminance(colour_diverging(1 - near)));
        assert_true(luminance(colour_in_the_dark(false, i / 100.0)) >
                    luminance(colour_in_the_dark(false, (i - 1) / 100.0)));
        for (int side = 0; side < 2; side++)
            assert_true(luminance(colour_in_the_dark(true, side ? far : 1 - far)) >
                        luminance(colour_in_the_dark(true, side ? near : 1 - near)));
    }
}

static bool same_colour(Colour a, Colour b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b;
}

static void test_colours_at_the_ends_and_beyond(void **state)
{
    (void)state;
    assert_true(same_colour(colour_sequential(0), (Colour){255, 255, 255}));
    assert_true(same_colour(colour_sequential(-3), colour_sequential(0)));
    assert_true(same_colour(colour_sequential(7), colour_sequential(1)));
    assert_true(same_colour(colour_sequential((double)INFINITY), colour_sequential(1)));
    assert_true(same_colour(colour_sequential((double)NAN), (Colour){176, 176, 176}));
    Colour low = colour_diverging(0), high = colour_diverging(1);
    assert_true(low.b > low.r && high.r > high.b); /* blue below, orange above */
}

/* ---- SVG ------------------------------------------------------------------------------------- */

static void test_svg_has_a_cell_and_a_tooltip_per_number(void **state)
{
    (void)state;
    static const char *const rows[] = {"a", "b"}, *const columns[] = {"x", "y", "z"};
    const char *svg = svg_of(two_by_three(), (HeatmapOptions){.title = "weights of head 1",
                                                              .row_title = "query",
                                                              .column_title = "key",
                                                              .row_labels = rows,
                                                              .column_labels = columns});
    assert_true(strncmp(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\"", 39) == 0);
    assert_string_equal(svg + strlen(svg) - 7, "</svg>\n");
    assert_int_equal(occurrences(svg, "<title>"), 6);
    assert_int_equal(occurrences(svg, "width=\"24\" height=\"24\""), 6); /* they meet */
    assert_has(svg, "<title>query a, key y: 0.250</title>");
    assert_has(svg, "<title>query b, key z: 0.125</title>");
    assert_has(svg, ">weights of head 1</text>");
    assert_int_equal(occurrences(svg, ">a</text>"), 1);
    assert_int_equal(occurrences(svg, ">z</text>"), 1);
    assert_has(svg, FILL("#ffffff", "#1a1d26") "><title>query a, key x: 0.000");
    assert_has(svg, FILL("#261460", "#f2f4ff") "><title>query b, key y: 1.000");
}

static void test_svg_reads_views(void **state)
{
    (void)state;
    Tensor *m = tensor_transpose(two_by_three(), 0, 1);
    const char *svg = svg_of(m, (HeatmapOptions){0});
    assert_has(svg, "<title>row 2, column 0: 0.500</title>");
    assert_has(svg, "<title>row 1, column 1: 1.000</title>");
}

static void test_svg_escapes_labels_and_titles(void **state)
{
    (void)state;
    static const char *const labels[] = {"<&\">", " \n\t\x01\xff"};
    const char *svg = svg_of(
        tensor_eye(2),
        (HeatmapOptions){.title = "a < b & c", .row_labels = labels, .column_labels = labels});
    assert_has(svg, "row &lt;&amp;&quot;&gt;, column \xe2\x90\xa3\xe2\x86\xb5\xe2\x86\x92"
                    "\xc2\xb7\xef\xbf\xbd: 0.000");
    assert_has(svg, ">a &lt; b &amp; c</text>");
    for (const char *at = svg; *at; at++)
        assert_true(*at == '\n' || (unsigned char)*at >= ' ');
    assert_null(strchr(svg, '\xff'));
}

static void test_svg_range(void **state)
{
    (void)state;
    Tensor *m = tensor_from(SHAPE(1, 3), VALUES(-2, 0, 1));
    const char *svg = svg_of(m, (HeatmapOptions){.diverging = true});
    assert_has(svg, FILL("#fafafa", "#20242d") "><title>row 0, column 1: 0.000");
    assert_has(svg, FILL("#0d367c", "#b8dcff") "><title>row 0, column 0: -2.000");
    assert_has(svg, ">-2</text>");
    assert_has(svg, ">2</text>");
    svg = svg_of(m, (HeatmapOptions){.low = 0, .high = 4});
    assert_has(svg, ">4</text>");
    assert_has(svg, FILL("#ffffff", "#1a1d26") "><title>row 0, column 0: -2.000");
    svg = svg_of(m, (HeatmapOptions){.low = -1.7e308, .high = 1.7e308, .diverging = true});
    assert_has(svg, FILL("#fafafa", "#20242d") "><title>row 0, column 1: 0.000");
    assert_null(strstr(svg, "#b0b0b0")); /* no number of the scale is none */
}

static void test_svg_of_odd_matrices(void **state)
{
    (void)state;
    assert_int_equal(occurrences(svg_of(tensor_zeros(SHAPE(0, 5)), (HeatmapOptions){0}), "<title>"),
                     0);
    assert_int_equal(occurrences(svg_of(tensor_zeros(SHAPE(5, 0)), (HeatmapOptions){0}), "<title>"),
                     0);
    const char *svg =
        svg_of(tensor_from(SHAPE(1, 2), VALUES(-(real)NAN, (real)INFINITY)), (HeatmapOptions){0});
    assert_has(svg, FILL("#b0b0b0", "#555b66") "><title>row 0, column 0: nan");
    assert_int_equal(
        occurrences(svg_of(tensor_zeros(SHAPE(64, 128)), (HeatmapOptions){0}), "<title>"),
        64 * 128);
}

static void test_svg_grid(void **state)
{
    (void)state;
    const Tensor *m[3] = {tensor_eye(2), tensor_eye(3), tensor_eye(2)};
    static const char *const titles[] = {"one", "two", NULL};
    assert_int_equal(heatmap_grid_svg(svg_path(), 3, m, titles, 2, NULL), 0);
    const char *svg = text_of_file(svg_path());
    assert_int_equal(occurrences(svg, "<title>"), 4 + 9 + 4);
    assert_has(svg, ">one</text>");
    assert_int_equal(occurrences(svg, "class=\"panel\""), 2);
}

static void test_svg_heads(void **state)
{
    (void)state;
    Tensor *w = tensor_reshape(tensor_arange(0, 2 * 2 * 1 * 3, 1), SHAPE(2, 2, 1, 3));
    const Tensor *layers[2] = {w, w};
    assert_int_equal(heatmap_heads_svg(svg_path(), 2, layers, 1, NULL), 0);
    const char *svg = text_of_file(svg_path());
    assert_has(svg, ">layer 1, head 0</text>");
    assert_int_equal(occurrences(svg, "class=\"panel\""), 4);
    assert_int_equal(occurrences(svg, "<title>row 0, column 2: 8.000"), 2); /* batch 1, head 0 */
    assert_int_equal(occurrences(svg, "<title>row 0, column 2: 11.000"), 2);
    assert_int_equal(occurrences(svg, ": 5.000"), 0); /* the other sequence */
    assert_int_equal(heatmap_heads_svg(svg_path(), 1, layers, 0, NULL), 0);
    assert_has(text_of_file(svg_path()), ">head 1</text>");
}

static void test_heatmap_mistakes(void **state)
{
    (void)state;
    const char *none = scratch("none.svg");
    const Tensor *missing[1] = {NULL}, *flat[1] = {tensor_eye(2)};
    const Tensor *weights[1] = {tensor_zeros(SHAPE(2, 1, 3, 3))};
    assert_fails_with("heatmap_svg: the shape is (3,), expected (rows, columns)",
                      heatmap_svg(none, tensor_zeros(SHAPE(3)), NULL));
    assert_fails_with("heatmap_text: the shape is (2, 1, 3, 3)",
                      heatmap_terminal(stdout, weights[0], NULL, NULL));
    assert_fails_with("layer 0 has no weights. hint: gpt_attention",
                      heatmap_heads_svg(none, 1, missing, 0, NULL));
    assert_fails_with("expected (B, H, Tq, Tk)", heatmap_heads_svg(none, 1, flat, 0, NULL));
    assert_fails_with("no sequence 2 in a batch of 2",
                      heatmap_heads_svg(none, 1, weights, 2, NULL));
    assert_fails_with("0 to a line", heatmap_grid_svg(none, 1, flat, NULL, 0, NULL));
    assert_int_equal(access(none, F_OK), -1);
    assert_int_equal(heatmap_svg("/nowhere/at/all.svg", flat[0], NULL), -1);
    assert_error_has("/nowhere/at/all.svg");
}

/* ---- text ------------------------------------------------------------------------------------ */

static void test_text_shades(void **state)
{
    (void)state;
    static const char *const rows[] = {"a", "bcd"}, *const columns[] = {"x", "yz", "\xc3\xa9"};
    assert_string_equal(text_of(two_by_three(), rows, columns, HEATMAP_ASCII, 80),
                        "    x y \xc3\xa9 \n"
                        "      z   \n"
                        "  a   ::++\n"
                        "bcd ##@@..\n");
    Tensor *m = tensor_from(SHAPE(1, 5), VALUES(0, (real)0.25, (real)0.5, (real)0.75, 1));
    assert_string_equal(text_of(m, NULL, NULL, HEATMAP_SHADES, 5),
                        " \xe2\x96\x91\xe2\x96\x92\xe2\x96\x93\xe2\x96\x88\n");
}

static void test_text_keeps_to_the_width(void **state)
{
    (void)state;
    Tensor *m = tensor_ones(SHAPE(2, 100));
    static const char *const rows[] = {"first", "x"};
    for (long width = 1; width <= 220; width += 13) {
        const char *text = text_of(m, rows, NULL, HEATMAP_ASCII, width);
        long longest = (long)(strchr(text, '\n') - text);
        assert_true(longest <= width || longest == 6 + 1); /* the label and one cell */
        assert_int_equal(occurrences(text, "\n"), 2);
    }
    assert_string_equal(
        text_of(tensor_from(SHAPE(1, 4), VALUES(0, 1, 1, 1)), NULL, NULL, HEATMAP_ASCII, 2),
        "+@\n"); /* averages 0.5 and 1 */
}

static void test_text_in_colour(void **state)
{
    (void)state;
    static const char *const rows[] = {"a", "b"};
    const char *text = text_of(tensor_eye(2), rows, NULL, HEATMAP_TRUE_COLOUR, 80);
    assert_string_equal(text, "a \033[48;2;38;20;96m  \033[48;2;255;255;255m  \033[0m\n"
                              "b \033[48;2;255;255;255m  \033[48;2;38;20;96m  \033[0m\n");
    text = text_of(tensor_eye(2), NULL, NULL, HEATMAP_256, 80); /* two rows in one line */
    assert_string_equal(text, "\033[38;5;17m\033[48;5;231m\xe2\x96\x80"
                              "\033[38;5;231m\033[48;5;17m\xe2\x96\x80\033[0m\n");
    text = text_of(tensor_eye(3), NULL, NULL, HEATMAP_256, 80);
    assert_int_equal(occurrences(text, "\033[0m\n"), 2);
}

static void test_text_of_odd_matrices(void **state)
{
    (void)state;
    assert_string_equal(text_of(tensor_zeros(SHAPE(0, 3)), NULL, NULL, HEATMAP_ASCII, 80), "");
    assert_string_equal(text_of(tensor_zeros(SHAPE(2, 0)), NULL, NULL, HEATMAP_ASCII, 80), "\n\n");
    assert_string_equal(text_of(tensor_full(SHAPE(1, 1), (real)NAN), NULL, NULL, HEATMAP_ASCII, 80),
                        "??\n");
    assert_string_equal(
        text_of(tensor_full(SHAPE(1, 1), (real)INFINITY), NULL, NULL, HEATMAP_ASCII, 80), "@@\n");
}

static void test_text_off_a_terminal_has_no_colour(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    heatmap_terminal(file, tensor_eye(4), NULL, NULL);
    rewind(file);
    for (int c; (c = getc(file)) != EOF;)
        assert_int_not_equal(c, '\033');
    assert_true(ftell(file) > 16);
    fclose(file);
}

static void test_label_steps_through_anything(void **state)
{
    (void)state;
    assert_int_equal(label_width("a\xc3\xa9\xe6\xb3\xa8\xf0\x9f\x94\xa5"), 1 + 1 + 2 + 2);
    assert_int_equal(label_width(""), 0);
    assert_int_equal(label_width("\xff\xfe\xc3"), 3);
    assert_int_equal(label_width("\xe6\xb3"), 2); /* cut off in the middle: two bytes, two signs */
    const char *text = "\xed\xa0\x80";            /* a surrogate is no character */
    char c[5];
    assert_int_equal(label_next(&text, c), 1);
    assert_string_equal(c, "\xef\xbf\xbd");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_colours_get_steadily_darker),
        UNIT_TEST(test_colours_at_the_ends_and_beyond),
        UNIT_TEST(test_svg_has_a_cell_and_a_tooltip_per_number),
        UNIT_TEST(test_svg_reads_views),
        UNIT_TEST(test_svg_escapes_labels_and_titles),
        UNIT_TEST(test_svg_range),
        UNIT_TEST(test_svg_of_odd_matrices),
        UNIT_TEST(test_svg_grid),
        UNIT_TEST(test_svg_heads),
        UNIT_TEST(test_heatmap_mistakes),
        UNIT_TEST(test_text_shades),
        UNIT_TEST(test_text_keeps_to_the_width),
        UNIT_TEST(test_text_in_colour),
        UNIT_TEST(test_text_of_odd_matrices),
        UNIT_TEST(test_text_off_a_terminal_has_no_colour),
        UNIT_TEST(test_label_steps_through_anything),
    };
    return run_tests_in_scratch("tools/lib/heatmap", tests);
}
