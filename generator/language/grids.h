#ifndef GRIDS_H
#define GRIDS_H

enum grid_family {
#define GRID(name, domain) GRID_##name,
#include "generator/language/grids.def"
	GRID_COUNT,
};

/* What stands after 'on'. */
enum grid_name {
#define GRID_NAME(name, family) GRID_NAME_##name,
#include "generator/language/grids.def"
	GRID_NAME_COUNT,
};

struct grid_kind;

struct grid_info {
	const char *name;
	enum grid_family family;
};

extern const struct grid_info grid_names[GRID_NAME_COUNT];

/* The domain of each family: that of its variants. */
extern const enum grid_family grid_domains[GRID_COUNT];

#endif
