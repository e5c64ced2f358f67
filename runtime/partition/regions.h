#ifndef REGIONS_H
#define REGIONS_H

#include "runtime/partition/structured.h"

/* Columns around a box that a step computes, too: what so many further steps of its group need and, of several kernels, the step
 * itself. */
struct extents region_around(const struct partition *p, const struct subdomain *s, int further);

/* Sets what is launched for a subdomain of a structured grid, once it is placed. */
void regions_find(struct partition *p, struct subdomain *s);

/* Whether a kernel's boundary regions and interior can be launched one after another: of several kernels those of the last one on the
 * grid, for which those before are done and halos filled, where reductions, or points around the domain that it is done for, do not tie it
 * together. Scalars after it follow both. */
bool regions_split(const struct partition *p, const struct built *kernel);

#endif
