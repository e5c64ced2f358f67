#include "runtime/mesh/mesh_netcdf.h"

#include "runtime/mesh/table_sizes.h"

#include <limits.h>
#include <math.h>

bool
mesh_netcdf_has(const struct mesh_netcdf *file, const char *name)
{
	return netcdf_tables_have(file->tables, name);
}

/* Finds how many elements and slots a variable has; a column has one slot. */
static bool
find_shape(struct mesh_netcdf *file, const char *name, enum location location, bool column, struct netcdf_shape *shape,
	long long *slots)
{
	const int element = !column && file->slots_first;
	long long count;

	if (!netcdf_tables_shape(file->tables, name, shape, file->error))
		return false;
	if (shape->ndim != (column ? 1 : 2))
		return error_set(file->error, EXIT_ERRORS, "%s has %d dimensions, not %d", name, shape->ndim, column ? 1 : 2);
	count = shape->length[element];
	*slots = shape->length[!element];
	if (*slots > INT_MAX/4)
		return error_set(file->error, EXIT_ERRORS, "%s: too many slots", name);
	return mesh_take_size(file->mesh, location, name, count, file->error);
}

long long *
mesh_netcdf_table(struct mesh_netcdf *file, const char *name, enum location location, int *slots)
{
	struct arena scratch = { NULL };
	struct netcdf_shape shape;
	long long *table = NULL, *read, width;

	if (!find_shape(file, name, location, false, &shape, &width))
		return NULL;
	if (!shape.whole) {
		error_set(file->error, EXIT_ERRORS, "%s holds no whole numbers", name);
		return NULL;
	}
	*slots = (int)width;
	read = arena_array(&scratch, long long, shape.length[0]*shape.length[1]);
	if (netcdf_tables_whole(file->tables, name, read, file->error)) {
		const size_t count = (size_t)file->mesh->count[location];

		table = arena_array(file->mesh->arena, long long, count*(size_t)width);
		for (size_t e = 0; e < count; e++)
			for (size_t s = 0; s < (size_t)width; s++)
				table[e*(size_t)width + s] = file->slots_first ? read[s*count + e] : read[e*(size_t)width + s];
	}
	arena_free(&scratch);
	return table;
}

void
mesh_netcdf_take(struct mesh_netcdf *file, const char *name, enum relation_id id, const long long *table, int slots)
{
	struct mesh_relation *r = &file->mesh->relations[id];
	const size_t entries = (size_t)file->mesh->count[relation_kinds[id].from]*(size_t)slots;

	*r = (struct mesh_relation){ .width = slots, .at = arena_array(file->mesh->arena, int, entries + 1), .name = name };
	for (size_t i = 0; i < entries; i++)
		r->at[i] = table[i] < -1 || table[i] > INT_MAX - 2 ? INT_MAX - 1 : (int)table[i];
}

bool
mesh_netcdf_relation(struct mesh_netcdf *file, const char *name, enum relation_id id)
{
	const enum location from = relation_kinds[id].from;
	int slots;
	long long *table = mesh_netcdf_table(file, name, from, &slots);

	if (!table)
		return false;
	for (size_t i = 0; i < (size_t)file->mesh->count[from]*(size_t)slots; i++)
		table[i] = table[i] < 1 ? -1 : table[i] - 1;
	mesh_netcdf_take(file, name, id, table, slots);
	return true;
}

double *
mesh_netcdf_values(struct mesh_netcdf *file, const char *name, enum location location, int relation)
{
	const bool column = relation == COLUMN;
	struct arena scratch = { NULL };
	struct netcdf_shape shape;
	double *values = NULL, *read;
	long long slots;

	if (!find_shape(file, name, location, column, &shape, &slots))
		return NULL;
	if (!column && slots != mesh_slots(file->mesh, relation)) {
		error_set(file->error, EXIT_ERRORS, "%s has %lld slots, but its relation %d", name, slots,
			mesh_slots(file->mesh, relation));
		return NULL;
	}
	read = arena_array(&scratch, double, shape.length[0]*shape.length[1]);
	if (netcdf_tables_real(file->tables, name, read, file->error)) {
		const size_t count = (size_t)file->mesh->count[location], width = (size_t)slots;

		values = mesh_values(file->mesh, location, (int)slots);
		for (size_t e = 0; e < count; e++)
			for (size_t s = 0; s < width; s++)
				values[e*width + s] = !column && file->slots_first ? read[s*count + e] : read[e*width + s];
	}
	arena_free(&scratch);
	return values;
}

double *
mesh_netcdf_sphere(struct mesh_netcdf *file, enum location location, const double *lon, const double *lat, double radius)
{
	double *xyz = mesh_values(file->mesh, location, 3);

	file->mesh->dimensions = 3;
	for (int e = 0; e < file->mesh->count[location]; e++) {
		xyz[3*(size_t)e] = radius*cos(lat[e])*cos(lon[e]);
		xyz[3*(size_t)e + 1] = radius*cos(lat[e])*sin(lon[e]);
		xyz[3*(size_t)e + 2] = radius*sin(lat[e]);
	}
	return xyz;
}

bool
mesh_netcdf_fields(struct mesh_netcdf *file, const struct mesh_netcdf_field *fields, int count)
{
	for (int i = 0; i < count; i++) {
		const struct mesh_netcdf_field *f = &fields[i];
		double *values;

		if (!mesh_netcdf_has(file, f->name) || (f->relation != COLUMN && !file->mesh->relations[f->relation].at))
			continue;
		values = mesh_netcdf_values(file, f->name, f->location, f->relation);
		if (!values)
			return false;
		mesh_add_field(file->mesh, f->location, f->relation, f->name, values);
	}
	return true;
}

bool
mesh_netcdf_rows(struct mesh_netcdf *file, const char *const names[LOCATIONS], bool mask)
{
	enum { MOST = 1000000, MASK_ROWS = 7 };

	for (int l = 0; l < LOCATIONS; l++) {
		const double *values;
		int *row;

		if (!mesh_netcdf_has(file, names[l]))
			continue;
		values = mesh_netcdf_values(file, names[l], (enum location)l, COLUMN);
		if (!values)
			return false;
		file->mesh->row[l] = row = arena_array(file->mesh->arena, int, (size_t)file->mesh->count[l] + 1);
		for (int e = 0; e < file->mesh->count[l]; e++)
			row[e] = !(values[e] >= 1 && values[e] <= (mask ? MASK_ROWS : MOST)) ? 0
				: mask ? MASK_ROWS + 1 - (int)values[e] : (int)values[e];
	}
	return true;
}
