/* text.h - what a function writes, as a string, and questions about strings.
 *
 *     heatmap_text(text_stream(), m, ...);
 *     const char *text = text_written();
 *
 * One stream at a time; every text lives in the current scope.
 */
#ifndef TEXT_H
#define TEXT_H

#include "test.h"

static FILE *text_file;
static char *text_memory;
static size_t text_size;

static inline FILE *text_stream(void)
{
    text_file = open_memstream(&text_memory, &text_size);
    assert_non_null(text_file);
    return text_file;
}

static inline const char *text_written(void)
{
    assert_int_equal(fclose(text_file), 0);
    char *copy = memcpy(scope_alloc(scope_current(), text_size + 1), text_memory, text_size + 1);
    free(text_memory);
    return copy;
}

static inline const char *text_of_file(const char *path)
{
    size_t size;
    char *text = kindling_read_file(path, &size);
    if (text == NULL)
        print_error("%s\n", kindling_error());
    assert_non_null(text);
    char *copy = memcpy(scope_alloc(scope_current(), size + 1), text, size + 1);
    owned_free(text);
    return copy;
}

static inline long occurrences(const char *text, const char *part)
{
    long n = 0;
    size_t length = strlen(part);
    for (; *text; text++) /* AddressSanitizer's strstr measures the whole text at every call */
        n += *text == *part && strncmp(text, part, length) == 0;
    return n;
}

#define assert_has(text, part) check_has(text, part, true, __FILE__, __LINE__)
#define assert_has_not(text, part) check_has(text, part, false, __FILE__, __LINE__)
static inline void check_has(const char *text, const char *part, bool expected, const char *file,
                             int line)
{
    if ((strstr(text, part) != NULL) == expected)
        return;
    print_error("\"%s\" is %s\n%s\n", part, expected ? "not in" : "in", text);
    _fail(file, line);
}

#define assert_error_has(part) assert_has(kindling_error(), part)

#endif
