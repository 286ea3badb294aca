/* target_labels.c - names and texts of others in what we write: JSON, pages, pictures, terminals. */
#include "fuzz.h"
#include "heatmap.h"
#include "json.h"
#include "utf8.h"
#include "utf8_writer.h"

typedef struct {
    FILE *stream;
    char *text;
} Written;

/* For what is written of so many bytes, of which none becomes more than two escapes. */
static FILE *open_text(Written *w, size_t bytes)
{
    size_t room = 32 * bytes + 64;
    w->text = scope_alloc(scope_current(), room);
    return w->stream = fmemopen(w->text, room, "w");
}

/* What was written, which is text. */
static char *close_text(Written *w)
{
    fflush(w->stream);
    size_t size = (size_t)ftell(w->stream);
    fclose(w->stream);
    w->text[size] = '\0';
    fuzz_check(utf8_valid_length(w->text, size) == size, "what was written is no text");
    return w->text;
}

static void as_json(const char *text, bool valid)
{
    Written w;
    graph_json_text(open_text(&w, strlen(text)), text);
    char *written = close_text(&w);
    fuzz_check(strchr(written, '<') == NULL, "a '<' in %s", written);
    Json j = {.path = "it", .whole = "it", .text = written, .size = (long)strlen(written)};
    const char *back;
    fuzz_check(json_string(&j, &back) && json_end(&j), "%s", kindling_error());
    fuzz_check(!valid || strcmp(back, text) == 0, "another string: %s", back);
}

static void as_markup(const char *text)
{
    Written w;
    label_write(open_text(&w, strlen(text)), text);
    prose_write(w.stream, text);
    char *written = close_text(&w);
    fuzz_check(strpbrk(written, "<>\"") == NULL, "markup in %s", written);
    fuzz_check(label_width(text) >= 0 && (size_t)label_width(text) <= 2 * strlen(text), "a width");
}

static void in_pieces(const uint8_t *bytes, size_t size, size_t step, bool valid)
{
    Written w;
    Utf8Writer writer = {.out = open_text(&w, size)};
    for (size_t at = 0; at < size; at += step)
        utf8_write(&writer, (const char *)bytes + at, size - at < step ? size - at : step);
    utf8_end(&writer);
    char *written = close_text(&w);
    fuzz_check(!valid || (strlen(written) == size && memcmp(written, bytes, size) == 0),
               "another text: %s", written);
}

FUZZ_TARGET(labels)
{
    if (memchr(bytes, 0, size) != NULL)
        return;
    char *text = fuzz_text(bytes, size);
    bool valid = utf8_valid_length(text, size) == size;
    as_json(text, valid);
    as_markup(text);
    for (size_t step = 1; step <= 3; step++)
        in_pieces(bytes, size, step, valid);
}
