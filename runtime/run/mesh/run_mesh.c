#include "runtime/run/mesh/run_mesh.h"

#include "runtime/mesh/mesh_check.h"
#include "runtime/meshfile/mesh_folder.h"
#include "runtime/meshproblem/mesh_read.h"

static int
check_options(const struct tool *tool, const struct arguments *o)
{
	if (!o->mesh)
		return tool_fail(tool, EXIT_USAGE, "--save-mesh needs --mesh");
	if (o->file_count)
		return tool_fail(tool, EXIT_USAGE, "--save-mesh takes no stencil");
	if (o->ins.count || o->outs.count || o->sample)
		return tool_fail(tool, EXIT_USAGE, "--mesh without a stencil checks and saves a mesh; it takes no fields");
	return EXIT_GOOD;
}

static void
describe(const struct mesh *mesh, const char *what)
{
	const struct mesh_facts facts = mesh_find_facts(mesh);

	printf("%s: %d cells, %d edges, %d vertices; V - E + C is %lld", what, mesh->count[CELL], mesh->count[EDGE],
		mesh->count[VERTEX], facts.euler);
	if (facts.pieces > 1)
		printf(", %d pieces", facts.pieces);
	if (facts.boundary)
		printf(", %d edges of the boundary", facts.boundary);
	putchar('\n');
}

int
run_mesh(struct tool *tool, const struct arguments *o)
{
	const struct mesh_source source = {
		.what = o->mesh, .order = o->order, .relations = o->relations, .rebuild = o->rebuild,
		.geometry = o->save_mesh != NULL, .quiet = o->quiet,
	};
	struct error error;
	struct mesh mesh;
	int status = check_options(tool, o);

	if (!status)
		status = mesh_read(tool, &source, &mesh);
	if (!status && o->save_mesh && !mesh_folder_write(&mesh, o->save_mesh, &error))
		status = tool_report(tool, &error);
	if (!status && !o->quiet)
		describe(&mesh, o->mesh);
	return status;
}
