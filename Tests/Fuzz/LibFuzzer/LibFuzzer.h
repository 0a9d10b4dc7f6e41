#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with these arguments, which it may change; returns the exit code.
/// See "Using libFuzzer as a library" in https://llvm.org/docs/LibFuzzer.html.
int LLVMFuzzerRunDriver(int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv,
                        int (*_Nonnull try)(const uint8_t *_Nullable data, size_t size));
