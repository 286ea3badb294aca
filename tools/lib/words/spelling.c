/* spelling.c - a task small enough to learn in seconds: words, and the same words backwards.
 *
 * Random strings are for training, real words for the examination: whoever reverses those has not
 * learned them by heart. Invariant: held_out_avoid never gives a word of the examination.
 */
#include "spelling.h"
#include <string.h>

static const char real_words[] =
    "PYTHON KERNEL TENSOR MATRIX VECTOR SCALAR GRADIENT NEURON LAYER WEIGHT BIAS LOSS BATCH EPOCH "
    "TOKEN PROMPT QUERY KEY VALUE HEAD MASK SCORE SOFTMAX DROPOUT LINEAR SIGMOID ATTENTION CONTEXT "
    "MODEL DECODER ENCODER EMBEDDING RESIDUAL BACKWARD FORWARD STRIDE SHAPE AXIS SLICE VIEW SCOPE "
    "CLOSURE GRAPH NODE EDGE TREE STACK QUEUE HEAP LIST ARRAY POINTER STRUCT UNION INTEGER FLOAT "
    "DOUBLE STRING CHAR BYTE BIT FILE FOLDER BUFFER CACHE MEMORY STREAM SOCKET PACKET SERVER "
    "CLIENT ROUTER BROWSER COOKIE LINUX DEBIAN UNIX SHELL BASH TERMINAL COMPILER LINKER LOADER "
    "LIBRARY MODULE FUNCTION MACRO RETURN BREAK SWITCH WHILE STATIC CONST VOID INLINE HASH RANDOM "
    "SEED SAMPLE NOISE SIGNAL FILTER KINDLING FIRE SPARK EMBER FLAME ASH WOOD LIGHT CANDLE MIRROR "
    "WINDOW GARDEN RIVER OCEAN ISLAND MOUNTAIN FOREST DESERT VALLEY METEOR PLANET GALAXY COMET "
    "ORBIT ROCKET ENGINE BRIDGE TUNNEL CASTLE TOWER VILLAGE MARKET HARBOR VESSEL ANCHOR COMPASS "
    "MAP TREASURE PIRATE WIZARD DRAGON KNIGHT SHIELD SWORD ARROW PUZZLE RIDDLE SECRET CIPHER LEVEL "
    "RADAR KAYAK CIVIC NOON STATS TACOCAT APPLE BANANA CHERRY LEMON ORANGE PEACH COFFEE SUGAR "
    "HONEY BREAD BUTTER CHEESE PEPPER GINGER PIANO VIOLIN GUITAR TRUMPET DRUM FLUTE OPERA JAZZ "
    "RHYTHM QUARTZ ZEPHYR SPHINX JACKAL FOX FALCON PENGUIN DOLPHIN WALRUS ZEBRA GIRAFFE ELEPHANT "
    "KANGAROO ALGORITHM TYPEWRITER BLACKSMITH BACKGROUND";

/* ---- one word ------------------------------------------------------------------------------------ */

bool word_from(Word *w, const char *text, size_t length)
{
    *w = (Word){.length = (int)length};
    if (length < WORD_SHORTEST || length > WORD_LONGEST)
        return false;
    for (size_t i = 0; i < length; i++) {
        int letter = text[i] - (text[i] >= 'a' ? 'a' : 'A') + 1;
        if (letter < 1 || letter >= WORD_SYMBOLS)
            return false;
        w->letter[i] = letter;
    }
    return true;
}

Word word_random(Rng *rng)
{
    Word w = {.length = WORD_SHORTEST + (int)rng_below(rng, WORD_LONGEST - WORD_SHORTEST + 1)};
    for (int i = 0; i < w.length; i++)
        w.letter[i] = 1 + (int)rng_below(rng, WORD_SYMBOLS - 1);
    return w;
}

Word word_backwards(const Word *w)
{
    Word back = {.length = w->length};
    for (int i = 0; i < w->length; i++)
        back.letter[i] = w->letter[w->length - 1 - i];
    return back;
}

bool word_equal(const Word *a, const Word *b)
{
    return a->length == b->length && memcmp(a->letter, b->letter, sizeof a->letter) == 0;
}

const char *word_text(const Word *w)
{
    static char texts[4][WORD_LONGEST + 1];
    static int turn;
    char *text = texts[turn++ % 4];
    for (int i = 0; i < w->length; i++)
        text[i] = w->letter[i] > 0 ? (char)('A' + w->letter[i] - 1) : '.';
    text[w->length] = '\0';
    return text;
}

void words_batch(Batch *batch, long n, const Word *words)
{
    *batch = (Batch){.size = n};
    batch->ids = int_tensor_new(SHAPE(n, WORD_LONGEST));
    batch->labels = int_tensor_new(SHAPE(n, WORD_LONGEST));
    for (long b = 0; b < n; b++) {
        Word back = word_backwards(&words[b]);
        int *ids = batch->ids->data + b * WORD_LONGEST;
        int *labels = batch->labels->data + b * WORD_LONGEST;
        for (int i = 0; i < WORD_LONGEST; i++) {
            ids[i] = words[b].letter[i];
            labels[i] = i < back.length ? back.letter[i] : -100;
        }
    }
}

/* ---- the examination ----------------------------------------------------------------------------- */

static bool contains(const HeldOut *h, const Word *w)
{
    for (long i = 0; i < h->count; i++) {
        if (word_equal(&h->word[i], w))
            return true;
    }
    return false;
}

static void add_real_words(HeldOut *h)
{
    for (const char *at = real_words; *at != '\0';) {
        size_t length = strcspn(at, " ");
        Word w;
        if (word_from(&w, at, length) && !contains(h, &w))
            h->word[h->count++] = w;
        at += length + strspn(at + length, " ");
    }
}

HeldOut *held_out_new(const Word *first, Rng *rng)
{
    HeldOut *h = owned_alloc(sizeof *h);
    h->word[h->count++] = *first;
    add_real_words(h);
    h->n_words = h->count;
    for (int i = 0; i < HELD_OUT_STRINGS; i++) {
        Word w = held_out_avoid(h, rng);
        h->word[h->count++] = w;
    }
    return h;
}

void held_out_free(HeldOut *h)
{
    owned_free(h);
}

Word held_out_avoid(const HeldOut *h, Rng *rng)
{
    Word w = word_random(rng);
    while (contains(h, &w))
        w = word_random(rng);
    return w;
}
