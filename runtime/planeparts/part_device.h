#ifndef PART_DEVICE_H
#define PART_DEVICE_H

#include "generator/base/error.h"
#include "runtime/planeparts/plane_parts.h"

/* Lays a part out on a device that is selected, with all columns around it that a step computes, or reads. False with an error. */
bool part_device_open(const struct plane_parts *parts, struct plane_part *part, struct arena *arena, const struct device *device,
	const struct built *kernel, const struct order *order, struct error *error);

#endif
