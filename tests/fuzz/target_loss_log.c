/* target_loss_log.c - the log of a training run, and its curve in every size. */
#include "fuzz.h"
#include <math.h>
#include "loss_log.h"

FUZZ_TARGET(loss_log)
{
    LossLog *log = loss_log_read(fuzz_file("log.tsv", bytes, size));
    fuzz_told(log != NULL);
    if (log == NULL)
        return;
    for (long i = 0; i < log->n; i++)
        fuzz_check(isfinite(log->step[i]) && (i == 0 || log->step[i - 1] < log->step[i]),
                   "steps that do not go up");
    FILE *nowhere = fopen("/dev/null", "w");
    for (long width = 1; width <= 63; width += 31)
        for (int ascii = 0; ascii < 2; ascii++)
            loss_log_draw(nowhere, log, width, 1 + width / 7, ascii == 1);
    fclose(nowhere);
    loss_log_free(log);
}
