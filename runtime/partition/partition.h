#ifndef PARTITION_H
#define PARTITION_H

#include "generator/base/error.h"
#include "runtime/partition/decomposition.h"
#include "runtime/partition/halo.h"
#include "runtime/partition/memory_space.h"
#include "runtime/partition/processes.h"
#include "runtime/partition/step_graph.h"
#include "runtime/partition/streams.h"
#include "runtime/problem/binding.h"

#include "stencil_mesh.h"
#include "stencil_probes.h"

/* Elements that one launch updates, as kernels of a structured grid, a mesh or a sparse grid take them. */
struct launch_region {
	union {
		struct stencil_grid grid;
		struct stencil_mesh_view mesh;
		struct stencil_probes probes;
	} view;
	bool is_empty;
	const bool *idle; /* by number of a kernel: it updates nothing there; NULL: each does */
};

/* What one device, or process, has of a domain. The arrays are in host memory, as in files: of the subdomain's own elements and of
 * those around them. Of subdomains of other processes only `box`, `at` and `cells` are set. */
struct subdomain {
	struct stencil_rectangle box;             /* of a structured grid without owners */
	struct subset at[LOCATIONS];              /* else */
	size_t cells[LOCATIONS];                  /* of a level of the arrays */
	void **arrays, **expected;                /* by field index; the latter after a comparison */
	double **bounds;                          /* likewise: how far the expected values may be off; NULL: not at all */
	struct device_binding *binding;           /* to the device; NULL: not placed yet */
	struct launch_region *all;                /* by the steps of a group that follow: what a step updates */
	struct launch_region boundary[STENCIL_REGIONS], interior; /* the same of the last step of a group */
	int boundary_count;
	struct memory_space space;
	struct streams *streams;
	struct problem *window;                   /* of a structured grid: where results are expected; NULL: in the whole domain */
	void *own;                                /* of the kind of its partition */
};

struct partition;
struct kept;
struct runs;

/* What a subdomain has of an array that is reduced. */
struct reduced_array {
	size_t first, count; /* elements of it that hosts copy */
	int levels;
	size_t stride, apart; /* elements from one level to the next; from one column to the next */
};

/* How a kind reduces over the domain. */
struct reduction_kind {
	/* The columns of a location, of the whole domain, and those of a subdomain, also of another process: their numbers in the array
	 * of this one, and in the order in which the whole domain is reduced. */
	size_t (*count)(const struct partition *p, enum location location);
	struct runs (*columns)(struct arena *arena, const struct partition *p, int rank, enum location location);
	struct reduced_array (*array)(const struct subdomain *s, const struct kept *kept);
	/* Where a stored intermediate is, by number. */
	void *(*stored)(const struct subdomain *s, const struct built *kernel, int number);
	bool devices; /* devices can reduce: reduce_device.h */
};

/* What differs between the families of grids. A function that is NULL has nothing to do. */
struct partition_kind {
	/* Binds a subdomain to the device that is selected, and finds its regions. */
	bool (*place)(struct partition *partition, int rank, const struct built *kernel, struct error *error);
	/* Plans the exchange of a row, by number, whose fields are these. Returns a status of the exchange. */
	int (*plan_exchange)(struct partition *partition, int rank, int row, const struct stencil_exchanged *fields, int count);
	/* Completes a field of the whole domain that was copied from subdomains. */
	void (*wrap)(const struct partition *partition, const struct field *field, void *array);
	/* What fills the halo of a field in the whole domain's array, where subdomains have none of their own; and fills it. */
	enum halo_source (*halo_source)(const struct partition *partition, const struct field *field);
	void (*fill_halo)(const struct partition *partition, const struct field *field);
	const struct reduction_kind *reductions;
	/* Frees what it has besides, when subdomains are bound no more. */
	void (*close)(struct partition *partition);
};

/* Levels of a field's array, and values of an element at one level. */
struct field_extent {
	int levels, slots;
};

/* A domain that is decomposed. One subdomain without a period is the domain itself. */
struct partition {
	const struct partition_kind *kind;
	struct decomposition decomposition;
	const struct stencil *stencil;
	const struct program *program;     /* of several kernels; NULL: there is one */
	const struct field_extent *extents; /* by field index */
	struct exchange_rows rows;         /* the first one is before kernel 0: what others need between steps */
	size_t cells[LOCATIONS];           /* of a level of the whole domain's arrays */
	void **arrays, **expected;         /* of the whole domain, by field index */
	double **bounds;
	struct subdomain *subdomains;
	const struct subset **has;         /* by rank: the elements that it has, by location; NULL: boxes */
	int count;
	int first, end;                    /* of this process: first..end-1 */
	bool is_whole;                     /* its one subdomain is the domain, and the arrays are the same */
	bool splits;                       /* boundary regions and interiors can be launched one after another */
	struct local_streams streams;
	struct processes *processes;
	const struct device *device;
	int devices;
	struct memory_space space;         /* of the first device; those of subdomains are copies */
	struct reduce_host *reduce_host;   /* memory that reductions go through; NULL: there are none */
	struct reduce_device *reduce_device; /* reductions on devices; NULL: the host does them */
	void *whole;                       /* of its kind */
	struct arena arena;
};

/* What a partition is made for. */
struct partition_setup {
	struct processes *processes;
	struct templates *templates;
	const struct backend *backend;
	const struct built *kernel;
	const struct decomposition *decomposition;
	const bool *exchanged; /* by field index: between steps */
};

/* What kinds open a partition by. Subdomains, of this process or others, with nothing in them. False with an error. */
bool partition_begin(struct partition *p, const struct partition_kind *kind, const struct partition_setup *setup, struct error *error);

/* Finds what each subdomain has of elements with owners, numbered in an order, by location; NULL: as the whole domain is. */
void partition_find_elements(struct partition *p, int *const order[LOCATIONS]);

/* Finds the devices; opens what carries messages between subdomains, if there are any, and reductions. False with an error. */
bool partition_connect(struct partition *p, const struct partition_setup *setup, bool reduces, bool exchanges, struct error *error);

/* Places each subdomain of this process, then plans its exchange and opens streams if there are several. False with an error. */
bool partition_place(struct partition *p, const struct partition_setup *setup, struct error *error);

/* Where elements of each location are stored on a device. */
struct stored_levels {
	const int *place[LOCATIONS];         /* by own number; NULL: there */
	const struct stencil_columns *lists; /* of cells, instead: what is sent and received */
	int stride[LOCATIONS];               /* from one level to the next */
	int height;                          /* from one element to the next, with levels innermost, else 0 */
};

/* Where the elements of a field are: cells on structured grids; LOCATIONS: it is a profile or a scalar. */
static inline enum location
partition_location(const struct field *field)
{
	return field->where.location < LOCATIONS ? field->where.location : shapes[field->shape].axes[0] ? CELL : LOCATIONS;
}

/* Plans the exchange of a row for elements that are stored so. Returns a status of the exchange. */
int partition_plan_lists(struct partition *p, int rank, int row, const struct stored_levels *levels,
	const struct stencil_exchanged *fields, int count);

/* Ends a partition that was begun, also after a failure. */
void partition_close(struct partition *p);

/* Whether boundary regions are updated first and interiors while messages are on their way. */
bool partition_overlaps(const struct partition *p);

/* Lets two fields of one type and shape change places in all subdomains of this process. */
void partition_swap(const struct partition *p, const struct field *a, const struct field *b);

/* Fills halos of the whole domain's arrays by their boundaries before a step, HALO_BEFORE, or after it, HALO_BEHIND, if they are made
 * of what fields have then and no subdomain has them. So files have them as one subdomain leaves them. False with an error. */
bool partition_fetch_halos(const struct partition *p, enum halo_source source, struct error *error);

/* Whether there are such halos. */
bool partition_fills_halos(const struct partition *p, enum halo_source source);

#endif
