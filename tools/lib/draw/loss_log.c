/* loss_log.c - reading the log of a training run, and giving it to gnuplot.
 *
 * Invariant: a log is read while another program writes it, so a line counts only when it is whole,
 * and steps only go up: a resumed run that repeats some replaces what was there.
 */
#include "loss_log.h"
#include "c_locale.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "files.h"
#include "engine.h"

/* ---- reading --------------------------------------------------------------------------------- */

/* A number, or "-" for none, up to the next tab or line end. False: something else. */
static bool read_field(const char **at, double *x)
{
    char *end;
    if (**at == '-' && ((*at)[1] == '\t' || (*at)[1] == '\n')) {
        *x = NAN;
        *at += 2;
        return true;
    }
    if (**at == '\t' || **at == '\n')
        return false;
    *x = c_strtod(*at, &end);
    if (end == *at || (*end != '\t' && *end != '\n'))
        return false;
    *at = end + 1;
    return true;
}

static bool read_line(const char *at, double *step, double *training, double *held_out)
{
    return read_field(&at, step) && isfinite(*step) && read_field(&at, training) &&
           at[-1] == '\t' && read_field(&at, held_out);
}

static void add(LossLog *log, double step, double training, double held_out)
{
    while (log->n > 0 && log->step[log->n - 1] >= step)
        log->n--;
    log->step[log->n] = step;
    log->training[log->n] = training;
    log->held_out[log->n++] = held_out;
}

static LossLog *log_new(size_t lines)
{
    LossLog *log = owned_alloc(sizeof *log);
    log->step = owned_alloc(3 * (lines + 1) * sizeof(double));
    log->training = log->step + lines + 1;
    log->held_out = log->training + lines + 1;
    return log;
}

LossLog *loss_log_read(const char *path)
{
    UNDO_ON_FAIL;
    size_t lines = 0;
    char *text = kindling_read_file(path, NULL);
    if (text == NULL)
        return NULL;
    for (const char *at = text; *at; at++)
        lines += *at == '\n';
    LossLog *log = log_new(lines);
    const char *at = text;
    for (long line = 1; log != NULL && strchr(at, '\n'); line++, at = strchr(at, '\n') + 1) {
        double step, training, held_out;
        if (line == 1)
            continue;
        if (read_line(at, &step, &training, &held_out)) {
            add(log, step, training, held_out);
            continue;
        }
        kindling_set_error(
            "%s:%ld: expected a step, a loss, and a loss or \"-\", with tabs between, got "
            "\"%.*s\". hint: the log.tsv of a training run",
            path, line, (int)(strcspn(at, "\n") < 40 ? strcspn(at, "\n") : 40), at);
        loss_log_free(log);
        log = NULL;
        break;
    }
    owned_free(text);
    return log;
}

void loss_log_free(LossLog *log)
{
    if (log == NULL)
        return;
    owned_free(log->step);
    owned_free(log);
}

/* ---- gnuplot --------------------------------------------------------------------------------- */

static void write_block(FILE *out, const char *name, const LossLog *log, const double *loss)
{
    fprintf(out, "$%s << EOD\n", name);
    for (long i = 0; i < log->n; i++)
        if (isfinite(loss[i]))
            c_fprintf(out, "%.10g %.6g\n", log->step[i], loss[i]);
    fputs("EOD\n", out);
}

static bool any_finite(long n, const double *x)
{
    for (long i = 0; i < n; i++)
        if (isfinite(x[i]))
            return true;
    return false;
}

/* In single quotes gnuplot takes everything as it is but the quote itself, which is doubled. */
static void write_quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++)
        fputs(*text == '\'' ? "''" : (char[]){*text, '\0'}, out);
    fputc('\'', out);
}

static void write_script(FILE *out, const LossLog *log, const char *picture)
{
    bool training = any_finite(log->n, log->training), held_out = any_finite(log->n, log->held_out);
    fputs("# gnuplot loss.gp\nset terminal svg size 760,440 font 'Helvetica,12' "
          "background '#ffffff'\nset output ",
          out);
    write_quoted(out, picture);
    fputs("\nset border 3 lc rgb '#b0bec5'\nset tics nomirror textcolor rgb '#37474f'\n"
          "set grid ytics lc rgb '#eceff1' lt 1\nset xlabel 'step'\nset ylabel 'loss'\n"
          "set key top right\n",
          out);
    write_block(out, "training", log, log->training);
    write_block(out, "held_out", log, log->held_out);
    if (training)
        fputs("plot $training with lines lw 1.6 lc rgb '#6076cb' title 'training'", out);
    if (held_out)
        fprintf(out,
                "%s $held_out with linespoints pt 7 ps 0.5 lw 1.8 lc rgb '#d67422' title "
                "'held out'",
                training ? "," : "plot");
    fputc('\n', out);
}

int loss_log_gnuplot(const LossLog *log, const char *folder, bool *drawn)
{
    char script[FILE_NAME_SIZE], picture[FILE_NAME_SIZE];
    snprintf(script, sizeof script, "%s/loss.gp", folder);
    snprintf(picture, sizeof picture, "%s/loss.svg", folder);
    *drawn = false;
    if (folder_make(folder) != 0)
        return -1;
    AtomicFile *file = atomic_open(script);
    if (file == NULL)
        return -1;
    write_script(atomic_stream(file), log, picture);
    if (atomic_commit(file) != 0)
        return -1;
    *drawn = log->n > 0 && program_run((const char *[]){"gnuplot", script, NULL});
    return 0;
}
