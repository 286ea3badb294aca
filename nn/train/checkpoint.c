/* checkpoint.c - a run on disk: stop, come back, and get the same bits as if nothing had happened.
 *
 * One safetensors file, which Python reads too. Weights are stored under their names, moments as
 * "optimizer.exp_avg.<name>", and the few numbers besides as text in the metadata, which gives back
 * every bit.
 *
 * Invariant: a file is complete or absent (it is renamed into place), and loading changes nothing
 * unless all of it fits.
 */
#include "checkpoint.h"
#include "c_locale.h"
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <inttypes.h>

const char *const rng_keys[CHECKPOINT_MAX_RNG] = {"training.rng.0", "training.rng.1",
                                                  "training.rng.2", "training.rng.3"};

/* ---- what is stored: weights, buffers and moments by name, and numbers as text --------------- */

EXERCISE
ParameterList *checkpoint_tensors(Module *m, const Optimizer *o)
{
    ParameterList *list = module_state(m);
    for (int which = 0; o != NULL && which < o->n_state; which++) {
        for (long i = 0; i < o->parameters->count; i++) {
            char name[512];
            snprintf(name, sizeof name, "optimizer.%s.%s", o->state_name[which],
                     o->parameters->name[i]);
            parameters_add(list, name, o->state[which][i]);
        }
    }
    return list;
}

void notes_add(Notes *n, const char *key, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    size_t size = (size_t)c_vsnprintf(NULL, 0, format, arguments) + 1;
    char *text = scope_alloc(scope_current(), size);
    c_vsnprintf(text, size, format, again);
    va_end(again);
    va_end(arguments);
    n->entry[n->count++] = (MetadataEntry){.key = key, .value = text};
}

const char *step_counts(const Optimizer *o)
{
    long n = 1;
    for (long i = 1; i < o->parameters->count; i++)
        if (o->step[i] != o->step[0])
            n = o->parameters->count;
    size_t size = (size_t)n * 24, used = 0;
    char *text = scope_alloc(scope_current(), size);
    for (long i = 0; i < n; i++)
        used += (size_t)snprintf(text + used, size - used, i > 0 ? " %ld" : "%ld", o->step[i]);
    return text;
}

EXERCISE
void checkpoint_notes(Notes *n, const Optimizer *o, const CheckpointState *s)
{
    notes_add(n, "training.step", "%ld", s->step);
    notes_add(n, "training.best_loss", "%.17g", s->best_loss);
    if (o != NULL) {
        notes_add(n, "optimizer.kind", "%s", o->kind);
        notes_add(n, "optimizer.step", "%s", step_counts(o));
        notes_add(n, "optimizer.lr", "%.17g", o->lr);
    }
    for (int i = 0; i < s->n_rng; i++)
        notes_add(n, rng_keys[i], "%016" PRIx64, s->rng[i]->state);
}

/* ---- saving ---------------------------------------------------------------------------------- */

/* o and s may be NULL. */
static void check_state(const char *operation, const Optimizer *o, const CheckpointState *s)
{
    if (o != NULL)
        optimizer_check(operation, o);
    for (long i = 0; o != NULL && i < o->parameters->count; i++)
        if (o->n_state > 0 && o->state[0][i] == NULL)
            fail("%s: the moments of \"%s\" are another rank's. hint: moments_gather on all ranks, "
                 "before rank 0 saves",
                 operation, o->parameters->name[i]);
    if (s != NULL && (s->n_rng < 0 || s->n_rng > CHECKPOINT_MAX_RNG))
        fail("%s: n_rng is %d, expected 0 to %d", operation, s->n_rng, CHECKPOINT_MAX_RNG);
}

int checkpoint_save(const char *path, Module *m, const Optimizer *o, const CheckpointState *state)
{
    check_state("checkpoint_save", o, state);
    UNDO_ON_FAIL;
    static const CheckpointState fresh = {.best_loss = INFINITY};
    if (state == NULL)
        state = &fresh;
    Scope *scope = scope_open();
    Notes notes = {.count = 0};
    notes.entry = scope_alloc(scope, (size_t)(MAX_NOTES + state->n_metadata) * sizeof *notes.entry);
    notes_add(&notes, "kindling.version", "%s", kindling_version());
    checkpoint_notes(&notes, o, state);
    for (long i = 0; i < state->n_metadata; i++)
        notes.entry[notes.count++] = state->metadata[i];
    ParameterList *list = checkpoint_tensors(m, o);
    const char *const *names = (const char *const *)list->name;
    int status = safetensors_save(path, list->count, names, list->tensor, notes.count, notes.entry);
    parameters_free(list);
    scope_close(scope);
    return status;
}

/* ---- loading --------------------------------------------------------------------------------- */

typedef struct {
    long step, *optimizer_step; /* one; one for each parameter */
    double best_loss, lr;
    uint64_t rng[CHECKPOINT_MAX_RNG];
} Numbers;

/* The text of a key; NULL and a message if it is absent. */
static const char *look_up(SafeTensors *file, const char *path, const char *key)
{
    const char *text = safetensors_metadata(file, key);
    if (text == NULL)
        kindling_set_error("%s: no \"%s\" in its metadata, so this is not a checkpoint to resume "
                           "from. hint: module_load reads plain weights",
                           path, key);
    return text;
}

/* Did a number use up the whole text? */
static bool whole(const char *text, const char *end, const char *path, const char *key)
{
    if (end != text && *end == '\0' && errno == 0)
        return true;
    kindling_set_error("%s: metadata \"%s\" is \"%.40s\", expected a number", path, key, text);
    return false;
}

static bool read_long(SafeTensors *file, const char *path, const char *key, long *value)
{
    const char *text = look_up(file, path, key);
    if (text == NULL)
        return false;
    char *end;
    errno = 0;
    *value = strtol(text, &end, 10);
    return whole(text, end, path, key);
}

/* Counts as step_counts writes them, one for each parameter or one for all; or NULL. */
static long *read_steps(SafeTensors *file, const char *path, const Optimizer *o)
{
    const char *text = look_up(file, path, "optimizer.step"), *at = text;
    long count = o->parameters->count, read = 0;
    if (text == NULL)
        return NULL;
    long *step = scope_alloc(scope_current(), (size_t)(count + 1) * sizeof *step);
    errno = 0;
    while (read <= count) { /* one more than there should be, to see it */
        char *end;
        step[read] = strtol(at, &end, 10);
        if (end == at || step[read] < 0 || errno == ERANGE) /* at the end errno may be EINVAL */
            break;
        at = end;
        read++;
    }
    for (long i = 1; read == 1 && i < count; i++)
        step[i] = step[0];
    if (*at == '\0' && (read == 1 || read == count))
        return step;
    kindling_set_error("%s: metadata \"optimizer.step\" is \"%.40s\", expected a number, or %ld of "
                       "them, one for each parameter",
                       path, text, count);
    return NULL;
}

static bool read_double(SafeTensors *file, const char *path, const char *key, double *value)
{
    const char *text = look_up(file, path, key);
    if (text == NULL)
        return false;
    char *end;
    *value = c_strtod(text, &end);
    errno = 0; /* strtod complains about subnormal numbers, which are fine */
    return whole(text, end, path, key);
}

static bool read_bits(SafeTensors *file, const char *path, const char *key, uint64_t *value)
{
    const char *text = look_up(file, path, key);
    if (text == NULL)
        return false;
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 16);
    return whole(text, end, path, key);
}

static bool same_kind(SafeTensors *file, const char *path, const Optimizer *o)
{
    const char *kind = look_up(file, path, "optimizer.kind");
    if (kind == NULL || strcmp(kind, o->kind) == 0)
        return kind != NULL;
    kindling_set_error("%s: its moments are those of %s, the optimizer is %s", path, kind, o->kind);
    return false;
}

static bool read_numbers(SafeTensors *file, const char *path, const Optimizer *o,
                         const CheckpointState *state, Numbers *n)
{
    if (o != NULL &&
        (!same_kind(file, path, o) || (n->optimizer_step = read_steps(file, path, o)) == NULL ||
         !read_double(file, path, "optimizer.lr", &n->lr)))
        return false;
    if (state == NULL)
        return true;
    for (int i = 0; i < state->n_rng; i++) {
        if (!read_bits(file, path, rng_keys[i], &n->rng[i]))
            return false;
    }
    return read_long(file, path, "training.step", &n->step) &&
           read_double(file, path, "training.best_loss", &n->best_loss);
}

static void assign_numbers(const Numbers *n, Optimizer *o, CheckpointState *state)
{
    if (o != NULL) {
        for (long i = 0; i < o->parameters->count; i++)
            o->step[i] = n->optimizer_step[i];
        o->lr = n->lr;
    }
    if (state == NULL)
        return;
    state->step = n->step;
    state->best_loss = n->best_loss;
    for (int i = 0; i < state->n_rng; i++)
        state->rng[i]->state = n->rng[i];
}

/* What does not fit may have had another name, or another layout, in the version that wrote it. */
static void tell_version(SafeTensors *file)
{
    char why[512];
    const char *version = safetensors_metadata(file, "kindling.version");
    if (version == NULL || strcmp(version, kindling_version()) == 0)
        return;
    snprintf(why, sizeof why, "%s", kindling_error());
    kindling_set_error(
        "%s; it was written by Kindling %.20s, this is %s: tools/CHANGELOG.md says how "
        "to move on",
        why, version, kindling_version());
}

int checkpoint_load(const char *path, Module *m, Optimizer *o, CheckpointState *state)
{
    check_state("checkpoint_load", o, state);
    UNDO_ON_FAIL;
    SafeTensors *file = safetensors_open(path);
    if (file == NULL)
        return -1;
    ParameterList *list = checkpoint_tensors(m, o);
    Scope *scope = scope_open();
    Numbers numbers = {.step = 0};
    int status = -1;
    if (read_numbers(file, path, o, state, &numbers)) {
        Tensor **values = parameters_read(list, file, path, o == NULL ? "optimizer." : NULL);
        if (values != NULL) {
            parameters_assign(list, values);
            assign_numbers(&numbers, o, state);
            status = 0;
        }
    }
    if (status != 0)
        tell_version(file);
    scope_close(scope);
    parameters_free(list);
    safetensors_close(file);
    return status;
}

/* Seventeen digits give back every double; random states are written in hexadecimal. */
