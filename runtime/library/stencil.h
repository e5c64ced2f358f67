/*
 * libstencil applies stencils to your own arrays. As with FFTW, you make a plan once, which compiles
 * the stencil for the machine, and execute it as often as needed.
 *
 *     struct stencil_shape shape = { .size = { 512, 512, 64 } };
 *     struct stencil_error error;
 *     stencil_plan *plan = stencil_plan_create("laplap.stencil", NULL, &shape, NULL, 0, &error);
 *
 *     if (!plan || stencil_plan_bind(plan, "src", src, bytes, &error)
 *             || stencil_plan_bind(plan, "dst", dst, bytes, &error)) {
 *         fprintf(stderr, "%s\n", error.text);
 *         ...
 *     }
 *     stencil_execute(plan, NULL);
 *     stencil_plan_destroy(plan);
 *
 * Link with -lstencil; a static libstencil.a also needs -lm -ldl -pthread. Making a plan compiles
 * kernels, so it needs a compiler: cc, or nvcc or NVRTC for a GPU. Compiled kernels are stored in a
 * cache ($STENCILGEN_CACHE, else ~/.cache/stencilgen).
 *
 * The library prints nothing, ends no program and installs no signal handlers. It starts compilers and
 * waits only for these. The program may ignore SIGCHLD, or wait for all of its children.
 *
 * Several threads may make, execute and destroy plans at the same time. They may execute the same plan,
 * but not while a thread binds to it, sets a param or destroys it. A stencil of several kernels needs a
 * workspace: execute its plan once at a time, on one stream, or pass each execution its own workspace.
 *
 * A plan knows one domain. In a program of several processes each makes a plan for its subdomain and the halo around it, and fills
 * the halo between executions, as with the library that `stencilgen --exchange` writes. On a mesh the subdomain is a mesh of its own,
 * with as many layers of elements around it as the stencil's kernels read together. An execution reduces over one domain only, and
 * the sides of the domain are those of the grid.
 */
#ifndef LIBSTENCIL
#define LIBSTENCIL

#include <stddef.h>

#ifdef __GNUC__
#define STENCIL_PUBLIC __attribute__((visibility("default")))
#else
#define STENCIL_PUBLIC
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Errors. */
enum stencil_code {
    STENCIL_CODE_GOOD,
    STENCIL_CODE_SOURCE,      /* the stencil has errors */
    STENCIL_CODE_ARGUMENT,    /* a name, shape, array or option does not fit */
    STENCIL_CODE_UNAVAILABLE, /* a file, the compiler, the cache or the device */
    STENCIL_CODE_MEMORY       /* memory is short */
};

/* The text has no newline at its end. If the stencil has errors, it has several lines for each of them:
 * "PATH:LINE:COLUMN: error: ...", the source line and a caret. Functions accept NULL for an error. */
struct stencil_error {
    int code;
    char text[8188];
};

typedef struct stencil_plan stencil_plan;

/* The neighbors of your own indirect grid, whose columns have any order. If the grid is a box of cells, set its width, height
 * and columns_of: stencils with a `boundary` need them, and sums then add row by row, as on regular grids. Set all members
 * to 0 first. */
struct stencil_table {
    int first, end;            /* columns first..end-1 are updated */
    int slots;
    const int (*relations)[2]; /* relations[slot]: x and y of the neighbor, as in the stencil */
    const int *neighbors;      /* neighbors[slot*columns + column]: its column, from 0 on */
    int width, height;         /* of the box, with the halo of the shape */
    const int *columns_of;     /* columns_of[y*width + x]: the column of a cell, also of cells in the halo; NULL: unknown */
};

/* A mesh of cells, edges and vertices, for stencils on triangles, hexagons and polygons. Making it checks it. It does not
 * change, and must exist as long as its plans. */
typedef struct stencil_plan_mesh stencil_plan_mesh;

enum stencil_location { STENCIL_CELL, STENCIL_EDGE, STENCIL_VERTEX };

/* A relation of your own mesh. */
struct stencil_mesh_relation {
    const char *name;     /* LOCATION.RELATION, as in the stencil: "cell.vertices"; or a relation that
                           * stencils declare: "edge.wings -> cell" */
    int slots;
    const int *neighbors; /* neighbors[element*slots + slot], from 0 on; -1: none */
};

/* The tables of your own mesh. Set all members to 0 first. cell.vertices is required; other relations are derived from it. */
struct stencil_mesh_tables {
    int count[3];                     /* cells, edges (0: numbered in the order of the cells' slots), vertices */
    int relation_count;
    const struct stencil_mesh_relation *relations;
    const int *rows[3];               /* NULL, or the distance of elements from the boundary, as in ICON; 0: interior */
    int dimensions;                   /* of coordinates: 2 or 3; 0: no coordinates */
    const double *coordinates[3];     /* NULL, or coordinates[element*dimensions + d] */
};

/* The grid, and how your arrays are stored. Set all members to 0 first, then those that you need.
 *
 * Arrays are in C order, (z,y,x): x varies fastest, without padding. All three-dimensional arrays have the same distances
 * between rows and between levels. A column field is (y,x), a profile (z).
 *
 * With an indirect storage (option storage=chasing and so on) a level is a list of columns. Either the library numbers the
 * columns of size[0] x size[1] points (option order=...), and stencil_plan_positions returns the numbers. Or you pass a
 * table: then size[0] is the number of columns, and size[1] is 1.
 *
 * Three-dimensional arrays are then (levels, columns). With the option levels=innermost they are (columns, levels), as in
 * single-column models: the levels of a column are contiguous, and with your own table the columns are `pitch` elements
 * apart. A GPU then loads several levels at once: at most 16 bytes, and a number of levels that divides the pitch.
 * stencil_plan_field returns the alignment that arrays need. The table is the same for both orders.
 *
 * On a mesh set only mesh, size[2], field_levels and pitch. Arrays have the numbers of the mesh: (level, element), or with a
 * value per slot (level, slot, element), or without levels (slot, element). With levels=innermost they are (element, level),
 * (element, slot, level) and (element, slot), and elements are `pitch` levels apart. Elements keep their values if they lack
 * a neighbor that the stencil needs, or are outside of its zones. A launch updates consecutive elements, so number those
 * at the boundary first. */
struct stencil_shape {
    int size[3];                       /* points in x, y and z, with the halo */
    int low[3], high[3];               /* points at both ends that are not updated: at least the
                                        * halo of the stencil, which is the default if all are 0 */
    int row, level, pitch;             /* elements from one row, level or (levels innermost) column to
                                        * the next; 0: no padding */
    const struct stencil_table *table; /* NULL: none. Copied; always in host memory */

    int dimensions, levels;            /* of a sparse grid, for which the members above are unused */
    int padded;                        /* groups of the sparse grid are aligned */
    int probes;                        /* points at which a sparse grid is evaluated */

    const stencil_plan_mesh *mesh;     /* NULL: none */
    const int *field_levels;           /* levels of each field, in the order of the stencil; NULL or 0: size[2], and one
                                        * more of half fields */
};

/* Flags. */
enum stencil_plan_flag {
    STENCIL_PLAN_EXACT = 1,      /* no contraction of products and sums, also on a GPU */
    STENCIL_PLAN_WISDOM_ONLY = 2, /* no plan without wisdom */
    STENCIL_PLAN_NO_WORKSPACE = 4 /* no workspace: pass one to each execution */
};

/*
 * Makes a plan for a stencil in a file, or in a text. Returns NULL with an error if it cannot. The plan is yours: end it with
 * stencil_plan_destroy.
 *
 * name: the stencil, if there are several, else NULL.
 * shape: NULL: only reads and checks the stencil, so that you can ask for its fields and params.
 * options: words NAME=VALUE with spaces between them, or NULL. Other options come from wisdom, if there is any, or have
 * their defaults.
 *     backend    cuda, hip, openmp, host (CUDA text on the CPU, for tests) or auto: cuda or hip if there are a GPU and
 *                nvcc, NVRTC or hipcc, else openmp. NVRTC is used if there is no nvcc, or if the environment has
 *                NVCC=nvrtc; it compiles no sparse grids
 *     precision  of real fields: double or float
 *     low        of low fields: real, the default, or float
 *     fix        params that become constants: NAME=VALUE,NAME=VALUE. The plan then has neither these params nor the
 *                fields that only untaken branches read
 *     swap       of several steps per launch, steps-per-launch=N: which in field an out field becomes in the next step, and
 *                with several levels of time which others it passes through: OUT:IN,OUT:IN or NEW:NOW:OLD. An execution is
 *                N steps. With NEW:NOW:OLD the plan has a further field, OLD_next, of the step before the last one. Exchange
 *                arrays before the next execution: OUT with IN; NEW with NOW, and OLD_next with OLD
 *     levels     of an indirect grid or a mesh: outermost, the default, or innermost
 *     store      temporaries to store between kernels, NAME+NAME, which makes several kernels of one; auto: those that
 *                save more than they cost
 *     place      memory for values passed between sweeps: global or shared. Default with CUDA: shared if columns fit
 *                well and no block is given; else global
 *     padding    of written fields, on a mesh with levels innermost: keep, the default, or overwrite, which lets a GPU
 *                write whole sectors of 32 bytes. That is faster: give 65 levels a pitch of 66 or 68
 *     access     how threads read neighbors. On tables and without a block, the default is the fastest access that is
 *                known for the columns and levels. For your own table a GPU uses cluster if two thirds of the columns
 *                are in clusters; arrays need no more alignment than for access=idxvar. Meshes have idxvar and, with
 *                levels outermost on a GPU, zloop and zslice. With levels outermost and no block, a mesh on a GPU uses
 *                zslice; levels-per-thread, unroll and block change its slices. Give access=planes for stars of radius 3 and
 *                more on a GPU: it is faster, and needs the first inner point, rows and levels at multiples of 16 bytes
 *     storage, order, block, levels-per-thread ...
 *                choose the kernel, as in stencilrun and stencilbench. Structs of fields and tables in constant memory
 *                are not possible.
 */
STENCIL_PUBLIC stencil_plan *stencil_plan_create(const char *path, const char *name,
    const struct stencil_shape *shape, const char *options, unsigned flags, struct stencil_error *error);
STENCIL_PUBLIC stencil_plan *stencil_plan_create_text(const char *text, const char *name,
    const struct stencil_shape *shape, const char *options, unsigned flags, struct stencil_error *error);

/* Generates or reads a mesh. what: as for stencilrun --mesh: a generator ("icosahedron:R2B4"), a NetCDF file of ICON, MPAS or
 * UGRID, a Gmsh file, or a folder of .npy files. order: as for stencilrun --order, renumbers the mesh; NULL: keeps its numbers.
 * Returns NULL with an error. The mesh is yours: end it with stencil_mesh_destroy. */
STENCIL_PUBLIC stencil_plan_mesh *stencil_mesh_open(const char *what, const char *order, struct stencil_error *error);

/* Makes a mesh from tables, which it copies. Returns NULL with an error. */
STENCIL_PUBLIC stencil_plan_mesh *stencil_mesh_create(const struct stencil_mesh_tables *tables, struct stencil_error *error);

/* Does nothing for NULL. */
STENCIL_PUBLIC void stencil_mesh_destroy(stencil_plan_mesh *mesh);

/* Returns the number of elements; 0: no such location. */
STENCIL_PUBLIC int stencil_mesh_count(const stencil_plan_mesh *mesh, int location);

/* Return a relation, given or derived; values at elements ("cell") or slots ("cell.edges"), from the mesh's file or computed;
 * and coordinates of elements. The arrays belong to the mesh: (element, slot) and (element, dimension). NULL: there are none. */
STENCIL_PUBLIC const int *stencil_mesh_neighbors(const stencil_plan_mesh *mesh, const char *relation, int *slots);
STENCIL_PUBLIC const double *stencil_mesh_values(const stencil_plan_mesh *mesh, const char *where, const char *name,
    int *slots);
STENCIL_PUBLIC const double *stencil_mesh_coordinates(const stencil_plan_mesh *mesh, int location, int *dimensions);

/* Does nothing for NULL. The code of the kernel stays loaded, for the next plan. */
STENCIL_PUBLIC void stencil_plan_destroy(stencil_plan *plan);

/* Binds an array to a field; it stays yours. pointer: the first element, with the halo, in GPU memory for backends cuda and hip,
 * else in host memory. bytes: exactly those of stencil_plan_field, whole levels with their padding. Executions are refused if a
 * written field shares an element with another field. An inout field is one array. Arrays may be interleaved, as rows of one
 * array that belong to different fields. Returns 0 or a stencil_code. */
STENCIL_PUBLIC int stencil_plan_bind(stencil_plan *plan, const char *field, void *pointer, size_t bytes,
    struct stencil_error *error);

/* The same for an array with a type, a shape and strides (in elements, slowest first; NULL: contiguous). A scalar field has no
 * dimensions, or one of a single element. */
STENCIL_PUBLIC int stencil_plan_bind_array(stencil_plan *plan, const char *field, void *pointer, int type,
    int dimensions, const long long *shape, const long long *strides, struct stencil_error *error);

/* Sets a param. Params have the stencil's defaults; those without one must be set. Returns 0 or a stencil_code. */
STENCIL_PUBLIC int stencil_plan_param(stencil_plan *plan, const char *param, double value,
    struct stencil_error *error);

/* Returns the bytes of the workspace, which has the stored intermediates of a stencil of several kernels; 0: it needs none. */
STENCIL_PUBLIC size_t stencil_plan_workspace(const stencil_plan *plan);

/* Binds your own workspace, aligned to 256 bytes, in the memory of fields. It needs at least the bytes of stencil_plan_workspace,
 * and shares none with fields. Its contents are overwritten. NULL: the plan's own workspace again, which it has without
 * STENCIL_PLAN_NO_WORKSPACE. Returns 0 or a stencil_code. */
STENCIL_PUBLIC int stencil_plan_bind_workspace(stencil_plan *plan, void *memory, size_t bytes,
    struct stencil_error *error);

/* Applies the stencil once. stream: a cudaStream_t or hipStream_t, in which the kernel is launched. On a CPU it is ignored, and
 * the result is there on return. Allocates nothing, but with NVRTC: if arrays or params are not among the last four sets, it
 * waits for the GPU and allocates host memory. The stream may be captured in a graph. Returns 0, or a status for
 * stencil_status_text; then nothing was launched. */
STENCIL_PUBLIC int stencil_execute(const stencil_plan *plan, void *stream);

/* The same with other arrays and params, in the order of the stencil. Arrays need the shape of those that can be bound. Only null
 * pointers, misaligned arrays and shared elements are detected. params: NULL: those of the plan. */
STENCIL_PUBLIC int stencil_execute_on(const stencil_plan *plan, void *const *fields, const double *params,
    void *stream);

/* And with another workspace, which must be one that can be bound: so a plan runs in several streams or threads at the same time.
 * NULL: that of the plan. */
STENCIL_PUBLIC int stencil_execute_in(const stencil_plan *plan, void *const *fields, const double *params,
    void *workspace, void *stream);

/* Returns the text of a status. It is valid until the thread's next call of this function. */
STENCIL_PUBLIC const char *stencil_status_text(const stencil_plan *plan, int status);

/* Fields and params of a plan. */
enum stencil_role { STENCIL_ROLE_IN, STENCIL_ROLE_OUT, STENCIL_ROLE_INOUT };
enum stencil_type {
    STENCIL_TYPE_INT,    /* of 32 bits */
    STENCIL_TYPE_FLOAT,
    STENCIL_TYPE_DOUBLE,
    STENCIL_TYPE_BOOL    /* a byte: 0, or not */
};

/* Texts belong to the plan and are valid as long as it is. Without a shape, only name, role, type, dimensions, axes,
 * location and half are set. */
struct stencil_field {
    const char *name;
    int role, type;
    int dimensions;       /* 1 to 3 */
    int axes[3];          /* x, y or z (0, 1, 2) of each dimension, slowest first; -1: another */
    long long shape[3];   /* slowest first */
    long long strides[3]; /* in elements */
    size_t bytes;         /* of the whole array */
    size_t alignment;     /* of its pointer, in bytes */
    int location;         /* on a mesh: a stencil_location; -1: none */
    int slots;            /* on a mesh, of a field with values per slot: the slots of stencil_plan_arrange; else 0 */
    int half;             /* it has half levels, one more than other fields have levels */
};

struct stencil_param {
    const char *name;
    int type;
    int is_set; /* set, or has a default */
    double value;
};

STENCIL_PUBLIC int stencil_plan_field_count(const stencil_plan *plan);
STENCIL_PUBLIC int stencil_plan_param_count(const stencil_plan *plan);

/* number: in the order of the stencil, from 0. Return 0, or a stencil_code if there is none of the number. */
STENCIL_PUBLIC int stencil_plan_field(const stencil_plan *plan, int number, struct stencil_field *field);
STENCIL_PUBLIC int stencil_plan_param_at(const stencil_plan *plan, int number, struct stencil_param *param);

/* On a mesh, for a field with values per slot of a relation of any degree, where the storage is rows, as without the option: those of
 * an element are starts[element]..starts[element + 1]-1, for the slots that have a neighbor. NULL: the field has a value for each
 * slot. */
STENCIL_PUBLIC const int *stencil_plan_starts(const stencil_plan *plan, int number);

/* On a mesh, copies values in the order of the mesh and its files to an array in the order of the plan, both in host memory. values:
 * in C order, (level, element, slot), without the dimensions that the field lacks. A relation of any degree has the slots of the
 * mesh's table. Returns 0 or a stencil_code. */
STENCIL_PUBLIC int stencil_plan_arrange(const stencil_plan *plan, int number, const void *values, void *array,
    struct stencil_error *error);

/* Returns the halo of the stencil: points at both ends of x, y and z. On a sparse grid it is 0. */
STENCIL_PUBLIC void stencil_plan_halo(const stencil_plan *plan, int low[3], int high[3]);

/* Without a shape these return NULL, except for the name. */
STENCIL_PUBLIC const char *stencil_plan_name(const stencil_plan *plan);    /* of the stencil */
STENCIL_PUBLIC const char *stencil_plan_kernel(const stencil_plan *plan);  /* as in stencilbench */
STENCIL_PUBLIC const char *stencil_plan_backend(const stencil_plan *plan); /* cuda, hip, openmp or host */
STENCIL_PUBLIC const char *stencil_plan_device(const stencil_plan *plan);
STENCIL_PUBLIC int stencil_plan_has_wisdom(const stencil_plan *plan);      /* whether wisdom chose the kernel */

/* On a grid that the library numbers: positions[y*size[0] + x] is the number of a column in a level. NULL on other grids. */
STENCIL_PUBLIC const int *stencil_plan_positions(const stencil_plan *plan);

/* Adds the kernels of a file of `stencilbench --tune` to the wisdom. A plan uses the entry of the nearest size that has the same text
 * of the stencil, precision, backend and order of levels. A file from another device is refused. Returns 0 or a stencil_code. */
STENCIL_PUBLIC int stencil_wisdom_import(const char *path, struct stencil_error *error);
STENCIL_PUBLIC void stencil_wisdom_forget(void);

/* "1.0.0" */
STENCIL_PUBLIC const char *stencil_version(void);

#ifdef __cplusplus
}
#endif

#endif
