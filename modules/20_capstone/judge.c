/* judge.c - what is asked of an entry: how well it foretells a text, and how long that takes.
 *
 * A CupModel is any entry: m.restart(m.context) begins a text, m.next(m.context, id, logits) reads a token of it and
 * writes m.vocabulary logits.
 */
#include <math.h>
#include "cup_check.h"
#include "todo.h"

/* ---- 20.7 ---------------------------------------------------------------------------------------- */

double cup_nats(CupModel m, const int *ids, long n)
{
    cup_nats_check(m, ids, n); /* given: at least two tokens */

    /* TODO: the sum of -log p(ids[i]) over i = 1 .. n - 1, where p is what the entry said after ids[0] .. ids[i-1].
     *
     * APPROACH
     *   1. A new text: restart. A scope, and in it room for m.vocabulary logits.
     *   2. For each token but the last: next, then log(sum of e^x) - x[ids[i + 1]] of its logits x, in double.
     *
     * EXAMPLE
     *   all logits equal, 4 tokens of a vocabulary of 8: 3 ln 8
     *
     * HINT: e^x overflows where x is 1000. Take the largest logit out first, as in module 04. */
    todo("20.7 cup_nats");
}

/* ---- 20.8 ---------------------------------------------------------------------------------------- */

double cup_bits_per_byte(double nats, long bytes)
{
    cup_bytes_check(bytes); /* given */

    /* TODO: nats of a whole text as bits, for each of its bytes.
     *
     * HINT: a bit is ln 2 nats. Does a text have more bits than nats, or fewer? */
    (void)nats;
    todo("20.8 cup_bits_per_byte");
}

/* ---- 20.9 ---------------------------------------------------------------------------------------- */

void cup_seconds(CupModel m, Clock clock, const int *ids, long prompt, long n, double *seconds)
{
    cup_seconds_check(m, ids, prompt, n); /* given: 0 <= prompt < n */

    /* TODO: what each token behind the prompt takes.
     *
     * APPROACH
     *   1. A new text; ids[0] to ids[prompt - 1] are read, and nobody looks at the clock.
     *   2. For each of the others: clock.now(clock.context) just before m.next and just after it. The difference is
     *      seconds[i - prompt].
     *
     * HINT: two looks at the clock for each token, and nothing but next between them. */
    (void)clock, (void)seconds;
    todo("20.9 cup_seconds");
}

/* ---- 20.10 --------------------------------------------------------------------------------------- */

void cup_race(CupModel a, CupModel b, Clock clock, const int *ids, long prompt, long n, long rounds,
              double *of_a, double *of_b)
{
    cup_race_check(a, b, ids, prompt, n, rounds); /* given */

    /* TODO: in each round cup_seconds of both: a, then b in rounds 0, 2, 4, ...; b, then a in the others. Round r of a writes
     * n - prompt numbers, at of_a + r (n - prompt); b likewise.
     *
     * HINT: of two rounds the order is a b b a. */
    (void)clock, (void)of_a, (void)of_b;
    todo("20.10 cup_race");
}
