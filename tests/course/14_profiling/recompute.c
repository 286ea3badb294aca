/* recompute.c - 14.10, optional: a plan for short memory, judged by what it holds and what it costs. */
#include "want.h"

static void add_part(Parts *p, double inside, double result, double flops)
{
    p->part[p->n++] = (RecomputePart){inside, result, flops};
}

/* As C writes them: {bytes inside, bytes of the result, flops} of each. */
static void give(const Parts *p)
{
    Listed parts = {"none", 0};
    for (long i = 0; i < p->n; i++)
        list(&parts, "{%g, %g, %g}", p->part[i].inside, p->part[i].result, p->part[i].flops);
    given("n", "%ld", p->n);
    given("part", "%s", parts.text);
    given("budget", "%g bytes", p->budget);
}

/* From 0 on: what all parts made again hold, from 1 on: what it takes to keep all. */
static void draw_budget(Parts *p, double share)
{
    double results = 0, inside = 0, largest = 0;
    for (long i = 0; i < p->n; i++) {
        results += p->part[i].result;
        inside += p->part[i].inside;
        largest = fmax(largest, p->part[i].inside);
    }
    p->budget = results + largest + floor(share * (inside - largest));
}

static Parts draw_parts(long n, double share)
{
    Parts p = {.n = 0};
    for (long i = 0; i < n; i++)
        add_part(&p, 1 + floor(40 * unit()), 1 + floor(5 * unit()), 1 + floor(60 * unit()));
    draw_budget(&p, share);
    return p;
}

/* most: so many times the fewest flops; 0: any. */
static void check_plan(const Parts *p, double most, const char *rule)
{
    unsigned char *again = ROOM_FOR(p->n + 1, unsigned char);
    double held = 0, comes_back = 0, flops = 0;
    long written = 0;
    give(p);
    check_called("recompute_plan(again, n, part, budget)");
    recompute_plan((bool *)again, p->n, p->part, p->budget);
    for (long i = 0; i < p->n; i++) {
        bool made_again = again[i] == 1;
        written += again[i] <= 1;
        held += p->part[i].result + (made_again ? 0 : p->part[i].inside);
        comes_back = fmax(comes_back, made_again ? p->part[i].inside : 0);
        flops += made_again ? p->part[i].flops : 0;
    }
    long of_n = EXPECT(p->n);
    check_long(written, of_n, "again[i] is true or false for each part");
    double bytes_held = held + comes_back, flops_done_twice = flops;
    check_at_most(bytes_held, p->budget,
                  "results, what is kept, and the largest part that comes back: within the budget");
    if (most > 0) {
        double limit = EXPECT(most * fewest_want(p));
        check_at_most(flops_done_twice, limit, rule);
    }
}

TEST(plan_that_fits, .optional = 2, .exercise = "14.10 recompute_plan", .file = "recompute_plan.c")
{
    Parts p = draw_parts(draw_long("n", 5, 9), 0.2 + 0.6 * unit());
    check_plan(&p, 0, "");
    Parts tight = draw_parts(draw_long("n", 5, 9), 0);
    check_plan(&tight, 0, "");
}

TEST(plan_with_little_work, .optional = 3, .exercise = "14.10 recompute_plan",
     .file = "recompute_plan.c")
{
    const char *rule = "at most 1.3 times the fewest flops that any choice does twice";
    Parts all_fit = draw_parts(draw_long("n", 5, 9), 1.1);
    check_plan(&all_fit, 1.3, "all fits: nothing is made again");
    for (int k = 0; k < 3; k++) {
        Parts p = draw_parts(draw_long("n", 9, 12), 0.3 + 0.5 * unit());
        check_plan(&p, 1.3, rule);
    }
}

TEST(plan_with_the_fewest, .optional = 3, .exercise = "14.10 recompute_plan",
     .file = "recompute_plan.c")
{
    const char *rule = "no choice that fits does fewer flops twice";
    for (int k = 0; k < 4; k++) {
        Parts p = draw_parts(draw_long("n", 6, 12), 0.3 + 0.6 * unit());
        check_plan(&p, 1, rule);
    }
    Parts alike = {.n = 0};
    double inside = 1 + floor(20 * unit()), flops = 1 + floor(20 * unit());
    long n = draw_long("alike", 6, 12), fit = draw_long("of them are kept", 1, 4);
    for (long i = 0; i < n; i++)
        add_part(&alike, inside, 1, flops);
    alike.budget = (double)n + (double)(fit + 1) * inside;
    check_plan(&alike, 1, "parts that are alike, and a budget that one choice uses up");
    Parts free_ones = draw_parts(4, 2);
    add_part(&free_ones, 60, 0, 0);
    add_part(&free_ones, 0, 2, 50);
    draw_budget(&free_ones, 0.5);
    check_plan(&free_ones, 1, "a part without flops is made again for nothing, one without bytes never");
    Parts none = {.n = 0};
    check_plan(&none, 1, "no parts, nothing to do");
}
