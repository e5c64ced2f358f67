#ifndef PART_REGIONS_H
#define PART_REGIONS_H

#include "runtime/planeparts/plane_parts.h"

/* What launchers are called for. */

/* Whether a kernel's strips come first where halos are exchanged behind a step, and its interior is computed meanwhile; of several
 * kernels those of the last one on the grid, for which those before are done and halos filled, where sums, or points around the domain
 * that it is done for, do not tie it together. Scalars after it follow strips and interior. */
bool parts_overlap(const struct plane_parts *parts, const struct built *kernel);

/* Columns around a part that a step computes, too: what so many further steps of its group need and, of several kernels, the step
 * itself. */
struct extents part_extension(const struct plane_parts *parts, int rank, int further);

/* A part and these columns. Where columns lie in any order it is the same for all steps of a group: the kernels' grid has them. */
struct stencil_grid part_region(const struct plane_parts *parts, int rank, int further);

/* In the last step of a group: the same in at most 5 regions, strips, which are all that is sent, then the interior, which reads
 * no halo of neighbours. Returns how many they are; 1, if there is no neighbour or a part is too thin for an interior. */
int part_strips(const struct plane_parts *parts, int rank, struct stencil_grid regions[STENCIL_REGIONS]);

#endif
