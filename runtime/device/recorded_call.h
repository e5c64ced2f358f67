#ifndef RECORDED_CALL_H
#define RECORDED_CALL_H

#include "runtime/device/recorded.h"
#include "runtime/kernels/recording.h"

/* A call in one piece of memory, aligned to 8 bytes: equal bytes mean equal calls. */
size_t call_bytes(const struct recorded_shape *shape);

/* All of it. */
void call_write(const struct recorded_shape *shape, const struct call *call, void *memory);

/* Where kernels are applied alone: a grid, or a mesh or view of one. */
void call_write_place(const struct recorded_shape *shape, const void *place, void *memory);

/* Lets a recording point to the parts of a call there. */
void call_place(const struct recorded_shape *shape, void *memory, struct recording *recording);

#endif
