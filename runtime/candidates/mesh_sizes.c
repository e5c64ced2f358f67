#include "runtime/candidates/mesh_sizes.h"

#include "runtime/cli/lists.h"
#include "runtime/meshproblem/mesh_read.h"

enum { MOST_LEVELS = 1 << 24 };

static int
count_of(const char *const *items)
{
	int count = 0;

	while (items[count])
		count++;
	return count;
}

/* Numbers a mesh in each order. */
static int
number_mesh(struct tool *tool, const char *const *orders, struct mesh_size *size)
{
	const int count = count_of(orders);
	struct mesh_numbering *numberings = arena_array(&tool->arena, struct mesh_numbering, count);
	struct error error;

	size->numberings = numberings;
	size->numbering_count = count;
	for (int o = 0; o < count; o++)
		if (!mesh_number(size->mesh, &tool->arena, orders[o], &numberings[o], &error))
			return mesh_report_error(tool, size->what, &error);
	return EXIT_GOOD;
}

/* Makes or reads a mesh once for all its numbers of levels. */
static int
read_one(struct tool *tool, const struct mesh_source *source, const char *const *orders, struct mesh_size *size)
{
	struct mesh *mesh = arena_new(&tool->arena, struct mesh);
	const int status = mesh_read(tool, source, mesh);

	*size = (struct mesh_size){ .what = source->what, .mesh = mesh };
	return status ? status : number_mesh(tool, orders, size);
}

static int
read_all(struct axes *axes, struct tool *tool, const struct arguments *arguments)
{
	const char **meshes = split(&tool->arena, arguments->mesh), **orders = split(&tool->arena, arguments->order);
	int *levels, status = EXIT_GOOD;
	const int level_count = read_numbers(&tool->arena, arguments->level_list, MOST_LEVELS, &levels);
	struct mesh_size *sizes;

	if (!level_count)
		return tool_fail(tool, EXIT_USAGE, "--size-levels takes numbers from 1 to %d, as 65 or 65,90, not '%s'", MOST_LEVELS,
			arguments->level_list);
	axes->meshes = sizes = arena_array(&tool->arena, struct mesh_size, count_of(meshes)*level_count);
	for (; *meshes && !status; meshes++) {
		const struct mesh_source source = { .what = *meshes, .relations = arguments->relations, .rebuild = arguments->rebuild };
		struct mesh_size size;

		status = read_one(tool, &source, orders, &size);
		for (int l = 0; l < level_count && !status; l++) {
			size.levels = levels[l];
			sizes[axes->mesh_count++] = size;
		}
	}
	return status;
}

/* Whether a stencil's kernels can be measured where --mesh is, or is not, given. */
static int
check_stencil(const struct tool *tool, const struct arguments *arguments, const struct stencil *stencil)
{
	if (stencil->family == GRID_mesh && !arguments->mesh)
		return tool_fail(tool, EXIT_USAGE, "'%s' is on a mesh (%s): which? Give --mesh", stencil->name, stencil->grid);
	if (stencil->family != GRID_mesh && (arguments->mesh || arguments->relations.count))
		return tool_fail(tool, EXIT_USAGE, "'%s' is not on a mesh: it takes no --%s", stencil->name,
			arguments->mesh ? "mesh" : "relation");
	return EXIT_GOOD;
}

int
axes_read_meshes(struct axes *axes, struct tool *tool, const struct arguments *arguments, const struct unit *units,
	int unit_count)
{
	int status = EXIT_GOOD;

	for (int u = 0; u < unit_count; u++)
		for (int s = 0; s < units[u].count && !status; s++)
			status = check_stencil(tool, arguments, units[u].plans[s]->stencil);
	if (status || !arguments->mesh)
		return status;
	if (arguments->size || arguments->grid)
		return tool_fail(tool, EXIT_USAGE, "--%s is not for meshes: give --mesh and --size-levels",
			arguments->size ? "size" : "grid");
	return read_all(axes, tool, arguments);
}
