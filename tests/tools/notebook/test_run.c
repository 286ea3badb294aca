/* test_run.c - a cell that dies takes nothing with it, and none of its changes stay. */
#define _XOPEN_SOURCE 700 /* pseudo-terminals */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "notebook.h"
#include "scratch.h"

static int count; /* what cells share */

static void cell_add_one(void)
{
    count++;
    printf("count is %d\n", count);
}

static void cell_crash(void)
{
    count = 100;
    raise(SIGSEGV);
}

static void cell_fail(void)
{
    count = 200;
    tensor_add(tensor_ones(SHAPE(2)), tensor_ones(SHAPE(3)));
}

static void cell_endless(void)
{
    count = 300;
    for (volatile int i = 0;; i = !i)
        continue;
}

static void cell_exit(void)
{
    count = 400;
    exit(0);
}

static void cell_gate_holds(void)
{
    gate(1 < 2, "one is less than %d", 2);
    count++;
}

static void cell_gate_does_not(void)
{
    count = 500;
    gate(2 < 1, "two is less than %d", 1);
    printf("not reached\n");
}

#define assert_said(part) assert_has(text_of_file(scratch("said")), part)
#define assert_not_said(part) assert_has_not(text_of_file(scratch("said")), part)

/* The notebook in a process of its own, what it says in a file; returns its status. */
static int run(void (*const cells[])(void), const bool fails[], int n)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL); /* cmocka has its own way with it */
        if (freopen(scratch("said"), "w", stdout) == NULL)
            _exit(99);
        for (int i = 0; i < n; i++)
            notebook_add(cells[i], "notebooks-c/99_test.c", 10 * (i + 1), fails[i]);
        int status = notebook_run(0.3);
        fflush(stdout);
        _exit(status);
    }
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#define RUN(...)                                                                                   \
    run((void (*const[])(void)){__VA_ARGS__}, (bool[8]){false},                                    \
        (int)(sizeof((void (*[])(void)){__VA_ARGS__}) / sizeof(void (*)(void))))

static void test_cells_share_what_they_change(void **state)
{
    (void)state;
    assert_int_equal(RUN(cell_add_one, cell_add_one, cell_add_one), 0);
    assert_said("count is 1");
    assert_said("count is 3");
    assert_said("99_test: 3 cells, 0 wrong");
}

static void check_lost(void (*bad)(void), const char *why)
{
    assert_int_equal(RUN(cell_add_one, bad, cell_add_one, bad, cell_add_one), 1);
    assert_said("count is 2");
    assert_said("count is 3");
    assert_said(why);
    assert_said("5 cells, 2 wrong");
    assert_not_said("count is 101");
}

static void test_a_crash_ends_its_cell_only(void **state)
{
    (void)state;
    check_lost(cell_crash, "[2] crashed: ");
}

static void test_a_mistake_ends_its_cell_only_and_is_told(void **state)
{
    (void)state;
    check_lost(cell_fail, "[4] ended in a mistake");
    assert_said("tensor_add: ");
}

static void test_an_endless_loop_is_stopped(void **state)
{
    (void)state;
    check_lost(cell_endless, "[2] was stopped after 0.3 s");
}

static void test_exit_is_no_way_out(void **state)
{
    (void)state;
    check_lost(cell_exit, "[2] left the program with status 0");
}

static void test_gates(void **state)
{
    (void)state;
    assert_int_equal(RUN(cell_gate_holds, cell_add_one), 0);
    assert_said("gate passed: one is less than 2");
    assert_said("count is 2");
    assert_int_equal(RUN(cell_gate_does_not, cell_add_one), 1);
    assert_said("gate FAILED: two is less than 1");
    assert_said("count is 1");
    assert_not_said("not reached");
}

static void test_a_mistake_that_is_meant(void **state)
{
    (void)state;
    void (*cells[])(void) = {cell_fail, cell_add_one};
    assert_int_equal(run(cells, (bool[]){true, false}, 2), 0);
    assert_said("count is 1");
    assert_int_equal(run(cells, (bool[]){true, true}, 2), 1);
    assert_said("2 cells, 1 wrong");
}

static void test_a_viewer_reads_frames(void **state)
{
    (void)state;
    setenv("KINDLING_NOTEBOOK", "frames", 1);
    int status = RUN(cell_gate_holds, cell_crash, cell_add_one);
    unsetenv("KINDLING_NOTEBOOK");
    assert_int_equal(status, 1);
    assert_said("\036cell 10\n\036gate passed one is less than 2\n\036end ok ");
    assert_said("\036cell 20\n\036end failed ");
    assert_said("\036cell 30\ncount is 2\n\036end ok ");
}

/* ---- a person at a terminal --------------------------------------------------------------------- */

static void cell_ask(void)
{
    char line[8];
    for (int n = 1; notebook_ask("and now?", line, sizeof line); n++)
        dprintf(STDERR_FILENO, "%d: %s\n", n, line);
}

/* cell_ask with a terminal as its input, and its output, too; what is typed lies there already. What it
 * was told goes into the file "said". */
static void ask_with(bool reads, bool writes, const char *typed)
{
    int person = posix_openpt(O_RDWR | O_NOCTTY);
    if (person < 0)
        skip(); /* no pseudo-terminals here */
    assert_true(grantpt(person) == 0 && unlockpt(person) == 0);
    int terminal = open(ptsname(person), O_RDWR | O_NOCTTY);
    assert_int_equal(write(person, typed, strlen(typed)), (long)strlen(typed));
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int said = open(scratch("said"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        int empty = open("/dev/null", O_RDWR);
        dup2(reads ? terminal : empty, STDIN_FILENO);
        dup2(writes ? terminal : said, STDOUT_FILENO);
        dup2(said, STDERR_FILENO);
        cell_ask();
        fflush(NULL);
        _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    close(terminal);
    close(person);
}

static void test_it_asks_where_somebody_is(void **state)
{
    (void)state;
    ask_with(true, true, "one\ntwo and more than fits\nthree\n\nnot this\n");
    assert_string_equal(text_of_file(scratch("said")), "1: one\n2: two and\n3: three\n");
    ask_with(true, true, "last\n\004"); /* the end of what is typed */
    assert_string_equal(text_of_file(scratch("said")), "1: last\n");
    ask_with(false, true, "one\n");
    assert_string_equal(text_of_file(scratch("said")), "");
    ask_with(true, false, "one\n");
    assert_string_equal(text_of_file(scratch("said")), "");
    setenv("KINDLING_NOTEBOOK", "frames", 1);
    ask_with(true, true, "one\n");
    unsetenv("KINDLING_NOTEBOOK");
    assert_string_equal(text_of_file(scratch("said")), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_cells_share_what_they_change),
        UNIT_TEST(test_a_crash_ends_its_cell_only),
        UNIT_TEST(test_a_mistake_ends_its_cell_only_and_is_told),
        UNIT_TEST(test_an_endless_loop_is_stopped),
        UNIT_TEST(test_exit_is_no_way_out),
        UNIT_TEST(test_gates),
        UNIT_TEST(test_a_mistake_that_is_meant),
        UNIT_TEST(test_a_viewer_reads_frames),
        UNIT_TEST(test_it_asks_where_somebody_is),
    };
    return run_tests_in_scratch("tools/notebook/run", tests);
}
