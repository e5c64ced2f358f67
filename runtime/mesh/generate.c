#include "runtime/mesh/generate.h"

#include "runtime/mesh/mesh_check.h"
#include "runtime/mesh/mesh_derive.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* What follows "NAME:", or NULL. */
static const char *
after(const char *what, const char *name)
{
	const size_t length = strlen(name);

	return !strncmp(what, name, length) && what[length] == ':' ? what + length + 1 : NULL;
}

bool
mesh_is_generated(const char *what)
{
	static const char *const names[] = { "icosahedron", "torus", "plane", "flips", "cap", "dual" };

	for (size_t i = 0; i < sizeof names/sizeof *names; i++)
		if (after(what, names[i]))
			return true;
	return false;
}

/* Reads a number from least to most and moves past it. */
static bool
read_whole(const char **text, uint64_t least, uint64_t most, uint64_t *number)
{
	char *end;

	if (**text < '0' || **text > '9')
		return false;
	errno = 0;
	*number = strtoull(*text, &end, 10);
	*text = end;
	return !errno && *number >= least && *number <= most;
}

static bool
too_large(const char *what, struct error *error)
{
	return error_set(error, EXIT_USAGE, "'%s': too many cells for int", what);
}

static bool
make_icosahedron(struct mesh *mesh, const char *what, const char *text, struct error *error)
{
	enum { MOST = 8460 }; /* of which the edges can be counted with int */
	uint64_t n, k;

	if (*text++ != 'R' || !read_whole(&text, 1, MOST, &n) || *text++ != 'B' || !read_whole(&text, 0, 62, &k) || *text)
		return error_set(error, EXIT_USAGE, "'%s' is no mesh: write it as icosahedron:R2B4", what);
	if (k > 13 || n << k > MOST)
		return too_large(what, error);
	return mesh_make_icosahedron(mesh, (int)(n << k), error);
}

static bool
make_lattice(struct mesh *mesh, const char *what, const char *text, bool periodic, bool flipped, struct error *error)
{
	const uint64_t least = periodic ? 3 : 1, most = INT_MAX;
	uint64_t nx, ny, seed = 0;

	if (!read_whole(&text, least, most, &nx) || *text++ != 'x' || !read_whole(&text, least, most, &ny)
			|| (flipped && (*text++ != ':' || !read_whole(&text, 0, UINT64_MAX, &seed))) || *text)
		return error_set(error, EXIT_USAGE, "'%s' is no mesh: write it as %s%s", what,
			flipped ? "flips:16x8:1" : periodic ? "torus:6x4" : "plane:7x5", periodic ? ", and at least 3x3" : "");
	if (nx*ny > INT_MAX/8)
		return too_large(what, error);
	if (!mesh_make_lattice(mesh, (int)nx, (int)ny, periodic, error))
		return false;
	if (flipped)
		mesh_flip_edges(mesh, seed);
	return true;
}

static bool make(struct mesh *mesh, const char *what, int depth, struct error *error);

static bool
make_cap(struct mesh *mesh, const char *what, const char *text, int depth, struct error *error)
{
	struct mesh whole = { .arena = mesh->arena, .findings = mesh->findings };
	char *end;
	const double degrees = strtod(text, &end);

	if (end == text || *end != ':' || !(degrees > 0 && degrees <= 180))
		return error_set(error, EXIT_USAGE, "'%s' is no mesh: write it as cap:40:icosahedron:R2B3", what);
	return make(&whole, end + 1, depth, error) && mesh_take_cap(mesh, &whole, degrees, error);
}

static bool
make_dual(struct mesh *mesh, const char *text, int depth, struct error *error)
{
	struct mesh whole = { .arena = mesh->arena, .findings = mesh->findings };

	return make(&whole, text, depth, error) && mesh_take_dual(mesh, &whole, error);
}

static bool
make(struct mesh *mesh, const char *what, int depth, struct error *error)
{
	enum { DEEPEST = 8 };
	const char *text;
	bool good;

	if (depth > DEEPEST)
		return error_set(error, EXIT_USAGE, "a mesh is made of a mesh more than %d times", DEEPEST);
	if ((text = after(what, "icosahedron")))
		good = make_icosahedron(mesh, what, text, error);
	else if ((text = after(what, "torus")))
		good = make_lattice(mesh, what, text, true, false, error);
	else if ((text = after(what, "plane")))
		good = make_lattice(mesh, what, text, false, false, error);
	else if ((text = after(what, "flips")))
		good = make_lattice(mesh, what, text, true, true, error);
	else if ((text = after(what, "cap")))
		good = make_cap(mesh, what, text, depth + 1, error);
	else if ((text = after(what, "dual")))
		good = make_dual(mesh, text, depth + 1, error);
	else
		return error_set(error, EXIT_USAGE, "'%s' is no mesh that can be generated: write it as icosahedron:R2B4", what);
	if (!good || !mesh_derive_edges(mesh, error))
		return false;
	mesh_orient_edges(mesh);
	return mesh_derive_around(mesh, error);
}

bool
mesh_generate(struct mesh *mesh, struct arena *arena, const char *what, struct error *error)
{
	*mesh = mesh_empty(arena);
	if (!make(mesh, what, 0, error) || !mesh_check(mesh, error))
		return false;
	mesh_derive_rows(mesh);
	return true;
}
