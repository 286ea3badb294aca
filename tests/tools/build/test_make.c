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
    write_compiler("bare-cc", "");
    assert_works("yes  cmocka", MAKE "CC=bare-cc doctor");
}

/* With everything found, nothing is compiled to find it again. */
static void test_what_was_found_is_kept(void **state)
{
    (void)state;
    write_compiler("full-cc", "echo \"$*\" >> asked");
    assert_works("C compiler",
                 MAKE "CC=full-cc BLAS=none OMP=none doctor && grep probe.c asked && : > asked");
    assert_works("C compiler", MAKE "CC=full-cc BLAS=none OMP=none doctor && ! grep probe.c asked");
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
    bool threads = run("grep 'PROBE_OMP := yes' build/probe*-auto-auto.mk") == 0;
    const char *const change[] = {"EXTRA_CFLAGS=-DOTHER=1", "EXTRA_CFLAGS=\"-DOTHER='2 3'\"",
                                  "LDFLAGS=-Wl,-z,now",
                                  threads ? "OMP=none" : "EXTRA_CFLAGS=-DNONE"};
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

int main(int argc, char **argv)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_a_compiler_that_comes_later_is_found),
        UNIT_TEST(test_a_library_that_comes_later_is_found),
        UNIT_TEST(test_what_was_found_is_kept),
        UNIT_TEST(test_other_flags_make_other_objects),
        UNIT_TEST(test_a_changed_makefile_makes_other_objects),
        UNIT_TEST(test_a_compiler_of_two_words),
        UNIT_TEST(test_a_folder_elsewhere),
    };
    if (argc > 1) /* test_make '*flags*' */
        cmocka_set_test_filter(argv[1]);
    plant_tree(argv[0]);
    int failures = run_tests("tools/build/make", group);
    fell_tree();
    return failures;
}
