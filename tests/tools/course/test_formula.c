/* test_formula.c - formulas in answers.txt: the table that the grader's reader is tried with, too. */
#include "../../harness/formula.c"
#undef check_shape
#include "test.h"

static void test_the_table_of_formulas(void **state)
{
    (void)state;
    const Letter letters[] = {{'L', 3}, {'H', 4}, {'T', 5}};
    char line[256];
    int tried = 0;
    FILE *f = fopen("tests/fixtures/formulas.txt", "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *equals = strrchr(line, '=');
        if (line[0] == '#' || equals == NULL)
            continue;
        *equals = '\0';
        double value;
        bool is_one = formula_value(line, 3, letters, &value);
        const char *want = equals + 2;
        bool right = strcmp(want, "none") == 0 ? !is_one : is_one && value == strtod(want, NULL);
        if (!right)
            print_error("\"%s\" gives %g, expected %s\n", line, is_one ? value : (double)NAN, want);
        assert_true(right);
        tried++;
    }
    fclose(f);
    assert_in_range(tried, 30, 99);
}

static void test_brackets_without_end(void **state)
{
    (void)state;
    const Letter letter = {'L', 3};
    char text[2000];
    double value;
    for (const char *deep = "(^-"; *deep != '\0'; deep++) {
        for (size_t i = 0; i + 1 < sizeof text; i++)
            text[i] = *deep == '^' && i % 2 == 0 ? 'L' : *deep;
        text[sizeof text - 1] = '\0';
        assert_false(formula_value(text, 1, &letter, &value));
    }
    memset(text, '7', sizeof text - 1);
    assert_false(formula_value(text, 1, &letter, &value));
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_the_table_of_formulas),
        UNIT_TEST(test_brackets_without_end),
    };
    return run_tests("tools/course/formula", group);
}
