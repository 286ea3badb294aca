/* test_predict.c - predictions come from a pipe here: nobody sits at a terminal. */
#include <sys/wait.h>
#include <unistd.h>
#include "predict.h"
#include "test.h"

static void test_numbers_as_people_write_them(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double number;
    } right[] = {{"64", 64},
                 {"4,194,304", 4194304},
                 {"4_194_304\n", 4194304},
                 {"4e6", 4e6},
                 {"1/16", 0.0625},
                 {" 2 ^ 24 ", 16777216},
                 {"4*2048", 8192},
                 {"40 MB", 40},
                 {"-3", -3},
                 {"50 %", 50},
                 {"16 KB", 16},
                 {"2*1,000", 2000},
                 {"12,345.5", 12345.5},
                 {"-1,000", -1000},
                 {"1, 000", 1000}};
    double x;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        assert_true(number_of(right[i].text, &x));
        assert_true(x == right[i].number);
    }
    static const char *const wrong[] = {"",   "MB",  "1/",     "3 + 4",  "1/0",      "?",
                                        "2^", "0,5", "1,5",    "0,500",  "1234,567", "1.234,5",
                                        ",5", "5,",  "1,0000", "1,000,5"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(number_of(wrong[i], &x));
}

/* What a measurement writes that is fed these lines; NULL: nobody feeds it. */
static double difference; /* how far from the truth the first prediction may be */

static const char *written(const char *lines, double value, bool kept, int *status)
{
    static char text[4096];
    int in[2], out[2];
    assert_int_equal(pipe(in) | pipe(out), 0);
    assert_true(lines == NULL || write(in[1], lines, strlen(lines)) == (ssize_t)strlen(lines));
    close(in[1]);
    pid_t child = fork();
    if (child == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        if (lines == NULL)
            assert_non_null(freopen("/dev/null", "r", stdin));
        predict(0, "first", "bytes");
        predict(1, "second", "");
        predicted_within(0, difference);
        predicted_within(7, 1); /* never asked */
        measured(0, value);
        contract(true, "this one holds");
        contract(kept, "12.2 attention_scale divides");
        contract(kept, "12.2 attention_scale divides");
        int end = conclude();
        fflush(stdout);
        _exit(end);
    }
    close(in[0]);
    close(out[1]);
    size_t n = 0;
    for (ssize_t got; (got = read(out[0], text + n, sizeof text - 1 - n)) > 0;)
        n += (size_t)got;
    text[n] = '\0';
    close(out[0]);
    waitpid(child, status, 0);
    return text;
}

static void test_a_prediction_stands_beside_what_came_out(void **state)
{
    (void)state;
    int status;
    const char *text = written("100\n7\n", 110, true, &status);
    assert_non_null(strstr(text, "first"));
    assert_non_null(strstr(text, "100          110 bytes  as you said\n"));
    assert_non_null(strstr(text, "7 not measured"));
    assert_non_null(strstr(text, "1 of 1 predictions hold within a factor of 2.\n"));
    assert_int_equal(status, 0);
    assert_non_null(strstr(written("100\n", 190, true, &status), "  near\n"));
    assert_non_null(strstr(written("100\n", 300, true, &status), "  3 times too small\n"));
    assert_non_null(strstr(written("100\n", 25, true, &status), "  4 times too large\n"));
    assert_non_null(strstr(written("100\n", 25, true, &status), "0 of 1 predictions hold"));
    assert_non_null(strstr(written("100\n", -100, true, &status), "  something else\n"));
    assert_non_null(strstr(written("0\n", 0, true, &status), "  as you said\n"));
}

static void test_near_0_a_difference_counts_not_a_factor(void **state)
{
    (void)state;
    static const struct {
        const char *lines;
        double value, difference;
        const char *verdict, *hold;
    } cases[] = {
        {"0\n", -19.2, 25, "  near\n", "1 of 1"},
        {"0.001\n", -0.00012, 0.002, "  near\n", "1 of 1"},
        {"5\n", 0, 5, "  near\n", "1 of 1"},
        {"50\n", -19.2, 25, "  something else\n", "0 of 1"},
        {"0\n", 26, 25, "  something else\n", "0 of 1"},
        {"90\n", 30, 25, "  3 times too large\n", "0 of 1"},
        {"30\n", 31, 25, "  as you said\n", "1 of 1"},
        {"100\n", 190, 25, "  near\n", "1 of 1"},
    };
    int status;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        difference = cases[i].difference;
        const char *text = written(cases[i].lines, cases[i].value, true, &status);
        assert_non_null(strstr(text, cases[i].verdict));
        assert_non_null(strstr(text, cases[i].hold));
    }
    difference = 0;
}

static void test_nobody_has_to_predict(void **state)
{
    (void)state;
    int status;
    static const char *const silent[] = {NULL, "", "\n\n", "no idea\n"};
    for (size_t i = 0; i < 4; i++) {
        const char *text = written(silent[i], 110, true, &status);
        assert_non_null(strstr(text, "-          110 bytes"));
        assert_non_null(strstr(text, "You predicted nothing: "));
        assert_int_equal(status, 0);
    }
}

static void test_a_line_that_is_no_number_is_told(void **state)
{
    (void)state;
    int status;
    const char *text = written("0,5\n7\n", 0.5, true, &status);
    assert_non_null(
        strstr(text, "  \"0,5\" is no number; 0.5, 4e6, 4,194,304, 1/16 and 2^24 are.\n"));
    assert_non_null(strstr(text, "You predicted nothing: "));
}

static void test_a_broken_contract_comes_first(void **state)
{
    (void)state;
    int status;
    const char *text = written("110\n", 110, false, &status);
    assert_non_null(strstr(text, "Verdict: the reason is your code. "));
    const char *rule = strstr(text, "  broken: 12.2 attention_scale divides\n");
    assert_non_null(rule);
    assert_null(strstr(rule + 10, "broken"));
    assert_null(strstr(text, "this one holds"));
    assert_null(strstr(text, "predictions hold"));
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_numbers_as_people_write_them),
        UNIT_TEST(test_a_prediction_stands_beside_what_came_out),
        UNIT_TEST(test_near_0_a_difference_counts_not_a_factor),
        UNIT_TEST(test_nobody_has_to_predict),
        UNIT_TEST(test_a_line_that_is_no_number_is_told),
        UNIT_TEST(test_a_broken_contract_comes_first),
    };
    return run_tests("tools/lib/predict", group);
}
