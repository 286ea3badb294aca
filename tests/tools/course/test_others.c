/* test_others.c - other right solutions: closed before 100 points, then shown; in an edition if opened; all right. */
#include "small_course.h"

#define TABLE "tests/course/90_small/others.txt"

static int whole(void **state)
{
    fresh(state);
    return run("rm -rf .kindling/others; cp small_course/tests/others.txt " TABLE "\n"
               "for f in counting ramps; do cp small_course/engine/$f.c tensor/; done\n"
               "ls kept 2>/dev/null || cp tools/course/authors/others.py kept; cp kept "
               "tools/course/authors/others.py; true");
}

static void needs_python(void)
{
    if (run("command -v python3 && test -f tools/course/authors/others.py") != 0)
        skip_without("python3");
}

static void earn_all(void)
{
    solve_all();
    assert_works("100 of 100 points", "make 90");
}

/* ---- make others-90 ---------------------------------------------------------------------------------- */

static void test_before_100_points_it_says_what_is_missing(void **state)
{
    (void)state;
    needs_python();
    assert_refuses(
        "the other solutions of module 90 open with 100 points, and it was not run yet: make 90",
        "make others-90 STRICT=1");
    assert_refuses("it was not run yet",
                   "mkdir -p .kindling/results; : > .kindling/results/90_small.tsv\n"
                   "make others-90 STRICT=1");
    solve("counting.c");
    assert_refuses("open with 100 points, 50 are missing: make 90",
                   "make 90 >/dev/null; make others-90 STRICT=1");
    assert_not_said("n * (n + 1) / 2");
    assert_refuses("50 are missing", "make others-90 TEST=90.1 STRICT=1");
    assert_refuses("there is no module 77; make progress lists them", "make others-77 STRICT=1");
}

static void test_after_100_points_it_shows_them_beside_ones_own(void **state)
{
    (void)state;
    needs_python();
    earn_all();
    assert_works("90.1 small_sum: the formula of the schoolboy\n"
                 "--------------------------------------------\n"
                 "  Pairs from both ends have the same sum, n + 1, and there are n / 2 of them. No "
                 "loop, so that a\n"
                 "  large n costs no more than a small one (Gauss, it is said).\n\n"
                 "  yours: modules/90_small/counting.c:6\n\n"
                 "    long small_sum(long n)\n    {\n        return n * (n + 1) / 2;\n    }\n\n",
                 "make others-90 STRICT=1");
    assert_said(
        "  yours: modules/90_small/ramps.c:6\n\n    static void count_down(real *x, long n)\n");
    assert_said("        count_down(t->data, n);\n");
    assert_not_said("small_square"); /* what a solution does not change */
    assert_int_equal(run("make others-90 | awk 'length($0) > 100 { long = 1 } END { exit long }'"),
                     0);
    assert_works(
        "yours: modules/90_small/counting.c:8",
        "sed -i '1i long small_sum(long n);\\n' modules/90_small/counting.c; make others-90");
}

static void test_one_exercise_alone(void **state)
{
    (void)state;
    needs_python();
    earn_all();
    static const char *const names[] = {"90.4", "ramp", "small_ramp"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_works("count_down", "make others-90 TEST=%s STRICT=1", names[i]);
        assert_not_said("schoolboy");
    }
    assert_refuses(
        "no other solution is about 90.2; they are about 90.1 small_sum, 90.4 small_ramp",
        "make others-90 TEST=90.2 STRICT=1");
    assert_refuses("no other solution is about 90.40;", "make others-90 TEST=90.40 STRICT=1");
}

static void test_in_an_edition_the_instructor_opens_them(void **state)
{
    (void)state;
    needs_python();
    earn_all();
    run("python3 tools/course/authors/others.py show 90_small > shown; rm " TABLE
        " tools/course/authors/others.py");
    assert_refuses("your instructor has not opened the other solutions of module 90 yet",
                   "make others-90 STRICT=1");
    run("mkdir -p .kindling/others; mv shown .kindling/others/90_small.txt");
    assert_works("the formula of the schoolboy", "make others-90 STRICT=1");
    assert_said("yours: modules/90_small/counting.c:6");
    assert_refuses("40 are missing", "rm modules/90_small/*.c\n"
                                     "cp small_course/module/*.c modules/90_small/\n"
                                     "cp small_course/reference/counting.c modules/90_small/\n"
                                     "make 90 >/dev/null; make others-90 STRICT=1");
}

/* ---- make check-course -------------------------------------------------------------------------------- */

static void test_every_one_has_to_be_right(void **state)
{
    (void)state;
    needs_python();
    assert_works("the course is whole", "make check-course MODULE=90");
    assert_refuses("90_small: the other solution by_the_formula loses points:",
                   "sed -i 's/n . (n + 1)/n * (n - 1)/' " TABLE "; make check-course MODULE=90");
    assert_said("FAIL  0/10");
    assert_not_said("from_behind");
    assert_refuses("90_small: the other solution by_the_formula warns:",
                   "sed -i 's/+ return n .*/+ long more = n; return n * (n + 1) \\/ 2;/' " TABLE
                   "; make check-course MODULE=90");
    assert_said("unused variable");
    assert_refuses("90_small: the other solution by_the_formula does not build:",
                   "sed -i 's/n . (n + 1)/n * (n + )/' " TABLE "; make check-course MODULE=90");
    assert_said("error: ");
    whole(state);
    assert_refuses(
        "90_small: by_the_formula: " TABLE ":3: a block is not in tensor/counting.c",
        "sed -i 's/sum += i/sum = sum + i/' tensor/counting.c; make check-course MODULE=90");
}

static void test_a_table_that_is_not_right_is_refused(void **state)
{
    (void)state;
    needs_python();
    static const struct {
        const char *script, *words;
    } cases[] = {
        {"/^name: from/,$d", TABLE " has 1 rows, expected 2 to 4"},
        {"/^why: A helper/d", TABLE ":15: it has no line why:"},
        {"s/^why: A .*/why:/", TABLE ":18: a line why: without words"},
        {"/^title: from/d", TABLE ":15: it has no line title:"},
        {"s/^title: from/expect: from/",
         TABLE ":17: \"expect: from the last to the first\" is no line of"},
        {"s/90.4 small_ramp$/90.4 ramp/", "is about exercise \"90.4 ramp\""},
        {"s/tensor.ramps.c/tensor\\/shape\\/shape.c/",
         TABLE ":15: students of 90_small do not write tensor/shape/shape.c"},
        {"s/^+ static void/+ #include <math.h>\\n&/", TABLE ":15: it includes another header"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        whole(state);
        assert_refuses(cases[i].words,
                       "sed -i '%s' " TABLE
                       "; python3 tools/course/authors/others.py show 90_small",
                       cases[i].script);
        assert_works(cases[i].words, "python3 tools/course/authors/others.py apply 90_small");
        assert_said("refused\t");
    }
    assert_refuses("90_small: by_the_formula: " TABLE " has 1 rows",
                   "sed -i '/^name: from/,$d' " TABLE "; make check-course MODULE=90");
    assert_refuses("90_small: there is no " TABLE, "rm " TABLE "; make check-course MODULE=90");
    assert_refuses("module 90 has no other solutions", "make others-90 STRICT=1");
}

#undef UNIT_TEST
#define UNIT_TEST(f) cmocka_unit_test_setup(f, whole)

int main(int argc, char **argv)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_before_100_points_it_says_what_is_missing),
        UNIT_TEST(test_after_100_points_it_shows_them_beside_ones_own),
        UNIT_TEST(test_one_exercise_alone),
        UNIT_TEST(test_in_an_edition_the_instructor_opens_them),
        UNIT_TEST(test_every_one_has_to_be_right),
        UNIT_TEST(test_a_table_that_is_not_right_is_refused),
    };
    if (argc > 1) /* test_others '*edition*' */
        cmocka_set_test_filter(argv[1]);
    plant_tree(argv[0]);
    int failures = run_tests("tools/course/others", group);
    fell_tree();
    return failures;
}
