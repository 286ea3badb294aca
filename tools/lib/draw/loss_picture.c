/* loss_picture.c - the loss curve on a terminal, drawn over itself while the run goes on.
 *
 * The picture stands above the line that says how far the run is. To draw it again the cursor goes up,
 * and the lines are written over; then that line may follow. Anywhere else than on a terminal, or on
 * one that is too small, nothing is written at all.
 *
 * Invariant: after loss_picture_draw the cursor stands where it stood before, at the start of its line.
 */
#include "loss_log.h"
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "heatmap.h"

enum { ROWS = 10, MOST_COLUMNS = 100, SCALE = 10 }; /* SCALE: characters left of the curve */

/* How many characters the curve may be wide; 0: there is no room for it. */
static long room(FILE *stream)
{
#ifdef TIOCGWINSZ
    struct winsize size = {.ws_col = 0};
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col < 40 || size.ws_row < ROWS + 4)
        return 0;
    long columns = size.ws_col - SCALE - 1;
    return columns < MOST_COLUMNS ? columns : MOST_COLUMNS;
#else
    (void)stream; /* there are no terminals here */
    return 0;
#endif
}

LossPicture loss_picture_start(FILE *stream)
{
    const char *terminal = getenv("TERM");
    bool plain = terminal != NULL && strcmp(terminal, "dumb") == 0;
    return (LossPicture){.stream = stream, .live = isatty(fileno(stream)) && !plain};
}

void loss_picture_draw(LossPicture *p, const char *log, bool ended)
{
    enum { SECONDS_BETWEEN = 1 };
    double now = p->live ? kindling_seconds() : 0;
    if (!p->live || (ended && p->rows == 0) || (!ended && now - p->drawn < SECONDS_BETWEEN))
        return;
    long width = room(p->stream);
    LossLog *curve = width > 0 ? loss_log_read(log) : NULL;
    if (curve == NULL || curve->n < 2) { /* the picture is no reason to end a run */
        loss_log_free(curve);
        return;
    }
    long below = ended ? 1 : 0; /* the line that says how it went */
    fprintf(p->stream, "\r%s", ended ? "" : "\033[K");
    if (p->rows > 0)
        fprintf(p->stream, "\033[%ldA", p->rows + below);
    loss_log_draw(p->stream, curve, width, ROWS, !terminal_is_utf8());
    if (ended)
        fputs("\033[1B", p->stream);
    fflush(p->stream);
    p->rows = ROWS + 1; /* and the line of steps */
    p->drawn = now;
    loss_log_free(curve);
}
