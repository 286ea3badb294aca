/* test_commands.c - the commands a student types, tried as one would: right, wrong, and in bad weather. */
#include "small_course.h"

#define COUNTING "modules/90_small/counting.c"

/* ---- make 90 --------------------------------------------------------------------------------------- */

static void test_untouched_files_earn_nothing_and_the_next_step_is_told(void **state)
{
    (void)state;
    assert_works("0 of 100 points", "make 90");
    assert_said("Next: write 90.1 small_sum (" COUNTING ", line 7), then make 90");
    assert_said("not written yet: open " COUNTING ", line 7");
    assert_not_said("FAIL");
    assert_refuses("0 of 100 points", "make 90 STRICT=1");
    assert_works("0 of 100 points", "make 90_small");
}

static void test_a_solved_module_is_done(void **state)
{
    (void)state;
    solve_all();
    assert_works("100 of 100 points.  All done. Next: make progress", "make 90 STRICT=1");
    assert_works("90_small           #################### 100/100  done", "make progress");
    assert_said("100 of 100 points.  All done.");
    assert_works("\"points\": 100, \"of\": 100, \"state\": \"done\", \"open\": \"\"",
                 "make progress JSON=1");
    assert_said("\"next\": \"\"}");
}

/* Not the next number: what is open in front of it comes first. */
static void test_a_solved_module_leads_to_the_first_that_is_not(void **state)
{
    (void)state;
    solve_all();
    run("mkdir modules/10_new tests/course/10_new modules/95_new tests/course/95_new");
    assert_works("points.  Next: read modules/10_new/README.md, then make 10", "make 90 STRICT=1");
    run("printf 'a\\t9\\tpass\\t10.1 a\\ta.c\\t0\\nb\\t1\\tfail\\t10.2 b\\tb.c\\t0\\n' > "
        ".kindling/results/10_new.tsv");
    assert_works("points.  Next: make 10", "make 90 STRICT=1");
    run("sed -i 's/fail/pass/' .kindling/results/10_new.tsv");
    assert_works("points.  Next: read modules/95_new/README.md, then make 95", "make 90 STRICT=1");
    run("printf '\\nDifficulty 1 of 4 · optional · 1 hour\\n' > modules/95_new/README.md");
    assert_works("points.  All done. Next: make progress", "make 90 STRICT=1");
    run("rm -r modules/10_new tests/course/10_new modules/95_new tests/course/95_new "
        ".kindling/results/10_new.tsv");
}

static void test_a_mistake_is_told_with_its_place(void **state)
{
    (void)state;
    solve_all();
    assert_works("90 of 100 points", "sed -i 's/i <= n/i < n/' " COUNTING "; make 90");
    assert_said("likely    the last one is missing: i runs up to n");
    assert_said("look at   " COUNTING ":6");
    assert_said("Next: make 90 TEST=sum_by_hand");
    assert_said("(stuck? make hint-90 TEST=sum_by_hand)");
    assert_works("open: 90.1 small_sum", "make progress");
    assert_said("Next: make 90");
}

static void test_a_failure_that_is_not_told_says_how_to_ask(void **state)
{
    (void)state;
    solve_all();
    assert_works(
        "50 of 100 points",
        "sed -i 's/return sum;/return sum + 1;/; s/n [*] n/n + n/; s/a > b/a < b/' " COUNTING
        "; make 90");
    assert_said("        make 90 TEST=larger_of_two"); /* and what make was given besides */
    assert_said(" tells what went wrong\n");
    assert_not_said("TEST=square_of_any tells");
    assert_works("expected  5", "make 90 TEST=larger_of_two");
    assert_not_said("tells what went wrong");
}

static void test_an_answer_may_be_worked_out(void **state)
{
    (void)state;
    static const char *const right[] = {
        "5050", "5_050", "100*101/2", "10100 / 2 # Gauss", "71^2 / 1 * 5050/5041", "5,050"};
    static const char *const wrong[] = {"5050 MiB", "5050/",  "*5050", "5050+0", "1/0",
                                        "9^9^9^9",  "-8^0.5", "50,50", "5050,0"};
    const char *key = "sed -i 's|^sum_to_100.*|sum_to_100 = %s|' modules/90_small/answers.txt; "
                      "make 90 TEST=sum_to_100";
    char command[512];
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        snprintf(command, sizeof command, key, right[i]);
        assert_works("10 of 10 points", "%s", command);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(command, sizeof command, key, wrong[i]);
        assert_works("sum_to_100 is not a number (2048, ", "%s", command);
    }
}

/* No frame of the C library leads back from a function that is NULL. */
static void test_a_call_of_nothing_is_told_with_its_place(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__ /* which speaks first, and names the head of the function */
    skip_without("a configuration other than asan");
#endif
    solve_all();
    assert_works(
        "a crash: a pointer that is NULL was followed",
        "sed -i 's/return sum/long (*volatile nothing)(long) = 0; return nothing(sum)/' " COUNTING
        "; make 90");
    assert_said("look at   " COUNTING ":11");
}

static void test_a_variable_without_a_first_value_is_named(void **state)
{
    (void)state;
    solve_all();
    assert_works("FAIL", "sed -i 's/long sum = 0/long sum/' " COUNTING "; make 90");
    assert_said("uninitialised");
    solve_all();
    assert_works("FAIL", "sed -i 's/return (double)t->data.*/double last; return last;/' "
                         "modules/90_small/ramps.c; make 90");
    assert_said("uninitialised");
}

static void test_a_module_that_is_not_there(void **state)
{
    (void)state;
    static const char *const commands[] = {"77",       "hint-77", "use-77",   "measure-77",
                                           "reset-77", "undo-77", "submit-77"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        assert_refuses("there is no module 77; make progress lists them", "make %s STRICT=1",
                       commands[i]);
    assert_refuses("there is no module 07; make progress lists them", "make 7 STRICT=1");
    assert_refuses("there is no module nonsense; make progress lists them", "make submit-nonsense");
    assert_refuses("there is no module 77; make progress lists them",
                   "WATCH_ROUNDS=1 make watch-77");
    assert_refuses("there is no module ; make progress", "sh tools/course/hint.sh ''");
}

/* That a test fails is no error of make's; that nothing ran always is. */
static void test_what_could_not_run_never_ends_with_0(void **state)
{
    (void)state;
    assert_works("0 of 100 points", "make 90");
    assert_refuses("there is no module 77; make progress lists them", "make 77");
    assert_refuses("there is no module 77; make progress lists them", "make hint-77");
    assert_refuses("no test or exercise is called nobody", "make 90 TEST=nobody");
    assert_refuses("module 90 has nothing to break", "make break-90");
}

static void test_a_test_that_is_not_there(void **state)
{
    (void)state;
    assert_refuses("no test or exercise is called nobody; make 90 lists them",
                   "make 90 TEST=nobody STRICT=1");
    assert_refuses("no test or exercise is called no body; make 90 lists them",
                   "make 90 TEST='no body' STRICT=1");
    assert_refuses("no test or exercise of module 90 is called that; make 90 lists them",
                   "make hint-90 TEST='no body' STRICT=1");
    assert_int_equal(run("test -e .kindling/hints"), 1);
    assert_refuses("module 91 has no tests", "mkdir modules/91_bare; make 91 STRICT=1");
    assert_refuses("module 91 has no tests", "make hint-91 STRICT=1");
    assert_refuses("module 91 has nothing to measure", "make measure-91 STRICT=1");
    assert_refuses("module 90 has nothing to break", "make break-90 CASE=1 STRICT=1");
}

static void test_a_chosen_test_says_nothing_about_the_module(void **state)
{
    (void)state;
    solve("counting.c");
    assert_works("15 of 15 points", "make 90 TEST=larger");
    assert_works("90_small           ....................   0/100  not begun", "make progress");
    assert_works("50 of 100", "make 90 ENGINE=mine; make progress | tail -n 1");
    assert_said("0 of 100 points.  Next: read modules/90_small/README.md, then make 90");
    assert_refuses("ENGINE=min is unknown: ENGINE=mine is all of your files",
                   "make 90 ENGINE=min STRICT=1");
}

static void test_a_file_that_is_not_graded_is_told(void **state)
{
    (void)state;
    assert_works("0 of 100", "make 90");
    assert_not_said("graded");
    assert_works(
        "note: modules/90_small/help.c will not be graded: put what it defines into",
        "echo 'int help_me;' > modules/90_small/help.c; touch modules/90_small/help.h; make 90");
    assert_said("note: modules/90_small/help.h will not be graded");
    assert_not_said("counting.c will");
    assert_not_said("measure.c will");
    assert_works("modules/90_small/help.c will not be graded", "make submit-90");
    assert_works("note: modules/todo.h was changed; it is graded as it was given",
                 "sha256sum modules/todo.h tests/course/90_small/small.c > .kindling/given.sha256\n"
                 "cp modules/todo.h kept; rm modules/todo.h; { cat kept; echo; } > modules/todo.h\n"
                 "make 90; mv kept modules/todo.h; rm modules/90_small/help.*");
    assert_not_said("small.c was changed");
    assert_works("0 of 100", "make 90; rm .kindling/given.sha256");
    assert_not_said("note:");
}

/* ---- builds that fail -------------------------------------------------------------------------------- */

static void test_the_compiler_speaks_for_itself(void **state)
{
    (void)state;
    assert_works("0 of 100", "make 90");
    assert_works(COUNTING ":", "sed -i '9s/.*/    return n +;/' " COUNTING "; make 90");
    assert_said("error:");
    assert_not_said("make");
    assert_not_said("undefined");
    assert_not_said("points");
    assert_works("changed since the last run", "make progress");
}

static void test_the_linker_is_made_readable(void **state)
{
    (void)state;
    assert_refuses("counting.c does not define small_square",
                   "sed -i s/small_square/smal_square/ " COUNTING "; make 90 STRICT=1");
    assert_not_said("undefined");
    assert_not_said("tests/");
    fresh(state);
    assert_refuses("small_sum is defined twice: in modules/90_small/counting.c:",
                   "sed '/^$/q' " COUNTING
                   " > modules/90_small/ramps2.c; echo 'long small_sum(long n) { return n; }' "
                   ">> modules/90_small/ramps2.c; make 90 STRICT=1");
    assert_said(" and in modules/90_small/ramps2.c:");
    fresh(state);
    assert_refuses("tensor_zeros is defined in " COUNTING ":",
                   "echo 'Tensor *tensor_zeros(int ndim, const long *shape) "
                   "{ return NULL; }' >> " COUNTING "; make 90 STRICT=1");
    assert_said("and again outside of your files. If it is your own helper, make it static");
}

static void test_other_linkers_words(void **state)
{
    (void)state;
    assert_works("counting.c does not define small_sum",
                 "echo 'ld.lld: error: undefined symbol: small_sum' | sh "
                 "tools/course/build_errors.sh modules/90_small");
    assert_works("counting.c does not define small_sum",
                 "echo \"/usr/bin/ld: x.o: undefined reference to \\`__wrap_small_sum'\" | sh "
                 "tools/course/build_errors.sh modules/90_small");
    assert_works("nothing defines no_such_thing: is its name spelled as in the header?",
                 "echo \"/usr/bin/ld: x.o: undefined reference to \\`no_such_thing'\" | sh "
                 "tools/course/build_errors.sh modules/90_small");
    assert_works(
        "No space left on device",
        "echo 'cc1: No space left on device' | sh tools/course/build_errors.sh modules/90_small");
}

/* A function of the student's own that calls one of C. */
#define CALLING(function)                                                                          \
    "cp small_course/module/counting.c " COUNTING                                                  \
    "; printf '#include <string.h>\\nlong own(const "                                              \
    "char *s);\\nlong own(const char *s)\\n{\\n    return (long)" function                         \
    "(s);\\n}\\n' >> " COUNTING

static void test_calls_that_no_file_may_make(void **state)
{
    (void)state;
    assert_refuses("counting.c:32: error: it calls strdup, which no graded file can",
                   CALLING("strdup") "; make 90 STRICT=1");
    assert_works("0 of 100", CALLING("strlen") "; make 90");
    assert_refuses("counting.c:32: error: it calls strlen, which does what this module asks",
                   "echo counting.c: strlen > modules/90_small/calls.txt; make 90 STRICT=1");
    assert_works("0 of 100", "echo ramps.c: strlen > modules/90_small/calls.txt; make 90");
    assert_refuses(
        "counting.c:33: error: it calls no_such_thing, which it declares, but which does "
        "not exist",
        CALLING("no_such_thing") "; sed -i '1i long no_such_thing(const char *s);' " COUNTING
                                 "; make 90 STRICT=1");
}

/* Comments of the headers speak of files, and of programs that read and write them. */
static void test_a_word_of_a_comment_is_no_function_of_the_engine(void **state)
{
    (void)state;
    static const char *const words[] = {"system", "open", "read", "wait", "fork", "close"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char change[512], refusal[64];
        snprintf(change, sizeof change,
                 CALLING("strdup") "; sed -i 's/strdup/%s/; 1i int %s();' " COUNTING
                                   "; make 90 STRICT=1",
                 words[i], words[i]);
        snprintf(refusal, sizeof refusal, "error: it calls %s, which", words[i]);
        assert_refuses(refusal, change);
    }
}

static void test_a_missing_file_is_not_replaced_by_ours(void **state)
{
    (void)state;
    assert_works("0 of 100", "make 90");
    static const char *const commands[] = {"make 90 STRICT=1", "make submit-90",
                                           "make use-90 STRICT=1", "make measure-90 STRICT=1"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        assert_refuses(COUNTING " is missing", "rm -f " COUNTING "; %s", commands[i]);
    assert_said("cp .kindling/start/90_small/counting.c modules/90_small/");
    assert_refuses("modules/90_small/answers.txt is missing",
                   "make reset-90; rm modules/90_small/answers.txt; make submit-90");
    assert_works("hint 1 of 3", "make hint-90");
}

static void test_a_file_that_the_course_has_no_more(void **state)
{
    (void)state;
    assert_works("0 of 100",
                 "make 90; echo 'int older;' > .kindling/start/90_small/older.c; make 90");
}

static void test_a_space_in_a_file_name(void **state)
{
    (void)state;
    static const char *const commands[] = {"90",       "hint-90", "measure-90",
                                           "reset-90", "undo-90", "submit-90"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        assert_refuses("modules/90_small/counting (copy).c: make cannot work with a space in a "
                       "file's name; rename it",
                       "cp " COUNTING " 'modules/90_small/counting (copy).c'; make %s STRICT=1",
                       commands[i]);
}

/* The first of a test's calls writes too far, and is told, though others came after it. */
static void test_a_call_answers_for_itself(void **state)
{
    (void)state;
    solve_all();
#ifdef __SANITIZE_ADDRESS__ /* which speaks first */
    const char *problem = "AddressSanitizer: use-after-poison";
#else
    const char *problem = "numbers were written behind the end";
#endif
    assert_works(problem, "sed -i 's/    return t;/    if (n > 0)\\n        t->data[n] = 1;\\n&/' "
                          "modules/90_small/ramps.c; make 90");
    assert_said("called    small_ramp(n) with n = ");
    assert_said("test      tests/course/90_small/small.c:");
    assert_not_said("small_ramp(0)");
}

/* A block from malloc has a guard, too. */
static void test_a_block_that_was_written_too_far_is_told(void **state)
{
    (void)state;
    static const char *const writes[] = {"x[n]", "x = realloc((void *)x, n * 4), x[n]",
                                         "x = realloc(calloc(n, 4), n * 4), x[n]"};
    for (int i = 0; i < 3; i++) {
        solve_all();
#ifdef __SANITIZE_ADDRESS__
        const char *problem = "AddressSanitizer: heap-buffer-overflow";
#else
        const char *problem = "something was written behind the end of a block of";
#endif
        assert_works(
            problem,
            "sed -i '1i #include <stdlib.h>' " COUNTING
            "; sed -i '/^long small_sum/,/^}/s/^{/{\\n    volatile int *x = malloc(n * 4);\\n"
            "    %s = 1;\\n    free((void *)x);/' " COUNTING "; make 90 TEST=sum_by_hand",
            writes[i]);
    }
    solve_all();
    assert_works(
        "100 of 100",
        "sed -i '1i #include <stdlib.h>' " COUNTING
        "; sed -i '/^long small_sum/,/^}/s/^{/{\\n    volatile char *x = malloc(n);\\n    x = "
        "realloc((void *)x, n + 1);\\n    x[n] = 1;\\n    x = realloc((void *)x, 0);\\n    "
        "free(calloc(n, "
        "8));\\n    free(aligned_alloc(64, 64));/' " COUNTING "; make 90");
}

/* ---- hints --------------------------------------------------------------------------------------------- */

static void test_hints_come_one_by_one(void **state)
{
    (void)state;
    assert_works("hint 1 of 3: Add them up.", "echo 'not C' >> " COUNTING "; make hint-90");
    assert_not_said("hint 2");
    assert_said("(once more for the next one)");
    assert_works("hint 2 of 3: A loop from 1 to n.", "make hint-90 TEST=sum_by_hand");
    assert_works("hint 3 of 3: sum += i;", "make hint-90");
    assert_said("(that was the last hint)");
    assert_works("hint 3 of 3: sum += i;", "make hint-90");
    assert_works("ramp_of_any_length (90.4 small_ramp)", "make hint-90 TEST=90.4");
    assert_works("hint 1 of 1: Nothing to add.", "make hint-90 TEST=sum_of_nothing");
}

static void test_a_hint_is_about_what_is_open(void **state)
{
    (void)state;
    solve("counting.c");
    assert_works("50 of 100", "make 90 >/dev/null; make progress | tail -n 1");
    assert_works("ramp_of_any_length (90.4 small_ramp)", "make hint-90");
    solve_all();
    assert_refuses("every test of module 90 has passed; a hint for one: make hint-90 TEST=its name",
                   "make 90 >/dev/null; make hint-90 STRICT=1");
    assert_works("sum_by_hand (90.1 small_sum)", "make hint-90 TEST=sum_by_hand");
}

/* ---- progress -------------------------------------------------------------------------------------------- */

static void test_progress_knows_what_changed(void **state)
{
    (void)state;
    assert_works("90_small           ....................   0/100  not begun", "make progress");
    assert_works("open: 90.1 small_sum", "make 90 >/dev/null; make progress");
    solve("counting.c");
    assert_works("changed since the last run", "make progress");
    assert_works("90_small           ##########..........  50/100  open: 90.4 small_ramp",
                 "make 90 >/dev/null; make progress");
    assert_works("\"number\": \"90\", \"name\": \"90_small\", \"points\": 50, \"of\": 100, "
                 "\"state\": \"open\", "
                 "\"open\": \"90.4 small_ramp\", \"test\": \"ramp_of_any_length\"",
                 "make progress JSON=1");
    assert_said("\"next\": \"make 90\"");
    assert_works(
        "0 of 200 points, without what changed since its last run (make 90 counts it again).  "
        "Next: read modules/10_new/README.md, then make 10",
        "mkdir modules/10_new tests/course/10_new; echo >> " COUNTING "; make progress");
    run("rmdir modules/10_new tests/course/10_new");
}

/* Nobody has to begin it; who has begun it is told to go on. */
static void test_an_optional_module_is_in_nobodys_way(void **state)
{
    (void)state;
    run("printf '\\nDifficulty 1 of 4 · optional · 1 hour\\n' > modules/90_small/README.md");
    assert_works("0/100  optional, not begun", "make progress");
    assert_said("0 of 0 points.  All done.");
    assert_works("\"state\": \"optional\"", "make progress JSON=1");
    assert_said("\"next\": \"\"");
    assert_works("0 of 100 points.  Next: make 90", "make 90 >/dev/null; make progress");
    run("rm modules/90_small/README.md");
}

/* Starts a run with an endless loop in its third test, and stops it there, as Ctrl-C does. */
static void stop_a_run(void)
{
    run("sed -i '1i #include <stdio.h>' " COUNTING "\n"
        "sed -i 's/return n.*/fclose(fopen(\"started\", \"w\")); for (;;) n++;/' " COUNTING "\n"
        "timeout 600 make 90 >/dev/null & p=$!\n"
        "while ! [ -f started ] && kill -0 $p; do sleep 0.1; done\n"
        "kill $p; wait $p; rm started");
}

/* A machine that others use lets a right answer wait; what counts is what it computes. */
static void test_an_endless_loop_is_one_that_computes(void **state)
{
    (void)state;
    const char *at_once =
        "make 90 >/dev/null; build/*/course/90_small --folder modules/90_small --number 90 "
        "--seconds 1";
    solve_all();
    run("cp tools/course/library.txt kept.txt; echo nanosleep >> tools/course/library.txt; sed -i "
        "-e '1i #include <time.h>' -e "
        "'s/return n \\* n;/nanosleep(\\&(struct timespec){2, 0}, NULL); return n * "
        "n;/' " COUNTING);
    assert_works("100 of 100 points", "%s", at_once);
    run("sed -i 's/nanosleep.*return/for (;;) n++; return/' " COUNTING);
    assert_refuses("no end after 1 s: an endless loop?", "%s", at_once);
    run("mv kept.txt tools/course/library.txt");
}

static void test_a_run_that_was_stopped_is_no_result(void **state)
{
    (void)state;
    solve_all();
    stop_a_run();
    assert_works("0 of 100", "make progress | tail -n 1");
    assert_not_said("All done");
    solve_all();
    assert_works("100/100", "make 90 >/dev/null; make progress");
    stop_a_run();
    assert_works("  ?/100  changed since the last run", "make progress");
}

/* ---- debug ------------------------------------------------------------------------------------------ */

static void test_the_debugger_stops_in_the_students_function(void **state)
{
    (void)state;
    solve_all();
    assert_refuses("no-gdb is not installed. Type one of: sudo apt-get install gdb",
                   "make debug-90 TEST=sum_by_hand GDB=no-gdb STRICT=1");
    assert_refuses("which test? make debug-90 TEST=name; make 90 lists them",
                   "make debug-90 STRICT=1");
    if (run("command -v gdb") != 0)
        skip_without("gdb");
    assert_works("Breakpoint 1, small_sum (n=4) at " COUNTING,
                 "make debug-90 TEST=sum_by_hand ARGS='-batch -ex bt -ex d -ex c' STRICT=1");
    assert_said(" in sum_by_hand () at tests/course/90_small/small.c:");
    assert_said("the test passed");
    assert_works("Breakpoint 1, small_larger (a=3, b=5)",
                 "sed -i 's/a > b/a < b/' " COUNTING
                 "; make debug-90 TEST=small_larger ARGS='-batch -ex d -ex c' STRICT=1");
    assert_said("  likely    the smaller one");
    assert_refuses("sum_to_100 is a question: there is no code to stop in",
                   "make debug-90 TEST=sum_to_100 STRICT=1");
    assert_refuses("no test or exercise of module 90 is called nobody",
                   "make debug-90 TEST=nobody STRICT=1");
    assert_refuses("counting.c:",
                   "echo oops >> " COUNTING "; make debug-90 TEST=sum_by_hand STRICT=1");
}

/* ---- compile_commands ------------------------------------------------------------------------------ */

static void test_editors_are_told_how_files_are_compiled(void **state)
{
    (void)state;
    solve_all();
    assert_works("compile_commands.json: ", "make compile_commands");
    assert_works("/modules/90_small/counting.c\"",
                 "grep -E '/(counting|small)[.]c\"' compile_commands.json");
    assert_said("/tests/course/90_small/small.c\"");
    assert_said("/tensor/counting.c\"");
    assert_said("\"directory\": \"/");
    if (run("command -v python3") == 0)
        assert_works("True",
                     "python3 -c \"import json, os; print(all(os.path.isfile(e['file']) and "
                     "'-c' in e['command'] for e in json.load(open('compile_commands.json'"
                     "))))\"");
    if (run("command -v clangd") == 0) {
        assert_works("All checks completed, 0 errors", "clangd --check=" COUNTING);
        assert_refuses("use of undeclared identifier 'oops'",
                       "sed -i 's/return n . n/return n * oops/' " COUNTING
                       "; clangd --check=" COUNTING);
    }
    run("rm compile_commands.json");
}

/* ---- watch, measure, use ------------------------------------------------------------------------------------ */

static void test_watch_runs_again_on_every_save(void **state)
{
    (void)state;
    assert_works("0 of 100 points",
                 "WATCH_ROUNDS=2 timeout 1000 make watch-90 > watched &\n"
                 "for i in $(seq 3000); do sleep 0.2; ! grep -q ^watching watched || break; done\n"
                 "cp small_course/reference/counting.c modules/90_small/; wait; cat watched");
    assert_said("watching modules/90_small; Ctrl-C ends");
    assert_said("50 of 100 points");
}

static void test_a_measurement_judges_predictions_and_code(void **state)
{
    (void)state;
    if (IS_DOUBLE) /* it would build the engine in release, first */
        skip_without("CONFIG=release");
    solve_all();
    assert_works(
        "the sum up to 10                                                   55           55",
        "printf '55\\n25\\n' | make measure-90 STRICT=1");
    assert_said("25          100        4 times too small");
    assert_said("Verdict: your code keeps what these numbers rest on. 1 of 2 predictions hold");
    assert_works("You predicted nothing", "make measure-90 STRICT=1");
    run("sed -i 's/n \\* n/n + n/' " COUNTING);
    assert_refuses("Verdict: the reason is your code.",
                   "printf '55\\n100\\n' | make measure-90 STRICT=1");
    assert_said("broken: 90.2 small_square is n times n");
    assert_not_said("predictions hold");
}

static void test_measure_and_use_run_with_the_students_files(void **state)
{
    (void)state;
    if (IS_DOUBLE) /* they would build the engine in release, first */
        skip_without("CONFIG=release");
    assert_refuses("there is no program tools/nothing", "make use-90 TOOL=nothing STRICT=1");
    assert_refuses("todo: 90.1 small_sum is not written yet", "make measure-90");
    solve_all();
    assert_works("the sum up to 10 is 55", "make measure-90");
    assert_works("the sum up to 10 is 45",
                 "sed -i 's/i <= n/i < n/' " COUNTING "; make measure-90");
    assert_works("difference", "make use-90 TOOL=trace");
    assert_refuses("error:", "echo oops >> " COUNTING "; make use-90 STRICT=1");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_untouched_files_earn_nothing_and_the_next_step_is_told),
        UNIT_TEST(test_a_solved_module_is_done),
        UNIT_TEST(test_a_solved_module_leads_to_the_first_that_is_not),
        UNIT_TEST(test_a_mistake_is_told_with_its_place),
        UNIT_TEST(test_a_failure_that_is_not_told_says_how_to_ask),
        UNIT_TEST(test_an_answer_may_be_worked_out),
        UNIT_TEST(test_a_call_of_nothing_is_told_with_its_place),
        UNIT_TEST(test_a_variable_without_a_first_value_is_named),
        UNIT_TEST(test_a_module_that_is_not_there),
        UNIT_TEST(test_what_could_not_run_never_ends_with_0),
        UNIT_TEST(test_a_test_that_is_not_there),
        UNIT_TEST(test_a_chosen_test_says_nothing_about_the_module),
        UNIT_TEST(test_a_file_that_is_not_graded_is_told),
        UNIT_TEST(test_the_compiler_speaks_for_itself),
        UNIT_TEST(test_the_linker_is_made_readable),
        UNIT_TEST(test_other_linkers_words),
        UNIT_TEST(test_calls_that_no_file_may_make),
        UNIT_TEST(test_a_word_of_a_comment_is_no_function_of_the_engine),
        UNIT_TEST(test_a_missing_file_is_not_replaced_by_ours),
        UNIT_TEST(test_a_file_that_the_course_has_no_more),
        UNIT_TEST(test_a_space_in_a_file_name),
        UNIT_TEST(test_a_call_answers_for_itself),
        UNIT_TEST(test_a_block_that_was_written_too_far_is_told),
        UNIT_TEST(test_hints_come_one_by_one),
        UNIT_TEST(test_a_hint_is_about_what_is_open),
        UNIT_TEST(test_progress_knows_what_changed),
        UNIT_TEST(test_an_optional_module_is_in_nobodys_way),
        UNIT_TEST(test_an_endless_loop_is_one_that_computes),
        UNIT_TEST(test_a_run_that_was_stopped_is_no_result),
        UNIT_TEST(test_watch_runs_again_on_every_save),
        UNIT_TEST(test_the_debugger_stops_in_the_students_function),
        UNIT_TEST(test_editors_are_told_how_files_are_compiled),
        UNIT_TEST(test_a_measurement_judges_predictions_and_code),
        UNIT_TEST(test_measure_and_use_run_with_the_students_files),
    };
    if (argc > 1) /* test_commands '*hint*' */
        cmocka_set_test_filter(argv[1]);
    plant_tree(argv[0]);
    int failures = run_tests("tools/course/commands", group);
    fell_tree();
    return failures;
}
