/* test_wishes.c - a matrix product that is wished for by name and is not there: told once, and another one computes. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "int8_kernel.h"
#include "product.h"
#include "scratch.h"
#include "test.h"

/* What is said on the way through `run`. owned_free it. */
static char *said(void (*run)(void))
{
    fflush(stderr);
    int before = dup(2), file = open(scratch("said"), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    assert_true(before >= 0 && file >= 0 && dup2(file, 2) == 2);
    run();
    fflush(stderr);
    assert_true(dup2(before, 2) == 2 && close(before) == 0 && close(file) == 0);
    size_t bytes;
    return kindling_read_file(scratch("said"), &bytes);
}

static void multiply(void)
{
    Tensor *y = tensor_matmul(tensor_from(SHAPE(1, 2), VALUES(2, 3)),
                              tensor_from(SHAPE(2, 1), VALUES(5, 7)));
    assert_values(y, SHAPE(1, 1), VALUES(31), 0);
    assert_true(strlen(gemm_backend()) > 0);
}

static void multiply_codes(void)
{
    assert_true(strlen(int8_kernel()->name) > 0);
}

static void test_told_once(void **state)
{
    (void)state;
    char *first = said(multiply), *codes = said(multiply_codes);
    assert_string_equal(first, "KINDLING_GEMM=abacus: there is no such matrix product here\n");
    assert_string_equal(codes, "KINDLING_INT8=abacus: there is no such product of codes here\n");
    char *again = said(multiply), *more = said(multiply_codes);
    assert_string_equal(again, "");
    assert_string_equal(more, "");
    owned_free(first), owned_free(codes), owned_free(again), owned_free(more);
}

/* A wish that is empty is none, as if the variable were not set: a child asks, for the answer is kept. */
static void test_an_empty_wish(void **state)
{
    (void)state;
    fflush(stderr);
    pid_t child = fork();
    if (child == 0) {
        setenv("KINDLING_GEMM", "", 1);
        setenv("KINDLING_INT8", "", 1);
        char *product = said(multiply), *codes = said(multiply_codes);
        _exit(strlen(product) + strlen(codes) == 0 ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void)
{
    setenv("KINDLING_GEMM", "abacus", 1);
    setenv("KINDLING_INT8", "abacus", 1);
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_an_empty_wish), /* before anything is chosen */
        UNIT_TEST(test_told_once)};
    return run_tests_in_scratch("tensor/product/wishes", tests);
}
