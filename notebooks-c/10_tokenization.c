// %% [markdown]
// # 10 Tokenization
//
// A model reads numbers, and text is bytes. Between the two stands a vocabulary that was learnt: what is
// common is one number, what is rare is several, and nothing is unknown.

// %%
#include <math.h>
#include <string.h>
#include "notebook.h"
#include "utf8.h"

static void show(const Bpe *b, const char *text)
{
    int ids[256];
    long n = bpe_encode(b, text, strlen(text), ids);
    printf("%3ld tokens:", n);
    for (long i = 0; i < n; i++) {
        char token[64];
        size_t bytes = bpe_decode(b, &ids[i], 1, token, sizeof token);
        printf(utf8_valid_length(token, bytes) == bytes ? " [%s]" : " [?]", token);
    }
    printf("\n");
}

CELL
{
    Bpe *bytes = bpe_new();
    show(bytes, "naive");
    show(bytes, "na\xC3\xAFve");
    printf("the letter with two dots is two bytes, and neither of them is a character\n");
    bpe_free(bytes);
}

// %% [markdown]
// ## Merges
//
// Count neighbours, merge the commonest, again. In four words with their counts the ending comes out
// first, because two words share it.

// %%
static const char words[] = "low low low low low lower lower newest newest newest newest newest "
                            "newest widest widest widest";

CELL
{
    Bpe *b = bpe_train(words, sizeof words - 1, 256 + 12);
    for (long i = 0; i < b->n_merges; i++) {
        char left[32], right[32];
        bpe_decode(b, &b->merges[i].left, 1, left, sizeof left);
        bpe_decode(b, &b->merges[i].right, 1, right, sizeof right);
        printf("rank %2ld: [%s] [%s]\n", i, left, right);
    }
    show(b, "the lowest and the newest");
    int ids[8];
    gate(bpe_encode(b, " newest", 7, ids) == 1, "a common word is one token");
    bpe_free(b);
}

// %% [markdown]
// ## How long is a token?
//
// The more merges, the longer the tokens, of text like that they were learnt from. Letters at random have
// no common neighbours, and stay what they are.

// %%
enum { SIZES = 7, BYTES = 30000 };

static size_t draw_prose(Rng *rng, char *text)
{
    static const char *const subjects[] = {"the cat", "a dog", "the student", "nobody",
                                           "the compiler"};
    static const char *const verbs[] = {"sees",     "has seen", "reads",
                                        "has read", "writes",   "is writing"};
    static const char *const objects[] = {"the tree", "the trees", "a book", "the book",
                                          "every token"};
    size_t bytes = 0;
    while (bytes + 64 < BYTES) {
        const char *object = objects[rng_below(rng, 5)], *verb = verbs[rng_below(rng, 6)];
        bytes += (size_t)sprintf(text + bytes, "%s %s %s. ", subjects[rng_below(rng, 5)], verb,
                                 object);
    }
    return bytes;
}

CELL
{
    static char prose[BYTES], letters[BYTES], back[BYTES];
    static int ids[BYTES];
    double merges[SIZES], seen[SIZES], noise[SIZES];
    Rng rng = rng_seed(10);
    size_t bytes = draw_prose(&rng, prose);
    for (long i = 0; i < BYTES; i++)
        letters[i] = i % 6 == 0 ? ' ' : (char)('a' + rng_below(&rng, 26));
    bool same = true;
    for (int i = 0; i < SIZES; i++) {
        merges[i] = i == 0 ? 0 : 1 << i;
        Bpe *b = bpe_train(prose, bytes, 256 + (long)merges[i]);
        long n = bpe_encode(b, prose, bytes, ids);
        same &=
            bpe_decode(b, ids, n, back, sizeof back) == bytes && memcmp(back, prose, bytes) == 0;
        seen[i] = (double)bytes / (double)n;
        noise[i] = BYTES / (double)bpe_encode(b, letters, BYTES, ids);
        bpe_free(b);
    }
    display_chart(2,
                  (Series[]){{"sentences", SIZES, merges, seen, false},
                             {"letters at random", SIZES, merges, noise, false}},
                  &(ChartOptions){.title = "Bytes per token against merges"});
    gate(same, "all texts come back");
    gate(seen[SIZES - 1] > 3 && noise[SIZES - 1] < 1.5, "%.2f bytes per token, of noise %.2f",
         seen[SIZES - 1], noise[SIZES - 1]);
}
