/*
 * libstencil: applies stencils to arrays of your own, as FFTW does Fourier transforms: a plan
 * is made once, which compiles the stencil for the machine, and is executed as often as needed.
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
 * Link with -lstencil; a static libstencil.a also needs -lm -ldl -pthread. Kernels are compiled
 * when plans are made, so a compiler must be there then: cc, or nvcc or NVRTC for a GPU. They stay in a cache
 * ($STENCILGEN_CACHE, else ~/.cache/stencilgen).
 *
 * The library prints nothing, ends no program and installs no handlers. It starts compilers,
 * waits for these only, and does not mind if SIGCHLD is ignored or the program waits for all its
 * children. Plans may be made, executed and destroyed by several threads at once; a single plan may
 * be executed by several, but not while one of them binds, sets a param or destroys. The plan of a stencil of
 * several kernels has a workspace, so it is executed once at a time, on one stream, unless each gives a workspace of its own.
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

/* What went wrong. */
enum stencil_code {
    STENCIL_CODE_GOOD,
    STENCIL_CODE_SOURCE,      /* the stencil has errors */
    STENCIL_CODE_ARGUMENT,    /* a name, shape, array or option does not fit */
    STENCIL_CODE_UNAVAILABLE, /* a file, the compiler, the cache or the device */
    STENCIL_CODE_MEMORY       /* memory is short */
};

/* The text has no newline at its end; it has several lines if the stencil has errors: "PATH:LINE:COLUMN:
 * error: ...", the line and a caret, for each. Where a function takes an error, NULL is fine. */
struct stencil_error {
    int code;
    char text[8188];
};

typedef struct stencil_plan stencil_plan;

/* The neighbours of an unstructured grid that is yours: columns in any order. Where it is a box of cells, stencils with a `boundary`
 * need to know which column is which; with that, sums are taken row by row, as on regular grids. Set all to 0 first. */
struct stencil_table {
    int first, end;            /* columns first..end-1 are updated */
    int slots;
    const int (*relations)[2]; /* relations[slot]: x and y of the neighbour, as in the stencil */
    const int *neighbors;      /* neighbors[slot*columns + column]: its column, from 0 on */
    int width, height;         /* of the box, with the halo that the shape tells */
    const int *columns_of;     /* columns_of[y*width + x]: the column of a cell, one that is updated or, in the halo, not;
                                * NULL: nobody knows */
};

/* A mesh of cells, edges and vertices, for stencils on triangles, hexagons and polygons. It is checked as it is made, does
 * not change, and must live as long as its plans. */
typedef struct stencil_plan_mesh stencil_plan_mesh;

enum stencil_location { STENCIL_CELL, STENCIL_EDGE, STENCIL_VERTEX };

/* A relation of a mesh that is yours. */
struct stencil_mesh_relation {
    const char *name;     /* LOCATION.RELATION, as in the stencil: "cell.vertices"; or one that stencils
                           * declare, "edge.wings -> cell" */
    int slots;
    const int *neighbors; /* neighbors[element*slots + slot], from 0 on; -1: there is none */
};

/* The tables of a mesh that is yours. Set all to 0 first. cell.vertices is needed; what is not given follows from it. */
struct stencil_mesh_tables {
    int count[3];                     /* cells, edges (0: they are numbered as the cells' slots name them), vertices */
    int relation_count;
    const struct stencil_mesh_relation *relations;
    const int *rows[3];               /* NULL, or how far elements lie from the boundary, as ICON counts: 0 is inner */
    int dimensions;                   /* of coordinates: 2 or 3, or 0 if there are none */
    const double *coordinates[3];     /* NULL, or coordinates[element*dimensions + d] */
};

/* The grid and how your arrays lie in memory. Set all to 0 first, then what you need.
 *
 * Arrays are in C order, (z,y,x): x varies fastest and without gaps; all three-dimensional arrays
 * have the same distances between rows and levels. A column field is (y,x), a profile (z).
 *
 * With an unstructured storage (option storage=chasing and so on) a level is a list of columns. Either
 * the library numbers those of size[0] x size[1] points (option order=...): stencil_plan_positions tells
 * where they lie. Or you give a table; then size[0] is the number of columns, and size[1] is 1.
 *
 * Columns are then listed level by level: three-dimensional arrays are (levels, columns). Or, with the option
 * levels=innermost, as models of single columns have them: (columns, levels), a column's levels side by side
 * and, with a table of yours, the columns `pitch` elements apart. On a GPU several levels are loaded at
 * once, 16 bytes or as many as the pitch is divisible by, and arrays begin where stencil_plan_field tells. The
 * table is the same for both.
 *
 * On a mesh only mesh, size[2], field_levels and pitch count. Arrays are in the mesh's numbers: (level, element), those with
 * a value for each slot (level, slot, element) or, without levels, (slot, element); or, with levels=innermost, (element, level),
 * (element, slot, level) and (element, slot), elements `pitch` levels apart. Elements that lack a neighbour that the stencil needs, or
 * lie outside of its zones, keep what they had. A launch updates elements that follow one another, so a mesh
 * is best numbered with those of its boundary first. */
struct stencil_shape {
    int size[3];                       /* points in x, y and z, with the halo */
    int low[3], high[3];               /* points at both ends that are not updated; at least, and if all
                                        * are 0, as many as the stencil needs */
    int row, level, pitch;             /* elements from one row, level or, levels innermost, column to the
                                        * next; 0: no gaps */
    const struct stencil_table *table; /* NULL: there is none. Copied; always in this CPU's memory */

    int dimensions, levels;            /* of a sparse grid: the members above are unused then */
    int padded;                        /* its groups are aligned */
    int probes;                        /* at which it is evaluated */

    const stencil_plan_mesh *mesh;     /* NULL: there is none */
    const int *field_levels;           /* of each field, in the order of the stencil, where they differ; NULL or 0: size[2] */
};

/* Flags. */
enum stencil_plan_flag {
    STENCIL_PLAN_EXACT = 1,      /* on a GPU too, products and sums are rounded one by one */
    STENCIL_PLAN_WISDOM_ONLY = 2, /* no plan without wisdom */
    STENCIL_PLAN_NO_WORKSPACE = 4 /* no memory for a workspace: those who execute it give one */
};

/*
 * Makes a plan for a stencil of a file, or of a text. NULL with an error if that cannot be.
 *
 * name: which stencil, if there are several, else NULL.
 * shape: NULL: the stencil is only read and checked, to ask for its fields and params.
 * options: words NAME=VALUE with spaces between, or NULL. What is not given is taken from wisdom, if
 * there is any, or has a default.
 *     backend    cuda, hip, openmp, host (CUDA text on the CPU, for tests) or auto: cuda or hip where there
 *                are a GPU and nvcc, NVRTC or hipcc, else openmp. NVRTC is taken where there is no nvcc, or if the
 *                environment has NVCC=nvrtc; it compiles no sparse grids
 *     precision  of real fields: double or float
 *     levels     of an unstructured grid or a mesh: outermost, the default, or innermost
 *     store      temporaries to keep in memory between kernels, NAME+NAME, which makes several of one;
 *                auto: those that save more than they cost
 *     place      of what sweeps keep: global or shared; by default shared with CUDA where columns fit well
 *                and no block is given, else global
 *     padding    on a mesh with levels innermost, what lies between an element's levels and the next element, in what is
 *                written: keep, the default, or overwrite: a GPU may leave anything there. Give 65 levels a pitch of 66, or
 *                68, and it writes whole sectors of 32 bytes, which is faster
 *     access     how a thread goes; with levels innermost and no block the fastest that is known for so many levels. Of a
 *                table of yours a GPU takes clusters if they are found for two thirds of the columns, else single ones; what arrays must be
 *                is for neither more than access=idxvar asks for
 *                meshes have idxvar and, with levels outermost on a GPU, zloop and zslice;
 *                on a mesh with levels outermost and no block a GPU takes zslice, with the slices that are known to be the
 *                fastest; levels-per-thread, unroll and block change them
 *     storage, order, block, levels-per-thread ...
 *                which kernel, as for stencilrun and stencilbench. Structs of fields and tables in
 *                constant memory are not possible.
 */
STENCIL_PUBLIC stencil_plan *stencil_plan_create(const char *path, const char *name,
    const struct stencil_shape *shape, const char *options, unsigned flags, struct stencil_error *error);
STENCIL_PUBLIC stencil_plan *stencil_plan_create_text(const char *text, const char *name,
    const struct stencil_shape *shape, const char *options, unsigned flags, struct stencil_error *error);

/* Makes a mesh, or reads it: `what` is as stencilrun's --mesh says it, a generator ("icosahedron:R2B4"), a NetCDF file of ICON, MPAS
 * or UGRID, a Gmsh file, or a folder of .npy files. order: one of stencilrun's --order that renumbers it; NULL: it stays
 * as it is. NULL with an error that says what is wrong with it. */
STENCIL_PUBLIC stencil_plan_mesh *stencil_mesh_open(const char *what, const char *order, struct stencil_error *error);

/* Makes a mesh of tables, which are copied. */
STENCIL_PUBLIC stencil_plan_mesh *stencil_mesh_create(const struct stencil_mesh_tables *tables, struct stencil_error *error);

/* NULL is fine. */
STENCIL_PUBLIC void stencil_mesh_destroy(stencil_plan_mesh *mesh);

/* How many elements it has; 0: there is no such location. */
STENCIL_PUBLIC int stencil_mesh_count(const stencil_plan_mesh *mesh, int location);

/* A relation, given or derived; what it has at its elements ("cell") or slots ("cell.edges"), of its file or
 * computed; where its elements are. Arrays are the mesh's: (element, slot) and (element, dimension). NULL: it has none. */
STENCIL_PUBLIC const int *stencil_mesh_neighbors(const stencil_plan_mesh *mesh, const char *relation, int *slots);
STENCIL_PUBLIC const double *stencil_mesh_values(const stencil_plan_mesh *mesh, const char *where, const char *name,
    int *slots);
STENCIL_PUBLIC const double *stencil_mesh_coordinates(const stencil_plan_mesh *mesh, int location, int *dimensions);

/* NULL is fine. The code of the kernel stays loaded, for the next plan. */
STENCIL_PUBLIC void stencil_plan_destroy(stencil_plan *plan);

/* Fields. The pointer is that of the first element, halo included, in memory of the processor that
 * computes (backends cuda and hip: of the GPU). The array has exactly as many bytes as stencil_plan_field tells, whole
 * levels with their gaps. Executions are refused if what is written has an element in common with another field; an inout field
 * is one array. Arrays may be interleaved, as rows of one array that belong to different fields. Returns 0 or a stencil_code. */
STENCIL_PUBLIC int stencil_plan_bind(stencil_plan *plan, const char *field, void *pointer, size_t bytes,
    struct stencil_error *error);

/* The same for an array that knows its type, shape and strides (in elements, slowest first; NULL: no gaps). Of a scalar field
 * it has no dimensions, or one of a single element. */
STENCIL_PUBLIC int stencil_plan_bind_array(stencil_plan *plan, const char *field, void *pointer, int type,
    int dimensions, const long long *shape, const long long *strides, struct stencil_error *error);

/* Params have the stencil's defaults; those without must be set. */
STENCIL_PUBLIC int stencil_plan_param(stencil_plan *plan, const char *param, double value,
    struct stencil_error *error);

/* What kernels of one stencil leave to each other lies in a workspace: of so many bytes, 0 if it needs none. */
STENCIL_PUBLIC size_t stencil_plan_workspace(const stencil_plan *plan);

/* Lets it lie in memory of yours, from a multiple of 256 on and where fields lie, which has that many bytes or more and shares none
 * with fields; what was there is lost. NULL: in the plan's own again, which it has unless STENCIL_PLAN_NO_WORKSPACE was
 * given. Returns 0 or a stencil_code. */
STENCIL_PUBLIC int stencil_plan_bind_workspace(stencil_plan *plan, void *memory, size_t bytes,
    struct stencil_error *error);

/* Applies the stencil once. stream: a cudaStream_t or hipStream_t, on which the kernel is started; on a CPU it is
 * ignored, and the work is done on return. Allocates nothing. With NVRTC it waits for the GPU for a moment, and
 * allocates some memory of the host, if arrays or params are not among the last four sets. A stream that is
 * captured has the launches in its graph. Returns 0 or a status for stencil_status_text; then nothing was started. */
STENCIL_PUBLIC int stencil_execute(const stencil_plan *plan, void *stream);

/* The same with other arrays, which must be like those that could be bound, and params (NULL: those of
 * the plan), both in the order of the stencil. Of arrays only null pointers, vectors that are misaligned and what
 * shares elements are noticed. */
STENCIL_PUBLIC int stencil_execute_on(const stencil_plan *plan, void *const *fields, const double *params,
    void *stream);

/* And with another workspace, like those that could be bound, so that a plan is executed on several streams at a time, or by several
 * threads. NULL: that of the plan. */
STENCIL_PUBLIC int stencil_execute_in(const stencil_plan *plan, void *const *fields, const double *params,
    void *workspace, void *stream);

/* The text lives until the thread's next call of this function. */
STENCIL_PUBLIC const char *stencil_status_text(const stencil_plan *plan, int status);

/* What a plan has. */
enum stencil_role { STENCIL_ROLE_IN, STENCIL_ROLE_OUT, STENCIL_ROLE_INOUT };
enum stencil_type {
    STENCIL_TYPE_INT,    /* of 32 bits */
    STENCIL_TYPE_FLOAT,
    STENCIL_TYPE_DOUBLE,
    STENCIL_TYPE_BOOL    /* a byte: 0, or not */
};

/* The texts of a plan live as long as it does. Without a shape there are only name, role, type, dimensions, axes
 * and location. */
struct stencil_field {
    const char *name;
    int role, type;
    int dimensions;       /* 1 to 3 */
    int axes[3];          /* which of x, y, z (0, 1, 2) each is, slowest first; -1: another one */
    long long shape[3];   /* slowest first */
    long long strides[3]; /* in elements */
    size_t bytes;         /* of the whole array */
    size_t alignment;     /* that its pointer needs */
    int location;         /* on a mesh: a stencil_location; -1: it lies on none */
    int slots;            /* on a mesh, of values of slots: as many as stencil_plan_arrange takes; else 0 */
};

struct stencil_param {
    const char *name;
    int type;
    int is_set; /* or has a default */
    double value;
};

STENCIL_PUBLIC int stencil_plan_field_count(const stencil_plan *plan);
STENCIL_PUBLIC int stencil_plan_param_count(const stencil_plan *plan);

/* In the order of the stencil, from 0 on. Return a stencil_code: there is no such one. */
STENCIL_PUBLIC int stencil_plan_field(const stencil_plan *plan, int number, struct stencil_field *field);
STENCIL_PUBLIC int stencil_plan_param_at(const stencil_plan *plan, int number, struct stencil_param *param);

/* On a mesh, of a field with values of slots of a relation of any degree: those of an element are
 * starts[element]..starts[element + 1]-1, by the slots that have a neighbour. NULL: a field lies otherwise. */
STENCIL_PUBLIC const int *stencil_plan_starts(const stencil_plan *plan, int number);

/* On a mesh, copies values in C order, (level, element, slot) without what the field lacks, as the mesh and its files have them,
 * to an array as the plan wants it; both lie in this CPU's memory. A relation of any degree has as many slots there as the
 * mesh's table. Returns 0 or a stencil_code. */
STENCIL_PUBLIC int stencil_plan_arrange(const stencil_plan *plan, int number, const void *values, void *array,
    struct stencil_error *error);

/* How many points the stencil leaves at both ends of x, y and z; zeros on a sparse grid. */
STENCIL_PUBLIC void stencil_plan_halo(const stencil_plan *plan, int low[3], int high[3]);

/* NULL without a shape. */
STENCIL_PUBLIC const char *stencil_plan_name(const stencil_plan *plan);    /* the stencil; never NULL */
STENCIL_PUBLIC const char *stencil_plan_kernel(const stencil_plan *plan);  /* as stencilbench names it */
STENCIL_PUBLIC const char *stencil_plan_backend(const stencil_plan *plan); /* cuda, hip, openmp or host */
STENCIL_PUBLIC const char *stencil_plan_device(const stencil_plan *plan);
STENCIL_PUBLIC int stencil_plan_has_wisdom(const stencil_plan *plan);      /* chose the kernel */

/* On a grid that the library numbers: positions[y*size[0] + x] is where a column lies in a level. NULL on
 * others. */
STENCIL_PUBLIC const int *stencil_plan_positions(const stencil_plan *plan);

/* Adds what `stencilbench --tune` found to what plans are made from: for a stencil of the same text, the
 * precision, the backend and the option levels, the grid that is nearest in size counts. Returns 0 or a stencil_code: a file from
 * another device is refused. */
STENCIL_PUBLIC int stencil_wisdom_import(const char *path, struct stencil_error *error);
STENCIL_PUBLIC void stencil_wisdom_forget(void);

/* "1.0.0" */
STENCIL_PUBLIC const char *stencil_version(void);

#ifdef __cplusplus
}
#endif

#endif
