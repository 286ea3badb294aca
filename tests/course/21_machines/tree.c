/* tree.c - 21.2: one order of additions, whoever holds what. */
#include "draws.h"
#include "want.h"

TEST(one_to_eight, .points = 2, .exercise = "21.2 tree_sum", .file = "tree_sum.c")
{
    Tensor *leaves = input("leaf", SHAPE(8, 1), VALUES(1, 2, 3, 4, 5, 6, 7, 8));
    may_change(leaves);
    real *leaf[MOST];
    point_at(leaf, leaves, 8, 1);

    Tensor *want = EXPECT(tree_want(leaves, 8, 1));
    CALL(tree_sum(leaf, 8, 1));
    Tensor *sum = first_row(leaves);
    check_tensor_within(sum, want, 0, "1 + 2 + ... + 8, in leaf[0]");
}

TEST(eight_shares, .points = 10, .exercise = "21.2 tree_sum", .file = "tree_sum.c")
{
    long n = draw_long("n", 40, 60);
    Tensor *leaves = draw_leaves("leaf", 8, n);
    real *leaf[MOST];
    point_at(leaf, leaves, 8, 1);

    Tensor *want = EXPECT(tree_want(leaves, 8, 1));
    CALL(tree_sum(leaf, 8, n));
    Tensor *sum = first_row(leaves);
    check_tensor_within(sum, want, 0, "((0 + 1) + (2 + 3)) + ((4 + 5) + (6 + 7)), to the bit");
}

TEST(any_number_of_shares, .points = 8, .exercise = "21.2 tree_sum", .file = "tree_sum.c")
{
    const long lowest[] = {5, 9, 3, 17}, highest[] = {7, 15, 4, 31};
    for (int i = 0; i < 4; i++) {
        long leaves = draw_long("leaves", lowest[i], highest[i]), n = draw_long("n", 40, 60);
        Tensor *numbers = draw_leaves("leaf", leaves, n);
        real *leaf[MOST];
        point_at(leaf, numbers, leaves, 1);

        Tensor *want = EXPECT(tree_want(numbers, leaves, 1));
        CALL(tree_sum(leaf, leaves, n));
        Tensor *sum = first_row(numbers);
        check_tensor_within(sum, want, 0,
                            "neighbours, then neighbouring pairs, then fours; what has no "
                            "neighbour goes up as it is");
    }
}

TEST(ranks_add_their_own_first, .points = 6, .exercise = "21.2 tree_sum", .file = "tree_sum.c")
{
    long n = draw_long("n", 40, 60), ranks = 1L << draw_long("doublings of ranks", 1, 2),
         own = 8 / ranks;
    Tensor *leaves = draw_leaves("leaf", 8, n);
    real *leaf[MOST], *top[MOST];
    point_at(leaf, leaves, 8, 1);
    point_at(top, leaves, ranks, own);
    given("ranks", "%ld", ranks);

    Tensor *want = EXPECT(tree_want(leaves, 8, 1));
    check_called("tree_sum of the leaves of each rank, then of what the ranks have");
    for (long r = 0; r < ranks; r++)
        tree_sum(leaf + r * own, own, n);
    tree_sum(top, ranks, n);
    Tensor *sum = first_row(leaves);
    check_tensor_within(sum, want, 0,
                        "the same bits as on one rank: its leaves are a part of the tree");
}

TEST(a_message_in_two_pieces, .points = 4, .exercise = "21.2 tree_sum", .file = "tree_sum.c")
{
    long n = draw_long("n", 3000, 4000), first = draw_long("numbers of the first piece", 1, 9);
    Tensor *leaves = draw_leaves("leaf", 8, n);
    real *leaf[MOST], *rest[MOST];
    point_at(leaf, leaves, 8, 1);
    for (long i = 0; i < 8; i++)
        rest[i] = leaf[i] + first;

    Tensor *want = EXPECT(tree_want(leaves, 8, 1));
    check_called("tree_sum of the first piece, then of the rest");
    tree_sum(leaf, 8, first);
    tree_sum(rest, 8, n - first);
    Tensor *sum = first_row(leaves);
    check_tensor_within(sum, want, 0,
                        "the same bits as in one piece: the order knows nothing of n");
}

TEST(arrays_lie_anywhere, .points = 4, .exercise = "21.2 tree_sum", .file = "tree_sum.c")
{
    long n = draw_long("n", 40, 60), leaves = draw_long("leaves", 5, 7), step = 2;
    Tensor *memory = draw_leaves("memory", step * leaves, n);
    real *leaf[MOST];
    point_at(leaf, memory, leaves, step);
    given("leaf", "every second row of memory");

    Tensor *want = EXPECT(tree_want(memory, leaves, step));
    CALL(tree_sum(leaf, leaves, n));
    Tensor *sum = first_row(memory);
    check_tensor_within(sum, want, 0,
                        "leaf[i] says where array i is: arrays need not be neighbours");
}

TEST(one_share_or_none, .points = 2, .exercise = "21.2 tree_sum", .file = "tree_sum.c")
{
    long n = draw_long("n", 3, 9);
    Tensor *leaves = draw_leaves("leaf", 2, n);
    real *leaf[MOST];
    point_at(leaf, leaves, 2, 1);

    Tensor *want = EXPECT(tree_want(leaves, 1, 1));
    CALL(tree_sum(leaf, 1, n));
    Tensor *alone = first_row(leaves);
    check_tensor_within(alone, want, 0, "the sum of one array is that array");
    Tensor *want_both = EXPECT(tree_want(leaves, 2, 1));
    CALL(tree_sum(leaf, 2, n));
    Tensor *sum = first_row(leaves);
    check_tensor_within(sum, want_both, 0, "leaf[0] += leaf[1]");
    check_fails(tree_sum(leaf, 0, n), "expected at least 1",
                "of no array there is no sum: the given check says so");
}
