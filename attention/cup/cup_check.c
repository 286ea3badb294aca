/* cup_check.c - what whoever calls the cup's functions can do wrong. */
#include <math.h>
#include "cup_check.h"

void artefact_check(const char *operation, const Tensor *t)
{
    if (!tensor_is_contiguous(t))
        fail("%s: the tensor %s is a view whose numbers do not lie one behind the other. hint: "
             "tensor_contiguous",
             operation, tensor_shape_text(t));
    for (long i = 0; i < tensor_numel(t); i++)
        if (!isfinite((double)t->data[i]))
            fail("%s: number %ld of %s is %g, expected one that is finite", operation, i,
                 tensor_shape_text(t), (double)t->data[i]);
}

static void check_ids(const char *operation, const int *ids, long n, long vocabulary)
{
    for (long i = 0; i < n; i++)
        if (ids[i] < 0 || ids[i] >= vocabulary)
            fail("%s: ids[%ld] is %d, expected 0 to %ld (vocabulary %ld)", operation, i, ids[i],
                 vocabulary - 1, vocabulary);
}

void entry_check(const Entry *e, int id)
{
    check_ids("entry_next", &id, 1, e->model->options.vocabulary);
}

void cup_nats_check(CupModel m, const int *ids, long n)
{
    if (n < 2)
        fail("cup_nats: a text of %ld tokens, expected at least 2: the first is not foretold", n);
    check_ids("cup_nats", ids, n, m.vocabulary);
}

void cup_bytes_check(long bytes)
{
    if (bytes < 1)
        fail("cup_bits_per_byte: a text of %ld bytes, expected at least 1", bytes);
}

void cup_seconds_check(CupModel m, const int *ids, long prompt, long n)
{
    if (prompt < 0 || prompt >= n)
        fail("cup_seconds: a prompt of %ld tokens of %ld, expected 0 to %ld", prompt, n, n - 1);
    check_ids("cup_seconds", ids, n, m.vocabulary);
}

void cup_race_check(CupModel a, CupModel b, const int *ids, long prompt, long n, long rounds)
{
    if (rounds < 1)
        fail("cup_race: %ld rounds, expected at least 1", rounds);
    if (a.vocabulary != b.vocabulary)
        fail("cup_race: vocabularies of %ld and %ld tokens: they do not foretell the same text",
             a.vocabulary, b.vocabulary);
    cup_seconds_check(a, ids, prompt, n);
}
