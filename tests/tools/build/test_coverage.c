/* test_coverage.c - what tools/build/coverage.py says of two small rooms, and when it ends with an error.
 *
 * Each room has one decision. In `full` both ways are gone, in `half` one; the counts are known from the sources.
 */
#include "../course/small_course.h"

/* Compiles the rooms, and runs a program that calls full(1), full(0) and half(n). */
static void make_rooms(int n)
{
    assert_int_equal(
        run("rm -rf counted && mkdir -p full half counted/full counted/half\n"
            "printf 'int full(int n)\\n{\\n    return n > 0 ? 2 : 3;\\n}\\n' > full/full.c\n"
            "printf 'int half(int n)\\n{\\n    if (n > 0)\\n        return 2;\\n    return "
            "3;\\n}\\n' > half/half.c\n"
            "printf 'int full(int), half(int);\\nint main(void) { return full(1) + full(0) + "
            "half(%d) < 0; }\\n' > counted/main.c\n"
            "for f in full/full half/half; do ${CC:-cc} -O0 --coverage -c $f.c -o counted/$f.o || "
            "exit 1; done\n"
            "${CC:-cc} --coverage counted/*/*.o counted/main.c -o counted/program && "
            "counted/program",
            n),
        0);
}

#define COVERAGE "python3 tools/build/coverage.py counted "

/* A row of the table, whatever its columns are. */
static void assert_row(const char *row)
{
    char squeezed[sizeof said], *to = squeezed;
    for (const char *from = said; *from != '\0'; from++)
        if (*from != ' ' || to == squeezed || to[-1] != ' ')
            *to++ = *from;
    *to = '\0';
    memcpy(said, squeezed, sizeof said);
    assert_said(row);
}

static void test_rows_and_what_is_left(void **state)
{
    (void)state;
    make_rooms(-1);
    assert_works("what is left: counted/left.txt", COVERAGE "full half");
    assert_row("\nfull/full.c 2 100.0 2 100.0\n");
    assert_row("\nhalf/half.c 4 75.0 2 50.0\n");
    assert_row("\nall 6 83.3 4 75.0\n");
    assert_int_equal(run("cat counted/left.txt"), 0);
    assert_string_equal(said,
                        "half/half.c:3: branch 0: if (n > 0)\nhalf/half.c:4: never: return 2;\n");
}

static void test_each_room_has_to_have_enough(void **state)
{
    (void)state;
    make_rooms(-1);
    assert_works("full", COVERAGE "full half --least 50");
    assert_refuses("half: 1 of 2 branches, expected 51 % or more", COVERAGE "full half --least 51");
    assert_not_said("full: ");
    assert_works("full", COVERAGE "full --least 100");
    assert_not_said("half");
}

/* What no program has run counts as nothing. */
static void test_a_room_that_never_ran(void **state)
{
    (void)state;
    make_rooms(1);
    run("find counted -name '*.gcda' -delete");
    assert_refuses("full: 0 of 2 branches, expected 97 % or more", COVERAGE "full half --least 97");
    assert_said("half: 0 of 2 branches, expected 97 % or more");
}

int main(int argc, char **argv)
{
    (void)argc;
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_rows_and_what_is_left),
        UNIT_TEST(test_each_room_has_to_have_enough),
        UNIT_TEST(test_a_room_that_never_ran),
    };
    plant_tree(argv[0]);
    run("command -v gcov && command -v python3 && ${CC:-cc} --version");
    bool gcc = strstr(said, "gcov") != NULL && strstr(said, "python3") != NULL &&
               strstr(said, "Free Software Foundation") != NULL;
    int failures = gcc ? run_tests("tools/build/coverage", group) : 0;
    if (!gcc)
        puts("tools/build/coverage: gcc, gcov or python3 is missing: skipped");
    fell_tree();
    return failures;
}
