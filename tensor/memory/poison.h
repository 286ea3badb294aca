/* poison.h - memory that must not be touched (scope.c): AddressSanitizer stops whoever does. */
#ifndef KINDLING_POISON_H
#define KINDLING_POISON_H

#if defined(__SANITIZE_ADDRESS__)
#define ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ASAN 1
#endif
#endif
#ifdef ASAN
#include <sanitizer/asan_interface.h>
#define POISON(at, bytes) __asan_poison_memory_region(at, bytes)
#define UNPOISON(at, bytes) __asan_unpoison_memory_region(at, bytes)
#define RED_ZONE ((size_t)64) /* untouchable bytes behind each block: overruns are caught */
#else
#define POISON(at, bytes) ((void)(at), (void)(bytes))
#define UNPOISON(at, bytes) ((void)(at), (void)(bytes))
#define RED_ZONE ((size_t)0)
#endif

#endif
