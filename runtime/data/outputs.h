#ifndef OUTPUTS_H
#define OUTPUTS_H

#include "generator/base/temp_file.h"
#include "generator/base/error.h"
#include "runtime/data/mesh_vtk.h"
#include "runtime/data/series.h"
#include "runtime/formats/array.h"
#include "runtime/formats/netcdf.h"
#include "runtime/formats/netcdf_record.h"
#include "runtime/formats/place.h"
#include "runtime/formats/vtk.h"
#include "runtime/mesh/mesh.h"

/* An array, and where it is to go. */
struct output {
	const struct place *place;
	const char *field;        /* its name */
	struct array array;       /* the data is the caller's */
	const struct place *like; /* or NULL: a NetCDF variable with the same dimensions */
	bool same;                /* and the same quantity */
	bool turned;              /* the data was made for the file */
	bool in_parts;            /* of a .npy file: others write the data, see struct outputs */
	enum location location;   /* on a mesh */
	bool scalar;              /* of one value for the whole grid */
};

/* A file, and those that it holds: several only of NetCDF and VTK. */
struct output_file {
	const char *path;
	enum format format;
	struct output **outputs;
	int count;
	struct temp_file temp_file;
	const struct vtk_axis *axes;        /* of VTK's files, found for the first one: of image data, */
	const struct mesh_picture *picture; /* or on a mesh, which pictures have, too */
	struct vtk_step *steps; /* of a series; */
	struct temp_file *temp_files;   /* and their files */
	int step_count, room;
	struct record_file records;     /* of a series of records; */
	struct netcdf_record layout;    /* in NetCDF; */
	long long kept;                 /* records that it has when the next one is appended */
};

/* The variables of a NetCDF file. */
static inline const struct netcdf_output *
output_variables(struct arena *arena, const struct output_file *file)
{
	struct netcdf_output *variables = arena_array(arena, struct netcdf_output, file->count);

	for (int i = 0; i < file->count; i++) {
		const struct output *o = file->outputs[i];

		variables[i] = (struct netcdf_output){ o->place->variable, o->array, o->like, o->same, o->scalar };
	}
	return variables;
}

struct outputs {
	struct arena *arena;
	struct output_file *files;
	int count;
	/* Lets others write what is in parts, when temporary files are there with headers. False with an error. */
	bool (*write_parts)(struct outputs *all, struct error *error);
	void *context;            /* its caller's */
	struct record_series series;     /* what .npy and NetCDF files are, if its caller says so after the begin */
	const struct mesh *mesh;  /* on which the arrays are, or NULL: VTK's files are unstructured grids then, else image data */
};

/*
 * Files that appear together or not at all, but for what is no regular file. Begin; set the
 * arrays of the outputs, which stay where they are; save and finish; discard at the end, which
 * also removes what is not finished. These return false with an error.
 */
bool outputs_begin(struct outputs *all, struct arena *arena, struct output *outputs, int count, struct error *error);

/* Once arrays are known: checks series of records, before the first step; see series.h. */
bool outputs_begin_series(struct outputs *all, struct error *error);

/* Adds the arrays, as they are after a step, to the files that are series; most is the last step
 * that may come. */
bool outputs_save(struct outputs *all, int step, int most, struct error *error);

bool outputs_finish(struct outputs *all, struct error *error);
void outputs_discard(struct outputs *all);

#endif
