/* test_bench.c - the benchmark's arithmetic: slopes, intervals, costs, and taking turns.
 *
 * Nothing here depends on how fast anything is: where a measurement is needed, a shell script stands
 * in for the program and prints a time of its own choice.
 */
#include <sys/wait.h>
#include "scratch.h"
#include "../../../tools/bench/bench.h"

/* ---- numbers ------------------------------------------------------------------------------------- */

static void test_slope_is_the_power(void **state)
{
    (void)state;
    const double x[] = {1, 10, 100, 1000}, square[] = {3, 300, 30000, 3000000},
                 flat[] = {7, 7, 7, 7};
    const double root[] = {2, 6.324555320336759, 20, 63.24555320336759};
    assert_close(loglog_slope(4, x, square), 2, 1e-12);
    assert_close(loglog_slope(4, x, flat), 0, 1e-12);
    assert_close(loglog_slope(4, x, root), 0.5, 1e-12);
    assert_true(isnan(loglog_slope(1, x, square)));
    assert_true(isnan(loglog_slope(0, x, square)));
}

static void test_numbers_come_out_of_json(void **state)
{
    (void)state;
    const char *line = "{\"case\": \"ms\", \"ms_min\": 1, \"ms\": -2.5e1, \"none\": null, \"n\":7}";
    double x = 0;
    char text[16], tiny[2];
    assert_true(json_line_number(line, "ms", &x)); /* neither the value "ms" nor the key "ms_min" */
    assert_close(x, -25, 0);
    assert_true(json_line_number(line, "n", &x));
    assert_close(x, 7, 0);
    assert_false(json_line_number(line, "none", &x));
    assert_false(json_line_number(line, "case", &x));
    assert_false(json_line_number(line, "absent", &x));
    assert_close(x, 7, 0);
    assert_true(json_text(line, "case", text, sizeof text));
    assert_string_equal(text, "ms");
    assert_true(json_text(line, "case", tiny, sizeof tiny));
    assert_string_equal(tiny, "m");
    assert_false(json_text(line, "n", text, sizeof text));
}

static void count_up(void *context)
{
    ++*(long *)context;
}

static void test_measure_takes_the_steps_it_is_told(void **state)
{
    (void)state;
    long calls = 0;
    Timing t = measure(count_up, &calls, (Effort){0, 0, 5, false});
    assert_int_equal(t.steps, 5);
    assert_int_equal(calls, 3 + 5); /* at least three to warm up */
    assert_true(t.median_ms >= t.min_ms && t.min_ms >= 0);
}

/* ---- costs --------------------------------------------------------------------------------------- */

static void test_cost_of_a_gpt_step_agrees_with_the_formula(void **state)
{
    (void)state;
    GptSize z = {.d = 16, .heads = 2, .layers = 2, .T = 8, .B = 2, .V = 11};
    GptStep *s = gpt_step_new(z);
    double all = gpt_step_gflop(z) * 1e9, square = 3.0 * 4 * 2 * 8 * 8 * 16 * 2;
    double counted = 0;
    for (const Closure *c = backward_order(gpt_step_loss(s)); c != NULL; c = c->next)
        if (closure_is_product(c) || strcmp(c->op->name, "flash_attention") == 0)
            counted += flops_closure(c) + flops_gradients(c);
    assert_close(all, 3.0 * (2 * 16 * (12 * 16 * 16 * 2 + 16 * 11)) + square, 1e-6);
    assert_true(counted >= all - square && counted <= all + square / 3);
    gpt_step_free(s);
}

/* A tied table, two norms a block and one behind, q, k, v of 4 and twice 2 heads, the output, three matrices of 44. */
static void test_the_llama_has_the_numbers_of_one(void **state)
{
    (void)state;
    GptStep *s = gpt_step_new((GptSize){16, 4, 2, 8, 2, 32, .llama = true});
    long block = 2 * 16 + 16 * (16 + 2 * 8) + 16 * 16 + 3 * 16 * 44;
    assert_int_equal(parameters_numel(s->parameters), 32 * 16 + 16 + 2 * block);
    assert_int_equal(s->gpt->options.positions, POSITIONS_ROTARY);
    double products = 2 * 16 * (2 * (double)(block - 2 * 16) + 16 * 32);
    assert_close(gpt_step_gflop(s->size) * 1e9, 3 * (products + 4 * 16 * 8 * 16 * 2), 1e-6);
    gpt_step_free(s);
}

/* ---- specs ----------------------------------------------------------------------------------------- */

static void test_a_wrong_spec_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "steps:1",
                                        "step:64,4,2,32,8",
                                        "chain",
                                        "chain:0",
                                        "chain:1,2",
                                        "chain:-5",
                                        "chain:10x",
                                        "fused:1,2,3",
                                        "peak:1",
                                        "decode:64,4,2,32,32,65",
                                        "uncached:64,4,2,32,8",
                                        "prefill:64,4,2,32,32,65",
                                        "encode:1",
                                        "learn",
                                        "lenet",
                                        "conv:8,64,64,56",
                                        "step:64,5,2,32,8,65",
                                        "llama:64,3,5,256,8,512",
                                        "chain:1,2,3,4,5,6,7"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(worker_run(wrong[i], (Effort){0, 0, 1, false}), -1);
        assert_error_has("expected step:d,heads");
    }
}

/* A row with neighbours: they are gone when it ends. */
static void test_beside_neighbours(void **state)
{
    (void)state;
    Effort effort = {0, 0, 1, false};
    assert_int_equal(worker_run("beside:0,1:chain:10", effort), -1);
    assert_error_has("with 1 to 64 neighbours");
    assert_int_equal(worker_run("beside:2:chain:10", effort), -1);
    assert_error_has("expected beside:neighbours,threads:spec");
    assert_int_equal(worker_run("beside:2,1:chain", effort), -1);
    assert_error_has("expected step:d,heads");
    assert_int_equal(worker_run("beside:2,1:chain:10", effort), 0);
    assert_int_equal(kindling_threads(), 1);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* ---- rounds, against scripts that make the times up ------------------------------------------------- */

static void write_script(const char *name, const char *text)
{
    FILE *f = fopen(scratch(name), "w");
    assert_non_null(f);
    fprintf(f, "#!/bin/sh\n%s\n", text);
    fclose(f);
    chmod(scratch(name), 0755);
}

static Peers scripted_peers(const char *ours, const char *torch)
{
    write_script("ours", ours);
    write_script("torch_gpt_step.py", torch);
    static char program[128];
    snprintf(program, sizeof program, "%s", scratch("ours"));
    return (Peers){.program = program, .python = "sh", .scripts = scratch_folder, .seconds = 1};
}

static void test_the_ratio_is_the_median_of_neighbours(void **state)
{
    (void)state;
    /* each call counts up: ours takes 10, 40, 30; torch 20, 40, 120, so the ratios are .5, 1, .25 */
    const char *ours =
        "cd $(dirname $0); echo x >> n; case $(wc -l < n) in 1) t=10;; 2) t=40;; *) t=30;; esac\n"
        "echo noise; echo \"{\\\"median_ms\\\": $t, \\\"tokens_per_s\\\": 600}\"";
    const char *torch =
        "cd $(dirname $0); echo x >> m; case $(wc -l < m) in 1|2|3) t=20;; 4) t=40;; "
        "*) t=120;; esac\n"
        "echo \"{\\\"median_ms\\\": $t, \\\"peak_rss_mb\\\": 5}\"";
    Peers p = scripted_peers(ours, torch);
    remove(scratch("n"));
    remove(scratch("m"));
    Result r = compare(&p, case_at(0), 1, 3);
    assert_int_equal(r.ours.rounds, 3);
    assert_int_equal(r.torch.rounds, 3);
    assert_close(r.ours.ms, 30, 0);
    assert_close(r.torch.ms, 40, 0);
    assert_close(r.torch.mb, 5, 0);
    assert_close(r.ratio, 0.5, 1e-12);
    assert_close(r.interval.low, 0.25, 1e-12); /* three rounds: from the least to the largest */
    assert_close(r.interval.high, 1, 1e-12);
    assert_close(r.ours.interval.low, 10, 0);
    assert_close(r.ours.interval.high, 40, 0);
    assert_close(r.tokens_per_s, 600, 1e-9); /* the last round's time is the median */
}

/* Who comes first is drawn: over many rounds each side does. */
static void test_the_order_of_a_round_is_drawn(void **state)
{
    (void)state;
    Peers p = scripted_peers("echo o >> $0.log; echo '{\"median_ms\": 1}'",
                             "echo t >> $(dirname $0)/ours.log; echo '{\"median_ms\": 1}'");
    BenchCase one = {"tiny", "steps", "step:1", "torch_gpt_step.py", "", {"--optim adamw_foreach"}};
    long first[2] = {0};
    char line[8];
    remove(scratch("ours.log"));
    assert_close(compare(&p, &one, 1, 12).ratio, 1, 0);
    FILE *f = fopen(scratch("ours.log"), "r");
    assert_non_null(f);
    for (long i = 0; i < 24; i++) {
        assert_non_null(fgets(line, sizeof line, f));
        if (i % 2 == 0)
            first[line[0] == 'o']++;
    }
    fclose(f);
    assert_true(first[0] > 1 && first[1] > 1);
}

static void test_the_fastest_variant_is_the_peer(void **state)
{
    (void)state;
    const char *torch =
        "case \"$*\" in *adamw_foreach*) echo '{\"median_ms\": 3}';;\n"
        "*adamw_fused*) echo '{\"absent\": \"no\"}';; *) echo '{\"median_ms\": 4}';; esac";
    Peers p = scripted_peers("echo '{\"median_ms\": 6}'", torch);
    Result r = compare(&p, case_at(0), 2, 2);
    assert_string_equal(r.torch.variant, "--optim adamw_foreach");
    assert_close(r.torch.ms, 3, 0);
    assert_close(r.ratio, 2, 1e-12);
}

static void test_without_torch_ours_is_still_measured(void **state)
{
    (void)state;
    Peers p =
        scripted_peers("echo $OMP_NUM_THREADS > $0.threads; echo '{\"median_ms\": 6}'", "exit 1");
    Result failing = compare(&p, case_at(0), 2, 1);
    assert_true(failing.ours.measured);
    assert_false(failing.torch.measured);
    assert_close(failing.ratio, 0, 0);
    FILE *f = fopen(scratch("ours.threads"), "r");
    assert_non_null(f);
    assert_int_equal(fgetc(f), '2');
    fclose(f);
    p.python = "";
    assert_true(compare(&p, case_at(0), 1, 1).ours.measured);
    write_script("ours", "exit 3");
    assert_false(compare(&p, case_at(0), 1, 1).ours.measured);
}

/* A peer may be a script for node, or this program with the plain twins; --alone asks neither. */
static void test_peers_that_are_not_torch(void **state)
{
    (void)state;
    Peers p = scripted_peers("echo '{\"median_ms\": 6, \"mb_per_s\": 2}'", "exit 1");
    write_script("ours-plain", "echo \"{\\\"median_ms\\\": 24, \\\"case\\\": \\\"$*\\\"}\"");
    BenchCase learn = {"learn", "tokens", "learn:512", NULL, "learn:300", {"--plain twin"}};
    Result r = compare(&p, &learn, 1, 2);
    assert_close(r.ratio, 0.25, 1e-12);
    assert_close(r.mb_per_s, 2, 1e-12);
    assert_has(r.torch.line, "--worker learn:300");
    write_script("none.js", "console.log(JSON.stringify({median_ms: 12}))");
    BenchCase encode = {"encode", "tokens", "encode", "none.js", "", {"--npm"}};
    r = compare(&p, &encode, 1, 1);
    assert_close(r.ours.ms, 6, 0);
    p.alone = true;
    assert_false(compare(&p, &learn, 1, 1).torch.measured);
    assert_false(compare(&p, &encode, 1, 1).torch.measured);
}

/* A table of its own: floats, then a row for each scheme. Small codes are few bytes, whatever was learnt in two steps. */
static void test_what_codes_cost(void **state)
{
    (void)state;
    FILE *out = tmpfile();
    assert_non_null(out);
    int stdout_was = dup(STDOUT_FILENO);
    fflush(stdout);
    dup2(fileno(out), STDOUT_FILENO);
    int status = worker_run("schemes:2", (Effort){0, 0, 1, false});
    fflush(stdout);
    dup2(stdout_was, STDOUT_FILENO);
    close(stdout_was);
    assert_int_equal(status, 0);
    static const struct {
        const char *scheme;
        double least, most; /* of the bytes of floats */
    } rows[] = {{"float32", 1, 1},
                {"int8_tensor", 0.25, 0.27},
                {"int8", 0.25, 0.28},
                {"q8_0", 0.26, 0.29},
                {"q4_0", 0.14, 0.17}};
    char line[200], scheme[32];
    double bytes, share, loss;
    rewind(out);
    assert_non_null(fgets(line, sizeof line, out));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_non_null(fgets(line, sizeof line, out));
        assert_int_equal(sscanf(line, "%31s %lf %lf %lf", scheme, &bytes, &share, &loss), 4);
        assert_string_equal(scheme, rows[i].scheme);
        if (sizeof(real) == sizeof(float))
            assert_true(share >= rows[i].least && share <= rows[i].most);
        assert_true(loss > 1 && loss < 6); /* of 100 letters chance is right in one: ln 100 */
    }
    assert_null(fgets(line, sizeof line, out));
    fclose(out);
}

static void test_peak_is_the_best_library(void **state)
{
    (void)state;
    Peers p = scripted_peers(
        "echo '{\"gemm\": 90, \"openblas\": 110, \"onednn\": 100, \"bandwidth\": 12}'", "exit 1");
    Peak peak = peak_measure(&p, 1);
    assert_close(peak.gflops[3], 110, 0);
    assert_close(peak.bandwidth, 12, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_slope_is_the_power),
        UNIT_TEST(test_numbers_come_out_of_json),
        UNIT_TEST(test_measure_takes_the_steps_it_is_told),
        UNIT_TEST(test_cost_of_a_gpt_step_agrees_with_the_formula),
        UNIT_TEST(test_the_llama_has_the_numbers_of_one),
        UNIT_TEST(test_a_wrong_spec_is_refused),
        UNIT_TEST(test_beside_neighbours),
        UNIT_TEST(test_the_ratio_is_the_median_of_neighbours),
        UNIT_TEST(test_the_order_of_a_round_is_drawn),
        UNIT_TEST(test_the_fastest_variant_is_the_peer),
        UNIT_TEST(test_without_torch_ours_is_still_measured),
        UNIT_TEST(test_peers_that_are_not_torch),
        UNIT_TEST(test_what_codes_cost),
        UNIT_TEST(test_peak_is_the_best_library),
    };
    return run_tests_in_scratch("tools/bench/bench", tests);
}
