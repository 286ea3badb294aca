/* test_plain_lookup.c - the tests of mha_lookup, where attention goes step by step. */
#include "test_mha_lookup.c"
