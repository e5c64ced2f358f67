#define _GNU_SOURCE
#include "fibers_parts.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SIZE = 256*1024 };  /* address space: memory is what is touched of it */

void __sanitizer_start_switch_fiber(void **fake, const void *bottom, size_t size)
	FIBERS_IF_LINKED;
void __sanitizer_finish_switch_fiber(void *fake, const void **bottom, size_t *size)
	FIBERS_IF_LINKED;

static struct fibers_stack *previous;

#ifdef FIBERS_UCONTEXT
static void
switch_registers(struct fibers_stack *from, struct fibers_stack *to)
{
	swapcontext(&from->context, &to->context);
}

static void
prepare(struct fibers_stack *stack, void (*run)(void))
{
	getcontext(&stack->context);
	stack->context.uc_stack.ss_sp = stack->memory;
	stack->context.uc_stack.ss_size = SIZE;
	makecontext(&stack->context, run, 0);
}
#else
/* A function keeps six registers for its caller, besides the stack pointer. */
void fibers_stack_registers(void **from, void *to) __attribute__((visibility("hidden")));
__asm__(
	".text\n"
	".globl fibers_stack_registers\n"
	".hidden fibers_stack_registers\n"
	".type fibers_stack_registers, @function\n"
	"fibers_stack_registers:\n"
	"	pushq %rbp\n"
	"	pushq %rbx\n"
	"	pushq %r12\n"
	"	pushq %r13\n"
	"	pushq %r14\n"
	"	pushq %r15\n"
	"	movq %rsp, (%rdi)\n"
	"	movq %rsi, %rsp\n"
	"	popq %r15\n"
	"	popq %r14\n"
	"	popq %r13\n"
	"	popq %r12\n"
	"	popq %rbx\n"
	"	popq %rbp\n"
	"	ret\n"
	".size fibers_stack_registers, . - fibers_stack_registers\n");

static void
switch_registers(struct fibers_stack *from, struct fibers_stack *to)
{
	fibers_stack_registers(&from->top, to->top);
}

static void
prepare(struct fibers_stack *stack, void (*run)(void))
{
	uintptr_t *end = (uintptr_t *)(void *)(stack->memory + SIZE);

	/* Six registers, where to return to, and who called that: nobody, which
	 * ends a backtrace. */
	memset(end - 8, 0, 8*sizeof *end);
	end[-2] = (uintptr_t)run;
	stack->top = end - 8;
}
#endif

/* The page below a stack faults. */
static size_t
guard(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

bool
fibers_stack_make(struct fibers_stack *stack, void (*run)(void))
{
	char *memory = mmap(NULL, guard() + SIZE, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED)
		return false;
	if (mprotect(memory, guard(), PROT_NONE)) {
		munmap(memory, guard() + SIZE);
		return false;
	}
	stack->memory = memory + guard();
	stack->bottom = stack->memory;
	stack->size = SIZE;
	prepare(stack, run);
	return true;
}

void
fibers_stack_free(struct fibers_stack *stack)
{
	munmap(stack->memory - guard(), guard() + SIZE);
}

/* What a switch leaves to do on the stack that it came to. */
static void
finish_switch(void *fake)
{
	/* This is how the place of the main stack is learnt. */
	if (__sanitizer_finish_switch_fiber)
		__sanitizer_finish_switch_fiber(fake, &previous->bottom, &previous->size);
}

void
fibers_stack_enter(void)
{
	finish_switch(NULL);
}

void
fibers_stack_switch(struct fibers_stack *from, struct fibers_stack *to)
{
	previous = from;
	if (__sanitizer_start_switch_fiber)
		__sanitizer_start_switch_fiber(&from->fake, to->bottom, to->size);
	switch_registers(from, to);
	finish_switch(from->fake);
}
