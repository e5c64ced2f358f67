#include "runtime/meshproblem/mesh_read.h"

#include "runtime/mesh/geometry.h"
#include "runtime/mesh/mesh_check.h"
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

int
mesh_report_findings(const struct tool *tool, const char *what, bool quiet, struct findings *findings)
{
	findings_close(findings);
	if (!quiet)
		put_lines(tool, &findings->notes, what);
	put_lines(tool, &findings->faults, findings->status == EXIT_USAGE ? "" : what);
	if (findings->status == EXIT_USAGE)
		fprintf(stderr, "Try '%s --help'.\n", tool->name);
	return (int)findings->status;
}

bool
mesh_error(const char *what, struct error *error)
{
	return error->status != EXIT_USAGE && error_prefix(error, "%s: ", what);
}

int
mesh_read(struct tool *tool, const struct mesh_source *source, struct mesh *mesh)
{
	struct findings findings;
	struct error error;
	bool good;

	findings_open(&findings, &tool->arena);
	good = mesh_open(mesh, &tool->arena, source->what, source->rebuild, &findings);
	if (good)
		mesh_note_facts(mesh, &findings);
	for (int r = 0; r < source->relations.count && good; r++)
		good = mesh_read_own(mesh, source->relations.items[r], &findings);
	if (good && source->order)
		good = mesh_order(mesh, source->order, &error) || findings_take(&findings, &error);
	if (good && source->geometry)
		mesh_add_geometry(mesh, &findings);
	return mesh_report_findings(tool, source->what, source->quiet, &findings);
}
