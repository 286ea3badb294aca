/* trace_write.c - spans as other programs read them. */
#include <math.h>
#include "trace.h"
#include "c_locale.h"
#include "engine.h"

static void write_name(FILE *stream, const char *name)
{
    for (const char *c = name; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(stream, "\\%c", *c);
        else if ((unsigned char)*c < ' ')
            fprintf(stream, "\\u%04x", (unsigned)(unsigned char)*c);
        else
            fputc(*c, stream);
    }
}

void trace_chrome(FILE *stream, const Span *spans, long n)
{
    fprintf(stream, "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [");
    for (long i = 0; i < n; i++) {
        fprintf(stream, "%s\n{\"name\": \"", i > 0 ? "," : "");
        write_name(stream, spans[i].name);
        c_fprintf(stream, "\", \"ph\": \"X\", \"ts\": %.3f, \"dur\": %.3f, \"pid\": 1, \"tid\": 1}",
                  (spans[i].begin - spans[0].begin) * 1e6, (spans[i].end - spans[i].begin) * 1e6);
    }
    fprintf(stream, "\n]}\n");
}

/* From the outermost in, separated by ';'. */
static void write_path(FILE *stream, const Span *spans, long i)
{
    long depth = 0;
    for (long at = i; at >= 0; at = spans[at].parent)
        depth++;
    for (; depth > 0; depth--) {
        long at = i;
        for (long up = 1; up < depth; up++)
            at = spans[at].parent;
        for (const char *c = spans[at].name; *c != '\0'; c++)
            fputc(*c == ';' || (unsigned char)*c < ' ' ? '_' : *c, stream);
        fputs(depth > 1 ? ";" : "", stream);
    }
}

void trace_folded(FILE *stream, const Span *spans, long n)
{
    double *self = scope_alloc(scope_current(), (size_t)(n + 1) * sizeof *self);
    self_times(spans, n, self);
    for (long i = 0; i < n; i++) {
        if (self[i] * 1e6 < 0.5)
            continue;
        write_path(stream, spans, i);
        fprintf(stream, " %.0f\n", self[i] * 1e6);
    }
}
