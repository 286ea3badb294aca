/* test_writers.c - every writer of a file, with each of its calls to the system failing, each of its
 * allocations, and a disk that fills up after so many bytes.
 * Invariant: the file is the old one or the new one, whole; a failure is told; and nothing is left behind. */
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include "explore.h"
#include "files.h"
#include "heatmap.h"
#include "held.h"
#include "loss_log.h"
#include "svg.h"

/* ---- the writers: each writes `path` anew ------------------------------------------------------------ */

static Module *model;
static Optimizer *adam;
static Rng rng;
static Tensor *numbers;

/* (Made by each writer anew, for a failure ends all scopes here.) */
static Tensor *turned(void)
{
    return tensor_transpose(numbers, 0, 1);
}

/* In brackets nobody notes the line, which the explorer would look up: that its file can be read is not
 * what is asked here. */
static Tensor *graph(void)
{
    kindling_set_call_site(NULL, 0);
    Tensor *x = (tensor_requires_grad)((tensor_ones)(SHAPE(2, 2)));
    return (tensor_sum)((tensor_mul)(x, x), ALL_AXES, false);
}

static int write_npy(const char *path)
{
    return npy_save(path, numbers);
}

static int write_npy_of_a_view(const char *path)
{
    return npy_save(path, turned());
}

static int write_safetensors(const char *path)
{
    const char *names[] = {"a", "b"};
    return safetensors_save(path, 2, names, (Tensor *[]){numbers, turned()}, 1,
                            (MetadataEntry[]){{"key", "value"}});
}

static int write_module(const char *path)
{
    return module_save(model, path);
}

static int write_checkpoint(const char *path)
{
    CheckpointState state = {.n_rng = 1, .rng = {&rng}};
    return checkpoint_save(path, model, adam, &state);
}

static int write_dot(const char *path)
{
    return graph_write(path, graph(), NULL);
}

static int write_heatmap(const char *path)
{
    return heatmap_svg(path, turned(), NULL);
}

static int write_picture(const char *path)
{
    Svg *svg = svg_open(path, 100, 100, "A line");
    if (svg == NULL)
        return -1;
    svg_line(svg, SVG_INK, 0, 0, 1, 1);
    return svg_close(svg);
}

static int write_page(const char *path)
{
    return graph_explore(path, graph(), NULL);
}

static int write_page_of_a_file(const char *path)
{
    return graph_explore_file(path, scratch("graph.json"), &(ExploreOptions){.title = "A file"});
}

static const struct Writer {
    const char *name;
    int (*write)(const char *path);
} writers[] = {
    {"npy_save", write_npy},
    {"npy_save of a view", write_npy_of_a_view},
    {"safetensors_save", write_safetensors},
    {"module_save", write_module},
    {"checkpoint_save", write_checkpoint},
    {"graph_write", write_dot},
    {"heatmap_svg", write_heatmap},
    {"svg_open", write_picture},
    {"graph_explore", write_page},
    {"graph_explore_file", write_page_of_a_file},
};

static void write_json(void)
{
    FILE *out = fopen(scratch("graph.json"), "w");
    assert_int_equal(graph_json(out, graph(), 10), 0);
    assert_int_equal(fclose(out), 0);
}

static void make_fixtures(void)
{
    rng = rng_seed(1);
    model = mlp_new(SHAPE(3, 4, 2), ACT_GELU, &rng);
    ParameterList *parameters = parameters_of(model);
    adam = adam_new(parameters, (OptimizerOptions){.lr = 0.1});
    numbers = tensor_keep(tensor_ones(SHAPE(30, 40)));
    write_json();
}

static void free_fixtures(void)
{
    ParameterList *parameters = (ParameterList *)adam->parameters;
    optimizer_free(adam);
    parameters_free(parameters);
    module_free(model);
    tensor_free(numbers);
    unlink(scratch("graph.json"));
}

/* ---- one attempt --------------------------------------------------------------------------------------- */

static const char old_text[] = "what was there before";
static char *right; /* what the writer writes when nothing fails */
static size_t right_bytes;

static bool holds(const char *path, const char *bytes, size_t size)
{
    size_t found_bytes = 0;
    char *found = kindling_read_file(path, &found_bytes);
    bool same = found != NULL && found_bytes == size && memcmp(found, bytes, size) == 0;
    owned_free(found);
    return same;
}

/* What write returned; 1: it failed as out of memory does. */
static int attempt(const struct Writer *w, const char *path)
{
    jmp_buf here;
    volatile int status = 1;
    expected_failure = &here;
    if (setjmp(here) == 0)
        status = w->write(path);
    expected_failure = NULL;
    fail_call_after(0);
    fail_after(0);
    return status;
}

static void assert_old_or_new(const struct Writer *w, const char *path, int status)
{
    bool in_place = strstr(kindling_error(), ": saved, but a power cut may") != NULL;
    bool whole = status == 0 || in_place ? holds(path, right, right_bytes)
                                         : holds(path, old_text, sizeof old_text);
    if (!whole)
        print_error("%s: %s\n", w->name, kindling_error());
    assert_true(whole);
}

/* ---- calls to the system ------------------------------------------------------------------------------- */

/* Those without which no file is saved; of others a save may do without. */
static bool is_needed(const char *call)
{
    static const char *const needed[] = {"open a new file", "fdopen", "fflush", "fsync",
                                         "rename",          "fseek",  "ftell"};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (strcmp(call, needed[i]) == 0)
            return true;
    return false;
}

static void fail_each_call(const struct Writer *w, const char *path)
{
    int fsyncs = 0; /* of the file and of its folder */
    for (long n = 1;; n++) {
        write_bytes(path, old_text, sizeof old_text);
        Held before = held();
        kindling_set_error("%s", "");
        fail_call_after(n);
        int status = attempt(w, path);
        assert_nothing_more(before);
        assert_old_or_new(w, path, status);
        if (failed_call == NULL) {
            assert_int_equal(status, 0);
            assert_true(n > 9 && fsyncs == 2);
            return;
        }
        fsyncs += strcmp(failed_call, "fsync") == 0;
        assert_int_equal(status, is_needed(failed_call) ? -1 : 0);
        assert_true(status == 0 || strstr(kindling_error(), strerror(EIO)) != NULL);
    }
}

/* ---- memory, and room on the disk ----------------------------------------------------------------------- */

static void fail_each_allocation(const struct Writer *w, const char *path)
{
    for (long n = 1;; n++) {
        write_bytes(path, old_text, sizeof old_text);
        kindling_set_error("%s", "");
        Held before = held();
        volatile long count = allocation_count;
        fail_after(n);
        int status = attempt(w, path);
        bool reached = allocation_count - count >= n;
        assert_nothing_more(before);
        assert_old_or_new(w, path, status);
        assert_int_equal(status == 0, !reached);
        if (!reached)
            return;
    }
}

static void limit_file_size(rlim_t most)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = most;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void fill_the_disk(const struct Writer *w, const char *path)
{
    const size_t room[] = {0, 1, right_bytes / 2, right_bytes - 1};
    for (size_t i = 0; i < sizeof room / sizeof *room; i++) {
        write_bytes(path, old_text, sizeof old_text);
        Held before = held();
        limit_file_size(room[i]);
        int status = attempt(w, path);
        limit_file_size(RLIM_INFINITY);
        assert_nothing_more(before);
        assert_int_equal(status, -1);
        assert_error_has("File too large; what was there before is untouched");
        assert_true(holds(path, old_text, sizeof old_text));
    }
}

/* ---- all of it ------------------------------------------------------------------------------------------- */

static void for_each_writer(void (*test)(const struct Writer *w, const char *path))
{
    char path[512]; /* (scratch's own are used again) */
    snprintf(path, sizeof path, "%s", scratch("file"));
    make_fixtures();
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
        assert_int_equal(writers[i].write(path), 0);
        kindling_release_thread();
        right = kindling_read_file(path, &right_bytes);
        assert_non_null(right);
        test(&writers[i], path);
        owned_free(right);
        unlink(path);
    }
    free_fixtures();
}

static void test_each_call_fails_once(void **state)
{
    for_each_writer(fail_each_call);
    *state = scope_open();
}

static void test_each_allocation_fails_once(void **state)
{
    for_each_writer(fail_each_allocation);
    *state = scope_open();
}

static void test_the_disk_fills_up(void **state)
{
    signal(SIGXFSZ, SIG_IGN);
    for_each_writer(fill_the_disk);
    *state = scope_open();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_each_call_fails_once),
        UNIT_TEST(test_each_allocation_fails_once),
        UNIT_TEST(test_the_disk_fills_up),
    };
    return run_tests_in_scratch("system/writers", tests);
}
