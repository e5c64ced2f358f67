#ifndef BINDING_H
#define BINDING_H

#include "runtime/problem/domain.h"

/* An array in the memory of a device: of one field, or of structs of several. */
struct bound_array {
	size_t bytes;
	bool written;   /* by kernels */
	bool marked;    /* its padding, as that of what kernels write: see field_padding */
	void *initial;  /* a copy from before all runs, once it was saved; */
	void *verified; /* and one from after a run that was right */
};

/* A problem in the memory of a device. The structs of the families of grids begin with it. */
struct device_binding {
	const struct domain_kind *kind;
	const struct device *device;
	int count;                    /* of arrays */
	struct bound_array *arrays;   /* by number */
	void **fields;                /* where they begin, as kernels take them; then the workspace, or next values of some fields, or NULL */
	const double *params;
	const void *grid;             /* as kernels take it */
	const void *largest;          /* that kernels may be launched for, which says how much workspace they need */
	int overwritten;              /* the array that kernels read and overwrite, so that timed ones begin with its initial values, from
	                               * 1; 0: none */
	size_t workspace_bytes;
	double table_bytes;
	struct bound_memory *memory;  /* all that is allocated */
	bool has_verified;
	struct verdict verified;      /* of the run that was right */
};

/* Makes room for so many arrays, of as many fields or more, in a binding that has a kind and a device. Recorded launchers copy a
 * pointer for each field. Ends with binding_free in any case. False with an error. */
bool binding_open(struct device_binding *binding, int arrays, int fields, struct error *error);

/* Takes the struct that begins with a binding, or NULL. */
void binding_free(void *binding);

/* Memory on the device with a copy of what is here, if that is not NULL; it is freed with the binding. `what` it is is for the error
 * with NULL. */
void *binding_place(struct device_binding *binding, const void *from, size_t bytes, const char *what, struct error *error);

/* Uploads an array behind so many bytes that stay free. Values of NULL: out of memory. */
bool binding_fill(struct device_binding *binding, int array, size_t lead, const void *values, struct error *error);

/* Uploads an array again. Values of NULL: out of memory. */
bool binding_refill(const struct device_binding *binding, int array, const void *values, struct error *error);

/* An array as it is now. To be freed; NULL with an error. */
void *binding_download(const struct device_binding *binding, int array, struct error *error);

/* Saves what kernels write, before the first run; undoes a run. */
bool binding_save(struct device_binding *binding, struct error *error);
bool binding_reset(const struct device_binding *binding, struct error *error);

/* Fills the kernel's tables, and gives it a workspace that is marked as not written: the one before if it is large enough. That one is kept
 * in any case, for calls that are recorded still use it. False with an error. */
bool binding_prepare(struct device_binding *binding, const struct built *kernel, struct error *error);

/* A call, which lives as long as the binding and the kernel. */
struct call binding_call(const struct device_binding *binding, const struct built *kernel, struct stencil_block block);

/* After a launch of several steps with several levels of time, NEW:NOW:OLD: gives NOW the array of OLD's next values, as single steps
 * leave it. */
void binding_keep(struct device_binding *binding, const struct built *kernel);

/* Compares as the kind does; results equal to those of a run that was right are not downloaded again. */
bool binding_compare(struct device_binding *binding, struct verdict *verdict, struct error *error);

/* Lets two arrays of one type and shape change places. */
void binding_swap(struct device_binding *binding, int a, int b);

#endif
