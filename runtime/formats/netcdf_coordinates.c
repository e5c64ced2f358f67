#include "runtime/formats/netcdf.h"
#include "runtime/formats/netcdf_variable.h"

#include <string.h>

/* CF conventions 1.8, sections 4.1 and 4.2. */
static const char *const east[] = { "degrees_east", "degree_east", "degree_E", "degrees_E", "degreeE", "degreesE", NULL };
static const char *const north[] = { "degrees_north", "degree_north", "degree_N", "degrees_N", "degreeN", "degreesN", NULL };

/* The place of another variable of the same group. */
static struct place
place_beside(struct arena *arena, const struct place *place, const char *name)
{
	const char *slash = strrchr(place->variable, '/');
	struct place beside = *place;

	beside.variable = arena_printf(arena, "%.*s%s", slash ? (int)(slash + 1 - place->variable) : 0, place->variable, name);
	beside.selections = beside.records = NULL;
	return beside;
}

/* Which dimension of what is left of a variable has this name and length; -1: none. */
static int
find_dimension(const struct netcdf_variable *v, const struct netcdf_dimension *dimension)
{
	for (int d = 0; d < v->ndim; d++) {
		const struct netcdf_dimension *own = &v->dimensions[v->kept[d]];

		if (!strcmp(own->name, dimension->name) && own->length == dimension->length)
			return d;
	}
	return -1;
}

/* Whether a coordinate's dimensions are some of the variable's, in their order; finds which. */
static bool
lies_along(const struct netcdf_variable *v, const struct netcdf_variable *coordinate, bool along[ARRAY_DIMENSIONS])
{
	int last = -1;

	memset(along, 0, ARRAY_DIMENSIONS*sizeof *along);
	for (int d = 0; d < coordinate->ndims; d++) {
		const int found = find_dimension(v, &coordinate->dimensions[d]);

		if (found <= last)
			return false;
		along[last = found] = true;
	}
	return coordinate->ndims > 0;
}

/* Reads one; values stay NULL if it is no coordinate of the variable. */
static void
read_coordinate(struct arena *arena, const struct netcdf_variable *v, const struct place *place, const char *name,
	struct coordinate *coordinate)
{
	const struct place own = place_beside(arena, place, name);
	struct netcdf_variable from;
	struct array array;
	bool fits;

	if (!netcdf_variable_open(&from, &own, NULL))
		return;
	fits = lies_along(v, &from, coordinate->along);
	coordinate->unit = netcdf_text(arena, &from.nc, from.group, from.id, "units");
	coordinate->name = arena_strndup(arena, name, strlen(name));
	netcdf_variable_close(&from);
	if (!fits || !netcdf_read(&own, sizeof (double), false, &array, NULL))
		return;
	coordinate->values = arena_array(arena, double, array_elements(&array));
	for (size_t i = 0; i < array_elements(&array); i++)
		coordinate->values[i] = array_number(&array, i);
	array_free(&array);
}

/* The variable with the name of a dimension is its coordinate only if it has that one. */
static void
read_dimension(struct arena *arena, const struct netcdf_variable *v, const struct place *place, int d, struct coordinate *coordinate)
{
	read_coordinate(arena, v, place, v->dimensions[v->kept[d]].name, coordinate);
	for (int other = 0; other < v->ndim; other++)
		if (coordinate->along[other] != (other == d))
			coordinate->values = NULL;
}

static bool
is_one_of(const char *text, const char *const *names)
{
	while (text && *names)
		if (!strcmp(text, *names++))
			return true;
	return false;
}

/* Finds the first variable with such a unit, or with the name of the quantity. */
static void
find_angle(struct arena *arena, const struct netcdf_variable *v, const struct place *place, const char *const *units,
	const char *quantity, struct coordinate *coordinate)
{
	const char *const quantities[] = { quantity, NULL };
	char name[NC_MAX_NAME + 1];
	int count = 0;

	v->nc.inq_nvars(v->group, &count);
	for (int id = 0; id < count && !coordinate->values; id++)
		if (!v->nc.inq_varname(v->group, id, name) && (is_one_of(netcdf_text(arena, &v->nc, v->group, id, "units"), units)
				|| is_one_of(netcdf_text(arena, &v->nc, v->group, id, "standard_name"), quantities)))
			read_coordinate(arena, v, place, name, coordinate);
}

bool
netcdf_coordinates(struct arena *arena, const struct place *place, struct coordinates *coordinates, struct error *error)
{
	struct netcdf_variable v;

	*coordinates = (struct coordinates){ .ndim = 0 };
	if (!netcdf_variable_open(&v, place, error))
		return false;
	coordinates->unit = netcdf_text(arena, &v.nc, v.group, v.id, "units");
	coordinates->ndim = v.ndim;
	for (int d = 0; d < v.ndim; d++) {
		coordinates->shape[d] = (long long)v.dimensions[v.kept[d]].length;
		read_dimension(arena, &v, place, d, &coordinates->dimensions[d]);
	}
	find_angle(arena, &v, place, east, "longitude", &coordinates->longitude);
	find_angle(arena, &v, place, north, "latitude", &coordinates->latitude);
	netcdf_variable_close(&v);
	return true;
}
