/* test_unload.c - the shared library goes (dlclose) while threads that used it live, and takes all along that
 * the system would call later. */
#include "test.h"
#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_KEYS = 10000 };

static void *load(void)
{
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        print_error("%s\n", dlerror());
    assert_non_null(library);
    return library;
}

/* Takes memory for this thread, and computes on several where there are some. */
static void use(void *library)
{
    Tensor *(*ones)(int ndim, const long *shape);
    Tensor *(*add)(Tensor * a, Tensor * b);
    *(void **)&ones = dlsym(library, "tensor_ones");
    *(void **)&add = dlsym(library, "tensor_add");
    assert_non_null(ones);
    assert_non_null(add);
    Tensor *t = ones(SHAPE(100000));
    assert_true(add(t, t)->data[99999] == 2);
}

static pthread_barrier_t used, gone;

static inline void *use_and_wait(void *library)
{
    use(library);
    pthread_barrier_wait(&used);
    pthread_barrier_wait(&gone);
    return NULL;
}

static inline void test_a_thread_ends_after_the_library(void **state)
{
    (void)state;
#ifndef __GLIBC__
    skip_without("a C library that unloads"); /* with musl dlclose leaves a library where it is */
#endif
    void *library = load();
    pthread_t thread;
    pthread_barrier_init(&used, NULL, 2);
    pthread_barrier_init(&gone, NULL, 2);
    assert_int_equal(pthread_create(&thread, NULL, use_and_wait, library), 0);
    pthread_barrier_wait(&used);
    assert_int_equal(dlclose(library), 0);
    assert_null(dlopen(LIBRARY, RTLD_NOW | RTLD_NOLOAD)); /* it is gone indeed */
    pthread_barrier_wait(&gone);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

static void test_a_fork_after_the_library(void **state)
{
    (void)state;
    void *library = load();
    use(library);
    assert_int_equal(dlclose(library), 0);
    pid_t child = fork();
    if (child == 0)
        _exit(7);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

/* All keys that are left, each with a value of its own; their number. */
static int take_keys(pthread_key_t keys[MOST_KEYS])
{
    int n = 0;
    while (n < MOST_KEYS && pthread_key_create(&keys[n], NULL) == 0) {
        pthread_setspecific(keys[n], &keys[n]);
        n++;
    }
    assert_in_range(n, 9, MOST_KEYS - 1);
    return n;
}

/* A library that is loaded has a key for the ends of threads, gives it back, and does without if need be. */
static void test_keys_are_given_back(void **state)
{
    (void)state;
    static pthread_key_t keys[MOST_KEYS];
    int n = take_keys(keys);
    void *of_key_0 = pthread_getspecific(0); /* what a key is called that nobody made */
    for (int spare = 2; spare >= 0; spare -= 2) {
        for (int i = 0; i < spare; i++)
            pthread_key_delete(keys[--n]);
        for (int i = 0; i < 5; i++) {
            void *library = load();
            use(library);
            assert_int_equal(dlclose(library), 0);
        }
        for (int i = 0; i < n; i++)
            assert_ptr_equal(pthread_getspecific(keys[i]), &keys[i]);
        assert_ptr_equal(pthread_getspecific(0), of_key_0);
        for (int i = 0; i < spare; i++)
            assert_int_equal(pthread_key_create(&keys[n++], NULL), 0);
        for (int i = n - spare; i < n; i++)
            pthread_setspecific(keys[i], &keys[i]);
        pthread_key_t more;
        assert_int_not_equal(pthread_key_create(&more, NULL),
                             0); /* nobody gave a key too many back */
    }
    while (n > 0)
        pthread_key_delete(keys[--n]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifndef __SANITIZE_ADDRESS__ /* the memory of that thread is lost, as tensor.h says */
        UNIT_TEST(test_a_thread_ends_after_the_library),
#endif
        UNIT_TEST(test_a_fork_after_the_library),
        UNIT_TEST(test_keys_are_given_back),
    };
    return run_tests("system/unload", tests);
}
