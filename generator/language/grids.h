#ifndef GRIDS_H
#define GRIDS_H

enum grid_family {
#define GRID(name) GRID_##name,
#include "generator/language/grids.def"
	GRID_COUNT,
};

/* What stands after 'on'. */
enum grid_kind {
#define KIND(name, family) KIND_##name,
#include "generator/language/grids.def"
	KIND_COUNT,
};

struct grid_info {
	const char *name;
	enum grid_family family;
};

extern const struct grid_info grid_kinds[KIND_COUNT];

#endif
