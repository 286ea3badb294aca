/* json_flip.h - a real file with one of its values replaced: does its reader notice? */
#ifndef JSON_FLIP_H
#define JSON_FLIP_H

#include <stdio.h>
#include <unistd.h>
#include "json.h"
#include "text.h"

enum { FLIP_MOST = 256 };

/* Where the values of a JSON text stand, each under its path: "model.dropout"; of a list, its first item. */
typedef struct {
    long count;
    char path[FLIP_MOST][96];
    long begin[FLIP_MOST], end[FLIP_MOST];
    const char *at; /* the path of what is being read */
} Places;

static bool places_of_value(Json *j, Places *p);

static inline bool places_of_member(Json *j, const char *key, void *context)
{
    Places *p = context;
    const char *above = p->at;
    if (p->count == FLIP_MOST)
        return false;
    long mine = p->count++;
    snprintf(p->path[mine], sizeof p->path[mine], "%s%s%s", above, *above ? "." : "", key);
    json_accept(j, ' ');
    p->begin[mine] = j->at;
    p->at = p->path[mine];
    bool deep = strcmp(key, "vocab") != 0 && strcmp(key, "merges") != 0;
    bool ok = deep ? places_of_value(j, p) : json_skip(j);
    p->end[mine] = j->at;
    p->at = above;
    return ok;
}

static inline bool places_of_item(Json *j, void *context)
{
    return places_of_value(j, context);
}

static bool places_of_value(Json *j, Places *p)
{
    json_accept(j, ' ');
    if (j->text[j->at] == '{')
        return json_object(j, places_of_member, p);
    const char *inside = j->text + j->at + 1;
    bool objects = inside[-1] == '[' && inside[strspn(inside, " \t\r\n")] == '{';
    return objects ? json_list(j, places_of_item, p) : json_skip(j);
}

static inline void find_places(const char *text, Places *p)
{
    char *copy = strdup(text);
    Json j = {.path = "flip", .whole = "it", .text = copy, .size = (long)strlen(text)};
    *p = (Places){.at = ""};
    assert_true(places_of_value(&j, p) && json_end(&j));
    free(copy);
}

/* The text with another value at a path, in memory that ends with the next call. */
static inline const char *flipped(const char *text, const Places *p, const char *path,
                                  const char *value)
{
    static char *out;
    free(out);
    out = NULL;
    for (long i = 0; i < p->count; i++)
        if (strcmp(p->path[i], path) == 0) {
            out = malloc(strlen(text) + strlen(value) + 1);
            sprintf(out, "%.*s%s%s", (int)p->begin[i], text, value, text + p->end[i]);
            return out;
        }
    print_error("the fixture has no %s\n", path);
    assert_true(false);
    return NULL;
}

/* What goes to stderr between the two calls. */
static int stderr_was;
static inline void stderr_begin(const char *path)
{
    fflush(stderr);
    stderr_was = dup(2);
    assert_non_null(freopen(path, "w", stderr));
}
static inline void stderr_end(void)
{
    fflush(stderr);
    dup2(stderr_was, 2);
    close(stderr_was);
}

#endif
