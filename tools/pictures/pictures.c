/* pictures.c - draws the pictures of the lessons again. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "files.h"
#include "lesson.h"
#include "options.h"

static const LessonPicture *const lessons[] = {
    pictures_of_01, pictures_of_02, pictures_of_03, pictures_of_04, pictures_of_05, pictures_of_06,
    pictures_of_07, pictures_of_08, pictures_of_09, pictures_of_10, pictures_of_11, pictures_of_12,
    pictures_of_13, pictures_of_14, pictures_of_15, pictures_of_16, pictures_of_17, pictures_of_18,
    pictures_of_19, pictures_of_20, pictures_of_21, pictures_of_22};

/* A student edition may have some of the modules only: it gets no folders of the others. */
static bool is_taught_here(const LessonPicture *picture)
{
    char path[FILE_NAME_SIZE];
    snprintf(path, sizeof path, "modules/%.*s/README.md",
             (int)(strchr(picture->name, '/') - picture->name), picture->name);
    return access(path, R_OK) == 0;
}

static int draw(const char *out, const LessonPicture *picture)
{
    char path[FILE_NAME_SIZE];
    const char *name = strchr(picture->name, '/') + 1;
    snprintf(path, sizeof path, "%s/%.*s/pictures", out, (int)(name - 1 - picture->name),
             picture->name);
    if (folder_make(path) != 0)
        return -1;
    size_t length = strlen(path);
    snprintf(path + length, sizeof path - length, "/%s.svg", name);
    Scope *scope = scope_open();
    int status = picture->draw(path);
    scope_close(scope);
    if (status == 0)
        printf("  %s\n", path);
    return status;
}

int main(int argc, char **argv)
{
    const char *out = "modules";
    const Option table[] = {
        {OPTION_TEXT, "out", &out, "DIR", "the folder of the lessons", 0, 0, 0}};
    const Options options = {
        "pictures", "Draws the pictures of the lessons: DIR/12_attention/pictures/*.svg\n\n", 1,
        .table = table};
    OptionsResult read = options_read(&options, argc, argv);
    if (read != OPTIONS_READ)
        return options_end(read);
    for (size_t i = 0; i < sizeof lessons / sizeof *lessons; i++)
        for (const LessonPicture *p = lessons[i]; p->name != NULL; p++)
            if (is_taught_here(p) && draw(out, p) != 0) {
                fprintf(stderr, "pictures: %s\n", kindling_error());
                return 1;
            }
    return 0;
}
