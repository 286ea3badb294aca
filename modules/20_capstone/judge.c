/* judge.c - what is asked of an entry: how well it predicts a text, and how long that takes.
 *
 * A CupModel is any entry: m.restart(m.context) begins a text, m.next(m.context, id, logits) reads a token of it and
 * writes m.vocabulary logits.
 */
#include <math.h>
#include "cup_check.h"
#include "todo.h"

/* ---- 20.4 ---------------------------------------------------------------------------------------- */

double cup_nats(CupModel m, const int *ids, long n)
{
    cup_nats_check(m, ids, n); /* given: at least two tokens */

    /* TODO: the sum of -log p(ids[i]) over i = 1 .. n - 1, where p is what the entry said after
     * ids[0] .. ids[i-1].
     *
     * CONTRACT  a new text. In double. Logits of 1000 are no trouble.
     * EXAMPLE   all logits equal, 4 tokens of a vocabulary of 8: 3 ln 8
     * HOLDS     a number added to all logits changes nothing.
     * YOU HAVE  m.restart, m.next; scope_open, scope_alloc, scope_close; log, exp
     * THINK     how many tokens of a text of four are predicted, and how many must be read?
     *           Which form of -log softmax bears large logits (04.1)? */
    todo("20.4 cup_nats");
}

/* ---- 20.5 ---------------------------------------------------------------------------------------- */

void cup_seconds(CupModel m, Clock clock, const int *ids, long prompt, long n, double *seconds)
{
    cup_seconds_check(m, ids, prompt, n); /* given: 0 <= prompt < n */

    /* TODO: what each token behind the prompt takes: seconds[i - prompt].
     *
     * CONTRACT  a new text; the prompt is read, and not timed.
     * BUDGET    two looks at the clock for each timed token, and nothing but its reading between
     *           them.
     * EXAMPLE   prompt 2, n 5: 5 tokens read, 3 seconds written, 6 looks
     * YOU HAVE  clock.now(clock.context), m.restart, m.next; room for logits as in 20.4
     * THINK     which calls stand between two looks? */
    (void)clock, (void)seconds;
    todo("20.5 cup_seconds");
}

/* ---- 20.5 ---------------------------------------------------------------------------------------- */

void cup_race(CupModel a, CupModel b, Clock clock, const int *ids, long prompt, long n, long rounds,
              double *of_a, double *of_b)
{
    cup_race_check(a, b, ids, prompt, n, rounds); /* given */

    /* TODO: in each round the seconds of both.
     *
     * CONTRACT  each of the two reads the text once in a round. In round 0 a is first, and every
     *           two rounds go like the first two. Round r of a writes n - prompt numbers, at of_a
     *           + r (n - prompt); b likewise.
     * EXAMPLE   a machine gets warm, the first four texts take 1, 2, 3 and 4 seconds: a has as many
     *           of them as b
     * HOLDS     a machine that gets slower by as much with each text blames neither, if rounds
     *           are even.
     * YOU HAVE  cup_seconds
     * THINK     whom would a b, a b blame? */
    (void)clock, (void)of_a, (void)of_b;
    todo("20.5 cup_seconds");
}
