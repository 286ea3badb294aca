/* options.c - from argv to variables, and from the table to a help page.
 *
 * Invariant: a variable is changed only by a value that is right in full: a number that uses up all
 * of its text and lies in its range.
 */
#include "options.h"
#include "c_locale.h"
#include "kindling.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- one value ----------------------------------------------------------------------------------- */

/* The n-th of "one|other"; its length is 0 if there is none. */
static const char *word_at(const char *words, int n, size_t *length)
{
    for (; n > 0; n--) {
        words += strcspn(words, "|");
        words += *words == '|';
    }
    *length = strcspn(words, "|");
    return words;
}

void option_text(const Option *o, char *text, size_t size)
{
    size_t length;
    switch (o->kind) {
    case OPTION_FLAG:
        snprintf(text, size, "%s", *(bool *)o->value ? "yes" : "no");
        break;
    case OPTION_COUNT:
        snprintf(text, size, "%ld", *(long *)o->value);
        break;
    case OPTION_NUMBER: /* the shortest text that gives the same number back */
        for (int digits = 1; digits <= 17; digits++) {
            c_snprintf(text, size, "%.*g", digits, *(double *)o->value);
            if (c_strtod(text, NULL) == *(double *)o->value)
                break;
        }
        break;
    case OPTION_CHOICE: {
        const char *word = word_at(o->takes, *(int *)o->value, &length);
        snprintf(text, size, "%.*s", (int)length, word);
        break;
    }
    case OPTION_TEXT:
        snprintf(text, size, "%s", *(const char **)o->value ? *(const char **)o->value : "");
        break;
    default:
        snprintf(text, size, "%s", "");
    }
}

static int reject(const Options *options, const Option *o, const char *text, const char *expected)
{
    char fallback[128];
    option_text(o, fallback, sizeof fallback);
    kindling_set_error("%s: --%s: got \"%.60s\", expected %s. hint: --%s %s", options->program,
                       o->name, text, expected, o->name, fallback);
    return -1;
}

/* -1 unless the text is one number in the option's range, whole if it is a count. */
static int set_number(const Options *options, const Option *o, const char *text)
{
    bool count = o->kind == OPTION_COUNT;
    char *end, expected[96];
    errno = 0;
    long n = count ? strtol(text, &end, 10) : 0;
    double x = count ? (double)n : c_strtod(text, &end);
    if (end == text || *end != '\0' || (count && errno != 0) || !(x >= o->low && x <= o->high)) {
        c_snprintf(expected, sizeof expected, "a %snumber from %.10g to %.10g",
                   count ? "whole " : "", o->low, o->high);
        return reject(options, o, text, expected);
    }
    if (count)
        *(long *)o->value = n;
    else
        *(double *)o->value = x;
    return 0;
}

static int set_choice(const Options *options, const Option *o, const char *text)
{
    size_t length;
    for (int n = 0; *word_at(o->takes, n, &length) != '\0'; n++)
        if (strlen(text) == length && strncmp(word_at(o->takes, n, &length), text, length) == 0) {
            *(int *)o->value = n;
            return 0;
        }
    return reject(options, o, text, o->takes);
}

int option_set(const Options *options, const Option *o, const char *text)
{
    if (o->kind == OPTION_CHOICE)
        return set_choice(options, o, text);
    if (o->kind == OPTION_COUNT || o->kind == OPTION_NUMBER)
        return set_number(options, o, text);
    if (o->kind == OPTION_TEXT) {
        *(const char **)o->value = text;
        return 0;
    }
    if (strcmp(text, "yes") != 0 && strcmp(text, "no") != 0)
        return reject(options, o, text, "yes or no");
    *(bool *)o->value = strcmp(text, "yes") == 0;
    return 0;
}

/* ---- the help page ------------------------------------------------------------------------------- */

static void print_option(const Option *o)
{
    char left[64], fallback[128];
    if (o->kind == OPTION_HEADING) {
        printf("\n%s\n", o->help);
        return;
    }
    snprintf(left, sizeof left, "--%s%s%s", o->name, o->takes ? " " : "", o->takes ? o->takes : "");
    printf("  %-22s", left);
    if (strlen(left) > 22)
        printf("\n  %-22s", "");
    printf(" %s", o->help);
    option_text(o, fallback, sizeof fallback);
    if (o->kind != OPTION_FLAG && fallback[0] != '\0')
        printf(" [%s]", fallback);
    putchar('\n');
}

static void print_help(const Options *options)
{
    fputs(options->intro, stdout);
    for (int i = 0; i < options->count; i++)
        print_option(&options->table[i]);
    printf("  %-22s this page\n", "--help");
    printf("  %-22s which Kindling this is\n", "--version");
}

/* ---- the command line ---------------------------------------------------------------------------- */

static const Option *find(const Options *options, const char *name)
{
    for (int i = 0; i < options->count; i++)
        if (options->table[i].name != NULL && strcmp(options->table[i].name, name) == 0)
            return &options->table[i];
    return NULL;
}

/* How many letters two names share at their beginning. */
static size_t likeness(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] != '\0' && a[n] == b[n])
        n++;
    return n;
}

static OptionsResult unknown(const Options *options, const char *argument)
{
    if (argument[0] != '-' && options->bare != NULL) {
        kindling_set_error("%s: got \"%.60s\", expected an option. hint: --%s %.60s",
                           options->program, argument, options->bare, argument);
        return OPTIONS_WRONG;
    }
    const Option *best = NULL;
    const char *name = argument + strspn(argument, "-");
    for (int i = 0; i < options->count; i++) {
        const Option *o = &options->table[i];
        if (o->name && likeness(o->name, name) > (best ? likeness(best->name, name) : 1))
            best = o;
    }
    kindling_set_error("%s: got \"%.60s\", expected an option. hint: --%s", options->program,
                       argument, best ? best->name : "help");
    return OPTIONS_WRONG;
}

static bool is_option(const char *argument)
{
    return strncmp(argument, "--", 2) == 0;
}

/* Values of the option at argv[at]; returns how many there are, or -1. */
static int read_values(const Options *options, const Option *o, int argc, char *const argv[],
                       int at)
{
    if (o->kind == OPTION_FLAG) {
        *(bool *)o->value = true;
        return 0;
    }
    int n = 0;
    while (at + 1 + n < argc && !is_option(argv[at + 1 + n]))
        n++;
    if (n == 0) {
        kindling_set_error("%s: --%s: got nothing behind it, expected %s. hint: %s --help",
                           options->program, o->name, o->takes ? o->takes : "a value",
                           options->program);
        return -1;
    }
    if (o->kind == OPTION_LIST) {
        *(OptionList *)o->value = (OptionList){n, argv + at + 1};
        return n;
    }
    return option_set(options, o, argv[at + 1]) == 0 ? 1 : -1;
}

int options_end(OptionsResult result)
{
    if (result == OPTIONS_WRONG)
        fprintf(stderr, "%s\n", kindling_error());
    return result == OPTIONS_WRONG ? 2 : 0;
}

/* What a program has printed is lost if the disk is full, and then it has not worked, whatever it thinks. */
static const char *program;

static void check_output(void)
{
    errno = 0;
    if (!ferror(stdout) && fflush(stdout) == 0)
        return;
    fprintf(stderr, "%s: the output could not be written%s%s\n", program, errno != 0 ? ": " : "",
            errno != 0 ? strerror(errno) : "");
    _exit(1); /* exit() is under way */
}

OptionsResult options_read(const Options *options, int argc, char *const argv[])
{
    if (program == NULL)
        atexit(check_output);
    program = options->program;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help(options);
            return OPTIONS_HELP;
        }
        if (strcmp(argv[i], "--version") == 0) {
            printf("%s, of Kindling %s\n", options->program, kindling_version());
            return OPTIONS_HELP;
        }
    }
    for (int i = 1; i < argc; i++) {
        const Option *o = is_option(argv[i]) ? find(options, argv[i] + 2) : NULL;
        if (o == NULL)
            return unknown(options, argv[i]);
        int values = read_values(options, o, argc, argv, i);
        if (values < 0)
            return OPTIONS_WRONG;
        i += values;
    }
    return OPTIONS_READ;
}
