#include "runtime/problem/mesh_read.h"

#include "runtime/mesh/geometry.h"
#include "runtime/mesh/mesh_check.h"
#include "runtime/mesh/mesh_open.h"
#include "runtime/mesh/mesh_order.h"

#include <string.h>

/* Prints lines, "stencilrun: PREFIX: line". */
static void
put_lines(const struct tool *tool, const char *line, const char *prefix)
{
	while (*line) {
		const int length = (int)strcspn(line, "\n");

		fprintf(stderr, "%s: %s: %.*s\n", tool->name, prefix, length, line);
		line += length + 1;
	}
}

/* Reports what was found about a mesh, and forgets it. */
static void
put_findings(const struct tool *tool, const char *what, bool quiet, const struct mesh *mesh)
{
	findings_close(mesh->findings);
	if (!quiet)
		put_lines(tool, text_of(&mesh->findings->notes), what);
	put_lines(tool, text_of(&mesh->findings->faults), what);
	findings_clear(mesh->findings);
}

bool
mesh_error(const char *what, struct error *error)
{
	return error->status != EXIT_USAGE && error_prefix(error, "%s: ", what);
}

bool
mesh_fail(const struct tool *tool, const char *what, bool quiet, const struct mesh *mesh, struct error *error)
{
	put_findings(tool, what, quiet, mesh);
	return mesh_error(what, error);
}

bool
mesh_read(struct tool *tool, const struct mesh_source *source, struct mesh *mesh, struct error *error)
{
	bool good = mesh_open(mesh, &tool->arena, source->what, source->rebuild, error);

	if (good)
		mesh_note_facts(mesh);
	for (int r = 0; r < source->relations.count && good; r++)
		good = mesh_read_own(mesh, source->relations.items[r], error);
	good = good && (!source->order || mesh_order(mesh, source->order, error));
	if (good && source->geometry)
		mesh_add_geometry(mesh);
	put_findings(tool, source->what, source->quiet, mesh);
	return good || mesh_error(source->what, error);
}
