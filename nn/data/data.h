/* data.h - examples in batches, pictures of digits, and text as numbers. */
#ifndef KINDLING_DATA_H
#define KINDLING_DATA_H

#include "../../autograd/autograd.h"

#pragma GCC visibility push(default)

/* ---- dataset.c (05): examples, and a batch of some ------------------------------------------- */

/* One batch; which members are set depends on the dataset. Lives in the current scope. */
typedef struct {
    long size;
    Tensor *x, *y;           /* numbers */
    IntTensor *ids, *labels; /* token ids, class labels or next tokens */
} Batch;
typedef struct Dataset Dataset;
/* Numbered examples, and a function that makes a batch of n of them. One of one's own begins with a
 * Dataset. */
struct Dataset {
    long count;
    /* The n examples of these indices, each in [0, count). */
    void (*fetch)(const Dataset *d, long n, const long *indices, Batch *batch);
    void (*destroy)(Dataset *d);
};
void dataset_free(OR_NULL Dataset *d); /* not what it borrows; NULL is fine */
/* n >= 1 examples drawn with replacement, as nanoGPT does; an empty dataset fails. */
void dataset_sample(Dataset *d, long n, Rng *rng, Batch *batch);

/* ---- tensor_dataset.c (05): rows of tensors -------------------------------------------------- */

/* Rows of x (N, ...) with rows of y (N, ...) or labels (N, ...); either may be NULL: a batch then
 * has none. All are borrowed, contiguous, and of N rows, else it fails. Owned: free it by
 * dataset_free. */
Dataset *tensor_dataset_new(Tensor *x, OR_NULL Tensor *y, OR_NULL IntTensor *labels);

/* ---- text_dataset.c (05): windows of a text -------------------------------------------------- */

/* Window i of a text: the T tokens from i on, T = context >= 1; labels say at each of them how the
 * text goes on. The tokens, more than T, are borrowed. Owned: free it by dataset_free. */
Dataset *text_dataset_new(const int *tokens, long n_tokens, long context);

/* ---- token_file.c (05): windows of a file of token ids --------------------------------------- */

/* A file of token ids and nothing else, without signs, the small byte first: what nanoGPT's
 * train.bin is, and what ids.astype("<u2").tofile(path) writes in NumPy. */
typedef struct {
    long count;
    int width; /* bytes of each: 2 or 4 */
    const unsigned char *bytes;
    bool mapped; /* else it was read as a whole */
} TokenFile;
/* width: 2 or 4. The file must not become shorter while it is open. Owned: free it by
 * token_file_free. NULL and kindling_error(): no such file, an empty one, a part of an id at its
 * end, or numbers of more bytes: of the first ids, 32 or more, every second one is 0. */
TokenFile *token_file_open(const char *path, int width);
void token_file_free(OR_NULL TokenFile *f); /* NULL is fine */
/* Id i, 0 <= i < count; one that no int holds is INT_MAX. */
long token_file_at(const TokenFile *f, long i);
/* The windows that text_dataset_new makes, of n > context >= 1 ids from `first` on. A batch with an
 * id that is not below `vocabulary` fails, and tells its place. f is borrowed. Owned: free it by
 * dataset_free. */
Dataset *token_dataset_new(const TokenFile *f, long first, long n, long context, long vocabulary);

/* ---- loader.c (05): a dataset in batches ----------------------------------------------------- */

/* A dataset in batches, epoch after epoch. */
typedef struct {
    Dataset *dataset; /* borrowed */
    long batch_size;
    bool shuffle, drop_last;
    uint64_t seed;
    long epoch;
    long position; /* examples handed out in this epoch */
    long *order;   /* all examples, in the order of this epoch */
} DataLoader;
/* shuffle: each epoch in another order; drop_last: without the rest that fills no batch. Fails on
 * an empty dataset and where no batch could be made. Owned: free it by loader_free before the
 * dataset. */
DataLoader *loader_new(Dataset *d, long batch_size, bool shuffle, bool drop_last, uint64_t seed);
long loader_batches(const DataLoader *l); /* per epoch */
/* The next batch; false at the end of an epoch, after which the next call starts a new one. */
bool loader_next(DataLoader *l, Batch *batch);
/* Go to where a new loader is after so many batches: all that resuming a run needs. */
void loader_seek(DataLoader *l, long batches);
void loader_free(OR_NULL DataLoader *l); /* not its dataset; NULL is fine */

/* ---- idx.c (06): MNIST's files (LeCun, Cortes, Burges 1998) ---------------------------------- */

/* folder/kind-images-idx3-ubyte and folder/kind-labels-idx1-ubyte, gunzipped, kind "train" or
 * "t10k": at most so many pictures, (n, side * side) with numbers from 0 to 1, and what they show,
 * (n). Returns side; -1 where a file is missing or not as it should be: kindling_error() says
 * which. */
long mnist_read(const char *folder, const char *kind, long most, Tensor **pictures,
                IntTensor **digits);

/* ---- lines.c (06): a text file as its lines -------------------------------------------------- */

/* Each a string without its line feed, or carriage return and line feed; empty ones count, too. */
typedef struct {
    long count;
    char **line; /* they live as long as this does */
    char *text;  /* where they stand */
} Lines;
/* Owned: free it by lines_free. NULL and kindling_error(): no such file, or a byte of 0 in it. */
Lines *lines_read(const char *path);
void lines_free(OR_NULL Lines *l); /* NULL is fine */

/* ---- tokenizer.c (06): characters and numbers ------------------------------------------------ */

/* Every distinct Unicode character of a text is a token, ordered by code point. */
typedef struct {
    long size;           /* V */
    uint32_t *character; /* code point of each token, ascending */
} CharTokenizer;
/* Owned: free it by char_tokenizer_free. NULL: an empty text (utf8 may then be NULL), a zero byte
 * or invalid UTF-8; kindling_error() names the offset. */
CharTokenizer *char_tokenizer_new(OR_NULL const char *utf8, size_t bytes);
CharTokenizer *char_tokenizer_from(const char *alphabet); /* the same, from a string */
void char_tokenizer_free(OR_NULL CharTokenizer *t);       /* NULL is fine */
/* Number of tokens written to ids (the caller's, at least `bytes` long; utf8 NULL: no bytes); -1:
 * invalid UTF-8 or a character that is not in the vocabulary, named in kindling_error(). */
long char_encode(const CharTokenizer *t, OR_NULL const char *utf8, size_t bytes, int *ids);
/* UTF-8 text, terminated. Owned: free it by owned_free. An id outside of the vocabulary fails, with
 * its position. */
char *char_decode(const CharTokenizer *t, const int *ids, long n);
char *char_tokenizer_alphabet(const CharTokenizer *t); /* all characters, for checkpoints */

#pragma GCC visibility pop
#endif
