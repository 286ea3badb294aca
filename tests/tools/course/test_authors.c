/* test_authors.c - the commands of the course's authors: do they find what they are there to find? */
#include "small_course.h"

#define STUB "modules/90_small/counting.c"
#define TESTS "tests/course/90_small/small.c"
#define WANTS "tests/course/90_small/small_want.c"
#define COUNTING "modules/90_small/counting.c"
#define HINTS_FILE "tests/course/90_small/hints.txt"
#define LESSON "modules/90_small/README.md"
#define TABLE "tests/course/90_small/mistakes.txt"

/* Everything as it was; what is the same stays, so that it is not compiled again. */
static int whole(void **state)
{
    fresh(state);
    return run("rm -f tests/course/90_small/[me]*.txt; cd small_course || exit\n"
               "for f in engine/* tests/*; do\n"
               "    case $f in engine/*) to=../tensor/${f#*/} ;; *) "
               "to=../tests/course/90_small/${f#*/} ;; esac\n"
               "    cmp -s $f $to || cp $f $to || exit\n"
               "done");
}

static void needs_python(void)
{
    if (run("command -v python3") != 0)
        skip_without("python3");
}

static int mutant(const char *name, const char *expect, const char *script)
{
    return run("make new-mutant MODULE=90 NAME='%s' EXERCISE='90.1 small_sum' EXPECT='%s' "
               "FILE=tensor/counting.c SED='%s'",
               name, expect, script);
}

static void table(const char *name)
{
    run("mkdir -p tests/course/90_small; cp small_course/tables/%s " TABLE, name);
}

static void test_a_whole_module_is_whole(void **state)
{
    (void)state;
    assert_works("the course is whole", "make check-course MODULE=90");
    assert_works("90_small: looked at", "make check-course MODULE=90_small");
}

static void test_defects_of_a_lesson_and_its_tests_are_named(void **state)
{
    (void)state;
    run("sed -i 's/points = 20/points = 19/' " TESTS "; sed -i '/^- Compare them/d' " HINTS_FILE);
    run("sed -i 's/long want = EXPECT(square_want(n));/EXPECT(long want = square_want(n)); if "
        "(want < 0) return;/' " TESTS);
    run("sed -i '/^## The idea/d; /^### 90.4/d; s/5050/5051/' " LESSON);
    run("printf '[here](nowhere.md) [world](https://example.org)\\nSee module 95.\\nPreview: "
        "module 96.\\n' >> " LESSON);
    assert_refuses("90_small: the points add up to 98", "make check-course MODULE=90");
    assert_said("test larger_of_two has no hint");
    assert_not_said("test sum_of_nothing");
    assert_said("needs an expectation to run");
    assert_said("the lesson has no section ## The idea");
    assert_said("the lesson has no section ### 90.4 small_ramp");
    assert_said("the lesson says 5051 where 100 * 101 / 2 is 5050");
    assert_said("a link leads nowhere: nowhere.md");
    assert_said("a link to the world: https://example.org");
    assert_said("the lesson speaks of module 95, which comes later");
    assert_not_said("module 96");
    assert_said("problems: ");
    assert_not_said("the course is whole");
}

static void test_an_empty_lesson_is_named(void **state)
{
    (void)state;
    assert_refuses("90_small: the lesson is empty: " LESSON,
                   "echo > " LESSON "; make check-course MODULE=90");
    assert_said("problems: 1\n"); /* and not that each section is missing */
    assert_refuses("90_small: there is no lesson: " LESSON,
                   "rm " LESSON "; make check-course MODULE=90");
    assert_refuses("90_small: the lesson's section ## The idea says nothing",
                   "cp small_course/module/README.md " LESSON "; sed -i '/^A loop/d' " LESSON
                   "; make check-course MODULE=90");
    assert_said("problems: 1\n");
}

static void test_answers_that_are_missing_are_named(void **state)
{
    (void)state;
    run("rm tests/course/90_small/answers.txt");
    assert_refuses("90_small: tests/course/90_small/answers.txt is missing: the right answers to "
                   "the questions of "
                   "modules/90_small/answers.txt",
                   "make check-course MODULE=90");
    assert_not_said("cp: ");
    run("cp small_course/tests/answers.txt tests/course/90_small/; rm "
        "modules/90_small/answers.txt");
    assert_refuses("90_small: modules/90_small/answers.txt is missing: tests ask for answers",
                   "make check-course MODULE=90");
    assert_not_said("cp: ");
}

static void test_hints_and_tests_belong_together(void **state)
{
    (void)state;
    run("sed -i 's/^90.3 small_larger/90.3 larger/; s/^- n times n/n times n/' " HINTS_FILE
        "; sed -i '1s/^/- for whom?\\n/' " HINTS_FILE);
    assert_refuses("test larger_of_two has no hint", "make check-course MODULE=90");
    assert_said("hints.txt: \"90.3 larger\" is no hint, no test and no exercise");
    assert_said("hints.txt: \"n times n.\" is no hint");
    assert_said("test square_of_any has no hint");
    assert_said("hints.txt begins with a hint for nobody");
    assert_said("problems: 5\n");
}

/* The first exercise says what, and its hints lead to how; the others follow, or the module is neither. */
static void test_starting_files_say_what_and_hints_how(void **state)
{
    (void)state;
    needs_python();
    assert_works("", "python3 -B tools/course/authors/ladder.py 90_small");
    run("sed -i 's|/. TODO: 1 + 2 + ... + n. ./|/* TODO: a sum.\\n     *\\n     * CONTRACT  1 + "
        "... + n.\\n"
        "     * EXAMPLE   3 -> 6\\n     * APPROACH\\n     *   1. tensor_new, and a loop. "
        "*/|' " COUNTING);
    assert_refuses("counting.c: 90.1 small_sum: APPROACH is no heading: CONTRACT, BUDGET",
                   "python3 -B tools/course/authors/ladder.py 90_small");
    assert_said("counting.c: 90.1 small_sum: numbered steps say how");
    assert_said("90.1 small_sum: its hints are no three rungs");
    assert_said("ramps.c: 90.4 small_ramp: it has no CONTRACT");
    assert_said("hints.txt: sum_of_nothing is a test, and hints belong to its exercise");
    run("sed -i '/APPROACH/d; s|   1. tensor_new, and a loop.|THINK     1. which is the "
        "last?|' " COUNTING "; sed -i 's/^- sum += i;/- sum += ___;/' " HINTS_FILE);
    assert_refuses("", "python3 -B tools/course/authors/ladder.py 90_small");
    assert_not_said("90.1");
    run("sed -i 's|a tensor of 0, 1, ..., n - 1|tensor_new of 0, 1|' modules/90_small/ramps.c");
    assert_refuses("ramps.c: tensor_new, which the answer calls, is named outside of YOU HAVE",
                   "python3 -B tools/course/authors/ladder.py 90_small");
    assert_works(
        "", "cd tools/course/authors && python3 -B -c \"from ladder import in_order_of_use as f; "
            "text = 'int g(void)\\n{\\n    a_1(b_2());\\n    c_3(), d_4();\\n}'; "
            "assert f('b_2, c_3; a_1', text, 'g') is False; "
            "assert f('a_1, b_2; c_3 and d_4', text, 'g'); "
            "assert not f('b_2, a_1; c_3 and d_4', text, 'g')\"");
}

static void test_tests_that_are_not_in_form_are_named(void **state)
{
    (void)state;
    needs_python();
    run("sed -i 's/CALL(small_sum(4)), want/want == 10 ? small_sum(4) : 0, sum_want(4)/; "
        "s/CALL(small_sum(0))/CALL(small_sum((long[]){0}[0]))/; s/double want = "
        "EXPECT(last_want(row))/EXPECT(double want = last_want(row))/' " TESTS "\n"
        "printf 'void more(void);\\nvoid more(void)\\n{\\n    MISTAKE_NUMBER(1, \"one\");\\n}\\n' "
        ">> " TESTS
        "\necho 'TEST(here, .points = 0, .exercise = \"90.1 small_sum\", .file = \"counting.c\") "
        "{}' >> " WANTS);
    run("python3 tools/course/authors/form.py 90_small");
    assert_said(TESTS ":7: a report would show \"want == 10 ? small_sum(4) : 0\": give the value");
    assert_said(TESTS ":13: a report would show \"CALL(small_sum((long[]){0}[0]))\"");
    assert_said(TESTS ": sum_want stands outside of EXPECT");
    assert_said(TESTS ":48: EXPECT(double want = last_want(row)) declares something");
    assert_said(TESTS ": MISTAKE_NUMBER belongs into a *_want.c");
    assert_said(WANTS ": a TEST in a file that no recorder compiles");
    assert_refuses("90_small: its tests are not in form:", "make check-course MODULE=90");
    whole(state);
    assert_works("", "python3 tools/course/authors/form.py 90_small");
}

static void test_defects_of_a_stub_are_named(void **state)
{
    (void)state;
    assert_refuses("counting.c is not untouched",
                   "sed -i 's/    todo(\"90.2 small_square\");/    return n * n;/' " STUB
                   "; make check-course MODULE=90");
    assert_said("problems: 1\n"); /* what else follows from it is not told */
    whole(state);
    run("sed -i 's/    todo(\"90.2 small_square\");/    if (n > -9999) return n * n;\\n&/; "
        "s/    todo(\"90.3 small_larger\");/    long left;\\n&/' " STUB);
    assert_refuses("the stubs earn 15 points: square_of_any", "make check-course MODULE=90");
    assert_said("the stubs warn:");
    whole(state);
    assert_refuses("ramps.c has no reference: no file of the engine has all its functions",
                   "echo 'long more(void);\nlong more(void) { return 1; }' >> "
                   "modules/90_small/ramps.c; make check-course MODULE=90");
    assert_said("problems: 1\n");
    whole(state);
    assert_refuses("the stubs do not build:", "echo oops >> " STUB "; make check-course MODULE=90");
    assert_said("problems: 1\n"); /* that nothing else builds with it follows */
    whole(state);
    assert_refuses("ramps.c is not untouched: an exercise of the tests has no todo in it",
                   "sed -i '/square_of_any/s/counting.c/ramps.c/; /square_of_any/,/^$/s/counting.c/"
                   "ramps.c/' tests/course/90_small/small.c; make check-course MODULE=90");
    assert_said("problems: 1\n");
}

static void test_defects_of_the_reference_are_named(void **state)
{
    (void)state;
    assert_refuses(
        "the reference earns 80 of 100:",
        "sed -i 's/long sum = 0/long sum = 1/' tensor/counting.c; make check-course MODULE=90");
    assert_said("sum of nothing");
    assert_refuses("counting.c has no reference",
                   "rm tensor/counting.c; make check-course MODULE=90");
    assert_refuses("no tests", "mkdir modules/91_bare; make check-course MODULE=91");
}

/* Six lines in a row are a copy, wherever in the engine they are from; what holds no idea does not count. */
static void test_engine_code_in_a_starting_file_is_named(void **state)
{
    (void)state;
    needs_python();
    run("printf '%%s\n' 'static long small_given(long n,' '                        long m)' '{' "
        "'    long x = n; /* { */' '' '    if (n > m) {' '        n = m;' '    }' "
        "'    x += n;' '    x += m;' '    return x;' '}' > given && cat given >> tensor/ramps.c");
    run("sed 's/long n,/long n, /; s/^ *x/\\tx/; s/ \\/.*//; s/return/\\/* \\n *\\/ &/' given "
        ">> " STUB);
    assert_refuses("90_small: engine code in a starting file:", "make check-course MODULE=90");
    assert_said(STUB ":31: 6 lines are those of tensor/ramps.c:25: ");
    assert_works("", "sed -i 's/x = n/x = m/' " STUB
                     "; python3 tools/course/authors/starting_files.py 90_small");
}

static void test_five_lines_and_what_is_no_code_are_no_copy(void **state)
{
    (void)state;
    needs_python();
    static const char *const more[] = {"static long a;\n#define B 1\n",
                                       "#include <math.h>\n#include <stdio.h>\n/* a\n * b\n */\n",
                                       "long one(void);\nlong two(long a,\n         long b);\n"};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        run("printf '%s' | tee -a tensor/ramps.c >> " STUB, more[i]);
    run("printf 'static const long x[] = {\n1,\n2,\n};\n' | tee -a tensor/ramps.c >> " STUB);
    assert_works("", "python3 tools/course/authors/starting_files.py 90_small");
    assert_refuses(STUB, "echo 'static long c;' | tee -a tensor/ramps.c >> " STUB
                         "; python3 tools/course/authors/starting_files.py 90_small");
}

static void test_known_mistakes_are_caught_or_told(void **state)
{
    (void)state;
    needs_python();
    assert_int_equal(mutant("one_short", "the last one is missing", "s/i <= n/i < n/"), 0);
    assert_works("90_small: 1 of 1 known mistakes are caught and named", "make mutants MODULE=90");
    assert_said("1 of 1 have a sentence of their own, 0 sentences are not theirs");
    assert_int_equal(mutant("same", "", "s/sum \\+= i/sum = sum + i/"), 0);
    assert_int_equal(mutant("nameless", "", "s/1; i <= n/0; i < n/"), 0);
    run("sed -i '/^name: nameless/,/^edit/s/^expect:.*/expect: words nobody says/' " TABLE);
    assert_int_equal(mutant("crooked", "", "s/sum \\+= i/sum += nothing/"), 0);
    assert_refuses("90_small: 1 of 4 known mistakes are caught and named",
                   "make mutants MODULE=90");
    assert_said("survived  same");
    assert_said("unnamed   nameless build/mutants/90_small/nameless/report");
    assert_said("broken    crooked build/mutants/90_small/crooked/90_small/counting.c:");
    assert_said("nothing");
    assert_works("FAIL", "cat build/mutants/90_small/nameless/report");
    assert_refuses("no mutants for 91", "make mutants MODULE=91");
}

/* What only another file's tests can see costs their points: the row has to say so. */
static void test_a_mistake_that_costs_others_points_is_told(void **state)
{
    (void)state;
    needs_python();
    run("sed -i 's/t->shape\\[0\\] - 1/2 * small_sum(1)/' tensor/ramps.c");
    assert_int_equal(mutant("one_is_two", "", "s/long sum = 0/long sum = n == 1/"), 0);
    assert_refuses("90_small: 0 of 1 known mistakes", "make mutants MODULE=90");
    assert_said("elsewhere one_is_two costs points in ramps.c only");
    run("sed -i 's/^expect:/caught: ramps.c\\n&/' " TABLE "; make mutants MODULE=90");
    assert_said("90_small: 1 of 1 known mistakes are caught and named");
    assert_not_said("elsewhere");
}

/* A mistake may hear its own sentence and those of its row, and what it is shown is no test's C. */
static void test_every_sentence_is_its_own(void **state)
{
    (void)state;
    needs_python();
    assert_int_equal(mutant("one_short", "the last one is missing", "s/i <= n/i < n/"), 0);
    assert_int_equal(mutant("three", "is 3", "s/a > b . a : b/3/"), 0);
    assert_refuses("90_small: 2 of 2 known mistakes are caught and named",
                   "make mutants MODULE=90");
    assert_said("mistake three: test larger of two says 'the smaller one', which is not its own");
    assert_said("1 of 2 have a sentence of their own, 1 sentences are not theirs");
    assert_said("at least 95% should have one; make mutants lists the rows without: three");
    run("sed -i 's/^expect: is 3/expect: the smaller one\\nalso: the larger/' " TABLE);
    assert_refuses("mistake three: no test says 'the larger'", "make mutants MODULE=90");
    run("sed -i 's/^expect: the smaller one/expect: is 3/; s/^also: .*/also: the smaller/' " TABLE
        "; sed -i 's/\"the last one is missing: /&tests\\/nowhere.c: /' " WANTS
        "; sed -i 's/CALL(small_larger(3, 5))/CALL(small_larger(3, 5)) == 5 ? 5 : 3/' " TESTS);
    assert_refuses(
        "mistake one_short: test sum by hand names tests/nowhere.c, which no student has",
        "make mutants MODULE=90");
    assert_said("mistake three: test larger of two shows C of its own: got small_larger(3, 5) == ");
    assert_not_said("which is not its own");
}

/* What is said of any mistake of this module names only files that students have. */
static void test_every_path_that_is_named_exists(void **state)
{
    (void)state;
    needs_python();
    assert_int_equal(mutant("one_short", "the last one is missing", "s/i <= n/i < n/"), 0);
    run("printf '\\nname: late\\nexercise: 90.q sum_to_100\\nexpect: up to 99\\nedit: "
        "tests/course/90_small/answers.txt\\n- sum_to_100 = 5050\\n+ sum_to_100 = 4950\\n' "
        ">> " TABLE);
    assert_works("2 of 2 have a sentence of their own", "make mutants MODULE=90");
    assert_works("tests/course/90_small/answers.c:4\ntests/course/90_small/small.c:4\n",
                 "cat build/mutants/90_small/*/report | grep -o '[a-z_]*/[a-z_0-9/]*[.]c:[0-9]*' | "
                 "grep ^tests | sort -u");
    assert_int_equal(run("for f in $(grep -ho '[a-z_]*/[a-z_0-9/]*[.][a-z]*' "
                         "build/mutants/90_small/*/report); do test -f $f || exit 1; done"),
                     0);
}

/* Each is named with its reason; the one that is right is tried all the same. */
static void test_rows_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    needs_python();
    table("refused.txt");
    assert_refuses("90_small: 1 of 19 known mistakes are caught and named",
                   "make mutants MODULE=90");
    assert_said("refused   good " TABLE ":10: another row has the same name");
    assert_said("refused   nothing " TABLE ":17: an edit changes nothing in tensor/counting.c");
    assert_said("refused   two_places " TABLE
                ":24: a block is in 3 places of tensor/counting.c, lines 7, 17, 24: ");
    assert_said("refused   no_place " TABLE
                ":31: a block is not in tensor/counting.c: it begins with \"sum -= i;\"");
    assert_said("refused   no_file " TABLE ":38: there is no file tensor/nowhere.c");
    assert_said("refused   no_old_line " TABLE ":44: an edit of tensor/counting.c has no line ");
    assert_said("refused   no_edit " TABLE ":50: it has no line edit:");
    assert_said("refused   unknown_key " TABLE ":58: \"because: of it\" is no line of a block");
    assert_said("refused   unknown_mark " TABLE ":67: \"-sum += i;\" is no line of a block");
    assert_said("refused   key_twice " TABLE ":72: it has two lines exercise:");
    assert_said("refused   no_expect " TABLE ":77: it has no line says:, or expect: ");
    assert_said("refused   overlap " TABLE ":83: two edits of tensor/counting.c share a line");
    assert_said("refused   block_first " TABLE ":96: a block stands under no edit: line");
    assert_said("refused   Capital " TABLE ":101: a name is of small letters, digits and _");
    assert_said("refused   no_such_exercise " TABLE
                ":108: no test of tests/course/90_small is about exercise \"90.9 small_sum\"");
    assert_said("refused   torn " TABLE ":115: an edit of tensor/counting.c has no line ");
    assert_said("refused   part_of_a_line " TABLE ":123: a block is not in tensor/counting.c: ");
    assert_said("refused   (no name) " TABLE ":120: a block stands under no edit: line");
    assert_refuses("0 of 0 known mistakes", ": > " TABLE "; make mutants MODULE=90");
}

/* Lines elsewhere and another indent do not matter; check-course says so when the lines themselves go. */
static void test_an_edit_needs_no_more_than_its_lines(void **state)
{
    (void)state;
    needs_python();
    table("fits.txt");
    run("sed -i 's/^ *for (long i = 1/  &/; s/^ *sum +=/  &/; 1s/$/\\n\\n/; s/^    return t/\\n&/' "
        "tensor/counting.c tensor/ramps.c");
    run("python3 tools/course/authors/mistakes.py apply 90_small; cd "
        "build/mutants/90_small/two_files\n"
        "for f in counting ramps; do python3 ../../../../tools/course/authors/answers.py answer "
        "90_small "
        "$f.c | diff - 90_small/$f.c; done");
    assert_string_equal(said,
                        "ready\ttwo_files\n7c7\n<     long sum = 0;\n---\n>     long sum = 1;\n"
                        "9c9,11\n<           sum += i;\n---\n>           sum -= i;\n> \n"
                        ">           n--;\n11d10\n<     return t;\n");
    assert_works("they fit",
                 "python3 tools/course/authors/mistakes.py check 90_small && echo they fit");
    assert_refuses(
        "90_small: known mistakes do not fit:",
        "sed -i 's/sum += i/sum = sum + i/' tensor/counting.c; make check-course MODULE=90");
    assert_said("two_files: " TABLE
                ":3: a block is not in tensor/counting.c: it begins with \"for (");
}

#define FROM_90_1 "MODULE=90 NAME=other EXERCISE='90.1 small_sum' FILE=tensor/counting.c "
#define ONE_SHORT                                                                                  \
    "name: one_short\nexercise: 90.1 small_sum\nexpect: the last one is missing\n"                 \
    "edit: tensor/counting.c\n- for (long i = 1; i <= n; i++)\n+ for (long i = 1; i < n; i++)\n"

static void test_what_cannot_be_a_known_mistake_is_refused(void **state)
{
    (void)state;
    needs_python();
    assert_int_equal(mutant("one_short", "the last one is missing", "s/i <= n/i < n/"), 0);
    assert_refuses("the sed script changes nothing in tensor/counting.c",
                   "make new-mutant " FROM_90_1 "SED='s/no such text/x/'");
    assert_refuses("sed: ", "make new-mutant " FROM_90_1 "SED='s/i <= n/'");
    assert_refuses("another row has the same name",
                   "make new-mutant " FROM_90_1 "SED='s/i <= n/i < n/' NAME=one_short");
    assert_refuses(TABLE ":3: the row one_short is this very edit",
                   "make new-mutant " FROM_90_1 "SED='s/i <= n/i < n/'");
    assert_refuses("the row one_short is this very edit", /* by another way */
                   "make new-mutant " FROM_90_1 "SED='s/<=/</; s/^    return sum/\\n&/'");
    assert_refuses("NAME, SED is missing", "make new-mutant " FROM_90_1 "NAME=");
    assert_refuses("there is no file tensor/nowhere.c",
                   "make new-mutant " FROM_90_1 "FILE=tensor/nowhere.c SED=s/a/b/");
    assert_refuses("there is no module 91", "make new-mutant " FROM_90_1 "MODULE=91 SED=s/a/b/");
    assert_refuses("no test of tests/course/90_small is about exercise \"90.1 sum\"",
                   "make new-mutant " FROM_90_1 "SED=s/i/j/ EXERCISE='90.1 sum'");
    assert_refuses("no test says \"the sun shines\". What is said:\n  test ",
                   "make new-mutant " FROM_90_1 "SED='s/= 1; i/= 2; i/' EXPECT='the sun shines'");
    assert_refuses("other costs no points: no test notices it",
                   "make new-mutant " FROM_90_1 "SED='s/= 1; i/= 0; i/' EXPECT='the sun shines'");
    assert_refuses("other does not compile: ",
                   "make new-mutant " FROM_90_1 "SED='s/i <= n/i <= m/' EXPECT='the sun shines'");
    assert_works(ONE_SHORT, "cat " TABLE);
    assert_not_said("other");
    assert_works("", "python3 tools/course/authors/mistakes.py check 90_small");
    assert_refuses("again: " TABLE ":10: it is the very edit of one_short",
                   "{ echo; sed -n '3,$ s/one_short/again/p; 4,$p' " TABLE
                   "; } > more && cat more >> " TABLE
                   "; python3 tools/course/authors/mistakes.py check 90_small");
}

#define DROPPED "/sum [+]= i;$/d; s/long sum = 0;/&\\n    n += 0;\\n/"
#define MOVED "9d; s/return sum/long sum = 0;\\n&/; s/n [*] n;$/\\$x/"
#define BRACE "20s/$/\\n    n++;/; 28s/^/    /"
#define FIRST_AND_LAST "1s/^/int x;\\n/; $s/$/\\nint y;/"

/* Tried on the model answer, a row gives what its script gave. */
static void test_a_known_mistake_is_written_down(void **state)
{
    (void)state;
    needs_python();
    static const char *const script[] = {DROPPED, MOVED, BRACE, FIRST_AND_LAST};
    for (size_t i = 0; i < sizeof script / sizeof *script; i++) {
        char name[] = {(char)('a' + i), '\0'};
        assert_int_equal(mutant(name, "", script[i]), 0);
        assert_int_equal(
            run("python3 tools/course/authors/mistakes.py apply 90_small || exit\n"
                "cp tensor/counting.c kept; sed -i -E '%s' tensor/counting.c\n"
                "python3 tools/course/authors/answers.py answer 90_small counting.c > right\n"
                "cp tensor/counting.c whole; mv kept tensor/counting.c\n"
                "row=build/mutants/90_small/%s/90_small/counting.c\n"
                "cmp -s right $row || diff whole $row",
                script[i], name),
            0);
    }
    assert_works("7\n", "grep -c ^edit: " TABLE);        /* changes side by side are one edit */
    assert_works("edit: tensor/counting.c\n- long a;\n", /* an emptied line is left out */
                 "sed -i '3s/^/  long a;\\n/' tensor/counting.c; make new-mutant " FROM_90_1
                 "SED='s/long a;//' EXERCISE='90.2 small_square'");
    assert_not_said("\n+");
    assert_works(
        "edit: odd.c\n- twice\n+ once\n= more than a brace\n",
        "printf '}\\ntwice\\nmore than a brace\\ntwice' > odd.c; make new-mutant " FROM_90_1
        "NAME=odd FILE=odd.c SED='2s/twice/once/'");
    assert_works(ONE_SHORT, "make new-mutant " FROM_90_1
                            "NAME=one_short EXPECT='the last one is missing' SED='s/<=/</'");
    /* behind the rows of its exercise, before those of the next */
    assert_works("name: d\nname: odd\nname: one_short\nname: other\n", "grep ^name: " TABLE);
}

#define PLAIN "tests/course/90_small/plain"

/* A second right answer, in which other slips are natural. */
static void test_a_known_mistake_may_be_an_edit_of_a_plain_answer(void **state)
{
    (void)state;
    needs_python();
    run("mkdir -p " PLAIN "; cp small_course/reference/*.c " PLAIN
        "; sed -i 's/long i = 1; i <= n; i++/long i = n; i > 0; i--/' " PLAIN "/counting.c");
    assert_works("edit: " PLAIN "/counting.c\n- for (long i = n; i > 0; i--)\n",
                 "make new-mutant MODULE=90 NAME=late EXERCISE='90.1 small_sum' FILE=" PLAIN
                 "/counting.c SED='s/i > 0/i > 1/' SAYS='the first one is missing'");
    assert_works("90_small: 1 of 1 known mistakes are caught and named", "make mutants MODULE=90");
    assert_works("90_small: 1 of 1 known", "make mutants MODULE=90 SEED=7");
    assert_works(" changes are caught, 9", "make auto-mutants MODULE=90 BASE=plain");
    assert_said("survived  plain/counting.c:9: for (long i = n; i > 0; i--): ");
    assert_works("the course is whole", "make check-course MODULE=90");
    assert_refuses("90_small: the plain answers earn ",
                   "sed -i 's/i > 0/i > 1/' " PLAIN "/counting.c; make check-course MODULE=90");
    assert_works("the course is whole", /* the row is of counting.c alone */
                 "sed -i 's/i > 1/i > 0/' " PLAIN "/counting.c; rm " PLAIN
                 "/ramps.c; make check-course MODULE=90");
    run("rm -r " PLAIN);
}

static void test_answers_of_strangers_are_noticed_and_told_why(void **state)
{
    (void)state;
    needs_python();
    assert_int_equal(mutant("one_short", "", "s/i <= n/i < n/"), 0);
    run("sed -i 's/^expect:.*/says: the last one is missing/' " TABLE
        "; printf '== 90.1 small_sum wrong: all but n\nlong small_sum(long n)\n{\n    return n * "
        "(n - 1) / 2;\n}\n\n== 90.1 small_sum right: Gauss\nlong small_sum(long n)\n{\n    "
        "return n * (n + 1) / 2;\n}\n' > tests/course/90_small/strangers.txt");
    assert_works("of 1 wrong answers 1 guessed; of 1 right ones 1 earn all points",
                 "make strangers MODULE=90");
    assert_works(
        "1: all but n\tthe last one is left out\n",
        "sed -i '1s/$/\\nsays: the last one is left out/; s/(n - 1) . 2/& - 3/' "
        "tests/course/90_small/strangers.txt; make strangers MODULE=90 >/dev/null; awk -F'\\t' "
        "'/_1/ { print \"1: \" $4 \"\\t\" $5 }' build/strangers/90_small.tsv | sed 's/this may "
        "be it: //'");
    run("sed -i '/^says:/d; s/ - 3;/;/' tests/course/90_small/strangers.txt");
    assert_refuses("not noticed      stranger_1 90.1 small_sum: all but n",
                   "sed -i 's/(n - 1)/(n + 1)/' tests/course/90_small/strangers.txt; make "
                   "strangers MODULE=90");
    assert_works("of 1 wrong answers 1 not noticed; of 1",
                 "sed -i '1s/$/\\nkept: it is right/' tests/course/90_small/strangers.txt; make "
                 "strangers MODULE=90");
}

static void test_small_changes_are_caught_or_listed(void **state)
{
    (void)state;
    needs_python();
    run("mkdir -p tests/course/90_small");
    assert_works("19 of 21 changes are caught, 90.5%", "make auto-mutants MODULE=90");
    assert_said("survived  counting.c:9: for (long i = 1; i <= n; i++): 1 -> 0");
    assert_said("survived  counting.c:25: return a > b ? a : b;: > -> >=");
    run("printf '%%s\\t%%s\\n' 'counting.c:1: for (long i = 1; i <= n; i++): 1 -> 0' 'adds 0' "
        "'counting.c:1: return a > b ? a : b;: > -> >=' 'equal: either' > "
        "tests/course/90_small/equivalent.txt");
    assert_works("100.0%", "make auto-mutants MODULE=90");
    assert_not_said("survived");
}

#undef UNIT_TEST
#define UNIT_TEST(f) cmocka_unit_test_setup(f, whole)

int main(int argc, char **argv)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_a_whole_module_is_whole),
        UNIT_TEST(test_defects_of_a_lesson_and_its_tests_are_named),
        UNIT_TEST(test_an_empty_lesson_is_named),
        UNIT_TEST(test_answers_that_are_missing_are_named),
        UNIT_TEST(test_hints_and_tests_belong_together),
        UNIT_TEST(test_starting_files_say_what_and_hints_how),
        UNIT_TEST(test_tests_that_are_not_in_form_are_named),
        UNIT_TEST(test_defects_of_a_stub_are_named),
        UNIT_TEST(test_defects_of_the_reference_are_named),
        UNIT_TEST(test_engine_code_in_a_starting_file_is_named),
        UNIT_TEST(test_five_lines_and_what_is_no_code_are_no_copy),
        UNIT_TEST(test_known_mistakes_are_caught_or_told),
        UNIT_TEST(test_a_mistake_that_costs_others_points_is_told),
        UNIT_TEST(test_every_sentence_is_its_own),
        UNIT_TEST(test_every_path_that_is_named_exists),
        UNIT_TEST(test_rows_that_do_not_fit_are_refused),
        UNIT_TEST(test_an_edit_needs_no_more_than_its_lines),
        UNIT_TEST(test_what_cannot_be_a_known_mistake_is_refused),
        UNIT_TEST(test_a_known_mistake_is_written_down),
        UNIT_TEST(test_a_known_mistake_may_be_an_edit_of_a_plain_answer),
        UNIT_TEST(test_answers_of_strangers_are_noticed_and_told_why),
        UNIT_TEST(test_small_changes_are_caught_or_listed),
    };
    if (access("tools/course/authors/authors.mk", R_OK) != 0) /* a student edition has no authors */
        return 0;
    if (argc > 1) /* test_authors '*mistakes*' */
        cmocka_set_test_filter(argv[1]);
    plant_tree(argv[0]);
    int failures = run_tests("tools/course/authors", group);
    fell_tree();
    return failures;
}
