/* test_plain_output.c - the tests of attention_output, on its plain twin. */
#define LAST_OPERATION "matmul"
#include "test_attention_output.c"
