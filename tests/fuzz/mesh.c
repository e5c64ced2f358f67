/* Gmsh files: a mesh whose tables can be walked through, or findings. Other files are left to libnetcdf. */

#include "runtime/mesh/geometry.h"
#include "runtime/mesh/mesh_check.h"
#include "runtime/meshfile/mesh_open.h"
#include "tests/fuzz/lib/scratch.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct arena arena = { NULL };
	struct findings findings;
	struct mesh mesh;

	if (size < 11 || memcmp(bytes, "$MeshFormat", 11))
		return 0;
	findings_open(&findings, &arena);
	if (mesh_open(&mesh, &arena, scratch_file(bytes, size), false, &findings)) {
		if (findings.status || mesh.count[CELL] < 1 || mesh.count[VERTEX] < 3)
			abort();
		mesh_note_facts(&mesh, &findings);
		mesh_add_geometry(&mesh, &findings);
	} else if (!findings.status || !*text_of(&findings.faults)) {
		abort();
	}
	findings_close(&findings);
	arena_free(&arena);
	return 0;
}
