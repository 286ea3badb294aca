/* files.c - what programs write: folders, and graphs as DOT and as pictures. */
#include "files.h"
#include "engine.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

int folder_make(const char *path)
{
    char part[FILE_NAME_SIZE];
    size_t length = strlen(path);
    if (length >= sizeof part) {
        kindling_set_error("%.60s...: the name has %zu bytes, expected at most %zu", path, length,
                           sizeof part - 1);
        return -1;
    }
    strcpy(part, path);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST) {
            kindling_set_error("%s: cannot make this folder: %s", part, strerror(errno));
            return -1;
        }
        part[i] = path[i];
    }
    return 0;
}

int graph_write(const char *path, Tensor *root, const GraphOptions *options)
{
    AtomicFile *file = atomic_open(path);
    if (file == NULL)
        return -1;
    if (graph_dump(atomic_stream(file), root, options) != 0) {
        atomic_abandon(file);
        return -1;
    }
    return atomic_commit(file);
}

bool graph_draw(const char *dot_file, const char *format, const char *picture)
{
    char option[16];
    snprintf(option, sizeof option, "-T%s", format);
    return program_run((const char *[]){"dot", option, "-o", picture, dot_file, NULL});
}

void file_announce(const char *path, const char *what)
{
    printf("  %-34s %s\n", path, what);
}

int graph_files(const char *folder, const char *name, Tensor *root, const GraphOptions *options)
{
    char dot_file[FILE_NAME_SIZE], picture[FILE_NAME_SIZE];
    snprintf(dot_file, sizeof dot_file, "%s/%s.dot", folder, name);
    if (graph_write(dot_file, root, options) != 0)
        return -1;
    file_announce(dot_file, options->title);
    static const char *const formats[] = {"svg", "png"};
    for (int i = 0; i < 2; i++) {
        snprintf(picture, sizeof picture, "%s/%s.%s", folder, name, formats[i]);
        if (graph_draw(dot_file, formats[i], picture))
            file_announce(picture, "the same as a picture");
    }
    return 0;
}
