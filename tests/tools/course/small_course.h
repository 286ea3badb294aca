/* small_course.h - a tree of its own with one small module, in which the course's commands are tried.
 *
 * The engine and the checks are this tree's, by links; the module and the scripts are copies, so that
 * everything may be broken. There is a space in its path. Every test starts with untouched files.
 */
#ifndef SMALL_COURSE_H
#define SMALL_COURSE_H

#include "test.h"
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char tree[] = "/tmp/kindling course XXXXXX";
static char said[1 << 16]; /* what the last command wrote, on either stream */

/* A command of the shell, in the tree; its exit status. */
__attribute__((format(printf, 1, 2))) static int run(const char *format, ...)
{
    static char command[4096], whole[5120];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    snprintf(whole, sizeof whole, "cd '%s' && { %s\n} 2>&1 </dev/null", tree, command);
    FILE *pipe = popen(whole, "r");
    assert_non_null(pipe);
    size_t n = fread(said, 1, sizeof said - 1, pipe);
    said[n] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void check_said(const char *words, bool expected, const char *file, int line)
{
    if ((strstr(said, words) != NULL) == expected)
        return;
    fprintf(stderr, "%s \"%s\" in:\n%s\n", expected ? "expected" : "did not expect", words, said);
    _fail(file, line);
}
#define assert_said(words) check_said(words, true, __FILE__, __LINE__)
#define assert_not_said(words) check_said(words, false, __FILE__, __LINE__)
/* It succeeds, or fails, and says these words. */
#define assert_works(words, ...)                                                                   \
    (check_status(run(__VA_ARGS__), true, __FILE__, __LINE__), assert_said(words))
#define assert_refuses(words, ...)                                                                 \
    (check_status(run(__VA_ARGS__), false, __FILE__, __LINE__), assert_said(words))

static inline void check_status(int status, bool success, const char *file, int line)
{
    if ((status == 0) == success)
        return;
    fprintf(stderr, "ended with %d:\n%s\n", status, said);
    _fail(file, line);
}

/* ---- the tree ------------------------------------------------------------------------------------ */

/* build/release-clang/tests/...: the objects there and the commands of a student, alike. */
static void choose_build(const char *program, char *built, size_t size)
{
    snprintf(built, size, "%s", program);
    for (int i = 0; i < 4 && strrchr(built, '/') != NULL; i++)
        *strrchr(built, '/') = '\0';
    char config[512];
    const char *name = strrchr(built, '/');
    snprintf(config, sizeof config, "%s", name != NULL ? name + 1 : built);
    char *compiler = strchr(config, '-');
    if (compiler != NULL) {
        *compiler++ = '\0';
        for (char *plus; (plus = strchr(compiler, '+')) != NULL;) /* ccache+clang */
            *plus = ' ';
        setenv("CC", compiler, 1);
    }
    setenv("CONFIG", config, 1);
}

static void plant_tree(const char *program)
{
    static const char *const not_ours[] = {
        "MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "TEST", "ENGINE", "STRICT", "JSON",
        "TOOL",      "ARGS",   "MODULE",    "WATCH_ROUNDS",  "ROWS", "ONLY",   "EXCEPT"};
    for (size_t i = 0; i < sizeof not_ours / sizeof *not_ours; i++)
        unsetenv(not_ours[i]);
    char built[512], command[1024];
    choose_build(program, built, sizeof built);
    if (mkdtemp(tree) == NULL)
        exit(1);
    snprintf(command, sizeof command, "sh tests/tools/course/small_course/plant.sh '%s' '%s'", tree,
             built);
    if (system(command) != 0)
        exit(1);
}

static void fell_tree(void)
{
    run("chmod -R u+w . && rm -rf \"$PWD\"");
}

/* Untouched files, and nothing remembered of the test before. */
static inline int fresh(void **state)
{
    (void)state;
    return run("for f in start results backup hints; do rm -rf .kindling/$f; done; rm -rf .git\n"
               "[ -L .kindling/reference ] || rm -rf .kindling/reference\n"
               "rm -rf build/submit modules/[0-9]* && cp -r small_course/module modules/90_small");
}

static inline void solve(const char *files)
{
    assert_int_equal(run("cp small_course/reference/%s modules/90_small/", files), 0);
}

static inline void solve_all(void)
{
    solve("*.c");
    assert_int_equal(run("cp small_course/tests/answers.txt modules/90_small/"), 0);
}

#undef UNIT_TEST
#define UNIT_TEST(f) cmocka_unit_test_setup(f, fresh)

#endif
