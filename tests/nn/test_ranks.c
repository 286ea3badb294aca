/* test_ranks.c - what ranks tell each other, by pipes. Each rank runs the same function; what rank 0 asserts counts, and
 * a copy that is unhappy ends with another status, which rank 0 is told. */
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "text.h"

/* On so many ranks: every rank must say true. */
static void on_ranks(int size, bool (*what)(Ranks *r))
{
    kindling_set_threads(1);
    Ranks *r = ranks_pipe(size);
    assert_non_null(r);
    bool well = what(r);
    char *all = owned_alloc((size_t)size);
    size_t *first = owned_alloc((size_t)(size + 1) * sizeof *first);
    for (int i = 0; i <= size; i++)
        first[i] = (size_t)i;
    all[r->rank] = (char)well;
    bool told = ranks_gather(r, all, first) == 0;
    for (int i = 0; i < size && r->rank == 0; i++)
        well = told && well && all[i];
    owned_free(all);
    owned_free(first);
    ranks_close(r, told); /* the others end here */
    assert_true(well);
}

static bool broadcast(Ranks *r)
{
    static int data[100000];
    for (int i = 0; i < 100000; i++)
        data[i] = r->rank == 0 ? 3 * i + 1 : -1;
    bool well = ranks_broadcast(r, data, sizeof data) == 0;
    for (int i = 0; i < 100000; i++)
        well = well && data[i] == 3 * i + 1;
    return well;
}

/* Parts of several megabytes, and one of nothing: no pair of sockets holds that, so both directions must flow at once. */
static bool gather(Ranks *r)
{
    size_t first[9] = {0};
    for (int i = 0; i < r->size; i++)
        first[i + 1] = first[i] + (i == 1 ? 0 : 2000000 + (size_t)i);
    unsigned char *all = owned_alloc(first[r->size]);
    memset(all + first[r->rank], r->rank + 1, first[r->rank + 1] - first[r->rank]);
    bool well = ranks_gather(r, all, first) == 0;
    for (int i = 0; i < r->size; i++)
        for (size_t j = first[i]; j < first[i + 1]; j++)
            well = well && all[j] == i + 1;
    owned_free(all);
    return well;
}

/* Numbers whose sum depends on the order. */
static real leaf(long share, long j)
{
    return (real)((double)((share * 7919 + j * 104729) % 1000 - 500) / (double)(share * share + 3));
}

enum { MOST_SHARES = 13, NUMBERS = 1003 };

static bool sum(Ranks *r, long shares, long n)
{
    static real want[MOST_SHARES][NUMBERS];
    real *tree[MOST_SHARES];
    for (long share = 0; share < shares; share++) {
        tree[share] = want[share];
        for (long j = 0; j < n; j++)
            want[share][j] = leaf(share, j);
    }
    tree_sum(tree, shares, n);
    RanksSum *s = ranks_sum_new(r, shares, n);
    Share mine = share_of(shares, r->rank, r->size);
    bool well = true;
    for (int again = 0; again < 2; again++) {
        for (long i = mine.first; i < mine.first + mine.count; i++) {
            real *next = ranks_sum_next(s);
            for (long j = 0; j < n; j++)
                next[j] = leaf(i, j);
            ranks_sum_add(s);
        }
        real *got = ranks_sum_end(s);
        well = well && got != NULL && memcmp(got, want[0], (size_t)n * sizeof *got) == 0;
    }
    ranks_sum_free(s);
    return well;
}

static bool sums(Ranks *r)
{
    bool well = true;
    for (long shares = r->size; shares <= MOST_SHARES; shares++)
        well = sum(r, shares, NUMBERS) && well;
    return sum(r, 8, 1) && well; /* fewer numbers than ranks: some own none */
}

static bool equal_weights(Ranks *r)
{
    Scope *scope = scope_open();
    ParameterList *list = parameters_new();
    Tensor *a = tensor_zeros(SHAPE(3)), *b = tensor_zeros(SHAPE(2, 2));
    parameters_add(list, "a", a);
    parameters_add(list, "layers.1.b", b);
    bool well = ranks_compare(r, list) == 0;
    b->data[3] = r->rank == r->size - 1 ? -(real)0 : 0; /* equal, but not the same bits */
    well =
        ranks_compare(r, list) != 0 && strstr(kindling_error(), "\"layers.1.b\"") != NULL && well;
    b->data[3] = a->data[1] = (real)r->rank;
    well = ranks_broadcast_parameters(r, list) == 0 && a->data[1] == 0 && b->data[3] == 0 && well;
    well = ranks_compare(r, list) == 0 && ranks_barrier(r) == 0 && well;
    parameters_free(list);
    scope_close(scope);
    return well;
}

static void test_broadcast(void **state)
{
    (void)state;
    for (int size = 1; size <= 8; size++)
        on_ranks(size, broadcast);
}

static void test_gather(void **state)
{
    (void)state;
    for (int size = 1; size <= 4; size++)
        on_ranks(size, gather);
}

static void test_sums_are_those_of_tree_sum(void **state)
{
    (void)state;
    for (int size = 1; size <= 8; size++)
        on_ranks(size, sums);
}

static void test_weights_are_compared(void **state)
{
    (void)state;
    for (int size = 2; size <= 4; size++)
        on_ranks(size, equal_weights);
}

/* A rank that is killed is named, by number and signal, though others go because of it. */
static void test_a_dead_rank_is_named(void **state)
{
    (void)state;
    Ranks *r = ranks_pipe(4);
    assert_non_null(r);
    if (r->rank == 2)
        raise(SIGKILL);
    while (ranks_barrier(r) == 0)
        continue;
    bool lost = r->lost;
    ranks_close(r, false);
    assert_true(lost);
    assert_error_has("rank 2 of 4 was ended by signal 9");
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
}

/* So is one that ends by itself, with what it said: those that gave up because of it are not meant. */
static void test_a_rank_that_ends_is_named(void **state)
{
    (void)state;
    Ranks *r = ranks_pipe(3);
    assert_non_null(r);
    if (r->rank == 2)
        _exit(7);
    while (ranks_barrier(r) == 0)
        continue;
    bool lost = r->lost;
    ranks_close(r, false);
    assert_true(lost);
    assert_error_has("rank 2 of 3 has ended with status 7");
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* Whoever is told nothing more is told that: 0 would be a promise that the numbers are there. */
static void test_a_broadcast_that_fails_says_so(void **state)
{
    (void)state;
    for (int dead = 0; dead < 2; dead++) {
        Ranks *r = ranks_pipe(3);
        assert_non_null(r);
        if (r->rank == 1 + dead)
            raise(SIGKILL);
        static real numbers[100000]; /* more than a pipe holds */
        int status = 0;
        while (!r->lost && status == 0)
            status = ranks_broadcast(r, numbers, sizeof numbers);
        ranks_close(r, false);
        assert_int_equal(status, -1);
    }
}

static void test_one_rank_and_refusals(void **state)
{
    (void)state;
    Ranks *r = ranks_one();
    int x = 7;
    size_t first[2] = {0, sizeof x};
    assert_int_equal(ranks_rank(r) + ranks_rank(NULL), 0);
    assert_int_equal(ranks_size(r) + ranks_size(NULL), 2);
    assert_int_equal(
        ranks_broadcast(r, &x, sizeof x) + ranks_gather(r, &x, first) + ranks_barrier(NULL), 0);
    assert_int_equal(x, 7);
    RanksSum *s = ranks_sum_new(r, 3, 2);
    ranks_sum_next(s);
    ranks_sum_add(s);
    assert_fails_with("1 shares were added, expected 3", ranks_sum_end(s));
    ranks_sum_free(s);
    ranks_close(r, true);
    ranks_close(NULL, true);
    assert_null(ranks_pipe(0));
    assert_error_has("got 0 ranks, expected 1 to 64");
    assert_null(ranks_pipe(65));
    assert_error_has("got 65 ranks, expected 1 to 64");
}

/* Eight ranks need 56 ends of sockets; where there are fewer, nobody is started and nothing stays open. */
static void test_too_few_files(void **state)
{
    (void)state;
    struct rlimit before, few;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    int next = dup(0);
    assert_true(next >= 0 && close(next) == 0);
    few = before;
    few.rlim_cur = (rlim_t)next + 30;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    Ranks *r = ranks_pipe(8);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_null(r);
    assert_error_has("cannot start 8 ranks: Too many open files");
    int again = dup(0);
    assert_int_equal(again, next);
    close(again);
}

/* Nobody to differ from. */
static void test_one_rank_is_its_own_digest(void **state)
{
    (void)state;
    Linear *l = linear_new(2, 3, true, &test_rng);
    ParameterList *list = parameters_of(&l->module);
    Ranks *r = ranks_one();
    assert_int_equal(ranks_compare(r, list), 0);
    ranks_close(r, true);
    parameters_free(list);
    module_free(&l->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_broadcast),
        UNIT_TEST(test_gather),
        UNIT_TEST(test_sums_are_those_of_tree_sum),
        UNIT_TEST(test_weights_are_compared),
        UNIT_TEST(test_a_dead_rank_is_named),
        UNIT_TEST(test_a_rank_that_ends_is_named),
        UNIT_TEST(test_a_broadcast_that_fails_says_so),
        UNIT_TEST(test_one_rank_and_refusals),
        UNIT_TEST(test_too_few_files),
        UNIT_TEST(test_one_rank_is_its_own_digest),
    };
    return run_tests("nn/ranks", tests);
}
