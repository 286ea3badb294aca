/* test_student_files.c - reset, undo and submit: nothing a student wrote is ever lost, or sent half. */
#include "small_course.h"

#define COUNTING "modules/90_small/counting.c"

/* ---- reset and undo -------------------------------------------------------------------------------------- */

static void test_reset_saves_and_undo_brings_back(void **state)
{
    (void)state;
    assert_works("nothing to reset: modules/90_small is as it was at the beginning",
                 "make reset-90");
    assert_refuses("nothing to undo: module 90 was never reset", "make undo-90");
    assert_works("0 of 100", "make 90");
    solve_all();
    assert_works("100 of 100", "make 90; make progress");
    assert_works(
        "modules/90_small is as it was at the beginning. Your files are in .kindling/backup/",
        "make reset-90");
    assert_said("make undo-90 brings them back");
    assert_works("", "diff -r small_course/module modules/90_small");
    assert_works("not begun", "make progress");
    assert_works("your files of module 90 are back", "make undo-90");
    assert_works("", "cmp small_course/reference/counting.c " COUNTING
                     " && cmp small_course/tests/answers.txt modules/90_small/answers.txt");
    assert_works("100/100", "make progress");
    assert_works(
        "the undo is taken back: modules/90_small is as it was before it. Your files are in "
        ".kindling/backup/",
        "make undo-90");
    assert_works("", "diff -r small_course/module modules/90_small");
    assert_works("your files of module 90 are back", "make undo-90"); /* and so on */
    assert_works("", "cmp small_course/reference/counting.c " COUNTING);
}

static void test_two_resets_within_a_second_keep_both(void **state)
{
    (void)state;
    run("mkdir bin; printf '#!/bin/sh\\necho 20260101-000000\\n' > bin/date; chmod +x bin/date");
    assert_works("first",
                 "make 90 >/dev/null; for w in first second; do echo \"/* $w */\" >> " COUNTING
                 "; PATH=\"$PWD/bin:$PATH\" sh tools/course/reset.sh 90 || exit; done\n"
                 "cat .kindling/backup/*/90_small/counting.c; rm -r bin");
    assert_said("second");
    assert_works("/* second */", "make undo-90; tail -n 1 " COUNTING);
    assert_works("nothing to reset", "make undo-90 && make reset-90");
}

static void test_reset_brings_back_what_was_deleted(void **state)
{
    (void)state;
    assert_works("0 of 100", "make 90");
    assert_works("is as it was at the beginning", "rm " COUNTING "; make reset-90");
    assert_works("", "diff -r small_course/module modules/90_small");
    assert_works("own file", "echo '/* own file */' > modules/90_small/mine.c; echo >> " COUNTING
                             "; make reset-90; cat modules/90_small/mine.c");
}

static void test_nothing_is_reset_without_a_starting_copy(void **state)
{
    (void)state;
    solve_all();
    assert_refuses("no starting copy of modules/90_small/answers.txt: nothing was changed",
                   "make reset-90");
    assert_works("", "cmp small_course/reference/counting.c " COUNTING);
    assert_int_equal(run("test -e .kindling/backup"), 1);
}

/* From git's history, where there is one: the newest version with everything open. */
static void test_the_starting_copy_may_come_from_git(void **state)
{
    (void)state;
    if (run("command -v git") != 0)
        skip_without("git");
    assert_works("", "git init -q . && git add -f modules && git -c user.name=a -c user.email=b "
                     "commit -qm start");
    solve_all();
    assert_works("", "git add -f modules && git -c user.name=a -c user.email=b commit -qm solved");
    assert_works("is as it was at the beginning", "make reset-90");
    assert_works("", "diff -r small_course/module modules/90_small; s=$?; rm -rf .git; exit $s");
}

/* An edition has the starting files; whoever keeps it in git, or below a folder that is kept there, has them still. */
static void test_git_of_ones_own_takes_no_starting_file_away(void **state)
{
    (void)state;
    if (run("command -v git") != 0)
        skip_without("git");
    assert_works(
        "", "for kind in float double debug; do mkdir -p .kindling/start \".kindling/reference/"
            "$(uname -sm | tr ' ' -)/$kind\"; done; cp -r modules/90_small .kindling/start/");
    assert_works("", "git init -q . && echo '/* mine */' >> " COUNTING " && git add -f modules && "
                     "git -c user.name=a -c user.email=b commit -qm mine");
    run("make 90");
    assert_works("is as it was at the beginning. Your files", "make reset-90");
    assert_works("", "diff -r small_course/module modules/90_small");
    run("rm -rf .git .kindling/reference");
}

/* ---- folders that cannot be written ---------------------------------------------------------------------- */

/* As somebody whom the permissions of files bind: root goes through every door. */
static const char *somebody(void)
{
    return geteuid() == 0 ? "setpriv --reuid=65534 --clear-groups " : "";
}

static bool nobody_to_ask(void)
{
    return geteuid() == 0 && run("command -v setpriv") != 0;
}

static void test_files_that_cannot_be_written(void **state)
{
    (void)state;
    if (nobody_to_ask())
        skip_without("setpriv");
    assert_works("0 of 100", "make 90");
    solve_all();
    const char *as = somebody();
    run("chmod 755 .; mkdir -p .kindling/backup; chmod -R a+rwX .kindling modules; chmod 444 "
        "modules/90_small/*; chmod 555 modules/90_small");
    assert_refuses("cannot write modules/90_small/", "%s sh tools/course/reset.sh 90", as);
    assert_said(": nothing was changed");
    assert_works("", "cmp small_course/reference/counting.c " COUNTING);
    run("chmod -R a+rwX modules; make reset-90");
    run("chmod -R a+rwX .kindling; chmod 444 " COUNTING "; chmod 555 modules/90_small");
    assert_refuses("cannot write modules/90_small/", "%s sh tools/course/undo.sh 90", as);
    assert_said(": nothing was changed");
    assert_works("", "diff -r small_course/module modules/90_small");
    run("chmod -R a+rwX modules");
    assert_works("are back", "make undo-90");
    assert_works("", "cmp small_course/reference/counting.c " COUNTING);
}

static void test_kindling_that_cannot_be_written(void **state)
{
    (void)state;
    if (nobody_to_ask())
        skip_without("setpriv");
    solve_all();
    assert_works("100 of 100", "make 90");
    const char *as = somebody();
    run("chmod 755 .; chmod -R a-w .kindling; chmod -R a+rwX modules");
    assert_refuses("nothing was changed", "%s sh tools/course/reset.sh 90", as);
    assert_works("", "cmp small_course/reference/counting.c " COUNTING);
    run("mkdir -p build/submit; echo old > build/submit/90_small.tar.gz; chmod -R a-w "
        "build/submit");
    assert_refuses("could not write build/submit/90_small.tar.gz",
                   "%s sh tools/course/submit.sh 90", as);
    assert_not_said("sha256");
    run("chmod 000 " COUNTING);
    assert_refuses("cannot read " COUNTING, "%s sh tools/course/submit.sh 90", as);
    run("chmod -R u+w build/submit .kindling; chmod 644 " COUNTING);
}

/* A place that is a file: nobody can make a folder of it. */
static void test_a_run_without_a_place_for_results(void **state)
{
    (void)state;
    run("rm -rf .kindling/results .kindling/hints; mkdir -p .kindling; touch .kindling/results "
        ".kindling/hints");
    assert_works("0 of 100 points", "make 90");
    assert_not_said("mkdir");
    assert_said("cannot write .kindling/results: make progress will not know of this run");
    assert_works("hint 1 of 3", "make hint-90");
    assert_said("cannot write .kindling/hints");
    assert_not_said("tools/course");
}

/* ---- submit ------------------------------------------------------------------------------------------------ */

static void sha_of_tarball(char sha[80])
{
    const char *at = strstr(said, "sha256 ");
    assert_non_null(at);
    snprintf(sha, 80, "%.64s", at + 7);
}

static void test_the_same_files_give_the_same_tarball(void **state)
{
    (void)state;
    solve_all();
    char first[80], again[80], changed[80];
    assert_works("build/submit/90_small.tar.gz", "make submit-90");
    sha_of_tarball(first);
    assert_works(first, "sha256sum build/submit/90_small.tar.gz");
    assert_works(
        "build/submit/90_small.tar.gz",
        "rm -rf build/submit; touch -d 2001-02-03 modules/90_small/*.c; chmod 600 " COUNTING
        "; umask 077; LC_ALL=C.UTF-8 TZ=Asia/Tokyo make submit-90");
    sha_of_tarball(again);
    assert_string_equal(again, first);
    /* Somebody else sees no engine that lies in root's own folder, and so no version. */
    if (!nobody_to_ask() && run("chmod 755 .; %s test -r tensor/tensor.h", somebody()) == 0) {
        run("make 90; chmod 755 .; rm -rf build/submit; mkdir -m 777 build/submit; chmod -R a+rX "
            ".");
        assert_works("build/submit/90_small.tar.gz", "%s sh tools/course/submit.sh 90", somebody());
        sha_of_tarball(again);
        assert_string_equal(again, first);
        run("rm -rf build/submit");
    }
    assert_works("build/submit/90_small.tar.gz", "echo >> " COUNTING "; make submit-90");
    sha_of_tarball(changed);
    assert_string_not_equal(changed, first);
}

static void test_what_is_in_the_tarball(void **state)
{
    (void)state;
    solve_all();
    assert_works("modules/90_small/ramps.c", "make submit-90");
    assert_works("counting.c: OK", "mkdir out; tar -C out -xzf build/submit/90_small.tar.gz && cd "
                                   "out/90_small && sha256sum -c SHA256SUMS");
    assert_said("ramps.c: OK");
    assert_said("answers.txt: OK");
    assert_not_said("FAILED");
    assert_works(
        "4",
        "ls out/90_small | wc -l; rm -rf out"); /* and SHA256SUMS; no measure.c, no README.md */
    assert_works("-rw-r--r-- 0/0", "tar -tvzf build/submit/90_small.tar.gz --numeric-owner");
    assert_said("2000-01-01");
}

static void test_submit_says_how_far_it_is(void **state)
{
    (void)state;
    assert_works("not run since the last change: make 90 tells the points", "make submit-90");
    assert_true(strstr(said, "sha256 ") < strstr(said, "not run")); /* before what takes long */
    solve("counting.c");
    assert_works("last run: 50 of 100; 3 exercises still open",
                 "make 90 >/dev/null; make submit-90");
    assert_works("not run since the last change", "echo >> " COUNTING "; make submit-90");
    assert_works("does not compile: make 90 tells why",
                 "echo oops >> " COUNTING "; make submit-90");
    assert_said("sha256 ");
    assert_refuses(COUNTING " is a link; submit needs the file itself",
                   "mv " COUNTING " elsewhere.c; ln -s ../../elsewhere.c " COUNTING
                   "; make submit-90; s=$?; rm elsewhere.c; exit $s");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_reset_saves_and_undo_brings_back),
        UNIT_TEST(test_two_resets_within_a_second_keep_both),
        UNIT_TEST(test_reset_brings_back_what_was_deleted),
        UNIT_TEST(test_nothing_is_reset_without_a_starting_copy),
        UNIT_TEST(test_the_starting_copy_may_come_from_git),
        UNIT_TEST(test_git_of_ones_own_takes_no_starting_file_away),
        UNIT_TEST(test_files_that_cannot_be_written),
        UNIT_TEST(test_kindling_that_cannot_be_written),
        UNIT_TEST(test_a_run_without_a_place_for_results),
        UNIT_TEST(test_the_same_files_give_the_same_tarball),
        UNIT_TEST(test_what_is_in_the_tarball),
        UNIT_TEST(test_submit_says_how_far_it_is),
    };
    if (argc > 1) /* test_student_files '*undo*' */
        cmocka_set_test_filter(argv[1]);
    plant_tree(argv[0]);
    int failures = run_tests("tools/course/student_files", group);
    fell_tree();
    return failures;
}
