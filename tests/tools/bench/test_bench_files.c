/* test_bench_files.c - what the benchmark and the profiler write: JSON that parses, boxes in the right
 * place.
 */
#include "scratch.h"
#include "text.h"
#include "../../../tools/bench/bench.h"
#include "../../../tools/bench/flame.h"

/* Behind one JSON value, or NULL: a checker of form only. */
static const char *skip_json(const char *s)
{
    s += strspn(s, " \n");
    if (*s == '{' || *s == '[') {
        char close = *s == '{' ? '}' : ']';
        bool object = *s++ == '{';
        for (s += strspn(s, " \n"); *s != close; s += strspn(s, " \n")) {
            if (object) {
                if (*s != '"' || (s = skip_json(s)) == NULL || *(s += strspn(s, " \n")) != ':')
                    return NULL;
                s++;
            }
            if ((s = skip_json(s)) == NULL)
                return NULL;
            s += strspn(s, " \n");
            if (*s == ',' && s[1 + strspn(s + 1, " \n")] != close)
                s++;
            else if (*s != close)
                return NULL;
        }
        return s + 1;
    }
    if (*s == '"') {
        for (s++; *s != '"'; s += *s == '\\' ? 2 : 1)
            if ((unsigned char)*s < ' ')
                return NULL;
        return s + 1;
    }
    if (strncmp(s, "null", 4) == 0)
        return s + 4;
    char *end;
    strtod(s, &end);
    return end > s && strchr("-0123456789", *s) != NULL ? end : NULL;
}

static void test_the_report_is_well_formed_json(void **state)
{
    (void)state;
    Result results[2] = {{.what = case_at(0), .threads = 1}, {.what = case_at(1), .threads = 2}};
    results[0].ours = (Side){.measured = true, .ms = 2, .mb = 3, .rounds = 2, .sample = {2, 2}};
    snprintf(results[0].ours.line, LINE_SIZE, "{\"case\": \"gpt_step\", \"median_ms\": 2}");
    results[0].torch = results[0].ours;
    results[0].ratio = 1;
    Curve curve = {.what = "T", .n = 2, .x = {1, 2}, .y = {3, 4}, .slope = NAN};
    Report r = {.n_peaks = 2,
                .n_results = 2,
                .n_curves = 1,
                .result = results,
                .curve = &curve,
                .backend = "OpenBLAS",
                .peers = {.python = "", .torch = "2.6.0"}};
    assert_int_equal(report_json(scratch("bench.json"), &r), 0);
    size_t size;
    char *text = kindling_read_file(scratch("bench.json"), &size);
    assert_non_null(text);
    const char *end = skip_json(text);
    assert_non_null(end);
    assert_string_equal(end, "\n");
    assert_non_null(strstr(text, "\"slope\": null"));
    assert_non_null(strstr(text, "\"torch\": null"));
    assert_null(strstr(text, "nan"));
    owned_free(text);
    assert_null(skip_json("{\"a\": 1,}")); /* the checker can say no */
    assert_null(skip_json("[1 2]"));
    assert_null(skip_json("{\"a\": nan}"));
}

static Result result_of(long which, double ms, double mb)
{
    Result x = {.what = case_at(which), .threads = 1};
    x.ours = (Side){.measured = true, .ms = ms, .mb = mb, .rounds = 2};
    x.ours.interval = (Interval){.low = 0.9 * ms, .high = 1.1 * ms};
    snprintf(x.ours.line, LINE_SIZE, "{\"median_ms\": 1}"); /* of the last round: not what is compared */
    return x;
}

/* Slower is what no chance explains: the intervals do not meet. */
static void test_what_became_slower_since(void **state)
{
    (void)state;
    Result then[] = {result_of(0, 10, 5), result_of(1, 10, 5), result_of(2, 10, 5)};
    Result now[] = {result_of(0, 11, 6), result_of(1, 14, 5), result_of(2, 7, 5), result_of(3, 1, 1)};
    Report r = {.n_results = 3, .result = then, .backend = "", .peers = {.python = ""}};
    assert_int_equal(report_json(scratch("then.json"), &r), 0);
    r.n_results = 4;
    r.result = now;
    assert_int_equal(report_since(text_stream(), &r, scratch("then.json")), 0);
    const char *text = text_written();
    assert_has(text, "tiny             1         10         11   1.10       5.0       6.0\n");
    assert_has(text, "small            1         10         14   1.40       5.0       5.0  slower\n");
    assert_has(text, "medium           1         10          7   0.70       5.0       5.0  faster\n");
    assert_has_not(text, case_at(3)->name);
    assert_int_equal(report_since(stdout, &r, scratch("none.json")), -1);
    write_bytes(scratch("then.json"), "{\"results\": [1]}", 16);
    assert_int_equal(report_since(text_stream(), &r, scratch("then.json")), -1);
    text_written();
    assert_error_has("then.json: byte 13");
}

static void test_flame_boxes_are_as_wide_as_their_time(void **state)
{
    (void)state;
    const FlameStack stacks[] = {{"forward;block;linear", 1e-3, true},
                                 {"forward;block;gelu<&", 2e-3, false},
                                 {"backward;linear", 5e-3, true}};
    assert_int_equal(flame_svg(scratch("f.svg"), "title", 3, stacks), 0);
    assert_int_equal(flame_folded(scratch("f.folded"), 3, stacks), 0);
    size_t size;
    char *svg = kindling_read_file(scratch("f.svg"), &size);
    char *folded = kindling_read_file(scratch("f.folded"), &size);
    assert_non_null(strstr(svg, "<title>forward: 3.000 ms, 37.5 %</title><rect x=\"0.00\""));
    assert_non_null(
        strstr(svg, "<title>gelu&lt;&amp;: 2.000 ms, 25.0 %</title><rect x=\"150.00\""));
    assert_non_null(strstr(svg,
                           "<title>backward: 5.000 ms, 62.5 %</title><rect x=\"450.00\" y=\"72\" "
                           "width=\"750.00\""));
    assert_string_equal(folded, "forward;block;linear 1000\nforward;block;gelu<& 2000\n"
                                "backward;linear 5000\n");
    owned_free(svg);
    owned_free(folded);
}

static void test_the_roofline_is_drawn(void **state)
{
    (void)state;
    Peak peaks[] = {{.threads = 1, .gflops = {0, 0, 0, 120}, .bandwidth = 12}, {.threads = 2}};
    RooflinePoint point = {20, 80, "a<b"};
    assert_int_equal(roofline_write(scratch("r.svg"), 2, peaks, 1, &point), 0);
    size_t size;
    char *svg = kindling_read_file(scratch("r.svg"), &size);
    assert_non_null(strstr(svg, "1 thread: 120 GFLOP/s, 12 GB/s"));
    assert_non_null(strstr(svg, ">a&lt;b<"));
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf"));
    owned_free(svg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_the_report_is_well_formed_json),
        UNIT_TEST(test_what_became_slower_since),
        UNIT_TEST(test_flame_boxes_are_as_wide_as_their_time),
        UNIT_TEST(test_the_roofline_is_drawn),
    };
    return run_tests_in_scratch("tools/bench/bench_files", tests);
}
