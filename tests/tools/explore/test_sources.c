/* test_sources.c - which files the explorer's page shows when a graph from elsewhere names them. */
#include "explore.h"
#include "scratch.h"
#include "text.h"

static char here[512]; /* the working folder of the tests: that of the project */

/* The page of a graph that says that its node was made in this line of this file. */
static const char *page_of(const char *file, const char *line)
{
    FILE *out = fopen(scratch("graph.json"), "w");
    fprintf(out, "{\"nodes\":[],\"backward\":[],\"a\":{\"file\":\"%s\",\"line\":%s}}", file, line);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(graph_explore_file(scratch("page.html"), scratch("graph.json"),
                                        &(ExploreOptions){.title = "t"}),
                     0);
    const char *page = text_of_file(scratch("page.html"));
    unlink(scratch("graph.json"));
    unlink(scratch("page.html"));
    return page;
}

static bool shows(const char *file, const char *line, const char *text)
{
    return strstr(page_of(file, line), text) != NULL;
}

static void set_up_folder(void)
{
    assert_non_null(getcwd(here, sizeof here));
    write_bytes(scratch("outside.txt"), "a secret\n", 9);
    assert_int_equal(mkdir(scratch("in"), 0700), 0);
    assert_int_equal(mkdir(scratch("inn"), 0700), 0);
    write_bytes(scratch("inn/secret.txt"), "a secret\n", 9);
    write_bytes(scratch("in/inside.c"), "one\ntwo\nthree\n", 14);
    assert_int_equal(symlink("../outside.txt", scratch("in/link")), 0);
    assert_int_equal(mkfifo(scratch("in/pipe"), 0600), 0);
    assert_int_equal(symlink("/dev/zero", scratch("in/zero")), 0);
    char inside[512];
    snprintf(inside, sizeof inside, "%s", scratch("in"));
    assert_int_equal(chdir(inside), 0);
}

static void tear_down_folder(void)
{
    assert_int_equal(chdir(here), 0);
    const char *files[] = {"outside.txt", "in/inside.c", "in/link",
                           "in/pipe",     "in/zero",     "inn/secret.txt"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(scratch(files[i]));
    rmdir(scratch("in"));
    rmdir(scratch("inn"));
}

static void test_a_stranger_names_files(void **state)
{
    (void)state;
    char outside[512], inside[512];
    set_up_folder();
    snprintf(outside, sizeof outside, "%s", scratch("outside.txt"));
    snprintf(inside, sizeof inside, "%s", scratch("in/inside.c"));
    assert_true(shows("inside.c", "2", "\"two\""));
    assert_true(shows("./inside.c", "2", "\"two\""));
    assert_true(shows(inside, "2", "\"two\""));
    assert_false(shows(outside, "1", "secret"));
    assert_false(shows("../outside.txt", "1", "secret"));
    assert_false(shows("../inn/secret.txt", "1", "a secret"));
    assert_false(shows("link", "1", "secret"));
    assert_false(shows("/etc/passwd", "1", "root:"));
    assert_true(shows("pipe", "1", "\"sources\":[],"));
    assert_true(shows("zero", "1", "\"sources\":[],"));
    assert_true(shows(".", "1", "\"sources\":[],"));
    tear_down_folder();
}

static void test_lines_that_no_file_has(void **state)
{
    (void)state;
    set_up_folder();
    const char *lines[] = {"2147483647", "2147483648", "4294967298", "99999999999999999999",
                           "-1",         "0",          "x"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_true(shows("inside.c", lines[i], "\"sources\":[],"));
    assert_false(shows("inside.c", "1000000", "\"sources\":[],"));
    tear_down_folder();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_a_stranger_names_files),
        UNIT_TEST(test_lines_that_no_file_has),
    };
    return run_tests_in_scratch("tools/explore/sources", tests);
}
