/* test_surroundings.c - what students' machines bring along: Windows' ends of lines, two runs at once, a run that is stopped in
 * the middle, a disk that is full. */
#include "small_course.h"

#define COUNTING "modules/90_small/counting.c"
#define RAMPS "modules/90_small/ramps.c"
#define SOLVED "cp small_course/reference/*.c small_course/tests/answers.txt modules/90_small/; "

/* What a student may have written, by commands; the files in between are as they were. */
static const char *const written[] = {
    "true",
    SOLVED "sed -i 's/= ?/= 7/; s/= [0-9]*/= 7/' modules/90_small/answers.txt",
    SOLVED "echo 'int x = ;' >> " COUNTING,
    SOLVED "printf 'long twice(long n);\nlong twice(long n)\n{\n    return 2 * n;\n}\n' >> " RAMPS
           "; printf 'long twice(long n);\nlong four(long n);\nlong four(long n)\n{\n    return "
           "twice(twice(n));\n}\n' >> " COUNTING,
    SOLVED "printf 'long nothing(long n);\nlong four(long n);\nlong four(long n)\n{\n    return "
           "nothing(n);\n}\n' >> " COUNTING,
};

static void test_windows_ends_of_lines_change_no_word(void **state)
{
    (void)state;
    run("mkdir saved; cp modules/90_small/* saved/");
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        run("cp saved/* modules/90_small/; %s", written[i]);
        assert_works("of 100", "make 90 > unix.out 2>&1; { cat unix.out; echo or else of 100; }");
        assert_works("", "sed -i 's/$/\\r/' modules/90_small/*.c modules/90_small/*.txt; make 90 > "
                         "windows.out 2>&1; diff unix.out windows.out");
    }
    run("rm -r saved unix.out windows.out");
}

/* Notepad writes a byte order mark in front; PowerShell's > writes UTF-16. */
static void test_marks_of_encodings(void **state)
{
    (void)state;
    run("mkdir saved; cp modules/90_small/* saved/");
    for (size_t i = 0; i < 3; i++) {
        run("cp saved/* modules/90_small/; %s; grep -v '^#' modules/90_small/answers.txt | grep . "
            "> a; mv a "
            "modules/90_small/answers.txt",
            written[i]);
        assert_works("of 100", "make 90 > plain.out 2>&1; { cat plain.out; echo or else of 100; }");
        assert_works("", "for f in modules/90_small/*.c modules/90_small/answers.txt; do { printf "
                         "'\\357\\273\\277'; cat $f; } > a; mv a $f; done; make 90 > marked.out "
                         "2>&1; diff plain.out marked.out");
    }
    assert_works("answers.txt is UTF-16", "cp saved/* modules/90_small/; " SOLVED
                                          "iconv -t UTF-16 modules/90_small/answers.txt > a; mv a "
                                          "modules/90_small/answers.txt; make 90");
    assert_refuses("counting.c is UTF-16, which cannot be read here: save it as UTF-8",
                   SOLVED "iconv -t UTF-16LE " COUNTING " > a; mv a " COUNTING "; make 90");
    run("cp saved/* modules/90_small/; rm -r saved plain.out marked.out");
}

static void test_two_at_once_take_turns(void **state)
{
    (void)state;
    if (system("command -v flock > /dev/null") != 0)
        skip_without("flock");
    solve_all();
    run("rm -f free first; for b in build/*/; do [ -f $b/flags ] && built=$b; done\n"
        "(flock 8; touch held; while [ ! -e free ]; do sleep .1; done) 8> $built/turn &\n"
        "while [ ! -e held ]; do sleep .1; done; make 90 > first 2>&1 &\n"
        "for i in $(seq 600); do grep -q 'another make' first && break; sleep .1; done; touch "
        "free; wait");
    assert_works("another make is at work in this folder", "cat first");
    assert_said("100 of 100");
    assert_works("", "touch " COUNTING " " RAMPS
                     "; make 90 > first 2>&1 & make 90 > second 2>&1; wait; "
                     "grep -q '100 of 100' first && grep -q '100 of 100' second");
    run("rm -f held free first second");
}

static void test_a_run_that_is_stopped_leaves_nothing_half_done(void **state)
{
    (void)state;
    solve_all();
    static const char *const after[] = {"0.05", "0.2", "0.4", "0.8", "1.6"};
    run("mkdir temporary");
    for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
        run("echo >> " COUNTING "; echo >> " RAMPS
            "; TMPDIR=$PWD/temporary timeout -s INT %s make 90",
            after[i]);
        assert_works("100 of 100", "make 90");
        assert_works("100/100", "make progress");
    }
    assert_works("0\n", "find temporary -type f | wc -l; rm -r temporary");
}

/* /dev/full takes nothing, as a disk does whose quota is used up. */
static void test_a_full_disk_is_told(void **state)
{
    (void)state;
    solve_all();
    assert_works("100 of 100", "make 90");
    assert_works("cannot write .kindling/results/90_small.tsv.new: No space left on device. make "
                 "progress will not know of this run",
                 "ln -s /dev/full .kindling/results/90_small.tsv.new; echo >> " COUNTING
                 "; make 90");
    assert_said("100 of 100");
    assert_works("changed since the last run", "make progress");
}

static void test_an_undo_that_finds_no_room_loses_nothing(void **state)
{
    (void)state;
    assert_works("0 of 100", "make 90");
    solve_all();
    assert_works("is as it was at the beginning", "make reset-90");
    run("echo '/* newer */' >> " COUNTING
        "; mkdir bin; printf '#!/bin/sh\ncase $* in *ramps.c*) echo cp: "
        "no room >&2; exit 1 ;; esac\nexec /bin/cp \"$@\"\n' > bin/cp; chmod +x bin/cp");
    assert_refuses("nothing was changed", "PATH=\"$PWD/bin:$PATH\" sh tools/course/undo.sh 90");
    assert_works("/* newer */", "tail -n 1 " COUNTING);
    assert_works("are back", "rm -r bin; make undo-90");
    assert_works("", "cmp small_course/reference/counting.c " COUNTING);
    assert_works("/* newer */", "make undo-90 && tail -n 1 " COUNTING);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_windows_ends_of_lines_change_no_word),
        UNIT_TEST(test_marks_of_encodings),
        UNIT_TEST(test_two_at_once_take_turns),
        UNIT_TEST(test_a_run_that_is_stopped_leaves_nothing_half_done),
        UNIT_TEST(test_a_full_disk_is_told),
        UNIT_TEST(test_an_undo_that_finds_no_room_loses_nothing),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    plant_tree(argv[0]);
    int failures = run_tests("tools/course/surroundings", group);
    fell_tree();
    return failures;
}
