/* run_folder.c - the folder of a training run, with its log: one run at a time, and none on top of another.
 *
 * Invariant: the files in the folder are of one run, and whoever holds the log's lock may write them. The lock
 * goes with the process, however that ends.
 */
#define _DEFAULT_SOURCE /* flock */
#include "training_run.h"
#include "c_locale.h"
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifndef __wasi__ /* a page has one process */
#include <sys/file.h>
#endif

/* flock and not fcntl: that one ends when anything in the process closes the file, and the curve is drawn from it. */
static bool lock(FILE *log)
{
#ifdef __wasi__
    (void)log;
    return true;
#else
    return flock(fileno(log), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
#endif
}

/* Checkpoints that were being written when their process was killed. */
static void remove_leftovers(const char *out)
{
    DIR *folder = opendir(out);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char path[2 * FILE_NAME_SIZE];
        if (strncmp(entry->d_name, "best.safetensors.tmp.", 21) != 0 &&
            strncmp(entry->d_name, "last.safetensors.tmp.", 21) != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", out, entry->d_name);
        unlink(path);
    }
    if (folder != NULL)
        closedir(folder);
}

/* The run that lies there is gone on with, or given up in so many words. */
static int check_older_run(const Run *r)
{
    bool last = access(r->last, F_OK) == 0;
    if (r->recipe.resume || r->recipe.overwrite || (!last && access(r->best, F_OK) != 0))
        return 0;
    const char *step = last ? checkpoint_metadata(r->last, "training.step") : NULL;
    kindling_set_error(
        "train: --out: got %s, where the files of another run lie%s%s, expected a folder without. "
        "hint: --resume to go on with that run, another --out, or --overwrite to lose it",
        r->recipe.out, step != NULL ? ", as they were after step " : "", step != NULL ? step : "");
    return -1;
}

void run_folder_name(Run *r)
{
    const char *out = r->recipe.out;
    snprintf(r->best, sizeof r->best, "%s/best.safetensors", out);
    snprintf(r->last, sizeof r->last, "%s/last.safetensors", out);
    snprintf(r->log_name, sizeof r->log_name, "%s/log.tsv", out);
}

int run_folder_open(Run *r)
{
    const char *out = r->recipe.out;
    run_folder_name(r);
    if (folder_make(out) != 0)
        return -1;
    r->log = fopen(r->log_name, "a");
    if (r->log == NULL) {
        kindling_set_error("%s: cannot write: %s", r->log_name, strerror(errno));
        return -1;
    }
    if (!lock(r->log)) {
        kindling_set_error("train: --out: got %s, which another run is writing to at this moment. "
                           "hint: another --out",
                           out);
        return -1;
    }
    if (check_older_run(r) != 0)
        return -1;
    remove_leftovers(out);
    return 0;
}

static void write_titles(Run *r)
{
    fprintf(r->log, "step\ttrain_loss\theld_out_loss\tlr\ttokens_per_second\tgrad_norm\tgrad_peak\t"
                    "update_ratio\n");
}

/* How much of a log is of steps up to the last: its titles, then whole lines whose steps go up. */
static size_t length_of_steps(const char *text, long last)
{
    const char *end = strchr(text, '\n'), *at = text;
    for (long before = -1; end != NULL; end = strchr(at, '\n')) {
        char *behind;
        long step = at == text ? 0 : strtol(at, &behind, 10);
        if (at != text && (behind == at || *behind != '\t' || step <= before || step > last))
            break;
        before = step;
        at = end + 1;
    }
    return (size_t)(at - text);
}

int run_folder_go_on(Run *r)
{
    struct stat about;
    if (fstat(fileno(r->log), &about) != 0 || !S_ISREG(about.st_mode))
        return 0;
    char *text = kindling_read_file(r->log_name, NULL);
    if (text == NULL)
        return -1;
    size_t length = length_of_steps(text, r->trainer.step);
    owned_free(text);
    if (ftruncate(fileno(r->log), (off_t)length) != 0) {
        kindling_set_error("%s: cannot cut it behind step %ld: %s", r->log_name, r->trainer.step,
                           strerror(errno));
        return -1;
    }
    if (length == 0)
        write_titles(r);
    return run_folder_check_log(r);
}

int run_folder_begin(Run *r)
{
    if (ftruncate(fileno(r->log), 0) == 0 || errno == EINVAL) /* a device has no length */
        write_titles(r);
    if (run_folder_check_log(r) != 0)
        return -1;
    unlink(r->best);
    unlink(r->last);
    return 0;
}

/* ---- what no line of the log says yet ------------------------------------------------------------ */

static const char unlogged_key[] =
    "training.unlogged"; /* how many steps, the sum of their losses */

MetadataEntry run_unlogged(const Run *r)
{
    enum { SIZE = 64 };
    char *text = scope_alloc(scope_current(), SIZE);
    c_snprintf(text, SIZE, "%ld %.17g", r->loss_count, r->loss_sum);
    return (MetadataEntry){unlogged_key, text};
}

static bool read_unlogged(Run *r, const char *text)
{
    char *sum, *end;
    r->loss_count = strtol(text, &sum, 10);
    r->loss_sum = c_strtod(sum, &end);
    if (sum != text && end != sum && *end == '\0' && r->loss_count >= 0 && isfinite(r->loss_sum))
        return true;
    kindling_set_error("%s: metadata \"%s\" is \"%.40s\", expected a count and a sum", r->last,
                       unlogged_key, text);
    return false;
}

int run_recall_unlogged(Run *r)
{
    UNDO_ON_FAIL; /* closes the file */
    SafeTensors *file = safetensors_open(r->last);
    if (file == NULL)
        return -1;
    const char *text = safetensors_metadata(file, unlogged_key);
    bool sound = text == NULL || read_unlogged(r, text);
    safetensors_close(file);
    return sound ? 0 : -1;
}

/* ---- was it written? ----------------------------------------------------------------------------- */

int run_folder_check_log(const Run *r)
{
    errno = 0;
    if (fflush(r->log) == 0 && !ferror(r->log))
        return 0;
    kindling_set_error("%s: cannot write: %s", r->log_name,
                       errno != 0 ? strerror(errno) : "lines are lost");
    return -1;
}
