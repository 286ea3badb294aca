/* test_content.c - what is built, tested and told goes by the files that are there, whatever their dates and neighbours. */
#include "small_course.h"

#define COUNTING "modules/90_small/counting.c"
#define RAMPS "modules/90_small/ramps.c"
#define TESTS "tests/course/90_small/small.c"

/* A file comes from a stick, an archive or a cloud with the date it had there. */
static void test_content_decides_and_not_the_date(void **state)
{
    (void)state;
    assert_works("0 of 100", "make 90");
    solve_all();
    run("touch -d 2001-02-03 modules/90_small/*");
    assert_works("?/100  changed since the last run", "make progress");
    assert_works("100 of 100", "make 90");
    assert_works("100/100  done", "touch modules/90_small/*; make progress");
    run("cp small_course/module/* modules/90_small; touch -d 2001-02-04 modules/90_small/*");
    assert_works("  ?/100  changed since the last run", "make progress");
    assert_said("0 of 100 points.");
    assert_works("\"points\": null, \"of\": 100, \"state\": \"changed\", \"open\": \"\"",
                 "make progress JSON=1");
    assert_works("not run since the last change", "make submit-90");
    assert_works("(90.1 small_sum)", "make hint-90 STRICT=1");
    assert_works("0 of 100", "make 90");
}

/* Their own files beside those that are asked for: what was taken away is not linked any more. */
static void test_a_file_that_is_gone_is_not_linked(void **state)
{
    (void)state;
    run("printf 'long one_more(void);\nlong one_more(void)\n{\n    return 1;\n}\n' > "
        "modules/90_small/mine.c\n"
        "sed -i 's/ todo(.90.1 small_sum.)/ return one_more()/; 3i long "
        "one_more(void);' " COUNTING);
    assert_works("return one_more()", "grep -n one_more " COUNTING);
    assert_works("mine.c will not be graded", "make 90");
    assert_refuses("one_more", "rm modules/90_small/mine.c; make 90 STRICT=1");
}

/* The engine says which call would fit, and that call may be what the exercise asks for. */
static void test_a_message_names_no_call(void **state)
{
    (void)state;
    run("sed -i 's/return todo(.90.4 small_ramp.)/Tensor *a = tensor_zeros(SHAPE(n, n + 1));\\n    "
        "return tensor_matmul(a, a)/; 2i #include \"operations.h\"' modules/90_small/ramps.c");
    assert_works("tensor_matmul: inner dimensions differ", "make 90");
    assert_said("against");
    assert_not_said("tensor_transpose");
}

/* A terminal that understands no colours, such as an editor's, says so. */
static void test_a_plain_terminal_gets_plain_words(void **state)
{
    (void)state;
    if (run("command -v script") != 0)
        skip_without("script");
    assert_works("\033[", "TERM=xterm script -qec 'make 90; make progress' /dev/null");
    assert_works("0 of 100 points.", "TERM=dumb script -qec 'make 90; make progress' /dev/null");
    assert_not_said("\033[");
}

/* No line but those of the table is longer than a narrow terminal is wide, and no command is cut. */
static void test_a_narrow_terminal_gets_short_lines(void **state)
{
    (void)state;
    if (run("command -v script") != 0)
        skip_without("script");
    assert_works("not written yet: open modules/90_small/counting.c, line ", "make 90");
    assert_works(
        "not written yet: open modules/90_small/counting.c,\r\n        line ",
        "TERM=dumb script -qec 'stty cols 60; make 90' /dev/null > narrow.txt; cat narrow.txt");
    assert_said(
        "points.  Next: write 90.1 small_sum\r\n        (modules/90_small/counting.c, line ");
    assert_said("make 90"); /* on one line */
    assert_refuses("", "tr -d '\\r' < narrow.txt | grep -v '/[0-9]* *9' | grep '.\\{61\\}'");
    run("rm narrow.txt");
}

/* A folder out of another edition: its files may need headers that are not here. */
static void test_a_module_without_tests_breaks_no_other(void **state)
{
    (void)state;
    run("mkdir modules/91_new; echo '#include \"gone.h\"' > modules/91_new/new.c");
    assert_works("0 of 100", "make 90");
    assert_not_said("gone.h");
    assert_works("0 of 100", "make 90 ENGINE=mine");
    assert_refuses("module 91 has no tests", "make 91");
}

/* 90.5 has optional points: they stand in a line of their own, and nobody needs them. */
static void test_what_is_optional_stands_beside_the_points(void **state)
{
    (void)state;
    run("sed -i '/90.5/s/points/optional/; /90.4/s/points = 20/points = 40/' " TESTS);
    assert_works("Optional: 0 of 20 points, beside the 100.\n0 of 100 points.", "make 90");
    assert_said("optional, beside the 100 points:\n  todo  0/20  90.5 small_last");
    solve_all();
    run("sed -i 's/return .double.*/todo(\"90.5 small_last\");/; s/small.h\"/&\\n#include "
        "\"todo.h\"/' " RAMPS);
    assert_works("Optional: 0 of 20 points, beside the 100.\n100 of 100 points.  All done.",
                 "make 90 STRICT=1");
    assert_works("100/100  done", "make progress");
    assert_works("last run: 100 of 100; optional: 0 of 20\n", "make submit-90");
    assert_works("0 of 20 optional points.  Next: write 90.5 small_last",
                 "make 90 TEST=small_last STRICT=1");
    assert_works("(90.5 small_last)", "make hint-90");
    run("sed -i 's/todo(.*/return 42;/' " RAMPS);
    assert_refuses("Optional: 0 of 20 points, beside the 100.\n100 of 100 points.",
                   "make 90 STRICT=1");
    solve_all();
    assert_works("Optional: 20 of 20 points, beside the 100.\n100 of 100 points.",
                 "make 90 STRICT=1");
    assert_works("20 of 20 optional points.  This is done.", "make 90 TEST=small_last");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_content_decides_and_not_the_date),
        UNIT_TEST(test_a_file_that_is_gone_is_not_linked),
        UNIT_TEST(test_a_message_names_no_call),
        UNIT_TEST(test_a_plain_terminal_gets_plain_words),
        UNIT_TEST(test_a_narrow_terminal_gets_short_lines),
        UNIT_TEST(test_a_module_without_tests_breaks_no_other),
        UNIT_TEST(test_what_is_optional_stands_beside_the_points),
    };
    (void)argc;
    plant_tree(argv[0]);
    int failures = run_tests("tools/course/content", group);
    fell_tree();
    return failures;
}
