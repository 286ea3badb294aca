/* test_progress.c - silent in files, ten lines when asked for, drawn in place on a terminal. */
#define _XOPEN_SOURCE 700 /* pseudo terminals */
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "test.h"

/* What a run of `total` steps writes to the stream, which is closed. */
static char *written(FILE *stream, bool always, long first, long total)
{
    static char text[4096];
    Progress p = progress_start(stream, total, always);
    p.first = p.done = first;
    for (long step = first + 1; step <= total; step++)
        progress_step(&p, step, 1.5, 100, NULL);
    progress_end(&p);
    rewind(stream);
    text[fread(text, 1, sizeof text - 1, stream)] = '\0';
    fclose(stream);
    return text;
}

static int lines(const char *text)
{
    int n = 0;
    for (; *text != '\0'; text++)
        n += *text == '\n';
    return n;
}

static void test_silent_where_there_is_no_terminal(void **state)
{
    (void)state;
    assert_string_equal(written(tmpfile(), false, 0, 50), "");
}

static void test_always_writes_a_line_each_tenth(void **state)
{
    (void)state;
    const char *text = written(tmpfile(), true, 0, 57);
    assert_int_equal(lines(text), 10);
    assert_null(strchr(text, '\r'));
    assert_null(strchr(text, '\033'));
    assert_int_equal(strncmp(text, "step 6/57  loss 1.5", 19), 0);
    assert_non_null(strstr(text, "\nstep 57/57  loss 1.5"));
    assert_non_null(strstr(text, "ETA 0:00"));
    assert_non_null(strstr(text, "  in 0:00\n"));
    assert_int_equal(lines(written(tmpfile(), true, 0, 10)), 10);
    assert_int_equal(lines(written(tmpfile(), true, 0, 3)), 3);
    assert_int_equal(lines(written(tmpfile(), true, 0, 0)), 0);
}

/* Of no steps there is no tenth. */
static void test_a_step_of_nothing_writes_nothing(void **state)
{
    (void)state;
    FILE *stream = tmpfile();
    Progress p = progress_start(stream, 0, true);
    progress_step(&p, 1, 1.5, 10, NULL);
    progress_end(&p);
    assert_int_equal(ftell(stream), 0);
    fclose(stream);
}

static void test_a_resumed_run_writes_what_is_left(void **state)
{
    (void)state;
    const char *text = written(tmpfile(), true, 50, 100);
    assert_int_equal(lines(text), 5);
    assert_int_equal(strncmp(text, "step 60/100", 11), 0);
}

/* One line after 100 of 400 steps, which took so many seconds. */
static char *line_after(double seconds, long tokens, const char *more)
{
    static char text[512];
    FILE *stream = tmpfile();
    Progress p = progress_start(stream, 400, true);
    p.started -= seconds;
    progress_step(&p, 100, 2.3456789, tokens, more);
    rewind(stream);
    text[fread(text, 1, sizeof text - 1, stream)] = '\0';
    fclose(stream);
    return text;
}

static void test_rates_and_times_are_readable(void **state)
{
    (void)state;
    assert_string_equal(line_after(10, 124000, NULL),
                        "step 100/400  loss 2.346  12.4k tok/s  ETA 0:30\n");
    assert_string_equal(line_after(41, 4100, "held-out 1.9"),
                        "step 100/400  loss 2.346  100 tok/s  ETA 2:03  held-out 1.9\n");
    assert_string_equal(line_after(3600, 0, NULL), "step 100/400  loss 2.346  ETA 3:00:00\n");
    assert_non_null(strstr(line_after(1, 2500000, NULL), "  2.5M tok/s  "));
}

static void test_a_dumb_stream_is_drawn_in_place_when_live(void **state)
{
    (void)state;
    FILE *stream = tmpfile();
    Progress p = progress_start(stream, 1000, false);
    assert_false(p.live);
    p.live = true;
    for (long step = 1; step <= 1000; step++)
        progress_step(&p, step, 1, 1, NULL);
    progress_end(&p);
    rewind(stream);
    char text[4096];
    text[fread(text, 1, sizeof text - 1, stream)] = '\0';
    fclose(stream);
    int drawn = 0;
    for (const char *c = text; *c != '\0'; c++)
        drawn += *c == '\r';
    assert_in_range(drawn, 2, 12); /* the first, the last, and ten a second between */
    assert_int_equal(text[0], '\r');
    assert_int_equal(lines(text), 1);
    assert_non_null(strstr(text, "\033[K"));
    assert_non_null(strstr(text, "\rstep 1000/1000"));
}

/* What a terminal of so many columns is sent by one step. */
static void on_terminal(unsigned short columns, char *text, size_t size)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0)
        skip_without("a terminal to open");
    assert_int_equal(grantpt(master), 0);
    assert_int_equal(unlockpt(master), 0);
    FILE *stream = fopen(ptsname(master), "w");
    assert_non_null(stream);
    struct winsize window = {.ws_row = 24, .ws_col = columns};
    ioctl(fileno(stream), TIOCSWINSZ, &window);
    Progress p = progress_start(stream, 2000, false);
    assert_true(p.live);
    p.started -= 10;
    progress_step(&p, 1200, 1.843, 124000, NULL);
    ssize_t n = read(master, text, size - 1);
    text[n > 0 ? n : 0] = '\0';
    fclose(stream);
    close(master);
}

static void test_a_narrow_terminal_gets_a_shorter_line(void **state)
{
    (void)state;
    char text[256];
    setenv("TERM", "xterm", 1);
    on_terminal(80, text, sizeof text);
    assert_string_equal(text, "\rstep 1200/2000  loss 1.843  12.4k tok/s  ETA 0:07\033[K");
    on_terminal(50, text, sizeof text); /* 49 characters fit exactly: one column stays free */
    assert_string_equal(text, "\rstep 1200/2000  loss 1.843  12.4k tok/s  ETA 0:07\033[K");
    on_terminal(49, text, sizeof text);
    assert_string_equal(text, "\rstep 1200/2000  loss 1.843  12.4k tok/s\033[K");
    on_terminal(30, text, sizeof text);
    assert_string_equal(text, "\rstep 1200/2000  loss 1.843\033[K");
    on_terminal(4, text, sizeof text);
    assert_string_equal(text, "\r\033[K");
}

static void test_a_terminal_that_cannot_redraw_is_left_alone(void **state)
{
    (void)state;
    setenv("TERM", "dumb", 1);
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0)
        skip_without("a terminal to open");
    grantpt(master);
    unlockpt(master);
    FILE *stream = fopen(ptsname(master), "w");
    assert_non_null(stream);
    assert_false(progress_start(stream, 10, false).live);
    fclose(stream);
    close(master);
}

static void test_the_clock_runs_forward(void **state)
{
    (void)state;
    double before = kindling_seconds();
    assert_true(kindling_seconds() >= before && kindling_seconds() - before < 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_silent_where_there_is_no_terminal),
        UNIT_TEST(test_always_writes_a_line_each_tenth),
        UNIT_TEST(test_a_step_of_nothing_writes_nothing),
        UNIT_TEST(test_a_resumed_run_writes_what_is_left),
        UNIT_TEST(test_rates_and_times_are_readable),
        UNIT_TEST(test_a_dumb_stream_is_drawn_in_place_when_live),
        UNIT_TEST(test_a_narrow_terminal_gets_a_shorter_line),
        UNIT_TEST(test_a_terminal_that_cannot_redraw_is_left_alone),
        UNIT_TEST(test_the_clock_runs_forward),
    };
    return run_tests("nn/progress", tests);
}
