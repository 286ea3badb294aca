/* test_follows.c - one slip costs its own exercise: what fails because of another file earns its points. */
#include "small_course.h"

#define COUNTING "modules/90_small/counting.c"
#define RAMPS "modules/90_small/ramps.c"

/* All solved; ramps.c uses two functions of counting.c. */
static void lean_on_counting(void)
{
    solve_all();
    run("sed -i 's/(real)i/(real)small_larger(i, 0)/; s/t->shape\\[0\\] - 1/2 * "
        "small_sum(1)/' " RAMPS);
    assert_works("100 of 100", "make 90 STRICT=1");
}

static void test_a_slip_costs_its_own_exercise(void **state)
{
    (void)state;
    lean_on_counting();
    assert_refuses("85 of 100 points", "sed -i 's/a > b/a < b/' " COUNTING "; make 90 STRICT=1");
    assert_said("(ok) 20/20  90.4 small_ramp");
    assert_said("follows from 90.3 small_larger\n");
    assert_said("Next: make 90 TEST=larger_of_two");
    assert_not_said("TEST=ramp");
    assert_works(" 85/100  open: 90.3", "make progress");
    assert_works("20 of 20 points", "make 90 TEST=small_ramp STRICT=1");
    assert_said("follows from 90.3 small_larger");
}

static void test_an_open_exercise_costs_itself(void **state)
{
    (void)state;
    lean_on_counting();
    solve_all();
    run("cp small_course/module/counting.c " COUNTING);
    run("sed -i 's/(real)i/(real)small_larger(i, 0)/' " RAMPS);
    assert_works("50 of 100 points.  Next: write 90.1 small_sum", "make 90");
    assert_said("follows from 90.1 small_sum, 90.2 small_square, 90.3 small_larger");
}

static void test_only_the_exercises_of_the_cause_are_named(void **state)
{
    (void)state;
    lean_on_counting();
    /* Two slips in one file: either may be it. */
    assert_works("70 of 100 points",
                 "sed -i 's/a > b/a < b/; s/n \\* n/n + n/' " COUNTING "; make 90");
    assert_said("follows from 90.2 small_square, 90.3 small_larger\n");
}

static void test_a_slip_of_its_own_stays_its_own(void **state)
{
    (void)state;
    lean_on_counting();
    assert_works("65 of 100 points", "sed -i 's/a > b/a < b/' " COUNTING
                                     "; sed -i 's/i < n/i < n - 1/' " RAMPS "; make 90");
    assert_not_said("follows");
    /* What is told is about the one file: with the other's slip no number would be right. */
    assert_said("numbers are NaN, the others are right");
}

static void test_what_no_test_of_its_own_sees_costs_the_test_that_sees_it(void **state)
{
    (void)state;
    lean_on_counting();
    assert_refuses("80 of 100 points",
                   "sed -i 's/long sum = 0/long sum = n == 1/' " COUNTING "; make 90 STRICT=1");
    assert_said("FAIL  0/20  90.5 small_last");
    assert_said("with the model answer in place of your counting.c this passes");
    assert_said("look at   " COUNTING "\n");
    assert_not_said("follows");
    if (run("command -v script") == 0) /* a terminal of 60 columns */
        assert_works("in place of your\r\n                  counting.c this passes",
                     "TERM=dumb script -qec 'stty cols 60; make 90' /dev/null");
}

static void test_your_own_engine_is_asked_once(void **state)
{
    (void)state;
    lean_on_counting();
    assert_works("65 of 100 points", "sed -i 's/a > b/a < b/' " COUNTING "; make 90 ENGINE=mine");
    assert_not_said("follows");
}

static void test_a_file_that_does_not_link_alone_is_asked_once(void **state)
{
    (void)state;
    lean_on_counting();
    /* One file calls a helper in the other. */
    run("sed -i 's/a > b/a < b/' " COUNTING
        "; printf 'long small_one(void);\nlong small_one(void)\n{\n    return 1;\n}\n' >> " COUNTING
        "; sed -i 's/small_larger(/small_one() * &/; 2a long small_one(void);' " RAMPS);
    assert_works("65 of 100 points", "make 90");
    assert_said("FAIL  0/20  90.4 small_ramp");
}

static void test_an_outer_make_with_jobs_of_its_own(void **state)
{
    (void)state;
    lean_on_counting();
    /* Several model answers are compiled for one link. */
    run("for f in spare_a spare_b spare_c; do\n"
        "echo \"int small_$f(void); int small_$f(void) { return 1; }\" >modules/90_small/$f.c\n"
        "sed 's/; int/; __attribute__((weak)) int/' modules/90_small/$f.c >tensor/$f.c; done");
    assert_works("85 of 100 points", "sed -i 's/a > b/a < b/' " COUNTING "; make -j2 90");
    assert_said("follows from 90.3 small_larger");
    run("rm tensor/spare_*.c");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_a_slip_costs_its_own_exercise),
        UNIT_TEST(test_an_open_exercise_costs_itself),
        UNIT_TEST(test_only_the_exercises_of_the_cause_are_named),
        UNIT_TEST(test_a_slip_of_its_own_stays_its_own),
        UNIT_TEST(test_what_no_test_of_its_own_sees_costs_the_test_that_sees_it),
        UNIT_TEST(test_your_own_engine_is_asked_once),
        UNIT_TEST(test_a_file_that_does_not_link_alone_is_asked_once),
        UNIT_TEST(test_an_outer_make_with_jobs_of_its_own),
    };
    if (argc > 1) /* test_follows '*slip*' */
        cmocka_set_test_filter(argv[1]);
    plant_tree(argv[0]);
    int failures = run_tests("tools/course/follows", group);
    fell_tree();
    return failures;
}
