/* measure.c - how many bytes a token holds: of the text it was learnt from, of more of the same, of something else.
 *
 * The text is notebooks-c/prose.txt, which nobody edits. Merges are learnt from three quarters of its prose; the
 * last quarter is prose, too, and nobody has seen it; what follows is C.
 */
#include <stdio.h>
#include <string.h>
#include "kindling.h"
#include "predict.h"

enum { SEEN, HELD_OUT, CODE, DOUBLED };
enum { PROSE = 19850, C = 24974 }; /* as far as the text is prose, and where headers begin */

static char *read_text(const char *path, size_t *bytes)
{
    char *text = kindling_read_file(path, bytes);
    if (text == NULL)
        kindling_fail("measure-10: %s. hint: make measure-10 in the folder of the course",
                      kindling_error());
    return text;
}

/* Bytes per token. */
static double measure_text(const Bpe *b, const char *text, size_t bytes)
{
    int *ids = owned_alloc((bytes + 1) * sizeof *ids);
    char *back = owned_alloc(bytes + 1);
    long n = bpe_encode(b, text, bytes, ids);
    bool same = bpe_decode(b, ids, n, back, bytes + 1) == bytes && memcmp(back, text, bytes) == 0;
    contract(same, "10.1 to 10.5: tokens decode to the text that was encoded");
    owned_free(ids);
    owned_free(back);
    return (double)bytes / (double)n;
}

static void show_tokens(const Bpe *b)
{
    printf("\nThe first merges, and the last:");
    for (long i = 0; i < b->n_merges; i++) {
        char token[64];
        if (i >= 12 && i < b->n_merges - 6)
            continue;
        bpe_decode(b, &b->merged[i], 1, token, sizeof token);
        printf("%s \"%s\"", i == b->n_merges - 6 ? " ..." : "",
               strcmp(token, "\n") == 0 ? "\\n" : token);
    }
    printf("\n");
}

int main(void)
{
    static const long sizes[] = {256, 320, 384, 512, 768, 1024};
    size_t bytes;
    predict(SEEN, "bytes per token of the text that 256 merges were learnt from", "bytes");
    predict(HELD_OUT, "the same of the last quarter, which nobody has seen", "bytes");
    predict(CODE, "the same of C", "bytes");
    predict(DOUBLED,
            "768 merges give how many times the bytes per token that 256 give (last quarter)", "");
    char *text = read_text("notebooks-c/prose.txt", &bytes);
    if (bytes <= C)
        kindling_fail("measure-10: notebooks-c/prose.txt: got %zu bytes, expected 127936", bytes);
    size_t learn = PROSE / 4 * 3;
    double held_out[6];
    printf("%zu bytes of prose to learn from, %zu held out, %zu of C; bytes per token:\n\n", learn,
           PROSE - learn, bytes - C);
    printf("vocabulary      seen  held out         C\n");
    for (int i = 0; i < 6; i++) {
        Bpe *b = bpe_train(text, learn, sizes[i]);
        double seen = measure_text(b, text, learn), other = measure_text(b, text + C, bytes - C);
        held_out[i] = measure_text(b, text + learn, PROSE - learn);
        printf("%10ld %9.3f %9.3f %9.3f\n", b->size, seen, held_out[i], other);
        contract(sizes[i] > 256 || seen == 1, "10.3: without a merge each byte is a token");
        if (sizes[i] == 512) {
            measured(SEEN, seen);
            measured(HELD_OUT, held_out[i]);
            measured(CODE, other);
        }
        if (i == 5)
            show_tokens(b);
        bpe_free(b);
    }
    measured(DOUBLED, held_out[5] / held_out[3]);
    contract(held_out[3] > 1.3, "10.1 to 10.6: merges that were learnt are made");
    owned_free(text);
    return conclude();
}
