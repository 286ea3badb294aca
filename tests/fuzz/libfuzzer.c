/* libfuzzer.c - what libFuzzer calls; TARGET is the target of this program. */
#include "fuzz.h"

extern const FuzzTarget TARGET;
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* What a reader prints is not looked at; libFuzzer speaks on stderr. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return freopen("/dev/null", "w", stdout) == NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_one(&TARGET, bytes, size);
    return 0;
}
