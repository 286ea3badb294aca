// %% [markdown]
// # 05 DataLoader
//
// Examples come in piles; training wants them in batches, mixed, each once per epoch, and the same way
// again tomorrow. A dataset says how many there are and how to fetch some of them. A loader says which.

// %%
#include <math.h>
#include <string.h>
#include "notebook.h"

CELL {
    Tensor *x = tensor_from(SHAPE(7, 2), VALUES(0, 0, 10, 1, 20, 2, 30, 3, 40, 4, 50, 5, 60, 6));
    Dataset *d = tensor_dataset_new(x, NULL, NULL);
    DataLoader *l = loader_new(d, 3, true, false, 1);
    Batch batch;
    for (int epoch = 0; epoch < 2; epoch++) {
        printf("epoch %d:", epoch);
        while (loader_next(l, &batch)) {
            printf("   ");
            for (long i = 0; i < batch.size; i++)
                printf("%3.0f", (double)tensor_get(batch.x, AT(i, 0)));
        }
        printf("\n");
    }
    loader_free(l);
    dataset_free(d);
}

// %% [markdown]
// ## An unfair shuffle, seen
//
// The shuffle that comes to mind first lets each place change with *any* place. Shuffle ten cards a
// hundred thousand times and count where each one ends up: even white would be right. In the second
// picture it is not: many a card ends just before its own place. Letting a place change only with those
// that are not settled yet, as in the first, is all it takes.

// %%
enum { CARDS = 10, SHUFFLES = 100000 };

static void with_any_place(Rng *rng, long n, long *items)
{
    for (long i = 0; i < n; i++) {
        long j = rng_below(rng, n), item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

static void with_a_place_below(Rng *rng, long n, long *items)
{
    for (long i = n - 1; i > 0; i--) {
        long j = rng_below(rng, i), item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

/* How often card c ends at place p, next to what is fair: 0 is even, 0.1 is ten percent too often. */
static Tensor *where_cards_end(void (*shuffle)(Rng *, long, long *), double *worst)
{
    Rng rng = rng_seed(52);
    Tensor *share = tensor_zeros(SHAPE(CARDS, CARDS));
    for (int k = 0; k < SHUFFLES; k++) {
        long cards[CARDS];
        for (long i = 0; i < CARDS; i++)
            cards[i] = i;
        shuffle(&rng, CARDS, cards);
        for (long p = 0; p < CARDS; p++)
            share->data[cards[p] * CARDS + p] += (real)CARDS / SHUFFLES;
    }
    *worst = 0;
    for (long i = 0; i < CARDS * CARDS; i++) {
        share->data[i] -= 1;
        *worst = fmax(*worst, fabs((double)share->data[i]));
    }
    return share;
}

CELL {
    double fair, any, below;
    const Tensor *seen[] = {where_cards_end(rng_shuffle, &fair), where_cards_end(with_any_place, &any),
                            where_cards_end(with_a_place_below, &below)};
    static const char *const names[] = {"one of those not settled", "any place", "a place below"};
    display_heatmaps(3, seen, names, 3,
                     &(HeatmapOptions){.title = "Card (down) ends at place (across): too often, too rarely",
                                       .diverging = true});
    printf("largest deviation: %.1f %%, %.1f %%, %.1f %%\n", 100 * fair, 100 * any, 100 * below);
    gate(fair < 0.06 && any > 0.2, "the first is fair, the second is not");
    gate(below > 0.99, "in the third, a card never stays where it was");
}

// %% [markdown]
// ## What order does to training
//
// Four clouds of points, stored cloud by cloud, as data often is. The same classifier, the same
// steps, the same learning rate: once in the order of the data, once shuffled.

// %%
enum { CLOUDS = 4, EACH = 100, POINTS = CLOUDS * EACH, EPOCHS = 4, BATCH = 10 };
static Tensor *points;
static IntTensor *clouds;

static double loss_of_all(Linear *guess)
{
    bool was = grad_mode(false);
    double loss = (double)tensor_item(
        tensor_cross_entropy(linear_forward(guess, points), clouds, NO_IGNORE_INDEX, 0));
    grad_mode(was);
    return loss;
}

/* The loss over all points after each batch; returns how many batches. */
static long train(bool shuffle, double loss[])
{
    Rng rng = rng_seed(4);
    Linear *guess = linear_new(2, CLOUDS, true, &rng);
    ParameterList *parameters = parameters_of(&guess->module);
    Optimizer *sgd = sgd_new(parameters, (OptimizerOptions){.lr = 0.5});
    Dataset *d = tensor_dataset_new(points, NULL, clouds);
    DataLoader *l = loader_new(d, BATCH, shuffle, false, 2);
    long step = 0;
    while (l->epoch < EPOCHS) {
        Scope *scope = scope_open();
        Batch batch;
        if (loader_next(l, &batch)) {
            Tensor *logits = linear_forward(guess, batch.x);
            optimizer_zero_grad(sgd);
            tensor_backward(tensor_cross_entropy(logits, batch.labels, NO_IGNORE_INDEX, 0));
            optimizer_step(sgd);
            loss[step++] = loss_of_all(guess);
        }
        scope_close(scope);
    }
    loader_free(l);
    dataset_free(d);
    optimizer_free(sgd);
    parameters_free(parameters);
    module_free(&guess->module);
    return step;
}

CELL {
    Rng rng = rng_seed(8);
    points = tensor_zeros(SHAPE(POINTS, 2));
    clouds = int_tensor_new(SHAPE(POINTS));
    for (long i = 0; i < POINTS; i++) {
        long cloud = i / EACH;
        clouds->data[i] = (int)cloud;
        points->data[2 * i] = (real)((cloud % 2 ? 1.5 : -1.5) + rng_normal(&rng));
        points->data[2 * i + 1] = (real)((cloud / 2 ? 1.5 : -1.5) + rng_normal(&rng));
    }
    static double sorted[POINTS * EPOCHS], mixed[POINTS * EPOCHS];
    long steps = train(false, sorted);
    train(true, mixed);
    display_chart(2, (Series[]){{"in the order of the data", steps, NULL, sorted, false},
                                {"shuffled", steps, NULL, mixed, false}},
                  &(ChartOptions){.title = "Loss over all points, four epochs of forty batches",
                                  .x_title = "batch", .y_title = "loss"});
    double worst[2] = {0, 0};
    for (long i = steps - steps / EPOCHS; i < steps; i++) {
        worst[0] = fmax(worst[0], sorted[i]);
        worst[1] = fmax(worst[1], mixed[i]);
    }
    printf("highest loss in the last epoch: %.3f in order, %.3f shuffled\n", worst[0], worst[1]);
    gate(worst[1] < 0.75 * worst[0], "shuffled, it stays far below that");
}

// %% [markdown]
// In order, the model forgets each cloud while it is shown the next: the loss rises and falls with
// the clouds, ten batches each. Shuffled, every batch is a little of everything.
//
// ## A text is its own labels
//
// Windows may begin at any letter. The labels are the same letters, one later.

// %%
CELL {
    static const char text[] = "to be or not to be";
    int tokens[sizeof text];
    long n = (long)strlen(text);
    for (long i = 0; i < n; i++)
        tokens[i] = text[i];
    Dataset *d = text_dataset_new(tokens, n, 6);
    Batch batch;
    d->fetch(d, 3, (long[]){0, 1, d->count - 1}, &batch);
    printf("%ld letters, %ld windows of 6\n\n", n, d->count);
    for (long i = 0; i < 3; i++) {
        printf("window %2ld   ids \"", i < 2 ? i : d->count - 1);
        for (long t = 0; t < 6; t++)
            putchar(batch.ids->data[i * 6 + t]);
        printf("\"   labels \"");
        for (long t = 0; t < 6; t++)
            putchar(batch.labels->data[i * 6 + t]);
        printf("\"\n");
    }
    gate(d->count == n - 6, "as many windows as letters, less the context");
    dataset_free(d);
}

// %% [markdown]
// ## A dataset on top of another
//
// A picture moved by a pixel still shows the same thing. Nothing in the engine knows about moving
// pictures, and nothing has to: a dataset is a count and a function, so this one asks another for its
// rows and moves them. Each batch is new, though there is a single picture below.

// %%
enum { SIDE = 12 };
typedef struct {
    Dataset dataset;
    Dataset *below;
    Rng *rng;
} Moved;

static void fetch_moved(const Dataset *d, long n, const long *indices, Batch *batch)
{
    const Moved *m = (const Moved *)d;
    m->below->fetch(m->below, n, indices, batch);
    Tensor *still = batch->x;
    batch->x = tensor_zeros(still->ndim, still->shape);
    for (long i = 0; i < n; i++) {
        long down = rng_below(m->rng, 3) - 1, right = rng_below(m->rng, 5) - 2;
        bool mirrored = rng_below(m->rng, 2) == 1;
        for (long r = 0; r < SIDE; r++)
            for (long c = 0; c < SIDE; c++) {
                long from_r = r - down, from_c = (mirrored ? SIDE - 1 - c : c) - right;
                if (from_r >= 0 && from_r < SIDE && from_c >= 0 && from_c < SIDE)
                    tensor_set(batch->x, AT(i, r, c), tensor_get(still, AT(i, from_r, from_c)));
            }
    }
}

static Tensor *leaf_picture(void)
{
    static const char *const leaf[SIDE] = {"............", "......##....", ".....####...", "....#####...",
                                           "...######...", "...#####....", "...####.....", "....##......",
                                           "...#........", "..##........", "..#.........", "............"};
    Tensor *picture = tensor_zeros(SHAPE(1, SIDE, SIDE));
    for (long r = 0; r < SIDE; r++)
        for (long c = 0; c < SIDE; c++)
            picture->data[r * SIDE + c] = leaf[r][c] == '#';
    return picture;
}

CELL {
    Tensor *picture = leaf_picture();
    Rng rng = rng_seed(2);
    Dataset *still = tensor_dataset_new(picture, NULL, NULL);
    Moved moved = {{.count = still->count, .fetch = fetch_moved}, still, &rng};
    Batch batch;
    dataset_sample(&moved.dataset, 6, &rng, &batch);
    const Tensor *shown[6];
    for (long i = 0; i < 6; i++)
        shown[i] = tensor_reshape(tensor_slice(batch.x, 0, i, i + 1, 1), SHAPE(SIDE, SIDE));
    display_heatmaps(6, shown, (const char *[]){"", "", "", "", "", ""}, 3,
                     &(HeatmapOptions){.title = "One picture, six examples"});
    int alike = 0;
    for (long i = 0; i < 6; i++)
        for (long j = 0; j < i; j++)
            alike += memcmp(batch.x->data + i * SIDE * SIDE, batch.x->data + j * SIDE * SIDE,
                            SIDE * SIDE * sizeof(real)) == 0;
    gate(alike == 0, "no two of the batch are alike");
    dataset_free(still);
}

// %% [markdown]
// Pictures are changed so often that the engine has it ready, in torchvision's words (`nn/data/transform.h`). Each draws
// from a stream that it is handed, so the same stream gives the same picture, today and on any worker. (Whose stream a
// picture should get is exercise 05.8.)

// %%
CELL {
    const Transform ways[] = {transform_random_horizontal_flip(1), transform_center_crop(8, 8),
                              transform_random_crop(SIDE, SIDE, 3)};
    Tensor *leaf = tensor_reshape(leaf_picture(), SHAPE(1, 1, SIDE, SIDE)), *made[4] = {leaf};
    const Tensor *shown[4];
    for (int i = 0; i < 4; i++) {
        Rng rng = rng_stream(52, (uint64_t)i);
        if (i > 0)
            made[i] = transform_pictures(&ways[i - 1], leaf, &rng);
        shown[i] = tensor_reshape(made[i], SHAPE(made[i]->shape[2], made[i]->shape[3]));
    }
    display_heatmaps(4, shown,
                     (const char *[]){"as it is", "flipped", "its middle", "cut out of a frame"}, 2,
                     &(HeatmapOptions){.title = "What transform.h makes of it"});
    Rng any = rng_seed(1), same = rng_stream(52, 3);
    Tensor *back = transform_pictures(&ways[0], made[1], &any);
    Tensor *again = transform_pictures(&ways[2], leaf, &same);
    size_t bytes = SIDE * SIDE * sizeof(real);
    gate(memcmp(back->data, leaf->data, bytes) == 0, "flipped twice, it is the leaf again");
    gate(memcmp(again->data, made[3]->data, bytes) == 0, "the same stream cuts at the same place");
}

// %% [markdown]
// ## Going on as if never stopped
//
// The order of an epoch comes from (seed, epoch) alone, so a loader can be put anywhere at once. A run
// that stops after ten batches and one that never stopped see the same examples from there on.

// %%
CELL {
    Tensor *x = tensor_zeros(SHAPE(40, 1));
    for (long i = 0; i < 40; i++)
        x->data[i] = (real)i;
    Dataset *d = tensor_dataset_new(x, NULL, NULL);
    DataLoader *walker = loader_new(d, 6, true, false, 11), *jumper = loader_new(d, 6, true, false, 11);
    double at[2][120], example[2][120];
    long n[2] = {0, 0};
    loader_seek(jumper, 10);
    bool equal = true;
    for (long k = 0; k < 20; k++) {
        Batch a, b;
        while (!loader_next(walker, &a)) {
        }
        for (long i = 0; i < a.size && k < 10; i++, n[0]++) {
            at[0][n[0]] = (double)k + (double)i / 6;
            example[0][n[0]] = (double)a.x->data[i];
        }
        if (k < 10)
            continue;
        while (!loader_next(jumper, &b)) {
        }
        for (long i = 0; i < b.size; i++, n[1]++) {
            at[1][n[1]] = (double)k + (double)i / 6;
            example[1][n[1]] = (double)b.x->data[i];
            equal = equal && a.size == b.size && a.x->data[i] == b.x->data[i];
        }
    }
    display_chart(2, (Series[]){{"before the stop", n[0], at[0], example[0], true},
                                {"after it", n[1], at[1], example[1], true}},
                  &(ChartOptions){.title = "Which example comes when: 40 examples, seven batches an epoch",
                                  .x_title = "batch", .y_title = "example"});
    gate(equal, "the resumed loader gives what the other would have given");
    loader_free(walker);
    loader_free(jumper);
    dataset_free(d);
}
