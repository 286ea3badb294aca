/* test_knockouts.c - a milestone with a part taken out of it: is a gate that stays green told? */
#include "small_course.h"

#define TABLE "tests/course/1900_small/mistakes.txt"

static int a_small_milestone(void **state)
{
    (void)state;
    return run("mkdir -p notebooks-c tests/course/1900_small\n"
               "cat > notebooks-c/1900_small.c <<'END'\n"
               "#include \"notebook.h\"\n\nstatic long n;\n\n"
               "CELL {\n    n = 7;\n    gate(n == 7, \"seven of %%ld\", n);\n}\n"
               "CELL {\n    gate(tensor_numel(tensor_zeros(SHAPE(n))) > 2, \"more than two\");\n}\n"
               "END\n");
}

#define KNOCKOUT(name, gate, by)                                                                   \
    "\nname: " name "\nexpect: " gate "\nedit: notebooks-c/1900_small.c\n- n = 7;\n+ n = " by ";"  \
    "\n"

static void knock_out(const char *rows)
{
    run("cat > " TABLE " <<'END'\n%s\nEND", rows);
}

static void test_a_part_of_the_notebook_or_the_engine_fails_its_gate(void **state)
{
    (void)state;
    knock_out(
        KNOCKOUT("six", "seven of 6", "6") "\nname: engine\nexpect: more than two\n"
                                           "edit: tensor/numel_1900.c\n- return 7;\n+ return 1;\n");
    run("printf 'long numel_1900(void);\\nlong numel_1900(void)\\n{\\n    return "
        "7;\\n}\\n' > tensor/numel_1900.c; "
        "sed -i '1s/^/long numel_1900(void);\\n/; s/SHAPE(n)/SHAPE(numel_1900())/' "
        "notebooks-c/1900_small.c");
    assert_works("1900_small: 2 of 2 knockouts fail the gate that is there for them",
                 "make mutants-milestones MODULE=1900");
    assert_said("caught    six: seven of 6");
    assert_said("caught    engine: more than two");
    assert_works("1900_small: 1 of 1 knockouts", "make mutants-milestones ROWS=first");
    assert_not_said("engine");
    assert_works("caught    engine", "make mutants MODULE=1900 ROWS=engine");
    assert_refuses("1900_small/mistakes.txt has no row seven",
                   "make mutants MODULE=1900 ROWS='six seven'");
    run("rm tensor/numel_1900.c");
}

/* A gate that stays green, another one that fails, a crash: none of them will do. */
static void test_what_fails_no_gate_of_its_own_is_told(void **state)
{
    (void)state;
    knock_out(KNOCKOUT("same", "seven", "14 / 2") KNOCKOUT("one", "eight", "1")
                  KNOCKOUT("crash", "seven", "*(volatile long *)0")
                      KNOCKOUT("crooked", "seven", "seven") KNOCKOUT("silent", "", "6"));
    assert_refuses("1900_small: 0 of 5 knockouts", "make mutants-milestones MODULE=1900");
    assert_said("survived  same: build/mutants/1900_small/same/report");
    assert_said("unnamed   one: no gate failed that says 'eight': seven of 1; more than two");
    assert_said("unnamed   crash: no gate failed that says 'seven'");
    assert_said("broken    crooked: build/mutants/1900_small/crooked/log");
    assert_said("refused   silent: " TABLE ":26: it does not say which gate has to fail");
}

static void test_the_milestone_as_it_is_has_to_pass(void **state)
{
    (void)state;
    knock_out(KNOCKOUT("six", "seven of 6", "6"));
    assert_refuses(
        "FAILED    the milestone as it is: build/mutants/1900_small/whole/report",
        "sed -i 's/> 2/> 7/' notebooks-c/1900_small.c; make mutants-milestones MODULE=1900");
    assert_said("1 of 1 knockouts");
    assert_refuses(
        "FAILED    the milestone as it is",
        "sed -i '/gate/d' notebooks-c/1900_small.c; make mutants-milestones MODULE=1900");
}

#undef UNIT_TEST
#define UNIT_TEST(f) cmocka_unit_test_setup(f, a_small_milestone)

int main(int argc, char **argv)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_a_part_of_the_notebook_or_the_engine_fails_its_gate),
        UNIT_TEST(test_what_fails_no_gate_of_its_own_is_told),
        UNIT_TEST(test_the_milestone_as_it_is_has_to_pass),
    };
    if (access("tools/course/authors/authors.mk", R_OK) != 0) /* a student edition has no authors */
        return 0;
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    plant_tree(argv[0]);
    /* Milestones are built in release; and python3 reads the tables. */
    bool can = strcmp(getenv("CONFIG"), "release") == 0 && run("command -v python3") == 0;
    int failures = can ? run_tests("tools/course/knockouts", group) : 0;
    fell_tree();
    return failures;
}
