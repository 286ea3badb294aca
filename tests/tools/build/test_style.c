/* test_style.c - what clang-format does not look at: the words of messages, the length of comments. Run from the top
 * level.
 *
 * Each check is a search over the sources that names file and line, and finds nothing.
 */
#include <stdio.h>
#include <unistd.h>
#include "test.h"

/* How many lines a search prints, which are printed here where there should be none. */
static int found(const char *command, bool none)
{
    if (access("tensor/tensor.h", R_OK) != 0)
        skip_without("the top folder to start in");
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    char line[512];
    int count = 0;
    for (; fgets(line, sizeof line, pipe) != NULL; count++)
        if (none)
            print_error("%s", line);
    pclose(pipe);
    return count;
}

/* One word for what may help: "... expected 2. hint: ..." */
#define MESSAGES(word)                                                                             \
    "find tensor autograd nn attention modules tools -name '*.[ch]' -o -name '*.py' -o "           \
    "-name '*.sh' | xargs grep -nE '(\\. |\")" word ": '"

static void test_messages_say_hint(void **state)
{
    (void)state;
    assert_int_equal(found(MESSAGES("[Tt]ry"), true), 0);
    assert_true(found(MESSAGES("hint"), false) > 100);
}

/* 100 columns, as .clang-format has them, in comments, too: of characters, not of bytes. */
#define LINES(names, least)                                                                        \
    "find tensor autograd nn attention -name '*.[ch]' " names " | LC_ALL=C.UTF-8 xargs grep -nE "  \
    "'^.{" least ",}'"

static void test_lines_have_100_columns(void **state)
{
    (void)state;
    assert_int_equal(found(LINES("-not -name unicode_classes.c", "101"), true), 0);
    assert_true(found(LINES("-name unicode_classes.c", "101"), false) > 50); /* only numbers */
}

/* What is trained or measured on a page or a header gives other numbers after the next edit of it: notebooks-c/prose.txt
 * is a text that nobody edits. The program of pictures looks for names of modules. */
#define EDITED_TEXTS(names)                                                                        \
    "find tools modules notebooks-c -name '*.c' " names                                            \
    " | xargs grep -nE '\"[^\" ]*([.]md|/[*][.]h)\"'"

static void test_nothing_learns_from_pages_that_are_edited(void **state)
{
    (void)state;
    assert_int_equal(found(EDITED_TEXTS("-not -path 'tools/pictures/*'"), true), 0);
    assert_true(found(EDITED_TEXTS("-path 'tools/pictures/*'"), false) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_messages_say_hint),
        UNIT_TEST(test_lines_have_100_columns),
        UNIT_TEST(test_nothing_learns_from_pages_that_are_edited),
    };
    return run_tests("tools/build/style", tests);
}
