/* bpe_split_of.c - how the text of a .tiktoken file was cut, which the file does not say.
 *
 * Its name may: tiktoken's own files are called after their encoding. Else its tokens do. A token
 * lies inside of one piece of the text it was learnt from, so under the right rule (nearly) every
 * token is a piece by itself: " 2024" is none of GPT-4's, ".get" none of GPT-2's. Where all tokens
 * are pieces by both rules, both give the same ids.
 */
#include <string.h>
#include "bpe_parts.h"
#include "utf8.h"

enum { UNKNOWN = -1, ANOTHER = -2 };

static int split_of_name(const char *path)
{
    static const struct {
        const char *word;
        int split;
    } names[] = {{"cl100k", SPLIT_GPT4},
                 {"r50k", SPLIT_GPT2},
                 {"p50k", SPLIT_GPT2},
                 {"gpt2", SPLIT_GPT2},
                 {"o200k", ANOTHER}};
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(name, names[i].word) != NULL)
            return names[i].split;
    return UNKNOWN;
}

/* The part of its tokens of more than a byte, as far as they are UTF-8, that a rule would cut. */
static double part_cut(const Bpe *b, size_t (*piece)(const char *, size_t, size_t))
{
    long cut = 0, all = 0;
    for (int id = 0; id < b->size; id++) {
        const char *text = (const char *)b->bytes + b->start[id];
        size_t n = bpe_length(b, id);
        if (n < 2 || utf8_valid_length(text, n) < n)
            continue;
        all++;
        cut += piece(text, n, 0) < n;
    }
    return all > 0 ? (double)cut / (double)all : 0;
}

bool bpe_split_of(const Bpe *b, const char *path, BpeSplit *split)
{
    const double few =
        0.005; /* of tokens that were made on the way to longer ones: "'r" of "'re" */
    int named = split_of_name(path);
    double gpt2 = part_cut(b, gpt2_piece), gpt4 = part_cut(b, gpt4_piece);
    *split = named >= 0 ? (BpeSplit)named : gpt4 < gpt2 ? SPLIT_GPT4 : SPLIT_GPT2;
    if (named >= 0 || (named == UNKNOWN && (gpt2 <= few || gpt4 <= few)))
        return true;
    kindling_set_error("%s: its text was cut neither as GPT-2's nor as GPT-4's (cl100k): %.1f and "
                       "%.1f of 100 tokens would be cut. hint: bpe_from_tiktoken, with a rule that "
                       "you choose",
                       path, 100 * gpt2, 100 * gpt4);
    return false;
}
