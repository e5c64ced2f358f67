#include "runtime/run/save_mesh.h"

#include "runtime/mesh/mesh_check.h"
#include "runtime/mesh/mesh_folder.h"
#include "runtime/problem/mesh_read.h"

static bool
check_options(const struct arguments *o, struct error *error)
{
	if (!o->mesh)
		return error_set(error, EXIT_USAGE, "--save-mesh needs --mesh");
	if (o->file_count)
		return error_set(error, EXIT_USAGE, "--save-mesh saves a mesh only: leave out the stencil");
	if (o->ins.count || o->outs.count || o->sample)
		return error_set(error, EXIT_USAGE, "--mesh without a stencil checks and saves a mesh only: leave out the fields");
	return true;
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

bool
save_mesh(struct tool *tool, const struct arguments *o, struct error *error)
{
	const struct mesh_source source = {
		.what = o->mesh, .order = o->order, .relations = o->relations, .rebuild = o->rebuild,
		.geometry = o->save_mesh != NULL, .quiet = o->quiet,
	};
	struct mesh mesh;

	if (!check_options(o, error) || !mesh_read(tool, &source, &mesh, error))
		return false;
	if (o->save_mesh && !mesh_folder_write(&mesh, o->save_mesh, error))
		return false;
	if (!o->quiet)
		describe(&mesh, o->mesh);
	return true;
}
