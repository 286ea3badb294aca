/* run_ranks.c - can these ranks train one model, as they were asked to?
 *
 * Invariant: asked on all ranks, in the same order, before anything is written.
 */
#include "training_run.h"

static int check_shares(const Run *r)
{
    if (r->recipe.shard_moments && ranks_size(r->ranks) == 1) {
        kindling_set_error(
            "train: --shard-moments: got one rank, which keeps them all. hint: --ranks "
            "2 as well, or leave it away");
        return -1;
    }
    if (r->recipe.shares >= ranks_size(r->ranks) || r->recipe.shares == 0)
        return 0;
    kindling_set_error("train: --shares: got %ld for %d ranks, expected at least one for each. "
                       "hint: --shares 8, which serves 1 to 8 ranks with the same weights",
                       r->recipe.shares, ranks_size(r->ranks));
    return -1;
}

/* Ranks with another text, or another product, would train on, and each would find its loss falling. */
static int compare_inputs(const Run *r)
{
    if (ranks_compare_text(r->ranks, "train: --text: the fingerprint of the text",
                           r->corpus->fingerprint) != 0)
        return -1;
    return ranks_compare_text(r->ranks, "train: the product of matrices (KINDLING_GEMM)",
                              gemm_backend());
}

int run_check_ranks(const Run *r)
{
    return check_shares(r) == 0 ? compare_inputs(r) : -1;
}
