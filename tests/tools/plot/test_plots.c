/* test_plots.c - loss curves in characters and for gnuplot, and the overview of heads. */
#include "scratch.h"
#include "heatmap.h"
#include "loss_log.h"

static LossLog *log_of(const char *lines)
{
    FILE *file = fopen(scratch("log.tsv"), "w");
    assert_non_null(file);
    fprintf(file, "step\ttrain_loss\theld_out_loss\tlr\ttokens_per_second\n%s", lines);
    fclose(file);
    return loss_log_read(scratch("log.tsv"));
}

static const char *drawing(const LossLog *log, long width, long height, bool ascii)
{
    loss_log_draw(text_stream(), log, width, height, ascii);
    return text_written();
}

static void test_log_reads_numbers(void **state)
{
    (void)state;
    LossLog *log = log_of("10\t4.5\t-\t0.001\t900\n20\t3.25\t3.5\t0.001\t900\n");
    assert_non_null(log);
    assert_int_equal(log->n, 2);
    assert_true(log->step[0] == 10 && log->step[1] == 20);
    assert_true(log->training[0] == 4.5 && log->training[1] == 3.25);
    assert_true(isnan(log->held_out[0]) && log->held_out[1] == 3.5);
    loss_log_free(log);
}

static void test_log_that_is_being_written(void **state)
{
    (void)state;
    LossLog *log = log_of("10\t4.5\t-\t0.001\t900\n20\t3.2");
    assert_int_equal(log->n, 1);
    loss_log_free(log);
    log = log_of("");
    assert_int_equal(log->n, 0);
    assert_string_equal(drawing(log, 20, 4, true), "no steps yet\n");
    loss_log_free(log);
}

static void test_log_of_a_resumed_run(void **state)
{
    (void)state;
    LossLog *log = log_of("10\t4\t-\t1\t1\n20\t3\t-\t1\t1\n30\t2\t-\t1\t1\n20\t9\t-\t1\t1\n");
    assert_int_equal(log->n, 2);
    assert_true(log->step[1] == 20 && log->training[1] == 9);
    loss_log_free(log);
}

static void test_log_mistakes_name_the_line(void **state)
{
    (void)state;
    const char *wrong[] = {"10\tx\t-\t1\t1\n", "10\n", "10\t4\n", "\n", "-\t4\t4\t1\t1\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_null(log_of(wrong[i]));
        assert_error_has("log.tsv:2: expected a step");
    }
    assert_null(loss_log_read("/nowhere/log.tsv"));
    assert_error_has("/nowhere/log.tsv");
}

/* A straight fall is a diagonal. */
static void test_curve_in_ascii(void **state)
{
    (void)state;
    LossLog *log = log_of("0\t3\t-\t1\t1\n1\t2\t-\t1\t1\n2\t1\t-\t1\t1\n3\t0\t2\t1\t1\n");
    assert_string_equal(drawing(log, 4, 4, true), "       3 |**  \n"
                                                  "         | **o\n"
                                                  "         |  **\n"
                                                  "       0 |   *\n"
                                                  "          step 03\n");
    loss_log_free(log);
}

static void test_curve_in_braille(void **state)
{
    (void)state;
    LossLog *log = log_of("0\t1\t-\t1\t1\n1\t1\t-\t1\t1\n2\t0\t-\t1\t1\n");
    const char *text = drawing(log, 1, 1, false); /* 2 by 4 dots: top left, right column down */
    assert_has(text, "|\xe2\xa2\xb9\n");
    loss_log_free(log);
}

static void test_curve_of_strange_numbers(void **state)
{
    (void)state;
    LossLog *log = log_of("1\tnan\t-\t1\t1\n2\tinf\t-\t1\t1\n");
    assert_has(drawing(log, 12, 3, true), "step 1");
    loss_log_free(log);
    log = log_of("5\t2\t2\t1\t1\n"); /* one point */
    assert_has(drawing(log, 12, 3, false), "o");
    assert_fails_with("0 by 3 characters", loss_log_draw(stdout, log, 0, 3, true));
    loss_log_free(log);
}

/* All equal, too large for their neighbours, too far apart for a difference: the grid is the grid. */
static void test_curve_of_huge_numbers(void **state)
{
    (void)state;
    const char *logs[] = {"10\t1e20\t-\t0\t0\n", "10\t-1e20\t1e20\t0\t0\n",
                          "1\t1e308\t-\t0\t0\n2\t-1e308\t-1e308\t0\t0\n",
                          "-1e308\t1\t-\t0\t0\n1e308\t2\t1\t0\t0\n",
                          "9007199254740993\t9007199254740993\t9007199254740993\t0\t0\n"};
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++)
        for (long width = 1; width < 64; width += 31) {
            LossLog *log = log_of(logs[i]);
            assert_non_null(log);
            assert_true(strpbrk(drawing(log, width, 5, true), "*o") != NULL);
            assert_non_null(drawing(log, width, 5, false));
            loss_log_free(log);
        }
}

static void test_gnuplot_script(void **state)
{
    (void)state;
    LossLog *log = log_of("10\t4.5\t-\t1\t1\n20\t3.25\t3.5\t1\t1\n");
    const char *folder = scratch("it's");
    bool drawn;
    assert_int_equal(loss_log_gnuplot(log, folder, &drawn), 0);
    const char *script = text_of_file(scratch("it's/loss.gp"));
    assert_has(script, "$training << EOD\n10 4.5\n20 3.25\nEOD\n");
    assert_has(script, "$held_out << EOD\n20 3.5\nEOD\n");
    assert_has(script, "/it''s/loss.svg'");
    assert_int_equal(drawn, system("gnuplot --version >/dev/null 2>&1") == 0);
    if (drawn)
        assert_has(text_of_file(scratch("it's/loss.svg")), "</svg>");
    unlink(scratch("it's/loss.svg"));
    unlink(scratch("it's/loss.gp"));
    rmdir(folder);
    loss_log_free(log);
}

/* ---- overview of heads ----------------------------------------------------------------------- */

/* Head 0 looks at itself, head 1 at the first key, head 2 at the key before (row 0: nowhere), head 3 at the
 * mirror image, of which row 2 is the key before and row 3 the first. */
static void test_overview_knows_the_kinds_of_heads(void **state)
{
    (void)state;
    Tensor *w = tensor_zeros(SHAPE(1, 4, 4, 4));
    for (long i = 0; i < 4; i++) {
        tensor_set(w, AT(0, 0, i, i), 1);
        tensor_set(w, AT(0, 1, i, 0), 1);
        tensor_set(w, AT(0, 3, i, 3 - i), 1);
        if (i > 0)
            tensor_set(w, AT(0, 2, i, i - 1), 1);
    }
    const Tensor *weights[] = {w};
    assert_int_equal(heatmap_overview_svg(scratch("a.svg"), 1, weights, 0, "heads"), 0);
    const char *at = text_of_file(scratch("a.svg"));
    const char *expected[] = {
        "head 0: 0.250", "head 1: 0.250", "head 2: 0.250", "head 3: 0.250",  /* in use */
        "head 0: 1.000", "head 1: 0.250", "head 2: 0.000", "head 3: 0.000",  /* itself */
        "head 0: 0.000", "head 1: 0.250", "head 2: 0.750", "head 3: 0.250",  /* before */
        "head 0: 0.250", "head 1: 1.000", "head 2: 0.250", "head 3: 0.250",  /* first */
        "head 0: 0.000", "head 1: 0.000", "head 2: 0.000", "head 3: 0.500"}; /* elsewhere */
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        at = strstr(at, expected[i]);
        assert_non_null(at);
        at++;
    }
}

static void test_overview_mistakes(void **state)
{
    (void)state;
    const Tensor *nothing[] = {NULL}, *flat[] = {tensor_ones(SHAPE(2, 2))};
    assert_fails_with("0 layers", heatmap_overview_svg(scratch("x.svg"), 0, nothing, 0, NULL));
    assert_fails_with("gpt_attention", heatmap_overview_svg(scratch("x.svg"), 1, nothing, 0, NULL));
    assert_fails_with("(2, 2)", heatmap_overview_svg(scratch("x.svg"), 1, flat, 0, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_log_reads_numbers),        UNIT_TEST(test_log_that_is_being_written),
        UNIT_TEST(test_log_of_a_resumed_run),     UNIT_TEST(test_log_mistakes_name_the_line),
        UNIT_TEST(test_curve_in_ascii),           UNIT_TEST(test_curve_in_braille),
        UNIT_TEST(test_curve_of_strange_numbers), UNIT_TEST(test_curve_of_huge_numbers),
        UNIT_TEST(test_gnuplot_script),           UNIT_TEST(test_overview_knows_the_kinds_of_heads),
        UNIT_TEST(test_overview_mistakes),
    };
    return run_tests_in_scratch("tools/plot/plots", tests);
}
