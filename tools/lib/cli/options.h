/* options.h - command lines: a table of options, and everything follows from it.
 *
 * A program lists its options once, each with a pointer to the variable it sets. Reading the command
 * line, checking ranges, the page of --help with its defaults, and writing a setting down as text
 * all go over that table.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* How many values an option takes and what they are. */
typedef enum {
    OPTION_HEADING, /* no option: a line of the help page, in `help` */
    OPTION_FLAG,    /* bool: --name */
    OPTION_COUNT,   /* long: --name N */
    OPTION_NUMBER,  /* double: --name X */
    OPTION_TEXT,    /* const char *: --name TEXT */
    OPTION_CHOICE,  /* int: --name ONE, of the words in `takes`, "one|other"; counted from 0 */
    OPTION_LIST     /* OptionList: --name A B C, up to the next --option */
} OptionKind;

typedef struct {
    int count;
    char *const *item; /* lies in argv */
} OptionList;

typedef struct {
    OptionKind kind;
    const char *name;  /* without the dashes */
    void *value;       /* what it holds before reading is the default */
    const char *takes; /* what the help page calls its value: "N", "FILE" */
    const char *help;
    double low, high; /* COUNT and NUMBER: what is allowed */
    int group;        /* the program's own use */
} Option;

typedef struct {
    const char *program; /* "train" */
    const char *intro;   /* the first lines of the help page, each ending in \n */
    int count;
    const Option *table;
    const char *bare; /* which option a word without one was most likely meant for, "model"; NULL: nobody knows */
} Options;

typedef enum { OPTIONS_READ, OPTIONS_HELP, OPTIONS_WRONG } OptionsResult;
/* Sets the variables, and sees to it that the program ends with 1 and a message if its output is lost (a full disk).
 * OPTIONS_HELP: --help or --version was asked for and printed. OPTIONS_WRONG: a complaint in
 * kindling_error() that says what, what was given, what was expected and what to try. */
OptionsResult options_read(const Options *options, int argc, char *const argv[]);
/* What main returns where nothing is left to do: 0 after --help, or 2 and the complaint on stderr. */
int options_end(OptionsResult result);
/* Sets one variable, not of a list, from text: 0, or -1 and kindling_error(). */
int option_set(const Options *options, const Option *o, const char *text);
/* The variable as text that option_set understands. A TEXT that is NULL gives "". */
void option_text(const Option *o, char *text, size_t size);

#endif
