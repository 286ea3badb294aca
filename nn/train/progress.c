/* progress.c - one line that says how it goes.
 *
 * On a terminal the line is drawn over itself: \r goes to its start, ESC [ K clears what was longer
 * before. Anywhere else (a file, a pipe, CI) such bytes are noise, so nothing is written, or, when
 * asked for, a plain line every tenth of the way.
 *
 * Invariant: the line is shorter than the terminal is wide, for one that wraps cannot be drawn
 * over; and it is drawn ten times a second at most, so that looking costs nothing.
 */
#include "nn.h"
#include "c_locale.h"
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

double kindling_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool can_redraw(FILE *stream)
{
    const char *terminal = getenv("TERM");
    return isatty(fileno(stream)) && !(terminal != NULL && strcmp(terminal, "dumb") == 0);
}

static size_t columns(FILE *stream)
{
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
#endif
    return 80;
}

Progress progress_start(FILE *stream, long total, bool always)
{
    return (Progress){.stream = stream,
                      .total = total,
                      .started = kindling_seconds(),
                      .always = always,
                      .live = can_redraw(stream)};
}

/* ---- the line ----------------------------------------------------------------------------- */

typedef struct {
    char text[256];
    size_t length, limit;
} Line;

/* Adds a part if all of it fits. Behind one that does not, nothing else is added. */
static void add(Line *line, const char *part)
{
    size_t gap = line->length > 0 ? 2 : 0, n = strlen(part);
    if (line->length + gap + n > line->limit) {
        line->limit = 0;
        return;
    }
    memcpy(line->text + line->length, "  ", gap);
    memcpy(line->text + line->length + gap, part, n + 1);
    line->length += gap + n;
}

static void add_rate(Line *line, double per_second)
{
    char part[48];
    if (per_second < 1e3)
        c_snprintf(part, sizeof part, "%.0f tok/s", per_second);
    else if (per_second < 1e6)
        c_snprintf(part, sizeof part, "%.1fk tok/s", per_second / 1e3);
    else
        c_snprintf(part, sizeof part, "%.1fM tok/s", per_second / 1e6);
    add(line, part);
}

/* "ETA 0:41", "ETA 2:03:10". */
static void add_time(Line *line, const char *label, double seconds)
{
    char part[64];
    long s = seconds < 1e9 ? (long)(seconds + 0.5) : 0;
    if (s < 3600)
        c_snprintf(part, sizeof part, "%s %ld:%02ld", label, s / 60, s % 60);
    else
        c_snprintf(part, sizeof part, "%s %ld:%02ld:%02ld", label, s / 3600, s / 60 % 60, s % 60);
    add(line, part);
}

static Line compose(const Progress *p, double now, double loss, const char *more)
{
    Line line = {.limit = p->live ? columns(p->stream) - 1 : 120};
    if (line.limit >= sizeof line.text)
        line.limit = sizeof line.text - 1;
    char part[64];
    c_snprintf(part, sizeof part, "step %ld/%ld", p->done, p->total);
    add(&line, part);
    c_snprintf(part, sizeof part, "loss %.4g", loss);
    add(&line, part);
    double seconds = now - p->started;
    if (p->tokens > 0 && seconds > 0)
        add_rate(&line, (double)p->tokens / seconds);
    if (p->done < p->total)
        add_time(&line, "ETA",
                 seconds * (double)(p->total - p->done) / (double)(p->done - p->first));
    else
        add_time(&line, "in", seconds);
    if (more != NULL)
        add(&line, more);
    return line;
}

/* ---- drawing ------------------------------------------------------------------------------ */

/* Does the way from step `before` to step `after` cross a tenth of the total? */
static bool crosses_tenth(long before, long after, long total)
{
    return total > 0 && after * 10 / total > before * 10 / total;
}

void progress_step(Progress *p, long step, double loss, long tokens, const char *more)
{
    double now = kindling_seconds();
    long before = p->done;
    p->done = step;
    p->tokens += tokens;
    if (p->live) {
        if (now - p->drawn < 0.1 && step < p->total)
            return;
        fprintf(p->stream, "\r%s\033[K", compose(p, now, loss, more).text);
        p->drawn = now;
    } else {
        if (!p->always || !crosses_tenth(before, step, p->total))
            return;
        fprintf(p->stream, "%s\n", compose(p, now, loss, more).text);
    }
    fflush(p->stream);
}

void progress_end(Progress *p)
{
    if (p->live && p->drawn > 0) {
        fputc('\n', p->stream);
        fflush(p->stream);
    }
}
