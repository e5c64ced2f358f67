#ifndef BLOCKS_H
#define BLOCKS_H

#include "runtime/device/kernel_build.h"

/* Threads in a block of all kernels of a program, or one for each of them. */
struct blocks {
	const struct stencil_block *items;
	int count; /* 1: all have it; else as many as there are kernels */
};

/* Reads "64x2x1", or for a program "64x2x1/32x4x1". False if it is neither. */
bool blocks_read(struct arena *arena, const char *text, struct blocks *blocks);

/* The same as text. */
const char *blocks_text(struct arena *arena, const struct blocks *blocks);

/* The one that all kernels usually have on a grid of so many levels. */
struct blocks usual_blocks(struct arena *arena, const struct plan *plan, const struct variant *variant, int levels);

/* Whether a variant can have blocks: one of all of its kernels, or one for each, on a grid of so many levels. */
bool blocks_fit(const struct plan *plan, const struct variant *variant, const struct blocks *blocks, int levels, struct error *error);

/* Lets a call of the kernel have them; without effect on a CPU. */
void call_take_blocks(struct call *call, const struct built *kernel, const struct blocks *blocks);

#endif
