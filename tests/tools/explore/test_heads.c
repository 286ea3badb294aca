/* test_heads.c - the page on which heads are switched off, its numbers made in another way. */
#include "../../../tools/explore/heads.h"
#include <math.h>
#include <string.h>
#include "scratch.h"

enum { V = 16, T = 24, H = 2, LAYERS = 2 };

/* The next number behind *text, which then stands behind it. */
static double number(const char **text)
{
    char *end;
    double x = strtod(*text += strcspn(*text, "-0123456789"), &end);
    assert_true(end > *text);
    *text = end;
    return x;
}

static const char *behind(const char *text, const char *mark)
{
    const char *found = strstr(text, mark);
    assert_non_null(found);
    return found + strlen(mark);
}

/* A head reads nothing if nothing is made of it: its rows of W_O are 0. Returns what W_O was. */
static Tensor *without(Gpt *gpt, int off, long layer)
{
    Tensor *w = gpt->blocks[layer]->attn->out->weight, *kept = tensor_mul_scalar(w, 1);
    long each = w->shape[0] / H * w->shape[1];
    for (long head = 0; head < H; head++)
        if (off >> (layer * H + head) & 1)
            memset(w->data + head * each, 0, (size_t)each * sizeof(real));
    return kept;
}

static void assert_per_cent(const char **text, Tensor *x, long row, long columns, long n)
{
    for (long j = 0; j < n; j++) {
        double want = 100 * (double)x->data[row * columns + j], got = number(text);
        if (fabs(got - want) > 0.51)
            print_error("row %ld, column %ld: got %g, expected %g\n", row, j, got, want);
        assert_true(fabs(got - want) <= 0.51);
    }
}

static void assert_run(const char **text, const HeadsModel *m)
{
    Tensor *loss =
        tensor_cross_entropy(gpt_forward(m->gpt, m->many.ids, NULL), m->many.targets, -100, 0);
    *text = behind(*text, "{\"loss\":");
    assert_true(fabs(number(text) - (double)tensor_item(loss)) < 0.001);
    *text = behind(*text, "\"next\":[");
    Tensor *p = tensor_softmax(gpt_forward(m->gpt, m->one.ids, NULL), -1);
    for (long i = 0; i < T; i++)
        assert_per_cent(text, p, i, V, V);
    *text = behind(*text, "\"looks\":[");
    for (long head = 0; head < LAYERS * H; head++)
        for (long i = 0; i < T; i++)
            assert_per_cent(text, gpt_attention(m->gpt, m->one.ids, NULL, head / H),
                            head % H * T + i, T, i + 1);
}

static void test_every_run_is_the_model_without_these_heads(void **state)
{
    (void)state;
    HeadsModel m = heads_train(30);
    assert_int_equal(heads_page(scratch("heads.html"), &m), 0);
    const char *text = behind(text_of_file(scratch("heads.html")), "\"runs\":[");
    grad_mode(false);
    for (int off = 0; off < 16; off++) {
        Tensor *kept[LAYERS];
        for (long layer = 0; layer < LAYERS; layer++)
            kept[layer] = without(m.gpt, off, layer);
        assert_run(&text, &m);
        for (long layer = 0; layer < LAYERS; layer++)
            memcpy(m.gpt->blocks[layer]->attn->out->weight->data, kept[layer]->data,
                   (size_t)tensor_numel(kept[layer]) * sizeof(real));
    }
    assert_memory_equal(behind(text, "]]"), "}]}", 3);
    grad_mode(true);
    module_free(&m.gpt->module);
}

/* The same by the engine's own name for it. */
static void test_one_head_less_is_gpt_without_head(void **state)
{
    (void)state;
    HeadsModel m = heads_train(30);
    assert_int_equal(heads_page(scratch("heads.html"), &m), 0);
    const char *text = behind(text_of_file(scratch("heads.html")), "\"runs\":[");
    grad_mode(false);
    for (int run = 0; run < 16; run++) {
        text = behind(text, "\"next\":[");
        for (long head = 0; head < LAYERS * H; head++)
            if (run == 1 << head) {
                Tensor *logits = gpt_without_head(m.gpt, m.one.ids, NULL, head / H, head % H);
                for (long i = 0; i < T; i++)
                    assert_per_cent(&text, tensor_softmax(logits, -1), i, V, V);
            }
    }
    grad_mode(true);
    module_free(&m.gpt->module);
}

/* Every letter that counts can be known, by the letters before it alone. */
static void test_texts_come_again(void **state)
{
    (void)state;
    HeadsModel m = heads_train(0);
    for (long b = 0; b < HEADS_MOST_TEXTS; b++) {
        const int *ids = m.many.ids->data + b * T, *targets = m.many.targets->data + b * T;
        long period = m.many.period[b];
        assert_in_range(period, 4, 8);
        for (long i = 0; i < T; i++) {
            assert_int_equal(targets[i], i < period ? -100 : ids[i + 1 - period]);
            assert_int_equal(ids[i], ids[i % period]);
            for (long j = 0; j < i % period; j++)
                assert_int_not_equal(ids[j], ids[i % period]);
        }
    }
    module_free(&m.gpt->module);
}

static void test_a_folder_that_is_not_there(void **state)
{
    (void)state;
    HeadsModel m = heads_train(0);
    assert_int_equal(heads_page(scratch("none/heads.html"), &m), -1);
    assert_non_null(strstr(kindling_error(), "none/heads.html"));
    module_free(&m.gpt->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_every_run_is_the_model_without_these_heads),
        UNIT_TEST(test_one_head_less_is_gpt_without_head),
        UNIT_TEST(test_texts_come_again),
        UNIT_TEST(test_a_folder_that_is_not_there),
    };
    return run_tests_in_scratch("tools/explore/heads", tests);
}
