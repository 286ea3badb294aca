/* test_upgrade.c - make upgrade: what a student wrote in an older edition comes along, and nothing that is here is lost. */
#include "small_course.h"

#define COUNTING "modules/90_small/counting.c"
#define UPGRADE "make upgrade FROM='an older one'"

/* An older edition beside this one, solved there, with the course's own measure.c of then. */
static int plant_older(void **state)
{
    fresh(state);
    return run(
        "rm -rf 'an older one' .kindling/upgrade; mkdir -p .kindling/start 'an older "
        "one/tests/course' && "
        "cp -r modules/90_small .kindling/start/ && cd 'an older one' && mkdir -p modules "
        ".kindling/start .kindling/results "
        ".kindling/hints/90_small .kindling/backup/20260101-000000/90_small &&\n"
        "cp -r ../small_course/module modules/90_small && cp -r modules/90_small .kindling/start/ "
        "&& cp ../small_course/reference/*.c ../small_course/tests/answers.txt modules/90_small/ "
        "&&\n"
        "echo '/* of then */' >> modules/90_small/measure.c && echo 2 > "
        ".kindling/hints/90_small/small_sum &&\n"
        "echo '/* a first try */' > .kindling/backup/20260101-000000/90_small/counting.c");
}

#undef UNIT_TEST
#define UNIT_TEST(f) cmocka_unit_test_setup(f, plant_older)

static void test_it_brings_what_a_student_wrote_and_can_be_undone(void **state)
{
    (void)state;
    assert_works("brought  90_small: counting.c ramps.c answers.txt", UPGRADE);
    assert_said("brought  .kindling/hints: 1 file\n");
    assert_said("brought  .kindling/backup: 1 file\n");
    assert_works("", "for f in counting.c ramps.c answers.txt; do cmp 'an older one'/modules/"
                     "90_small/$f modules/90_small/$f || exit; done");
    assert_works("", "cmp small_course/module/measure.c modules/90_small/measure.c && "
                     "test $(cat .kindling/hints/90_small/small_sum) = 2");
    assert_works("a first try", "cat .kindling/backup/20260101-000000/90_small/counting.c");
    assert_works("nothing to bring: what you wrote in an older one is here already", UPGRADE);
    assert_works("100 of 100", "make 90");
    assert_works("the 5 files that make upgrade brought are gone again", "make undo-upgrade");
    assert_works("", "diff -r small_course/module modules/90_small");
    assert_refuses("nothing to undo: make upgrade has brought nothing here", "make undo-upgrade");
}

/* Of an edition that wrote no sums beside its results, nobody knows which files they were about. */
static void test_results_come_along_and_are_about_files(void **state)
{
    (void)state;
    run("printf 'sum\t100\tpass\t90.1 small_sum\tcounting.c\n' > "
        "'an older one/.kindling/results/90_small.tsv'");
    assert_works("brought  .kindling/results: 1 file\n", UPGRADE);
    assert_works("?/100  changed since the last run", "make progress");
    assert_works("not begun", "make undo-upgrade; make progress");
    solve_all();
    run("make 90; cp .kindling/results/90_small.* 'an older one/.kindling/results/'");
    fresh(state);
    assert_works("100/100  done", UPGRADE "; make progress");
}

/* Its folder has no version in its name, an object is a whole file of the engine, many of which are gone now, and of its
 * results no sums are kept. A file defines what the course gives now, too, as its own. */
static void test_an_edition_of_0_2(void **state)
{
    (void)state;
    run("mkdir -p of_then && mv 'an older one' of_then/kindling && cd of_then/kindling &&\n"
        "mkdir -p .kindling/reference/Linux-x86_64/double/attention && "
        "echo > .kindling/reference/Linux-x86_64/double/attention/mha_new.o &&\n"
        "printf 'sum\\t100\\tpass\\t90.1 small_sum\\tcounting.c\\n' > "
        ".kindling/results/90_small.tsv "
        "&& printf '\\nstatic long mha_check(void)\\n{\\n    return 0;\\n}\\nlong of_mine(void);\\n"
        "long of_mine(void)\\n{\\n    return mha_check();\\n}\\n' >> modules/90_small/counting.c");
    assert_works("brought  90_small: counting.c ramps.c answers.txt",
                 "make upgrade FROM=of_then/kindling");
    assert_said("brought  .kindling/results: 1 file\n");
    assert_works("?/100  changed since the last run", "make progress");
    assert_works("100 of 100", "make 90");
    assert_works("100/100  done", "make progress; test ! -e .kindling/reference/Linux-x86_64");
    assert_works("are gone again", "make undo-upgrade; rm -r of_then");
    assert_works("", "diff -r small_course/module modules/90_small");
}

static void test_it_writes_over_nothing(void **state)
{
    (void)state;
    run("echo '/* of today */' >> " COUNTING "; cp -r modules/90_small was");
    assert_refuses("nothing was changed: these files hold work of yours here", UPGRADE);
    assert_said(COUNTING);
    assert_not_said("ramps.c");
    assert_works("", "diff -r was modules/90_small && rm -r was; test ! -e .kindling/upgrade");
    assert_works("brought  90_small:", "make reset-90 && " UPGRADE);
}

static void test_what_was_written_since_is_not_undone(void **state)
{
    (void)state;
    assert_works("brought", UPGRADE "; echo '/* since */' >> " COUNTING);
    assert_refuses("nothing was changed: you have written in these files", "make undo-upgrade");
    assert_said(COUNTING);
    assert_works("/* since */", "tail -n 1 " COUNTING "; test -s modules/90_small/answers.txt");
    assert_works("are gone again", "make reset-90; make undo-upgrade");
}

/* The questions are those of today; an answer that nobody asks for any more is named. */
static void test_answers_are_merged(void **state)
{
    (void)state;
    run("sed -n 's/^\\([a-z_0-9]*\\) *=.*/\\1/p' small_course/module/answers.txt | head -n 1 > "
        "key\n"
        "for d in modules .kindling/start; do\n"
        "    echo 'dropped = ?' >> \"an older one/$d/90_small/answers.txt\"\n"
        "    echo 'newer = ?' >> \"$d/90_small/answers.txt\"; done\n"
        "sed -i 's/^dropped.*/dropped = 7/' 'an older one/modules/90_small/answers.txt'");
    assert_works("answers.txt, dropped: this edition does not ask for it", UPGRADE);
    assert_works("newer = ?", "cat modules/90_small/answers.txt");
    assert_not_said("dropped");
    assert_works("", "grep -qxF \"$(grep \"^$(cat key) *=\" small_course/tests/answers.txt)\" "
                     "modules/90_small/answers.txt; s=$?; rm key; exit $s");
}

static void test_what_is_another_one_now_is_told(void **state)
{
    (void)state;
    run("echo 'long of_then;' >> 'an older one/.kindling/start/90_small/ramps.c'\n"
        "echo '/* other words */' >> 'an older one/.kindling/start/90_small/counting.c'\n"
        "for d in modules .kindling/start; do echo > \"an older one/$d/90_small/gone.c\"; done\n"
        "echo 'long gone;' > 'an older one/modules/90_small/gone.c'\n"
        "echo 'long mine;' > 'an older one/modules/90_small/mine.c'\n"
        "cp -r 'an older one/modules/90_small' 'an older one/modules/91_other'\n"
        "touch 'an older one/.kindling/results/91_other.tsv'");
    assert_works("left     90_small/gone.c: this edition does not ask for it", UPGRADE);
    assert_said("left     91_other: this edition does not ask for it");
    assert_said("look at  modules/90_small/ramps.c: its starting file is another one here");
    assert_not_said("look at  modules/90_small/counting.c"); /* only a comment is another one */
    assert_said("counting.c mine.c ramps.c");
    assert_works("long mine;", "cat modules/90_small/mine.c; test ! -e modules/90_small/gone.c");
}

static void test_a_folder_that_is_none(void **state)
{
    (void)state;
    assert_refuses("which folder is your older edition?", "make upgrade");
    assert_refuses("there is no folder nowhere's", "make upgrade FROM=\"nowhere's\"");
    assert_refuses("small_course is no edition of the course", "make upgrade FROM=small_course");
    assert_refuses(". is this edition itself", "make upgrade FROM=.");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_it_brings_what_a_student_wrote_and_can_be_undone),
        UNIT_TEST(test_results_come_along_and_are_about_files),
        UNIT_TEST(test_an_edition_of_0_2),
        UNIT_TEST(test_it_writes_over_nothing),
        UNIT_TEST(test_what_was_written_since_is_not_undone),
        UNIT_TEST(test_answers_are_merged),
        UNIT_TEST(test_what_is_another_one_now_is_told),
        UNIT_TEST(test_a_folder_that_is_none),
    };
    (void)argc;
    plant_tree(argv[0]);
    int failures = run_tests("tools/course/upgrade", group);
    fell_tree();
    return failures;
}
