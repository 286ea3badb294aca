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
#define LINES(files, line) "find " files " | LC_ALL=C.UTF-8 xargs grep -nE '" line "'"
#define ENGINE "tensor autograd nn attention -name '*.[ch]' "

static void test_lines_have_100_columns(void **state)
{
    (void)state;
    assert_int_equal(found(LINES(ENGINE "-not -name unicode_classes.c", "^.{101,}"), true), 0);
    assert_true(found(LINES(ENGINE "-name unicode_classes.c", "^.{101,}"), false) >
                50); /* only numbers */
}

/* A regular expression has no place to be broken at: it may be longer, on a line of its own. */
#define SCRIPTS "tools tests \\( -name '*.js' -o -name '*.mjs' \\) "
#define EXPRESSION ":[0-9]+: *(\\w+: )?/[^*/].*/[a-z]*[])]*[,;]?$"
#define LONG_SCRIPT_LINES(files, which)                                                            \
    LINES(files, "^.{101,}") " | grep " which "E '" EXPRESSION "'"

static void test_lines_of_scripts_have_100_columns(void **state)
{
    (void)state;
    assert_int_equal(found(LONG_SCRIPT_LINES(SCRIPTS, "-v"), true), 0);
    assert_int_equal(found(LINES("tools tests -name '*.py'", "^ *#.{101,}"), true), 0);
    assert_true(found(LONG_SCRIPT_LINES(SCRIPTS, "-"), false) > 0);
    assert_true(found(LINES("tools tests -name '*.py'", "^ *#.{90,}"), false) > 50);
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

/* A name that goes with the next version warns whoever says it, so nobody here does: the headers list them. */
#define DEPRECATED                                                                                 \
    "grep -rhoE '[A-Za-z_]+ is deprecated' tensor autograd nn attention --include='*.h' | "        \
    "sed 's/ .*//'"

static void test_deprecated_names_are_not_used(void **state)
{
    (void)state;
    assert_true(found(DEPRECATED, false) > 0);
    assert_int_equal(
        found("for name in $(" DEPRECATED "); do grep -rnw \"$name\" tensor autograd nn attention "
              "modules tools tests notebooks-c README.md .github --include='*.[ch]' "
              "--include='*.py' --include='*.txt' --include='*.md' --exclude=CHANGELOG.md "
              "--exclude=prose.txt --exclude=test_headers.c | grep -vE \"define $name|$name is "
              "deprecated\"; done",
              true),
        0);
}

/* What git blame looks through is there: a rebase gives commits other names. */
static void test_layouts_that_blame_ignores_are_commits(void **state)
{
    (void)state;
    if (found("[ \"$(git rev-parse --is-shallow-repository 2> /dev/null)\" = false ] && "
              "ls .git-blame-ignore-revs 2> /dev/null",
              false) == 0)
        skip_without("git, with the whole history");
    assert_int_equal(found("sed -n 's/^\\([0-9a-f]*\\) #.*/\\1/p' .git-blame-ignore-revs | "
                           "while read -r rev; do "
                           "git merge-base --is-ancestor $rev HEAD || echo $rev; done 2>&1",
                           true),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_messages_say_hint),
        UNIT_TEST(test_lines_have_100_columns),
        UNIT_TEST(test_lines_of_scripts_have_100_columns),
        UNIT_TEST(test_nothing_learns_from_pages_that_are_edited),
        UNIT_TEST(test_deprecated_names_are_not_used),
        UNIT_TEST(test_layouts_that_blame_ignores_are_commits),
    };
    return run_tests("tools/build/style", tests);
}
