/* test_authors.c - the commands of the course's authors: do they find what they are there to find? */
#include "small_course.h"

#define STUB "modules/90_small/counting.c"
#define TESTS "tests/90_small/small.c"
#define LESSON "modules/90_small/README.md"

/* Everything as it was; what is the same stays, so that it is not compiled again. */
static int whole(void **state)
{
    fresh(state);
    return run("rm -rf tests/mutants; cd small_course || exit\n"
               "for f in reference/* tests/*; do\n"
               "    case $f in reference/*) to=../tensor/${f#*/} ;; *) "
               "to=../tests/90_small/${f#*/} ;; esac\n"
               "    cmp -s $f $to || cp $f $to || exit\n"
               "done");
}

static int mutant(const char *name, const char *expect, const char *script)
{
    return run(
        "sh tools/course/new_mutant.sh 90_small %s '90.1 small_sum' '%s' tensor/counting.c '%s'",
        name, expect, script);
}

static void test_a_whole_module_is_whole(void **state)
{
    (void)state;
    assert_works("the course is whole", "make check-course MODULE=90");
    assert_works("90_small: looked at", "make check-course MODULE=90_small");
}

static void test_defects_of_a_lesson_and_its_tests_are_named(void **state)
{
    (void)state;
    run("sed -i 's/points = 20/points = 19/; s/HINTS(\"Compare them.\")/HINTS(NULL)/' " TESTS);
    run("sed -i 's/small_square(n)), n \\* n/small_square(n)), want/; s/MISTAKE_NUMBER(2 \\* "
        "n.*/EXPECT(long want = n * n); if (want < 0) return;/' " TESTS);
    run("sed -i '/^## The idea/d; /^### 90.4/d; s/5050/5051/' " LESSON);
    run("printf '[here](nowhere.md) [world](https://example.org)\\nSee module 95.\\nPreview: "
        "module 96.\\n' >> " LESSON);
    assert_refuses("90_small: the points add up to 98", "make check-course MODULE=90");
    assert_said("test larger_of_two has no hint");
    assert_said("needs an expectation to run");
    assert_said("the lesson has no section ## The idea");
    assert_said("the lesson has no section ### 90.4 small_ramp");
    assert_said("the lesson says 5051 where 100 * 101 / 2 is 5050");
    assert_said("a link leads nowhere: nowhere.md");
    assert_said("a link to the world: https://example.org");
    assert_said("the lesson speaks of module 95, which comes later");
    assert_not_said("module 96");
    assert_said("problems: ");
    assert_not_said("the course is whole");
}

static void test_defects_of_a_stub_are_named(void **state)
{
    (void)state;
    run("sed -i 's/    todo(\"90.2 small_square\");/    return n * n;/; s/    todo(\"90.3 "
        "small_larger\");/    long left;\\n&/' " STUB);
    run("echo 'long more(void);\nlong more(void) { return 1; }' >> modules/90_small/ramps.c");
    assert_refuses("the stubs earn 15 points: square_of_any", "make check-course MODULE=90");
    assert_said("tests name exercise 90.2 small_square; no stub does");
    assert_said("counting.c is not untouched");
    assert_said("the stubs warn:");
    assert_said("ramps.c: stub and reference define different symbols");
    whole(state);
    assert_refuses("the stubs do not build:", "echo oops >> " STUB "; make check-course MODULE=90");
}

static void test_defects_of_the_reference_are_named(void **state)
{
    (void)state;
    assert_refuses(
        "the reference earns 80 of 100:",
        "sed -i 's/long sum = 0/long sum = 1/' tensor/counting.c; make check-course MODULE=90");
    assert_said("sum of nothing");
    assert_refuses("counting.c has no reference",
                   "rm tensor/counting.c; make check-course MODULE=90");
    assert_refuses("no tests", "mkdir modules/91_bare; make check-course MODULE=91");
}

static void test_known_mistakes_are_caught_or_told(void **state)
{
    (void)state;
    assert_int_equal(mutant("one_short", "the last one is missing", "s/i <= n/i < n/"), 0);
    assert_works("90_small: 1 of 1 known mistakes are caught and named", "make mutants MODULE=90");
    assert_int_equal(mutant("same", "", "s/sum \\+= i/sum = sum + i/"), 0);
    assert_int_equal(mutant("nameless", "words nobody says", "s/i <= n/i < n/"), 0);
    assert_int_equal(mutant("crooked", "", "s/sum \\+= i/sum += nothing/"), 0);
    assert_refuses("90_small: 1 of 4 known mistakes are caught and named",
                   "make mutants MODULE=90");
    assert_said("survived  same");
    assert_said("unnamed   nameless build/mutants/90_small/nameless/report");
    assert_said("broken    crooked");
    assert_works("FAIL", "cat build/mutants/90_small/nameless/report");
    assert_refuses("no mutants for 91", "make mutants MODULE=91");
}

static void test_a_known_mistake_is_written_down_or_refused(void **state)
{
    (void)state;
    assert_int_equal(mutant("one_short", "the last one is missing", "s/i <= n/i < n/"), 0);
    assert_works("Mistake: one short\nExercise: 90.1 small_sum\nExpect: the last one is "
                 "missing\n--- a/tensor/counting.c\n"
                 "+++ b/tensor/counting.c\n",
                 "cat tests/mutants/90_small/one_short.patch");
    assert_int_not_equal(mutant("nothing", "", "s/no such text/x/"), 0);
    assert_said("nothing: the sed script changes nothing in tensor/counting.c");
    assert_int_not_equal(mutant("crooked", "", "s/i <= n/"), 0);
    assert_refuses(
        "there is no file tensor/nowhere.c",
        "sh tools/course/new_mutant.sh 90_small a '90.1 small_sum' '' tensor/nowhere.c s/a/b/");
    assert_refuses(
        "there are no tests/91_bare",
        "sh tools/course/new_mutant.sh 91_bare a '90.1 small_sum' '' tensor/counting.c s/a/b/");
    assert_refuses("usage: new_mutant.sh",
                   "sh tools/course/new_mutant.sh 90_small a '90.1 small_sum'");
    assert_works("one_short.patch\n", "ls tests/mutants/90_small tests/mutants");
    assert_not_said("crooked");
    assert_not_said("91_bare");
}

static void test_small_changes_are_caught_or_listed(void **state)
{
    (void)state;
    if (run("command -v python3") != 0)
        skip();
    run("mkdir -p tests/mutants/90_small");
    assert_works("19 of 21 changes are caught, 90.5%", "make auto-mutants MODULE=90");
    assert_said("survived  counting.c:9: for (long i = 1; i <= n; i++): 1 -> 0");
    assert_said("survived  counting.c:25: return a > b ? a : b;: > -> >=");
    run("printf '%%s\\t%%s\\n' 'counting.c:1: for (long i = 1; i <= n; i++): 1 -> 0' 'adds 0' "
        "'counting.c:1: return a > b ? a : b;: > -> >=' 'equal: either' > "
        "tests/mutants/90_small/equivalent.txt");
    assert_works("100.0%", "make auto-mutants MODULE=90");
    assert_not_said("survived");
}

#undef TEST
#define TEST(f) cmocka_unit_test_setup(f, whole)

int main(int argc, char **argv)
{
    const struct CMUnitTest group[] = {
        TEST(test_a_whole_module_is_whole),
        TEST(test_defects_of_a_lesson_and_its_tests_are_named),
        TEST(test_defects_of_a_stub_are_named),
        TEST(test_defects_of_the_reference_are_named),
        TEST(test_known_mistakes_are_caught_or_told),
        TEST(test_a_known_mistake_is_written_down_or_refused),
        TEST(test_small_changes_are_caught_or_listed),
    };
    if (access("tools/course/authors.mk", R_OK) != 0) /* a student edition has no authors */
        return 0;
    if (argc > 1) /* test_authors '*mistakes*' */
        cmocka_set_test_filter(argv[1]);
    plant_tree(argv[0]);
    int failures = run_tests("support_checks/authors", group);
    fell_tree();
    return failures;
}
