/* packed.c - 12.11: a mask for documents packed in one row. */
#include "want.h"

/* Runs of the documents 1 to `most` in a drawn order; `shared`: with shared tokens in between. */
static IntTensor *draw_documents(long B, long T, int most, bool shared)
{
    IntTensor *documents = draw_ids("documents", SHAPE(B, T), 1, most);
    for (long i = 0; i < B * T; i++) {
        if (i % T > 0 && draw_seed() % 2 == 0)
            documents->data[i] = documents->data[i - 1];
        if (shared && draw_seed() % 4 == 0)
            documents->data[i] = 0;
    }
    if (shared && T > 2) { /* in every row: a document, a shared token, another document */
        for (long b = 0; b < B; b++) {
            int *row = documents->data + b * T;
            row[0] = 2 + (int)(draw_seed() % (uint64_t)(most - 1));
            row[1] = 0;
            row[T - 1] = 1;
        }
    }
    resealed_ids(documents);
    return documents;
}

static bool has_its_shape(const Tensor *mask, const IntTensor *documents)
{
    long T = documents->shape[1], B = documents->shape[0];
    return mask->ndim == 4 && mask->shape[0] == B && mask->shape[1] == 1 && mask->shape[2] == T &&
           mask->shape[3] == T;
}

/* Of a mask (B, 1, T, T) the rows of queries that are shared tokens, or of the others; the rest is 0.
 * What has another shape stays as it is. */
static Tensor *rows_of(const Tensor *mask, const IntTensor *documents, bool shared)
{
    long T = documents->shape[1];
    if (!has_its_shape(mask, documents))
        return copy_of(mask);
    Tensor *rows = blank(mask->ndim, mask->shape);
    for (long i = 0; i < plain_numel(mask); i++) {
        long row = i / T % (documents->shape[0] * T);
        if ((documents->data[row] == 0) == shared)
            rows->data[i] = (real)at(mask, AT(row / T, 0, row % T, i % T));
    }
    return rows;
}

/* What query i has heard of after `layers` layers: (B, T, T), 1 where there is a way from key j. */
static Tensor *heard_through(const Tensor *mask, const IntTensor *documents, int layers)
{
    if (!has_its_shape(mask, documents))
        return copy_of(mask);
    long T = documents->shape[1], B = documents->shape[0];
    Tensor *heard = blank(SHAPE(B, T, T));
    for (long i = 0; i < B * T; i++)
        heard->data[i * T + i % T] = 1;
    for (int layer = 0; layer < layers; layer++) {
        Tensor *next = blank(SHAPE(B, T, T));
        for (long i = 0; i < B * T * T * T; i++) {
            long b = i / (T * T * T), query = i / (T * T) % T, key = i / T % T, from = i % T;
            if (at(mask, AT(b, 0, query, key)) != 0 && heard->data[(b * T + key) * T + from] != 0)
                next->data[(b * T + query) * T + from] = 1;
        }
        heard = next;
    }
    return heard;
}

TEST(packed_documents_alone, .points = 2, .exercise = "12.11 mask_packed", .file = "mask_packed.c")
{
    long T = draw_long("T", 6, 11);
    IntTensor *documents = draw_documents(3, T, 3, false);

    Tensor *want = EXPECT(packed_want(documents));
    Tensor *mask = CALL(mask_packed(documents));
    check_tensor_within(mask, want, 0,
                        "(B, 1, T, T): a token sees those of its document, up to itself");
    IntTensor *one = draw_documents(2, T, 1, false);
    Tensor *want_one = EXPECT(packed_want(one));
    Tensor *causal = CALL(mask_packed(one));
    check_tensor_within(causal, want_one, 0, "one document alone: mask_causal");
    for (long i = 0; i < 3 * T; i++)
        documents->data[i] -= 16777218; /* neighbours that no float tells apart */
    resealed_ids(documents);
    Tensor *renamed = CALL(mask_packed(documents));
    check_tensor_within(renamed, want, 0, "other numbers for the same documents change nothing");
    check_text(renamed->name, "packed mask", "drawings and messages show its name");
}

TEST(packed_all_see_the_shared_token, .points = 4, .exercise = "12.11 mask_packed",
     .file = "mask_packed.c")
{
    IntTensor *documents = draw_documents(3, draw_long("T", 7, 12), 4, true);

    Tensor *want = EXPECT(packed_rows_want(documents, false));
    Tensor *mask = CALL(mask_packed(documents));
    Tensor *of_documents = rows_of(mask, documents, false);
    check_tensor_within(
        of_documents, want, 0,
        "rows of tokens that belong to a document: its own, and the shared ones, up to itself");
}

TEST(packed_no_way_through_layers, .points = 4, .exercise = "12.11 mask_packed",
     .file = "mask_packed.c")
{
    IntTensor *documents = draw_documents(3, draw_long("T", 7, 12), 4, true);
    int layers = (int)draw_long("layers", 2, 4);

    Tensor *want = EXPECT(packed_heard_want(documents));
    Tensor *mask = CALL(mask_packed(documents));
    Tensor *heard = heard_through(mask, documents, layers);
    check_tensor_within(
        heard, want, 0,
        "what a token hears of through all layers: its document and shared tokens only");
    Tensor *of_shared = rows_of(mask, documents, true);
    Tensor *want_shared = EXPECT(packed_rows_want(documents, true));
    check_tensor_within(of_shared, want_shared, 0,
                        "what is allowed stays allowed to shared tokens, too");
}
