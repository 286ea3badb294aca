/* test_loss_picture.c - the growing curve on a terminal: drawn over itself, and nowhere else than there.
 *
 * A pseudo-terminal is the terminal; what arrives is played on a small screen of characters that knows
 * line ends and the few ways to move a cursor, and fails at any other.
 */
#define _XOPEN_SOURCE 700
#include "test.h"
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "loss_log.h"

enum { HIGH = 30, WIDE = 200 };
static char screen[HIGH][WIDE + 1], log_path[64];
static long cursor_row, cursor_column;
static int master;
static FILE *terminal;

static void play(const char *text)
{
    for (; *text; text++) {
        long n = 1;
        int used = 0;
        if (*text == '\r')
            cursor_column = 0;
        else if (*text == '\n') /* the line discipline puts a \r before it */
            cursor_row++;
        else if (*text != '\033') {
            assert_true(cursor_row < HIGH && cursor_column < WIDE);
            screen[cursor_row][cursor_column++] = *text;
        } else if (strncmp(text, "\033[K", 3) == 0) {
            memset(screen[cursor_row] + cursor_column, ' ', (size_t)(WIDE - cursor_column));
            text += 2;
        } else {
            assert_int_equal(sscanf(text, "\033[%ld%*1[AB]%n", &n, &used), 1);
            cursor_row += text[used - 1] == 'A' ? -n : n;
            assert_true(cursor_row >= 0);
            text += used - 1;
        }
    }
}

/* Everything that was written to the terminal up to now. */
static size_t show(void)
{
    char text[16384];
    size_t n = 0;
    fflush(terminal);
    for (ssize_t got;
         n < sizeof text - 1 && (got = read(master, text + n, sizeof text - 1 - n)) > 0;)
        n += (size_t)got;
    text[n] = '\0';
    play(text);
    return n;
}

static void resize(unsigned short rows, unsigned short columns)
{
    struct winsize size = {.ws_row = rows, .ws_col = columns};
    assert_int_equal(ioctl(master, TIOCSWINSZ, &size), 0);
}

static int set_up(void **state)
{
    setenv("LC_ALL", "C", 1);
    setenv("TERM", "xterm", 1);
    memset(screen, ' ', sizeof screen);
    for (int i = 0; i < HIGH; i++)
        screen[i][WIDE] = '\0';
    cursor_row = cursor_column = 0;
    master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
        return -1;
    terminal = fopen(ptsname(master), "w");
    fcntl(master, F_SETFL, O_NONBLOCK);
    resize(HIGH, 70);
    snprintf(log_path, sizeof log_path, "/tmp/kindling-picture-%ld", (long)getpid());
    return terminal == NULL || test_setup(state) != 0;
}

static int tear_down(void **state)
{
    fclose(terminal);
    close(master);
    unlink(log_path);
    return test_teardown(state);
}

static void write_log(long steps)
{
    FILE *file = fopen(log_path, "w");
    assert_non_null(file);
    fprintf(file, "step\ttrain_loss\theld_out_loss\n");
    for (long i = 1; i <= steps; i++)
        fprintf(file, "%ld\t%ld\t-\n", i, 100 - i);
    fclose(file);
}

static int rows_with(const char *text)
{
    int n = 0;
    for (int i = 0; i < HIGH; i++)
        n += strstr(screen[i], text) != NULL;
    return n;
}

static void test_it_is_drawn_over_itself(void **state)
{
    (void)state;
    LossPicture p = loss_picture_start(terminal);
    resize(HIGH, 150);
    fprintf(terminal, "before\nstep 1 of 9 %120s", "xxxxx"); /* longer than the curve is wide */
    write_log(5);
    loss_picture_draw(&p, log_path, false);
    fprintf(terminal, "\rstep 5 of 9");
    show();
    assert_int_equal(rows_with(" |"), 10);
    assert_int_equal(rows_with("xxxxx"), 0);
    assert_non_null(strstr(screen[1], "99 |"));
    assert_non_null(strstr(screen[10], "95 |"));
    assert_non_null(strstr(screen[12], "step 5 of 9"));
    write_log(9);
    p.drawn = 0; /* a second has passed */
    loss_picture_draw(&p, log_path, false);
    fprintf(terminal, "\rstep 9 of 9\n");
    show();
    assert_int_equal(rows_with(" |"), 10);
    assert_non_null(strstr(screen[10], "91 |"));
    write_log(11);
    loss_picture_draw(&p, log_path, true);
    fprintf(terminal, "after");
    show();
    assert_int_equal(rows_with(" |"), 10);
    assert_non_null(strstr(screen[0], "before"));
    assert_non_null(strstr(screen[10], "89 |"));
    assert_non_null(strstr(screen[12], "step 9 of 9"));
    assert_int_equal(rows_with("of 9"), 1);
    assert_int_equal(strncmp(screen[13], "after", 5), 0);
}

static void test_once_a_second_at_most(void **state)
{
    (void)state;
    LossPicture p = loss_picture_start(terminal);
    write_log(5);
    loss_picture_draw(&p, log_path, false);
    assert_true(show() > 100);
    loss_picture_draw(&p, log_path, false);
    assert_int_equal(show(), 0);
}

static void assert_silent(LossPicture *p)
{
    loss_picture_draw(p, log_path, false);
    loss_picture_draw(p, log_path, true);
    assert_int_equal(show(), 0);
}

static void test_nothing_where_there_is_no_room(void **state)
{
    (void)state;
    LossPicture p = loss_picture_start(terminal);
    write_log(5);
    resize(13, 70);
    assert_silent(&p);
    resize(HIGH, 39);
    assert_silent(&p);
    resize(14, 40);
    loss_picture_draw(&p, log_path, false);
    assert_true(show() > 100);
}

static void test_nothing_on_a_dumb_terminal_or_in_a_file(void **state)
{
    (void)state;
    setenv("TERM", "dumb", 1);
    write_log(5);
    LossPicture dumb = loss_picture_start(terminal);
    assert_silent(&dumb);
    setenv("TERM", "xterm", 1);
    FILE *file = tmpfile();
    LossPicture plain = loss_picture_start(file);
    loss_picture_draw(&plain, log_path, false);
    assert_int_equal(ftell(file), 0);
    fclose(file);
}

static void test_nothing_without_a_log(void **state)
{
    (void)state;
    LossPicture p = loss_picture_start(terminal);
    assert_silent(&p);
    write_log(1);
    assert_silent(&p);
}

static void test_braille_where_it_can_be_shown(void **state)
{
    (void)state;
    setenv("LC_ALL", "C.UTF-8", 1);
    LossPicture p = loss_picture_start(terminal);
    write_log(5);
    loss_picture_draw(&p, log_path, false);
    show();
    assert_int_equal(rows_with("*"), 0);
    assert_true(rows_with("\xe2") > 0);
}

#define TERMINAL_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

/* In some containers there is no /dev/pts. */
static bool has_terminals(void)
{
    int first = posix_openpt(O_RDWR | O_NOCTTY);
    bool has = first >= 0 && grantpt(first) == 0 && unlockpt(first) == 0 &&
               access(ptsname(first), W_OK) == 0;
    if (first >= 0)
        close(first);
    return has;
}

int main(void)
{
    if (!has_terminals()) {
        printf("[  SKIPPED ] tools/lib/loss_picture: there are no pseudo-terminals here\n");
        return 0;
    }
    const struct CMUnitTest tests[] = {
        TERMINAL_TEST(test_it_is_drawn_over_itself),
        TERMINAL_TEST(test_once_a_second_at_most),
        TERMINAL_TEST(test_nothing_where_there_is_no_room),
        TERMINAL_TEST(test_nothing_on_a_dumb_terminal_or_in_a_file),
        TERMINAL_TEST(test_nothing_without_a_log),
        TERMINAL_TEST(test_braille_where_it_can_be_shown),
    };
    return run_tests("tools/lib/loss_picture", tests);
}
