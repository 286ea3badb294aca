/* test_table.c - a table in few bytes: the gate, the bytes, and each byte that is another. */
#include <math.h>
#include "cup_check.h"
#include "test.h"

enum { V = 120 };

/* What comes back of the table is within the gate; how many bytes. */
static size_t there_and_back(const Tensor *table)
{
    size_t room = (size_t)tensor_numel(table) * 4 + 64;
    unsigned char *out = scope_alloc(scope_current(), room);
    size_t n = table_pack(out, table);
    Tensor *back = tensor_zeros(table->ndim, table->shape);
    assert_true(n <= room && table_unpack(back, out, n));
    assert_true(table_bits(table, back) <= 1.01 * table_bits(table, table));
    return n;
}

static void test_bits_of_tables(void **state)
{
    (void)state;
    Tensor *t = tensor_from(SHAPE(2, 2), VALUES(0, 0, (real)log(3), 0));
    Tensor *u = tensor_zeros(SHAPE(2, 2));
    assert_close(table_bits(t, u), 1, 1e-6);
    assert_close(table_bits(t, t), (1 + 2 - 0.75 * log2(3)) / 2, 1e-6);
    assert_close(table_bits(u, t), (1 + 2 - 0.5 * log2(3)) / 2, 1e-6);
}

static void test_an_eighth(void **state)
{
    (void)state;
    Tensor *t = tensor_normal(SHAPE(V, V), 0, 2, &test_rng);
    for (long i = 0; i < V * V; i++)
        t->data[i] += (real)(i / V - V / 2 - (i * 7 % 3 == 0 ? 20 : 0));
    assert_int_equal(there_and_back(t), 1 + V * V / 2 + 4);
}

static void test_finer_where_it_has_to_be(void **state)
{
    (void)state;
    for (int lower = 10; lower <= 40; lower += 10) {
        Tensor *t = tensor_uniform(SHAPE(9, 9), -1, 1, &test_rng);
        for (long i = 0; i < 9; i++)
            t->data[10 * i] = (real)lower;
        assert_true(there_and_back(t) <= 4 * 81 + 5);
    }
    there_and_back(tensor_zeros(SHAPE(0, 0)));
    there_and_back(tensor_zeros(SHAPE(1, 1)));
}

static void test_bytes_that_are_none(void **state)
{
    (void)state;
    Tensor *t = tensor_normal(SHAPE(5, 5), 0, 2, &test_rng), *back = tensor_zeros(SHAPE(5, 5));
    unsigned char out[4 * 25 + 64];
    size_t n = table_pack(out, t);
    for (size_t k = 0; k < n; k++) {
        assert_false(table_unpack(back, out, k));
        out[k] ^= 0x40;
        assert_false(table_unpack(back, out, n));
        out[k] ^= 0x40;
    }
    assert_false(table_unpack(back, out, n + 1));
    for (long i = 0; i < 25; i++)
        assert_true(back->data[i] == 0);
    assert_fails_with("shape (2, 3), expected (V, V)", table_pack(out, tensor_zeros(SHAPE(2, 3))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_bits_of_tables),
        UNIT_TEST(test_an_eighth),
        UNIT_TEST(test_finer_where_it_has_to_be),
        UNIT_TEST(test_bytes_that_are_none),
    };
    return run_tests("attention/cup/table", tests);
}
