/* test_make.c - what make remembers of a machine and of how objects were made. In a tree of links, on one object.
 *
 * Invariant: nothing is linked that was made with other flags, and what was missing is found once it is there.
 */
#include "../course/small_course.h"

#define OBJECT "tensor/files/utf8.o"
#define MADE "cc  tensor/files/utf8.c"

/* A compiler of the test's own, in the tree: the shell's lines before it calls the real one. */
static void write_compiler(const char *name, const char *lines)
{
    const char *cc = getenv("CC");
    assert_int_equal(
        run("mkdir -p bin && printf '#!/bin/sh\n%%s\nexec %s \"$@\"\n' '%s' > bin/%s && "
            "chmod +x bin/%s",
            cc != NULL ? cc : "cc", lines, name, name),
        0);
}

#define MAKE "PATH=$PWD/bin:$PATH make --no-print-directory "

static void test_a_compiler_that_comes_later_is_found(void **state)
{
    (void)state;
    assert_refuses("later-cc cannot compile and run a program. Install gcc or clang",
                   MAKE "CC=later-cc build/release-later-cc/" OBJECT);
    write_compiler("later-cc", "");
    assert_works(MADE, MAKE "CC=later-cc build/release-later-cc/" OBJECT " CONFIG=release");
}

static void test_a_library_that_comes_later_is_found(void **state)
{
    (void)state;
    write_compiler("bare-cc", "case \"$*\" in *-lcmocka* | *fsyntax-only*) exit 1 ;; esac");
    assert_works("no   cmocka", MAKE "CC=bare-cc doctor");
    assert_refuses("needed and missing: ",
                   "export KINDLING_NO_INSTALL=1; " MAKE "CC=bare-cc 90 STRICT=1");
    assert_said("cmocka");
    assert_refuses("needed and missing: ", "export KINDLING_NO_INSTALL=1; " MAKE "CC=bare-cc test");
    assert_refuses("needed and missing: ", "export KINDLING_NO_INSTALL=1; " MAKE "CC=bare-cc 90");
    assert_not_said("building the engine");
    write_compiler("bare-cc", "");
    assert_works("yes  cmocka", MAKE "CC=bare-cc doctor");
}

/* With everything found, nothing is compiled to find it again. */
static void test_what_was_found_is_kept(void **state)
{
    (void)state;
    write_compiler("full-cc", "echo \"$*\" >> asked");
    assert_works("C compiler",
                 MAKE "CC=full-cc BLAS=none THREADS=none doctor && grep probe.c asked && : > asked");
    assert_works("C compiler", MAKE "CC=full-cc BLAS=none THREADS=none doctor && ! grep probe.c asked");
}

/* tools/build is a link: a copy may be of tomorrow. */
static void test_a_clock_that_is_behind(void **state)
{
    (void)state;
    run("mv tools/build linked; cp -rL linked tools/build; touch -d '1 day' tools/build/probe.sh");
    assert_works("C compiler", "timeout 60 make --no-print-directory doctor");
    run("echo 'echo SAID := yes' >> tools/build/probe.sh; touch -d 2001-02-03 "
        "tools/build/probe.sh");
    assert_works("C compiler", MAKE "doctor");
    assert_works("SAID := yes", "cat build/probe*-auto-auto.mk");
    assert_int_equal(run("rm -r tools/build; mv linked tools/build"), 0);
    assert_works("the clock of this machine is behind the dates of the course's files",
                 "mv Makefile linked; cp linked Makefile; touch -d '1 day' Makefile; " MAKE
                 "hint-90; mv linked Makefile");
    assert_works("hint 1 of", MAKE "hint-90");
    assert_not_said("the clock");
}

/* Is the object made by this command, or was it there? */
static void check_make(bool made, const char *variables, int line)
{
    check_status(run(MAKE "CONFIG=release B=build/small build/small/" OBJECT " %s", variables),
                 true, __FILE__, line);
    check_said(MADE, made, __FILE__, line);
}
#define assert_makes(variables) check_make(true, variables, __LINE__)
#define assert_has_made(variables) check_make(false, variables, __LINE__)

static void test_other_flags_make_other_objects(void **state)
{
    (void)state;
    bool threads = run("grep 'PROBE_THREADS := yes' build/probe*-auto-auto.mk") == 0;
    const char *const change[] = {"EXTRA_CFLAGS=-DOTHER=1", "EXTRA_CFLAGS=\"-DOTHER='2 3'\"",
                                  "LDFLAGS=-Wl,-z,now",
                                  threads ? "THREADS=none" : "EXTRA_CFLAGS=-DNONE"};
    run("rm -rf build/small");
    assert_makes("");
    for (size_t i = 0; i < sizeof change / sizeof *change; i++) {
        assert_makes(change[i]);
        assert_has_made(change[i]);
        assert_makes("");
    }
    assert_has_made("");
}

static void test_a_changed_makefile_makes_other_objects(void **state)
{
    (void)state;
    run("rm -rf build/small; cp Makefile Makefile.old");
    assert_makes("");
    assert_int_equal(run("rm Makefile; sed 's/^FAST := /&-fno-builtin /' Makefile.old > Makefile"),
                     0);
    assert_makes("");
    assert_int_equal(run("echo '# a remark' >> Makefile"), 0);
    assert_has_made("");
    assert_int_equal(run("echo '$(B)/tensor/files/utf8.o: CFLAGS += -fno-builtin' >> Makefile"), 0);
    assert_makes("");
    assert_int_equal(run("mv Makefile.old Makefile"), 0);
}

static void test_a_compiler_of_two_words(void **state)
{
    (void)state;
    write_compiler("front", "shift; set -- \"$@\"");
    assert_works(MADE, MAKE "CC='front cc' CONFIG=release build/release-front+cc/" OBJECT);
    write_compiler("wide-cc", "");
    assert_works(MADE,
                 MAKE "CC='wide-cc -DWIDE' CONFIG=release build/release-wide-cc+-DWIDE/" OBJECT);
    assert_int_equal(run("ls -a | grep -- '[^.A-Za-z_]'"), 1); /* no junk at the top */
}

/* Nothing is written in the tree when what is built lies elsewhere. */
static void test_a_folder_elsewhere(void **state)
{
    (void)state;
    assert_int_equal(run("mv build built"), 0);
    run("export B=$(mktemp -d) && " MAKE "B=$B $B/" OBJECT
        "; ls $B; rm -r $B; ls -d build; rm -rf build; mv built build");
    assert_said(MADE);
    assert_said("include");
    assert_said("probe-auto-auto.mk");
    assert_not_said("\nbuild\n");
}

static void test_a_folder_that_cannot_be_written(void **state)
{
    (void)state;
    assert_int_equal(run("mv build built && : > build"), 0);
    assert_refuses("build/ cannot be written here. Copy this tree to a folder of your own, or build "
                   "elsewhere: make B=",
                   MAKE "doctor");
    assert_not_said("mkdir");
    assert_int_equal(run("rm build && mv built build"), 0);
}

/* ---- what is typed --------------------------------------------------------------------------------- */

static void test_a_word_that_is_no_target(void **state)
{
    (void)state;
    assert_refuses("make knows no nonsense. make help lists what there is", MAKE "nonsense");
    assert_refuses("make: *** No rule to make target", MAKE "tensor/nonsense.o");
    assert_works("make compile_commands", MAKE "help");
}

/* All of it at once, before anything is built. */
static void test_programs_that_are_missing_are_named_together(void **state)
{
    (void)state;
    assert_int_equal(run("mkdir -p few && for p in sh make cc gcc sed awk grep find mkdir cmp mv rm ls sort uname tr "
                         "getconf basename dirname cut; do ln -sf \"$(command -v $p)\" few/$p; done"),
                     0);
    assert_refuses("make web needs python3 pandoc node npm, which this machine does not have. Please type: sh "
                   "tools/setup.sh web",
                   "PATH=$PWD/few make --no-print-directory web");
    assert_refuses("make python needs python3, which this machine does not have",
                   "PATH=$PWD/few make --no-print-directory python");
    assert_not_said("  cc  ");
}

/* One goal is built on all cores; several are what was typed, one after the other. */
static void test_one_goal_uses_all_cores(void **state)
{
    (void)state;
    assert_int_equal(run("printf 'one more:\\n\\t@echo \"[$$MAKEFLAGS]\"\\n' > jobs.mk"), 0);
    assert_works(" -j", MAKE "-f Makefile -f jobs.mk one 2>/dev/null");
    assert_works("[", MAKE "-f Makefile -f jobs.mk one more 2>/dev/null");
    assert_not_said(" -j");
}

/* ---- how tests are run ------------------------------------------------------------------------------ */

static void test_the_end_of_all_tests_says_what_did_not_run(void **state)
{
    (void)state;
    assert_int_equal(
        run("printf '#!/bin/sh\n%%s\n' \"echo 'skipped without a moon'; echo '[  SKIPPED ] test_tide'; echo "
            "'[==========] 1 test(s) run.'; echo '[  SKIPPED ] test_tide'; exit \\$EXIT\" > tide && chmod +x tide"),
        0);
    assert_works("== a/tide (release)", "EXIT=0 sh tools/build/run_test.sh ./tide a/tide release");
    assert_works("1 tests of 1 programs were skipped, for want of\n     1  a moon\nall 1 test programs passed (release)",
                 "sh tools/build/tests_said.sh release ./tide.log");
    assert_works("FAILED: a/tide ended with 3", "EXIT=3 sh tools/build/run_test.sh ./tide a/tide release");
    assert_refuses("FAILED (release): a/tide", "sh tools/build/tests_said.sh release ./tide.log");
    assert_refuses("no test program ran", "sh tools/build/tests_said.sh release /dev/null");
}

/* The lowest room comes first: what fails first is nearest to the cause. */
static void test_rooms_are_tested_in_their_order(void **state)
{
    (void)state;
    assert_int_equal(run("for t in tools/train/test_t nn/test_n attention/test_a tensor/test_s "
                         "autograd/ops/test_o system/test_y; do "
                         "mkdir -p tests/${t%%/*} && : > tests/$t.c; done; printf 'order:\n\t@echo "
                         "$(TEST_SRC)\n' > order.mk"),
                     0);
    assert_works("tests/tensor/test_s.c tests/autograd/ops/test_o.c tests/nn/test_n.c "
                 "tests/attention/test_a.c "
                 "tests/system/test_y.c tests/tools/train/test_t.c\n",
                 MAKE "-f Makefile -f order.mk order 2>/dev/null");
    assert_works("tests/autograd/ops/test_o.c tests/nn/test_n.c\n",
                 MAKE "-f Makefile -f order.mk order ONLY='autograd/%% nn/test_n' 2>/dev/null");
    assert_not_said("test_s.c");
    assert_works(
        "tests/tensor/test_s.c tests/system/test_y.c tests/tools/train/test_t.c\n",
        MAKE "-f Makefile -f order.mk order EXCEPT='autograd/%% nn/%% attention/%%' 2>/dev/null");
}

static void test_what_was_touched_is_tested_first(void **state)
{
    (void)state;
    assert_int_equal(
        run("mkdir -p tests/room/ops room/ops b/tests/room/ops && cd room/ops && touch mul.c sum.c "
            "&& cd ../.. && "
            "for t in add mul neg sum; do touch tests/room/ops/test_$t.c; touch -d 2099-01-01 "
            "b/tests/room/ops/test_$t.log; done; touch -d 2099-01-02 "
            "b/tests/room/ops/test_add.log"),
        0);
    const char *first = "sh tools/build/touched.sh b tests/room/ops/test_*.c";
    assert_works("\n", "%s", first);
    assert_not_said("test_");
    assert_works("b/tests/room/ops/test_sum b/tests/room/ops/test_mul b/tests/room/ops/test_neg\n",
                 "touch -d '2099-01-01 1:00' room/ops/sum.c; %s", first);
    assert_not_said("test_add");
    assert_works("b/tests/room/ops/test_add b/tests/room/ops/test_sum b/tests/room/ops/test_mul",
                 "touch -d '2099-01-03' tests/room/ops/test_add.c; %s", first);
    assert_works("\n", "rm b/tests/room/ops/*.log; %s", first); /* none has ever run */
    assert_not_said("test_");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_a_compiler_that_comes_later_is_found),
        UNIT_TEST(test_a_library_that_comes_later_is_found),
        UNIT_TEST(test_what_was_found_is_kept),
        UNIT_TEST(test_a_clock_that_is_behind),
        UNIT_TEST(test_other_flags_make_other_objects),
        UNIT_TEST(test_a_changed_makefile_makes_other_objects),
        UNIT_TEST(test_a_compiler_of_two_words),
        UNIT_TEST(test_a_folder_elsewhere),
        UNIT_TEST(test_a_folder_that_cannot_be_written),
        UNIT_TEST(test_a_word_that_is_no_target),
        UNIT_TEST(test_programs_that_are_missing_are_named_together),
        UNIT_TEST(test_one_goal_uses_all_cores),
        UNIT_TEST(test_the_end_of_all_tests_says_what_did_not_run),
        UNIT_TEST(test_rooms_are_tested_in_their_order),
        UNIT_TEST(test_what_was_touched_is_tested_first),
    };
    if (argc > 1) /* test_make '*flags*' */
        cmocka_set_test_filter(argv[1]);
    plant_tree(argv[0]);
    int failures = run_tests("tools/build/make", group);
    fell_tree();
    return failures;
}
