/* Gmsh files: a mesh whose tables can be walked through, or an error. Other files are left to libnetcdf. */

#include "runtime/mesh/geometry.h"
#include "runtime/mesh/mesh_check.h"
#include "runtime/mesh/mesh_open.h"
#include "tests/fuzz/lib/scratch.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct arena arena = { NULL };
	struct error error;
	struct mesh mesh;

	if (size < 11 || memcmp(bytes, "$MeshFormat", 11))
		return 0;
	if (mesh_open(&mesh, &arena, scratch_file(bytes, size), false, &error)) {
		if (!findings_are_good(mesh.findings, &error) || mesh.count[CELL] < 1 || mesh.count[VERTEX] < 3)
			abort();
		mesh_note_facts(&mesh);
		mesh_add_geometry(&mesh);
	} else if (!error.status || (!*error.text && !*text_of(&mesh.findings->faults))) {
		abort();
	}
	findings_close(mesh.findings);
	arena_free(&arena);
	return 0;
}
