#ifndef SERIES_H
#define SERIES_H

#include "generator/base/arena.h"
#include "runtime/formats/netcdf.h"
#include "runtime/formats/record_file.h"

struct output_file;

/* Files of records: NetCDF with an unlimited dimension of time, or .npy with one more axis, the first one. Each file has the steps that
 * are multiples of `every`. A file that a restarted run continues keeps its records up to the step of the state. In .npy these are found
 * by their number alone. So a restarted run begins a new file in NetCDF only. */
struct record_series {
	int every;        /* steps from one record to the next; 0: files are no series */
	int loaded;       /* the step of the state that the run begins with; 0: none */
	int step;         /* of the record that is appended, */
	double time;      /* and its time */
	struct netcdf_series netcdf; /* what its files say */
	bool late;        /* new files appear at the end only */
};

/* Whether records of such a file can be appended. */
bool series_is_of(const struct record_series *series, const struct output_file *file);

/* Before the first step: makes a new file without records, which appears with record_file_keep. A restarted run opens the file, if there
 * is one, and finds the records that it keeps. The outputs have their arrays. False with an error. */
bool series_begin(const struct record_series *series, struct arena *arena, struct output_file *file, struct error *error);

/* Appends the arrays, if the step is one of the series. False with an error: the file has the records before this one. */
bool series_append(const struct record_series *series, struct output_file *file, struct error *error);

/* After the last step: the file appears, if it did not yet. False with an error. */
bool series_finish(struct output_file *file, struct error *error);

#endif
