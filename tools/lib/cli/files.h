/* files.h - what programs write: folders, and graphs as DOT and as pictures. */
#ifndef FILES_H
#define FILES_H

#include "kindling.h"

enum { FILE_NAME_SIZE = 4096 };

/* The folder and those above it, where they are missing. 0, or -1 and kindling_error(). */
int folder_make(const char *path);
/* graph_dump into a file that is whole or absent. 0, or -1 and kindling_error(). */
int graph_write(const char *path, Tensor *root, const GraphOptions *options);
/* "  build/demo/heads.svg    what it is" on stdout. */
void file_announce(const char *path, const char *what);
/* folder/name.dot, and .svg and .png where Graphviz is installed; announces each. 0 or -1. */
int graph_files(const char *folder, const char *name, Tensor *root, const GraphOptions *options);
/* Runs a program of the PATH, its complaints unseen; argv ends with NULL. False: it did not end with
 * 0, most often because it is not installed, or took more than 20 s of processor time, of which
 * stderr tells. */
bool program_run(const char *const argv[]);
bool program_run_within(int seconds, const char *const argv[]);
/* Graphviz's dot makes picture out of the DOT file; format is "svg", "png". False: as program_run. */
bool graph_draw(const char *dot_file, const char *format, const char *picture);

#endif
