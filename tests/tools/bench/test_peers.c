/* test_peers.c - who may be compared with. Invariant: PyTorch fighting itself for the cores is not measured. */
#include "scratch.h"
#include "../../../tools/bench/bench.h"

/* In place of torch_common.py, with the shell for Python. */
static void write_python(const char *text)
{
    write_bytes(scratch("torch_common.py"), text, strlen(text));
}

/* PyTorch on an OpenBLAS with threads of its own is no peer, and the heading says so. */
static void test_a_crippled_peer_is_told(void **state)
{
    (void)state;
    write_python("echo '{\"torch\": \"2.6\", \"crippled\": \"/lib/libopenblas.so.0\"}'");
    Report r = {.backend = "ours", .peers = {.scripts = scratch_folder}};
    peers_find(&r.peers, "sh");
    assert_string_equal(r.peers.torch, "2.6");
    report_heading(text_stream(), &r);
    const char *text = text_written();
    assert_has(text, "PyTorch    2.6, sh");
    assert_has(text, "/lib/libopenblas.so.0 has threads of its own");
    write_python("echo '{\"torch\": \"2.6\", \"crippled\": \"\"}'");
    peers_find(&r.peers, "sh");
    report_heading(text_stream(), &r);
    assert_has_not(text_written(), "threads of its own");
    unlink(scratch("torch_common.py"));
    peers_find(&r.peers, "sh");
    assert_string_equal(r.peers.python, "");
}

/* Libraries that say of themselves what OpenBLAS says: 1, threads of its own; 2, OpenMP's. */
static void test_an_openblas_is_asked_for_its_threads(void **state)
{
    (void)state;
    char command[2048];
    if (system("python3 -c 'import ctypes' 2>/dev/null") != 0 ||
        access("tools/bench/torch_common.py", R_OK) != 0)
        skip_without("python3");
    for (int kind = 0; kind <= 3; kind++) { /* 3: another name, as NumPy's */
        snprintf(command, sizeof command,
                 "cd %s && echo 'int openblas_get_parallel%s(void) { return %d; }' > b.c && "
                 "${CC:-cc} -shared "
                 "-fPIC b.c -o libopenblas-%d.so && cd - >/dev/null && PYTHONDONTWRITEBYTECODE=1 "
                 "PYTHONPATH=tools/bench python3 -c 'import ctypes, torch_common; "
                 "ctypes.CDLL(\"%s/libopenblas-%d.so\"); "
                 "print(torch_common.openblas_with_threads())' > %s",
                 scratch_folder, kind == 3 ? "64_" : "", kind == 3 ? 1 : kind, kind, scratch_folder,
                 kind, scratch("said"));
        assert_int_equal(system(command), 0);
        assert_has(text_of_file(scratch("said")), kind == 1 ? "libopenblas-1.so" : "None");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_a_crippled_peer_is_told),
        UNIT_TEST(test_an_openblas_is_asked_for_its_threads),
    };
    return run_tests_in_scratch("tools/bench/peers", tests);
}
