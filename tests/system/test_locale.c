/* test_locale.c - in a German program printf writes 0,5, and strtod reads 0.5 as 0: what the library reads and writes
 * stays as it is. The tests of all that writes or reads numbers as text run once more in that locale. */
#include <libgen.h>
#include <locale.h>
#include "c_locale.h"
#include "loss_log.h"
#include "scratch.h"
#include "test.h"

/* A folder with de_DE.UTF-8, for LOCPATH, where the machine has none of its own; false: it cannot be made. */
static bool have_german(void)
{
    char command[600];
    if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL) {
        snprintf(command, sizeof command,
                 "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1", scratch_folder);
        if (system(command) != 0 || setenv("LOCPATH", scratch_folder, 1) != 0 ||
            setlocale(LC_ALL, "de_DE.UTF-8") == NULL)
            return false;
    }
    bool comma = strcmp(localeconv()->decimal_point, ",") == 0;
    setlocale(LC_ALL, "C");
    return comma;
}

static const char *const tests[] = {"tensor/shape/test_print",
                                    "autograd/graph/test_graph_attributes",
                                    "autograd/graph/test_graph_dump",
                                    "nn/test_checkpoint",
                                    "nn/test_progress",
                                    "nn/measure/test_measure",
                                    "tools/lib/test_heatmap",
                                    "tools/lib/test_options",
                                    "tools/lib/test_predict"};

/* Runs a test program that was built beside this one. */
static void run_again(const char *name)
{
    char self[4096] = "", program[4300], command[4500];
    assert_true(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
    snprintf(program, sizeof program, "%s/%s", dirname(dirname(self)), name);
    if (access(program, X_OK) != 0) {
        print_message("         (%s is not built: make tests)\n", name);
        return;
    }
    snprintf(command, sizeof command, "'%s' > %s 2>&1", program, scratch("out"));
    setenv("KINDLING_TEST_LOCALE", "de_DE.UTF-8", 1);
    int status = system(command);
    unsetenv("KINDLING_TEST_LOCALE");
    if (status != 0)
        print_error("%s fails where numbers have a decimal comma: %s\n", name,
                    kindling_read_file(scratch("out"), NULL));
    assert_int_equal(status, 0);
}

static void test_text_has_a_decimal_point(void **state)
{
    (void)state;
    if (!have_german()) {
        print_message("         no locale de_DE.UTF-8, and none can be made (Debian: apt-get "
                      "install locales)\n");
        skip_without("a German locale");
    }
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        run_again(tests[i]);
}

static void test_json_and_logs(void **state)
{
    (void)state;
    if (!have_german())
        skip_without("a German locale");
    static const char lines[] = "step\ttraining\theld out\n10\t0.5\t2.25\n";
    write_bytes(scratch("log.tsv"), lines, sizeof lines - 1);
    setlocale(LC_ALL, "de_DE.UTF-8");
    LossLog *log = loss_log_read(scratch("log.tsv"));
    graph_json(text_stream(), tensor_from(SHAPE(2), VALUES(0.5, 0.25)), 10);
    setlocale(LC_ALL, "C");
    assert_non_null(log);
    assert_close(log->training[0], 0.5, 0);
    assert_close(log->held_out[0], 2.25, 0);
    loss_log_free(log);
    assert_non_null(strstr(text_written(), "0.5,0.25"));
}

/* A mistake that is told while text is written gives the program its own locale back. */
static void test_the_programs_locale_comes_back(void **state)
{
    (void)state;
    if (!have_german())
        skip_without("a German locale");
    setlocale(LC_ALL, "de_DE.UTF-8");
    char *end, text[32];
    assert_close(c_strtod("0.5", &end), 0.5, 0);
    assert_fails_with("0.25", (c_locale_begin(), c_locale_begin(), kindling_fail("%g", 0.25)));
    snprintf(text, sizeof text, "%g", 0.25);
    setlocale(LC_ALL, "C");
    assert_string_equal(text, "0,25");
}

static int close_all(void **state)
{
    char command[200];
    snprintf(command, sizeof command, "rm -rf %s/de_DE.UTF-8", scratch_folder);
    return system(command) | scratch_close(state);
}

int main(void)
{
    const struct CMUnitTest all[] = {
        UNIT_TEST(test_text_has_a_decimal_point),
        UNIT_TEST(test_json_and_logs),
        UNIT_TEST(test_the_programs_locale_comes_back),
    };
    return cmocka_run_group_tests_name("system/locale", all, scratch_open, close_all);
}
