#ifndef PLANE_WORKSPACE_H
#define PLANE_WORKSPACE_H

#include "generator/base/error.h"
#include "runtime/problem/plane_device.h"

/* Gives a program a workspace that is marked as not written. Kernels of one program need more or less, by what they keep: it is
 * at least as large as any kernel before needed. False with an error on failure. */
bool plane_workspace_make(struct plane_device *device, const struct built *kernel, struct error *error);

void plane_workspace_release(struct plane_device *device);

#endif
