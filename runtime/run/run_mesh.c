#include "runtime/run/run_mesh.h"

#include "runtime/mesh/geometry.h"
#include "runtime/mesh/mesh_check.h"
#include "runtime/meshfile/mesh_folder.h"
#include "runtime/meshfile/mesh_open.h"
#include "runtime/meshorder/mesh_order.h"

#include <string.h>

/* Prints lines, "stencilrun: PREFIX: line", and forgets them. */
static void
put_lines(const struct tool *tool, struct text *text, const char *prefix)
{
	const char *line = text_of(text);

	while (*line) {
		const int length = (int)strcspn(line, "\n");

		fprintf(stderr, "%s: %s%s%.*s\n", tool->name, prefix, *prefix ? ": " : "", length, line);
		line += length + 1;
	}
	*text = (struct text){ .arena = text->arena };
}

/* Reports what was found. Returns the exit status that it calls for. */
static int
report(const struct tool *tool, struct findings *findings, const char *prefix, bool quiet)
{
	findings_close(findings);
	if (!quiet)
		put_lines(tool, &findings->notes, prefix);
	put_lines(tool, &findings->faults, findings->status == EXIT_USAGE ? "" : prefix);
	if (findings->status == EXIT_USAGE)
		fprintf(stderr, "Try '%s --help'.\n", tool->name);
	return (int)findings->status;
}

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
run_mesh_report(const struct tool *tool, const struct arguments *o, struct findings *findings)
{
	return report(tool, findings, o->mesh, o->quiet);
}

int
run_mesh_read(struct tool *tool, const struct arguments *o, bool geometry, struct mesh *mesh)
{
	struct findings findings;
	bool good;

	findings_open(&findings, &tool->arena);
	good = mesh_open(mesh, &tool->arena, o->mesh, o->rebuild, &findings);
	if (good)
		mesh_note_facts(mesh, &findings);
	if (good && o->order)
		good = mesh_order(mesh, o->order, &findings);
	if (good && geometry)
		mesh_add_geometry(mesh, &findings);
	return run_mesh_report(tool, o, &findings);
}

int
run_mesh(struct tool *tool, const struct arguments *o)
{
	struct findings findings;
	struct mesh mesh;
	int status = check_options(tool, o);

	findings_open(&findings, &tool->arena);
	if (!status)
		status = run_mesh_read(tool, o, o->save_mesh != NULL, &mesh);
	if (!status && o->save_mesh && !mesh_folder_write(&mesh, o->save_mesh, &findings))
		status = report(tool, &findings, "", o->quiet);
	if (!status && !o->quiet)
		describe(&mesh, o->mesh);
	return status;
}
