#include "fibers_parts.h"

void __asan_poison_memory_region(const volatile void *start, size_t size) FIBERS_IF_LINKED;
void __asan_unpoison_memory_region(const volatile void *start, size_t size) FIBERS_IF_LINKED;

/* Shared memory of fixed size, of all kernels in the program or shared object:
 * the linker marks where the section starts and ends. */
extern char __start_cuda_shared[] FIBERS_IF_LINKED __attribute__((visibility("hidden")));
extern char __stop_cuda_shared[] FIBERS_IF_LINKED __attribute__((visibility("hidden")));

/* Dynamic shared memory, between two gaps for AddressSanitizer to watch. */
enum { GAP = 256 };
static _Alignas(GAP) char dynamic[GAP + FIBERS_SHARED + GAP] __attribute__((used));
__asm__(
	".globl shared_memory\n"
	".hidden shared_memory\n"
	".set shared_memory, dynamic + 256\n");

void
fibers_shared_allow(size_t size)
{
	if (__asan_poison_memory_region) {
		__asan_poison_memory_region(dynamic, sizeof dynamic);
		__asan_unpoison_memory_region(dynamic + GAP, size);
	}
}

/* Whatever its type, a kernel that forgot to write reads a NaN or an index that
 * leads nowhere. */
static void
spoil(void *memory, size_t size)
{
	uint32_t *word = memory;

	for (size_t i = 0; i < size/sizeof *word; i++)
		word[i] = 0x7fffdead;
	if (size)
		fibers_tsan_renew(memory, size);
}

void
fibers_shared_spoil(size_t size)
{
	const uintptr_t start = (uintptr_t)__start_cuda_shared;

	spoil(__start_cuda_shared, (size_t)((uintptr_t)__stop_cuda_shared - start));
	spoil(dynamic + GAP, size);
}
