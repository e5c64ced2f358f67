#include "runtime/mesh/mesh_folder.h"

#include "generator/base/list.h"
#include "runtime/formats/npy.h"
#include "runtime/mesh/mesh_own.h"
#include "runtime/mesh/table_sizes.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A file of the folder, as its name says. */
struct part {
	const char *file;      /* "cell_edges.npy" */
	const char *path;
	enum location location;
	const char *name;      /* "edges", "xyz", "area" */
	struct array array;
};

struct folder {
	struct mesh *mesh;
	struct error *error;
	const char *path;
};

static int
compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names of .npy files, sorted. NULL with an error. */
static const char **
list_files(struct folder *f, int *count)
{
	DIR *folder = opendir(f->path);
	const struct dirent *entry;
	const char **names = NULL;
	int room = 0;

	*count = 0;
	if (!folder) {
		error_set(f->error, EXIT_IO, "%s", strerror(errno));
		return NULL;
	}
	while ((entry = readdir(folder))) {
		const size_t length = strlen(entry->d_name);

		if (length <= 4 || strcmp(entry->d_name + length - 4, ".npy"))
			continue;
		names = list_grow(f->mesh->arena, names, sizeof *names, *count, &room);
		names[(*count)++] = arena_strndup(f->mesh->arena, entry->d_name, length);
	}
	closedir(folder);
	if (!*count)
		error_set(f->error, EXIT_ERRORS, "the folder holds no .npy files; a mesh's has cell_vertices.npy");
	else
		qsort(names, (size_t)*count, sizeof *names, compare);
	return *count ? names : NULL;
}

static int
find_relation(enum location location, const char *name, size_t length)
{
	for (int id = 0; id < RELATIONS; id++)
		if (relation_kinds[id].from == location && strlen(relation_kinds[id].name) == length
				&& !strncmp(relation_kinds[id].name, name, length))
			return id;
	if (length == 4 && !strncmp(name, "star", length) && location != VERTEX)
		return location == CELL ? CELL_STAR : EDGE_STAR;
	return COLUMN;
}

static bool
find_location(struct folder *f, struct part *part)
{
	for (int l = 0; l < LOCATIONS; l++) {
		const size_t length = strlen(location_names[l]);

		if (!strncmp(part->file, location_names[l], length) && part->file[length] == '_'
				&& part->file[length + 1] != '.') {
			part->location = (enum location)l;
			part->name = arena_strndup(f->mesh->arena, part->file + length + 1, strlen(part->file) - length - 5);
			return true;
		}
	}
	return error_set(f->error, EXIT_ERRORS, "%s: its name should begin with cell_, edge_ or vertex_", part->file);
}

static double
real_at(const struct array *array, size_t i)
{
	if (array->whole)
		return array_whole_at(array, i);
	return array->element == 4 ? (double)((const float *)array->data)[i] : ((const double *)array->data)[i];
}

static int *
take_whole(struct folder *f, const struct array *array)
{
	const size_t count = array_elements(array);
	int *numbers = arena_array(f->mesh->arena, int, count);

	for (size_t i = 0; i < count; i++)
		numbers[i] = array_whole_at(array, i);
	return numbers;
}

static double *
take_real(struct folder *f, const struct array *array)
{
	const size_t count = array_elements(array);
	double *numbers = arena_array(f->mesh->arena, double, count);

	for (size_t i = 0; i < count; i++)
		numbers[i] = real_at(array, i);
	return numbers;
}

static bool
is_shaped(struct folder *f, const struct part *part, bool whole, int ndim, const char *expected)
{
	return (part->array.ndim == ndim && (!whole || part->array.whole))
		|| error_set(f->error, EXIT_ERRORS, "%s: expected %s", part->file, expected);
}

static bool
take_table(struct folder *f, const struct part *part, int id)
{
	struct mesh_relation *r = &f->mesh->relations[id];

	if (!is_shaped(f, part, true, 2, "int32 or int64 of (element, slot)"))
		return false;
	r->width = (int)part->array.shape[1];
	r->at = take_whole(f, &part->array);
	r->name = part->file;
	return true;
}

static bool
take_coordinates(struct folder *f, const struct part *part)
{
	struct mesh *mesh = f->mesh;
	const long long dimensions = part->array.ndim == 2 ? part->array.shape[1] : 0;

	if (dimensions != 2 && dimensions != 3)
		return error_set(f->error, EXIT_ERRORS, "%s: expected an array of (element, 2 or 3)", part->file);
	if (mesh->dimensions && mesh->dimensions != dimensions)
		return error_set(f->error, EXIT_ERRORS, "%s has %lld coordinates, others %d", part->file, dimensions,
			mesh->dimensions);
	mesh->dimensions = (int)dimensions;
	mesh->xyz[part->location] = take_real(f, &part->array);
	return true;
}

static bool
take_own(struct folder *f, const struct part *part)
{
	const struct mesh_own own = {
		.from = part->location, .to = LOCATIONS, .name = part->name, .shown = part->file,
		.width = (int)part->array.shape[1], .at = take_whole(f, &part->array),
	};

	mesh_add_own(f->mesh, &own);
	return true;
}

static bool
take_field(struct folder *f, const struct part *part)
{
	const size_t word = strcspn(part->name, "_");
	const int relation = part->array.ndim == 2 ? find_relation(part->location, part->name, word) : COLUMN;

	if (relation != COLUMN && part->name[word]) {
		mesh_add_field(f->mesh, part->location, relation, part->name + word + 1, take_real(f, &part->array))->slots =
			(int)part->array.shape[1];
		return true;
	}
	if (part->array.ndim == 2 && part->array.whole)
		return take_own(f, part);
	if (part->array.ndim != 1)
		return error_set(f->error, EXIT_ERRORS, "%s: expected whole numbers of (element, slot), a relation of the mesh's own,"
			" or values of (element): %s have no relation of this name",
			part->file, location_plurals[part->location]);
	mesh_add_field(f->mesh, part->location, COLUMN, part->name, take_real(f, &part->array));
	return true;
}

static bool
take_periods(struct folder *f, const struct part *part)
{
	if (part->array.ndim != 2 || part->array.shape[0] != 2 || part->array.shape[1] != 2)
		return error_set(f->error, EXIT_ERRORS, "%s: expected two vectors, (2, 2)", part->file);
	f->mesh->periodic = true;
	for (int i = 0; i < 4; i++)
		f->mesh->periods[i/2][i%2] = real_at(&part->array, (size_t)i);
	return f->mesh->periods[0][0]*f->mesh->periods[1][1] - f->mesh->periods[0][1]*f->mesh->periods[1][0] > 0
		|| error_set(f->error, EXIT_ERRORS, "%s: the second vector should be to the left of the first", part->file);
}

static bool
take_part(struct folder *f, struct part *part)
{
	int id;

	if (!strcmp(part->file, "periods.npy"))
		return take_periods(f, part);
	if (!find_location(f, part)
			|| !mesh_take_size(f->mesh, part->location, part->file, part->array.shape[0], f->error))
		return false;
	if (part->array.ndim > 1 && part->array.shape[1] > INT_MAX/4)
		return error_set(f->error, EXIT_ERRORS, "%s: too many slots", part->file);
	id = find_relation(part->location, part->name, strlen(part->name));
	if (id < RELATIONS)
		return take_table(f, part, id);
	if (!strcmp(part->name, "xyz"))
		return take_coordinates(f, part);
	if (strcmp(part->name, "row"))
		return take_field(f, part);
	if (!is_shaped(f, part, true, 1, "int32 or int64 of (element)"))
		return false;
	f->mesh->row[part->location] = take_whole(f, &part->array);
	return true;
}

bool
mesh_folder_read(struct mesh *mesh, const char *path, struct error *error)
{
	struct folder f = { .mesh = mesh, .error = error, .path = path };
	int count;
	const char **names = list_files(&f, &count);
	bool good = names != NULL;

	for (int i = 0; i < count && good; i++) {
		struct part part = { .file = names[i], .path = arena_printf(mesh->arena, "%s/%s", path, names[i]) };

		good = npy_read_any(part.path, &part.array, error) ? take_part(&f, &part)
			: error_set(error, EXIT_ERRORS, "%s", error->text + strlen(path) + 1);
		array_free(&part.array);
	}
	if (good && !mesh->relations[CELL_VERTICES].at)
		good = error_set(error, EXIT_ERRORS, "there is no cell_vertices.npy");
	return good;
}
