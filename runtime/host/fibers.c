#include "fibers_parts.h"

static const char *const wait_name[] = {
	[BARRIER] = "__syncthreads",
	[SYNCWARP] = "__syncwarp",
	[SHUFFLE] = "shuffle",
	[BALLOT] = "vote",
};

FIBERS_SEEN struct fibers_index threadIdx, blockIdx, blockDim, gridDim;

static const struct fibers_launch *launch;

/* The block that runs. */
static struct thread threads[FIBERS_THREADS];
static unsigned queue[FIBERS_THREADS];   /* the threads in their order */
static unsigned count, started, returned, at_barrier;  /* threads */
static fibers_mask waiting[FIBERS_THREADS/FIBERS_LANES];  /* for lanes: lanes of each warp */

static struct fiber main_fiber;
static struct fiber fibers[FIBERS_THREADS];
static unsigned made;                    /* fibers that have a stack */
static struct fiber *current = &main_fiber;
static struct fiber *idle;
static struct fiber *ready, **ready_end = &ready;

static void
switch_to(struct fiber *fiber)
{
	struct fiber *from = current;

	if (fiber == from)
		return;
	current = fiber;
	if (fiber->thread)
		threadIdx = fiber->thread->index;
	fibers_tsan_switch(fiber->thread ? fiber->thread->tsan : NULL);
	fibers_stack_switch(&from->stack, &fiber->stack);
}

static unsigned
warp_of(const struct thread *t)
{
	return (unsigned)(t - threads)/FIBERS_LANES;
}

/* The lanes of its warp that wait for the same lanes as T, in the same way. */
static fibers_mask
lanes_with(const struct thread *t)
{
	const struct thread *other = t - t->lane;
	fibers_mask lanes = 0;

	for (unsigned lane = 0; lane < FIBERS_LANES; lane++, other++)
		if (waiting[warp_of(t)] >> lane & 1
		    && other->wait == t->wait && other->mask == t->mask)
			lanes |= (fibers_mask)1 << lane;
	return lanes;
}

/* Waits in vain are reported when nothing can run. */

static _Noreturn void
report_lanes(const struct thread *t)
{
	const fibers_mask lanes = lanes_with(t), missing = t->mask & ~lanes;
	fibers_mask gone = 0;

	for (unsigned lane = 0; lane < FIBERS_LANES; lane++)
		if (missing >> lane & 1 && t[(int)lane - (int)t->lane].wait == RETURNED)
			gone |= (fibers_mask)1 << lane;
	fibers_fail("divergent %s: in warp %u of block (%u,%u,%u) lanes 0x%0*jx wait for 0x%0*jx, %s",
		wait_name[t->wait], warp_of(t), blockIdx.x, blockIdx.y, blockIdx.z,
		FIBERS_LANES/4, (uintmax_t)lanes, FIBERS_LANES/4, (uintmax_t)missing,
		gone == missing ? "which returned"
		: gone ? "some of which returned" : "which wait for something else");
}

static _Noreturn void
report_deadlock(void)
{
	for (unsigned i = 0; i < count; i++)
		if (threads[i].wait != BARRIER && threads[i].wait != RETURNED)
			report_lanes(&threads[i]);
	fibers_fail("divergent barrier: %u of %u threads of block (%u,%u,%u) "
		"returned before __syncthreads",
		returned, count, blockIdx.x, blockIdx.y, blockIdx.z);
}

/* Running a block. */

static void
run_thread(struct thread *t)
{
	current->thread = t;
	t->fiber = current;
	threadIdx = t->index;
	t->tsan = fibers_tsan_start();
	launch->kernel(launch->arguments);
	fibers_tsan_end(t->tsan);
	t->wait = RETURNED;
	returned++;
	current->thread = NULL;
}

static struct fiber *pick_fiber(void);

static void
run_fiber(void)
{
	fibers_stack_enter();
	for (;;) {
		while (!ready && started < count)
			run_thread(&threads[queue[started++]]);
		current->next = idle;
		idle = current;
		switch_to(pick_fiber());
	}
}

static struct fiber *
make_fiber(void)
{
	struct fiber *fiber = &fibers[made];

	if (!fibers_stack_make(&fiber->stack, run_fiber))
		fibers_fail("no memory for the stacks of %u threads", made + 1);
	made++;
	return fiber;
}

/* A kernel's shared object takes its stacks with it. */
static void __attribute__((destructor))
free_stacks(void)
{
	while (current == &main_fiber && made > 0)
		fibers_stack_free(&fibers[--made].stack);
}

/* The next to run: threads that need wait no more, then threads that have not
 * started, and the launch when all have returned. */
static struct fiber *
pick_fiber(void)
{
	struct fiber *fiber;

	if (ready) {
		fiber = ready;
		ready = fiber->next;
		if (!ready)
			ready_end = &ready;
	} else if (started == count) {
		if (returned < count)
			report_deadlock();
		fiber = &main_fiber;
	} else if (idle) {
		fiber = idle;
		idle = fiber->next;
	} else {
		fiber = make_fiber();
	}
	return fiber;
}

/* The N threads of a group need wait no more. They run in this order. */
static void
release(const unsigned group[], unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		struct fiber *fiber = threads[group[i]].fiber;

		fiber->next = NULL;
		*ready_end = fiber;
		ready_end = &fiber->next;
	}
}

/* Orders memory accesses of the group before and after. */
static void
meet(const unsigned group[], unsigned n)
{
	void *tsan[FIBERS_THREADS];

	if (!current->thread->tsan)
		return;
	for (unsigned i = 0; i < n; i++)
		tsan[i] = threads[group[i]].tsan;
	fibers_tsan_meet(tsan, n, current->thread->tsan);
}

void
fibers_barrier(void)
{
	current->thread->wait = BARRIER;
	if (++at_barrier == count) {
		at_barrier = 0;
		meet(queue, count);
		release(queue, count);
	}
	switch_to(pick_fiber());
}

/* Gives each lane of a group what it asked the others for. */
static void
exchange(const unsigned group[], unsigned n)
{
	const uint64_t garbage = 0x7fffdead7fffdead;
	uint64_t got[FIBERS_LANES], votes = 0;

	for (unsigned i = 0; i < n; i++)
		votes |= threads[group[i]].value << threads[group[i]].lane;
	for (unsigned i = 0; i < n; i++) {
		const struct thread *t = &threads[group[i]];

		if (t->wait == BALLOT)
			got[i] = votes;
		else if (t->mask >> t->source & 1)
			got[i] = t[(int)t->source - (int)t->lane].value;
		else
			got[i] = garbage;
	}
	for (unsigned i = 0; i < n; i++)
		threads[group[i]].value = got[i];
}

/* Lets all lanes go on that T waited for: the last of them is there. */
static void
complete(const struct thread *t)
{
	const unsigned first = warp_of(t)*FIBERS_LANES;
	unsigned group[FIBERS_LANES], n = 0;

	for (unsigned lane = 0; lane < FIBERS_LANES; lane++)
		if (t->mask >> lane & 1)
			group[n++] = first + lane;
	if (t->wait == SYNCWARP)
		meet(group, n);
	else
		exchange(group, n);
	waiting[warp_of(t)] &= ~t->mask;
	release(group, n);
}

static uint64_t
wait_for_lanes(fibers_mask mask, enum wait wait, uint64_t value, unsigned source)
{
	struct thread *t = current->thread;
	fibers_mask *lanes = &waiting[warp_of(t)];
	const unsigned in_warp = count - warp_of(t)*FIBERS_LANES;

	if (!(mask >> t->lane & 1))
		fibers_fail("%s: lane %u of warp %u of block (%u,%u,%u) is not in its mask 0x%0*jx",
			wait_name[wait], t->lane, warp_of(t),
			blockIdx.x, blockIdx.y, blockIdx.z, FIBERS_LANES/4, (uintmax_t)mask);
	/* As on a device, nobody waits for lanes that the block does not have. */
	t->mask = in_warp < FIBERS_LANES ? mask & (((fibers_mask)1 << in_warp) - 1) : mask;
	t->wait = wait;
	t->value = value;
	t->source = source;
	*lanes |= (fibers_mask)1 << t->lane;
	if ((*lanes & t->mask) == t->mask && lanes_with(t) == t->mask)
		complete(t);
	switch_to(pick_fiber());
	return t->value;
}

void
fibers_sync_warp(fibers_mask mask)
{
	wait_for_lanes(mask, SYNCWARP, 0, 0);
}

uint64_t
fibers_shuffle(fibers_mask mask, uint64_t value, unsigned source)
{
	return wait_for_lanes(mask, SHUFFLE, value, source);
}

fibers_mask
fibers_ballot(fibers_mask mask, bool vote)
{
	return wait_for_lanes(mask, BALLOT, vote, 0);
}

unsigned
fibers_lane(void)
{
	return current->thread->lane;
}

/* The blocks of a launch, one after the other. */

static void
number_threads(void)
{
	for (unsigned i = 0; i < count; i++)
		threads[i] = (struct thread){
			.index.x = i%blockDim.x,
			.index.y = i/blockDim.x%blockDim.y,
			.index.z = i/blockDim.x/blockDim.y,
			.lane = i%FIBERS_LANES,
		};
}

void
fibers_blocks_begin(const struct fibers_launch *l)
{
	if (launch)
		fibers_fail("a kernel is launched while another one runs");
	launch = l;
	gridDim = launch->grid;
	blockDim = launch->block;
	count = blockDim.x*blockDim.y*blockDim.z;
	number_threads();
}

void
fibers_blocks_order(struct fibers_order *order)
{
	fibers_order_threads(order, queue, count);
}

void
fibers_blocks_run(uint64_t block)
{
	blockIdx.x = (unsigned)(block%gridDim.x);
	blockIdx.y = (unsigned)(block/gridDim.x%gridDim.y);
	blockIdx.z = (unsigned)(block/gridDim.x/gridDim.y);
	started = returned = 0;
	fibers_shared_spoil(launch->shared);
	switch_to(pick_fiber());
}

void
fibers_blocks_end(void)
{
	launch = NULL;
}
