#include "runtime/bench/mesh_sizes.h"

#include "generator/base/list.h"
#include "runtime/cli/lists.h"
#include "runtime/problem/mesh_read.h"

enum { MOST_LEVELS = 1 << 24 };

/* Numbers a mesh in each order. */
static bool
number_mesh(struct arena *arena, const char *const *orders, struct mesh_size *size, struct error *error)
{
	const int count = count_texts(orders);
	struct mesh_numbering *numberings = arena_array(arena, struct mesh_numbering, count);

	size->numberings = numberings;
	size->numbering_count = count;
	for (int o = 0; o < count; o++)
		if (!mesh_number(size->mesh, arena, orders[o], &numberings[o], error))
			return mesh_error(size->what, error);
	return true;
}

/* Makes or reads a mesh once for all its numbers of levels. */
static bool
read_one(struct tool *tool, const struct mesh_source *source, const char *const *orders, struct mesh_size *size, struct error *error)
{
	struct mesh *mesh = arena_new(&tool->arena, struct mesh);

	*size = (struct mesh_size){ .what = source->what, .mesh = mesh };
	return mesh_read(tool, source, mesh, error) && number_mesh(&tool->arena, orders, size, error);
}

static bool
read_all(struct axes *axes, struct tool *tool, const struct arguments *arguments, struct error *error)
{
	const char **meshes = split(&tool->arena, arguments->mesh), **orders = split(&tool->arena, arguments->order);
	int *levels;
	const int level_count = read_numbers(&tool->arena, arguments->level_list, 1, MOST_LEVELS, &levels);
	struct mesh_size *sizes;

	if (!level_count)
		return error_set(error, EXIT_USAGE, "--size-levels accepts numbers from 1 to %d, as 65 or 65,90, not '%s'", MOST_LEVELS,
			arguments->level_list);
	axes->meshes = sizes = arena_array(&tool->arena, struct mesh_size, count_texts(meshes)*level_count);
	for (; *meshes; meshes++) {
		const struct mesh_source source = { .what = *meshes, .relations = arguments->relations, .rebuild = arguments->rebuild };
		struct mesh_size size;

		if (!read_one(tool, &source, orders, &size, error))
			return false;
		for (int l = 0; l < level_count; l++) {
			size.levels = levels[l];
			sizes[axes->mesh_count++] = size;
		}
	}
	return true;
}

/* Whether a stencil's kernels can be measured where --mesh is, or is not, given. */
static bool
check_stencil(const struct arguments *arguments, const struct stencil *stencil, struct error *error)
{
	const bool on_mesh = grid_domains[stencil->family] == GRID_mesh;

	if (on_mesh && !arguments->mesh)
		return error_set(error, EXIT_USAGE, "'%s' is on a mesh (%s): give one with --mesh", stencil->name, stencil->grid);
	if (!on_mesh && (arguments->mesh || arguments->relations.count))
		return error_set(error, EXIT_USAGE, "'%s' is not on a mesh: leave out --%s", stencil->name,
			arguments->mesh ? "mesh" : "relation");
	return true;
}

bool
axes_read_meshes(struct axes *axes, struct tool *tool, const struct arguments *arguments, const struct unit *units,
	int unit_count, struct error *error)
{
	for (int u = 0; u < unit_count; u++)
		for (int s = 0; s < units[u].count; s++)
			if (!check_stencil(arguments, units[u].plans[s]->stencil, error))
				return false;
	if (!arguments->mesh) /* meshes have orders of their own */
		return axes_read_orders(axes, &tool->arena, arguments->order, error);
	if (arguments->size || arguments->grid)
		return error_set(error, EXIT_USAGE, "--%s is not for meshes: give --mesh and --size-levels",
			arguments->size ? "size" : "grid");
	return read_all(axes, tool, arguments, error);
}
