/* held_out_want.c - the mean over examples, and what an evaluation may change. */
#include "want.h"

/* ---- 08.6 trainer_mean_loss ------------------------------------------------------------------ */

typedef enum {
    M_RIGHT,
    M_OF_MEANS,
    M_SUM,
    M_OVER_FULL,
    M_OVER_BATCHES,
    M_NOT_LAST,
    M_FIRST,
    M_UNWEIGHTED,
    M_BY_SIZE
} Mean;

/* x (N, D) in batches of `size`, from row `first` on. */
static double mean_of(Mean way, const Tensor *w, const Tensor *x, long size, long first)
{
    long N = x->shape[0], D = x->shape[1], batches = 0;
    double sum = 0, means = 0, count = 0, at[D_MOST], unused[D_MOST];
    for (long d = 0; d < D; d++)
        at[d] = (double)w->data[d];
    for (long i = first; i < N; i += size) {
        long n = N - i < size ? N - i : size;
        Tensor *batch = values(SHAPE(1, n, D), n * D, x->data + i * D);
        double weight = (double)plain_rows(batch, 0, way == M_BY_SIZE ? ABSENT : IGNORED);
        double mean = plain_batch(at, batch, 0, 0, unused);
        if ((way == M_NOT_LAST && i + size >= N) || (way == M_FIRST && i > 0))
            continue;
        sum += weight * mean;
        means += mean;
        count += weight;
        batches++;
    }
    if (count == 0)
        return 0;
    return way == M_OF_MEANS       ? means / (double)batches
           : way == M_SUM          ? sum
           : way == M_OVER_BATCHES ? sum / (double)batches
           : way == M_UNWEIGHTED   ? means / count
           : way == M_OVER_FULL    ? sum / (double)(batches * size)
                                   : sum / count;
}

double mean_loss_want(const Tensor *w, const Tensor *x, long size, long used)
{
    static const struct {
        Mean way;
        const char *sentence;
    } known[] = {
        {M_SUM, "the sum over all targets: divide by how many they are"},
        {M_OVER_BATCHES, "divided by the number of batches: divide by the number of targets"},
        {M_FIRST, "only the first batch was looked at"},
        {M_OF_MEANS, "the mean of the batches' means: a small last batch counts as much as a full "
                     "one; weigh each with its number of targets"},
        {M_UNWEIGHTED, "the losses were not multiplied by their number of targets: each is a mean"},
        {M_BY_SIZE, "weighted by batch.size, with targets that are ignored: trainer_targets "
                    "counts the others"},
        {M_OVER_FULL, "divided as if all batches were full: add up the sizes that came"},
        {M_NOT_LAST, "the last batch was left out: there are loader_batches(examples)"},
    };
    MISTAKE_MESSAGE("whose scope is closed",
                    "a tensor was used after its scope was closed: take the number out with "
                    "tensor_item first, scope_close comes last");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        MISTAKE_NUMBER(mean_of(known[i].way, w, x, size, 0), known[i].sentence);
    if (used > 0) {
        static const char *const unfilled =
            "a batch was used that loader_next has not filled, or another variable without a "
            "value: loader_seek(examples, 0) first, else the loader is soon at its end";
        MISTAKE_MESSAGE("uninitialised pointer", unfilled);
        MISTAKE_MESSAGE("pointer that is NULL", unfilled);
        MISTAKE_NUMBER(mean_of(M_RIGHT, w, x, size, used),
                       "it went on where the loader stood: loader_seek(examples, 0) first");
    }
    return mean_of(M_RIGHT, w, x, size, 0);
}

/* ---- 08.7 trainer_evaluate ------------------------------------------------------------------- */

double held_out_want(const Tensor *w, const Tensor *x, long size)
{
    MISTAKE_MESSAGE("pointer that is NULL",
                    "t->evaluate is NULL here: then it is trainer_mean_loss of t->held_out");
    return mean_of(M_RIGHT, w, x, size, 0);
}

Tensor *switches_want(void)
{
    static const struct {
        real on[6];
        const char *sentence;
    } known[] = {
        {{1, 1, 0, 1, 1, 1},
         "evaluated in training mode: dropout is still on; module_train(t->model, false) first"},
        {{0, 1, 0, 1, 1, 1},
         "only the top was switched, the layers in it still drop: module_train walks down"},
        {{0, 0, 1, 1, 1, 1},
         "the graph is recorded, though nobody goes backward: grad_mode(false) first"},
        {{1, 1, 1, 1, 1, 1},
         "nothing was switched off: no training, no recording while evaluate runs"},
        {{0, 0, 0, 0, 0, 1}, "training is left switched off: dropout would never come back"},
        {{0, 0, 0, 1, 1, 0},
         "recording is left switched off, so the next backward finds no graph: grad_mode(false) "
         "inside of the scope ends with it"},
        {{0, 0, 0, 0, 0, 0},
         "both switches are left off: the training goes on without dropout and graphs"},
    };
    MISTAKE_MESSAGE("pointer that is NULL",
                    "t->held_out is NULL here: t->evaluate is not, and gives the loss");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        MISTAKE(values(SHAPE(2, 3), 6, known[i].on), known[i].sentence);
    return values(SHAPE(2, 3), VALUES(0, 0, 0, 1, 1, 1));
}

long left_behind_want(void)
{
    MISTAKE_NUMBER(INFINITY,
                   "what evaluate made is still there: open a scope around it, and close it");
    return 0;
}

typedef enum {
    B_RIGHT,
    B_LARGEST,
    B_LAST,
    B_NOT_KEPT,
    B_EQUAL,
    B_NAN,
    B_TOLD_EARLY,
    B_NOT_TOLD,
    B_TOLD_ALWAYS
} Best;

static bool is_better(Best way, double loss, double best)
{
    return way == B_LARGEST ? loss > best
           : way == B_LAST  ? true
           : way == B_EQUAL ? loss <= best
           : way == B_NAN   ? !(loss >= best)
                            : loss < best;
}

/* (n, 3): after each evaluation the best, how often improved was told, and the best it saw; told: is
 * there somebody to tell? */
static Tensor *bests(Best way, double best, const Tensor *answers, bool told)
{
    long n = answers->shape[0];
    double times_told = 0, seen = 0;
    Tensor *out = blank(SHAPE(n, 3));
    for (long i = 0; i < n; i++) {
        double loss = (double)answers->data[i], before = best;
        bool better = is_better(way, loss, best);
        if (better && way != B_NOT_KEPT)
            best = loss;
        if (told && ((better && way != B_NOT_TOLD) || way == B_TOLD_ALWAYS)) {
            times_told++;
            seen = way == B_TOLD_EARLY ? before : best;
        }
        out->data[3 * i] = (real)best;
        out->data[3 * i + 1] = (real)times_told;
        out->data[3 * i + 2] = (real)seen;
    }
    return out;
}

Tensor *best_want(double best, const Tensor *answers, bool told)
{
    static const struct {
        Best way;
        const char *sentence;
    } known[] = {
        {B_LARGEST, "a worse loss became the best: the best is the smallest"},
        {B_LAST, "every loss became the best: only one below t->best_loss does"},
        {B_NOT_KEPT, "a better loss was not kept: it is the new t->best_loss"},
        {B_EQUAL, "improved was called again for an equal loss: equal is not better"},
        {B_NAN, "NaN became the best: !(loss >= best) is true for NaN, loss < best is not"},
        {B_TOLD_EARLY, "improved was called before best_loss was set: it saw the old one"},
        {B_NOT_TOLD, "improved was not called: t->improved(t->context, t, loss)"},
        {B_TOLD_ALWAYS, "improved was called for losses that are no improvement"},
    };
    if (told)
        MISTAKE_MESSAGE("pointer that is NULL",
                        "t->held_out is NULL here: t->evaluate is not, and gives the loss");
    else
        MISTAKE_MESSAGE("pointer that is NULL",
                        "t->improved is NULL here: call it only if there is somebody to tell; "
                        "t->held_out is NULL, too: t->evaluate gives the loss");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        MISTAKE(bests(known[i].way, best, answers, told), known[i].sentence);
    return bests(B_RIGHT, best, answers, told);
}

Tensor *returned_want(double best, const Tensor *answers)
{
    Tensor *bests_so_far = copy_of(answers);
    for (long i = 0; i < answers->shape[0]; i++) {
        best = fmin(best, (double)answers->data[i]);
        bests_so_far->data[i] = (real)best;
    }
    MISTAKE(bests_so_far, "the best so far was returned: return the loss that was just measured");
    return copy_of(answers);
}
