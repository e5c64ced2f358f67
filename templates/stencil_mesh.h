#ifndef STENCIL_MESH
#define STENCIL_MESH

#include <limits.h>

/* A mesh. Distances are in elements; elements and levels are counted from 0.
 *     levels outermost    field[level*stride + element], with a stride for each location
 *     levels innermost    field[element*height + level]
 * A sparse field has a value for each slot: field[(level*slots + slot)*stride + element], or innermost
 * field[(element*slots + slot)*height + level]. */
struct stencil_mesh {
    int first, end;    /* elements of the outputs' location: first..end-1 are updated */
    int bottom, top;   /* levels: bottom..top-1 are updated. With levels innermost top may include padding of the
                        * elements, up to height, if nothing else is stored there and profiles are as long. A GPU
                        * then stores whole sectors of memory, which is faster */
    int cell_stride, edge_stride, vertex_stride; /* from one level to the next, and from one slot
                        * of a table or of a sparse field to the next; at least the number of
                        * elements */
    int height;        /* levels innermost: from one element to the next; outermost: 0 */
    int cells, edges, vertices; /* numbers of elements; launchers of one kernel do not read them */
    int cell_first, cell_end;   /* outputs on several locations: cells, edges and vertices first..end-1 are updated */
    int edge_first, edge_end;
    int vertex_first, vertex_end;
    int levels;        /* number of full levels: only used by kernels of stencils that read levels */
    const int *cell_order, *edge_order, *vertex_order; /* reductions over the mesh: all updated elements, in the order in
                        * which they are reduced. NULL: the order of their numbers */
};

/* Returns the mesh with elements first..end-1 of the outputs' location updated. */
static inline struct stencil_mesh
stencil_mesh_range(struct stencil_mesh mesh, int first, int end)
{
    mesh.first = first;
    mesh.end = end;
    return mesh;
}

/* A relation. Its arrays are in the memory of the processor that runs the kernel and belong to the caller. Entries are
 * numbers of elements, counted from 0; -1: no neighbor. */
struct stencil_relation {
    const int *table;  /* table[slot*stride + element]; levels innermost: table[element*degree + slot] */
    const int *start;  /* of any degree: entries of an element are table[start[element]] to
                        * table[start[element + 1] - 1]; else NULL */
};

/* Returns the bits of the addresses of a relation's arrays, to check their alignment. */
static inline size_t
stencil_relation_address(const struct stencil_relation *relation)
{
    return relation ? (size_t)relation->table | (size_t)relation->start : 0;
}

/* The grid argument of tools' entry points: the mesh, and its relations in the order of the launcher. */
struct stencil_mesh_view {
    struct stencil_mesh mesh;
    const struct stencil_relation *relations;
};

/* Checks a mesh with levels outermost; stride is that of the outputs' location. Returns 0 or a
 * stencil_refusal. */
static inline int
stencil_check_mesh(const struct stencil_mesh *mesh, int stride)
{
    if (mesh->height)
        return STENCIL_WRONG_LEVELS;
    if (mesh->first < 0 || mesh->end <= mesh->first || mesh->bottom < 0 || mesh->top <= mesh->bottom)
        return STENCIL_WRONG_SIZE;
    if (mesh->top > 1 << 24)
        return STENCIL_LARGE_GRID;
    return mesh->end > stride ? STENCIL_SHORT_STRIDE : 0;
}

/* The same with levels innermost. */
static inline int
stencil_check_mesh_innermost(const struct stencil_mesh *mesh, int stride)
{
    if (mesh->height < 1)
        return STENCIL_WRONG_LEVELS;
    if (mesh->first < 0 || mesh->end <= mesh->first || mesh->bottom < 0 || mesh->top <= mesh->bottom)
        return STENCIL_WRONG_SIZE;
    if (mesh->top > 1 << 24)
        return STENCIL_LARGE_GRID;
    return mesh->end > stride || mesh->top > mesh->height ? STENCIL_SHORT_STRIDE : 0;
}

/* The same for outputs on several locations: checks the range of each location that has one. */
static inline int
stencil_check_mesh_ranges(const struct stencil_mesh *mesh, int innermost)
{
    const int first[] = { mesh->cell_first, mesh->edge_first, mesh->vertex_first };
    const int end[] = { mesh->cell_end, mesh->edge_end, mesh->vertex_end };
    const int stride[] = { mesh->cell_stride, mesh->edge_stride, mesh->vertex_stride };
    int refusal = STENCIL_WRONG_SIZE;

    for (int location = 0; location < 3; location++) {
        const struct stencil_mesh own = stencil_mesh_range(*mesh, first[location], end[location]);

        if (first[location] == end[location])
            continue;
        refusal = innermost ? stencil_check_mesh_innermost(&own, stride[location])
            : stencil_check_mesh(&own, stride[location]);
        if (refusal)
            return refusal;
    }
    return refusal;
}

/* Returns the number of blocks of `elements` elements that cover the updated ones; 0 if no GPU has such blocks of
 * threads, or if the index of a thread, also past the last element, does not fit an int. */
static inline int
stencil_mesh_blocks(const struct stencil_mesh *mesh, struct stencil_block block, long long elements)
{
    long long blocks;

    if (!stencil_threads(block))
        return 0;
    blocks = (mesh->end - mesh->first - 1)/elements + 1;
    return blocks*elements > INT_MAX - mesh->first ? 0 : (int)blocks;
}

/* The same for at most `most` persistent blocks, which iterate over elements with a grid-sized stride: an index that is
 * one stride past the last element must fit an int, too. */
static inline int
stencil_mesh_blocks_at_most(int most, const struct stencil_mesh *mesh, struct stencil_block block, long long elements)
{
    const int all = stencil_mesh_blocks(mesh, block, elements), blocks = all < most ? all : most;

    return blocks*elements > INT_MAX - mesh->end ? 0 : blocks;
}

/* Returns the number of elements of an array of these levels, elements and slots. */
static inline unsigned long long
stencil_mesh_elements(int levels, int elements, int slots)
{
    return (unsigned long long)levels*(unsigned long long)elements*(unsigned long long)slots;
}

/* Checks that all entries of a relation's table in host memory are -1 or the number of one of `others` elements. The
 * relation has `slots` entries per element; 0: any degree. Checks every entry, so call it once per table. */
static inline int
stencil_check_relation(const struct stencil_relation *relation, const struct stencil_mesh *mesh, int elements,
    int stride, int slots, int others)
{
    if (!mesh)
        return STENCIL_NULL_POINTER;
    if (!relation || !relation->table || (!slots && !relation->start))
        return STENCIL_NO_TABLE;
    if (elements < 0 || stride < elements || slots < 0)
        return STENCIL_WRONG_SIZE;
    for (int element = 0; element < elements; element++) {
        const long long step = slots && !mesh->height ? stride : 1;
        const long long first = !slots ? relation->start[element] : mesh->height ? (long long)element*slots : element;
        const long long count = slots ? slots : relation->start[element + 1] - first;

        if (first < 0 || count < 0)
            return STENCIL_WRONG_TABLE;
        for (long long n = 0; n < count; n++)
            if (relation->table[first + n*step] < -1 || relation->table[first + n*step] >= others)
                return STENCIL_WRONG_TABLE;
    }
    return 0;
}

#endif
