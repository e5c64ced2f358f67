#include "runtime/library/plan_mesh.h"

#include "runtime/library/plan_call.h"
#include "runtime/library/plan_error.h"
#include "runtime/mesh/geometry.h"
#include "runtime/mesh/mesh_own.h"
#include "runtime/mesh/mesh_open.h"
#include "runtime/mesh/mesh_order.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* What a mesh is made from: a text, or tables. */
struct request {
	struct stencil_plan_mesh *made;
	const char *what, *order;
	const struct stencil_mesh_tables *tables;
	struct stencil_error *error;
	bool good;
};

/* Libraries that read NetCDF files do not bear two threads. */
static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;

static bool
read_mesh(struct request *r, struct error *error)
{
	struct mesh *mesh = &r->made->mesh;

	*mesh = mesh_empty(&r->made->arena);
	if (!r->what)
		return error_set(error, EXIT_USAGE, "the name of the mesh is a null pointer: name a file, folder or generated mesh");
	return mesh_open(mesh, &r->made->arena, r->what, false, error) && (!r->order || mesh_order(mesh, r->order, error));
}

static void
make(void *context)
{
	struct request *r = context;
	struct stencil_plan_mesh *made = r->made;
	struct error error;

	r->good = (r->tables ? mesh_take_tables(&made->mesh, &made->arena, r->tables, &error) : read_mesh(r, &error))
		|| mesh_fail_plan(&made->mesh, &error, r->error);
	if (!r->good)
		return;
	mesh_add_geometry(&made->mesh);
	if (!made->mesh.xyz[VERTEX])
		return;
	made->places[CELL] = mesh_centres(&made->mesh, &made->arena);
	made->places[EDGE] = mesh_middles(&made->mesh, &made->arena);
	made->places[VERTEX] = made->mesh.xyz[VERTEX];
}

static stencil_plan_mesh *
create(struct request r, struct stencil_error *error)
{
	struct stencil_error unwanted;

	r.error = error ? error : &unwanted;
	r.made = calloc(1, sizeof *r.made);
	pthread_mutex_lock(&reading);
	if (!r.made || !plan_call(make, &r)) {
		stencil_error_set(r.error, STENCIL_CODE_MEMORY, "out of memory");
		r.good = false;
	}
	pthread_mutex_unlock(&reading);
	if (r.good) {
		stencil_error_set(r.error, STENCIL_CODE_GOOD, "%s", "");
		return r.made;
	}
	stencil_mesh_destroy(r.made);
	return NULL;
}

stencil_plan_mesh *
stencil_mesh_open(const char *what, const char *order, struct stencil_error *error)
{
	return create((struct request){ .what = what, .order = order }, error);
}

stencil_plan_mesh *
stencil_mesh_create(const struct stencil_mesh_tables *tables, struct stencil_error *error)
{
	static const struct stencil_mesh_tables none;

	return create((struct request){ .tables = tables ? tables : &none }, error);
}

void
stencil_mesh_destroy(stencil_plan_mesh *mesh)
{
	if (!mesh)
		return;
	arena_free(&mesh->arena);
	free(mesh);
}

int
stencil_mesh_count(const stencil_plan_mesh *mesh, int location)
{
	return location < 0 || location >= LOCATIONS ? 0 : mesh->mesh.count[location];
}

static const int *
own_neighbors(const struct mesh *mesh, const char *relation, int *slots)
{
	for (const struct mesh_own *own = mesh->own; own; own = own->next) {
		const size_t before = strlen(location_names[own->from]);

		if (strncmp(relation, location_names[own->from], before) || relation[before] != '.'
				|| strcmp(relation + before + 1, own->name))
			continue;
		*slots = own->width;
		return own->at;
	}
	return NULL;
}

const int *
stencil_mesh_neighbors(const stencil_plan_mesh *mesh, const char *relation, int *slots)
{
	enum location location;
	int id;

	*slots = 0;
	if (!mesh_find_where(relation, &location, &id))
		return own_neighbors(&mesh->mesh, relation, slots);
	if (id >= RELATIONS)
		return NULL;
	*slots = mesh->mesh.relations[id].width;
	return mesh->mesh.relations[id].at;
}

const double *
stencil_mesh_values(const stencil_plan_mesh *mesh, const char *where, const char *name, int *slots)
{
	const struct mesh_field *field;
	enum location location;
	int relation;

	*slots = 0;
	if (!mesh_find_where(where, &location, &relation))
		return NULL;
	field = mesh_field(&mesh->mesh, location, relation, name);
	if (field)
		*slots = field->slots;
	return field ? field->values : NULL;
}

const double *
stencil_mesh_coordinates(const stencil_plan_mesh *mesh, int location, int *dimensions)
{
	const double *places = location < 0 || location >= LOCATIONS ? NULL : mesh->places[location];

	*dimensions = places ? mesh->mesh.dimensions : 0;
	return places;
}
